"""A round without an outcome: refunded, kept, or forfeited by some (R41)."""

from __future__ import annotations

import pytest

from tests.notation import play
from tests.play.irregularities.games import at_canberra, at_the_star, each, in_each_game, in_each_star_game


@each(("17.1", "17.4"), ("16.1", "16.4"), ("20.5.1", "20.5.2"), ("19.4.1", "19.4.2"))
def test_20_5_all_wagers_come_back_and_payments_of_the_round_are_undone(game: str, clause1: str, clause2: str) -> None:
    for because, clause in (("disruption", clause1), ("fraud", clause2)):
        told = play(
            game, "AS 9S 7D KH 8H", "1:ann=20+pp5 2:bob=10", f"supervisor invalidate @5 because={because}", "2 stand"
        )
        assert (told.void, told.net) == ((because, clause), {"ann": "0.00", "bob": "0.00"})
        assert (told.done, [number for number, _ in told.refused]) == ([(0, clause)], [1])
        assert {(line["result"], line["clause"]) for line in told.settlements} == {("void", clause)}


@at_canberra("17.4", "16.4")
def test_17_4_at_canberra_also_where_it_is_impractical_to_go_on(game: str, clause: str) -> None:
    told = play(game, "KS 7D 9H", "1:ann=20", "supervisor invalidate @3 because=impractical")
    assert (told.void, told.done) == (("impractical", clause), [(0, clause)])


@at_the_star("20.5", "19.4")
def test_20_5_at_the_star_that_is_no_ground(game: str, clause: str) -> None:
    told = play(game, "KS 7D 9H KD", "1:ann=20", "supervisor invalidate @3 because=impractical", "1 stand")
    assert (told.refused, told.void, told.net) == ([(0, clause)], None, {"ann": "20.00"})


@in_each_game
def test_20_6_without_a_refund_every_stake_is_kept(game: str) -> None:
    told = play(
        game, "KS 9S 7D 9H 8H", "1:ann=20+pp5 2:bob=10", "supervisor invalidate @5 because=disruption refund=false"
    )
    assert (told.net, told.house) == ({"ann": "-25.00", "bob": "-10.00"}, "35.00")
    assert {(line["result"], line["odds"]) for line in told.settlements} == {("forfeit", None)}
    won = play(game, "AS 7D KH", "1:ann=20", "supervisor invalidate @3 because=disruption refund=false")
    assert won.net == {"ann": "-20.00"}


@in_each_star_game
def test_20_6_the_players_of_a_fraud_forfeit_all_their_wagers(game: str) -> None:
    told = play(
        game,
        "AS 9S 7D KH 8H",
        "1:eve=20+pp5 2:ann=10 2:eve=5",
        "supervisor invalidate @5 because=fraud forfeited_by=eve",
    )
    assert told.net == {"eve": "-30.00", "ann": "0.00"}
    assert [line[1] for line in told.results("eve")] == ["forfeit"] * 3


@each("17.5", "16.5", "20.6", "19.5")
def test_20_6_nobody_else_and_no_stranger_forfeits(game: str, clause: str) -> None:
    told = play(
        game,
        "KS 7D 9H KD",
        "1:ann=20",
        "supervisor invalidate @3 because=disruption forfeited_by=ann",
        "supervisor invalidate @3 because=fraud forfeited_by=ann,eve",
        "1 stand",
    )
    assert (told.refused, told.void, told.net) == ([(0, clause), (1, clause)], None, {"ann": "20.00"})


@at_canberra("17.5", "16.5")
def test_17_5_at_canberra_nobody_forfeits(game: str, clause: str) -> None:
    told = play(game, "KS 7D 9H KD", "1:ann=20", "supervisor invalidate @3 because=fraud forfeited_by=ann", "1 stand")
    assert told.refused == [(0, clause)]


@in_each_star_game
def test_20_6_what_a_player_took_back_before_stays_theirs(game: str) -> None:
    told = play(
        game,
        "6S 7D 5H 4C",
        "1:ann=20",
        "1 double 20",
        "1 forfeit",
        "supervisor invalidate @4 because=disruption refund=false",
    )
    assert [line[:3] for line in told.results("ann")] == [
        ("main", "forfeit", "-20.00"),
        ("double", "stand-off", "0.00"),
    ]


@pytest.mark.parametrize("refund", ["", " refund=false"])
def test_20_5_bonuses_that_were_paid_are_taken_back(refund: str) -> None:
    told = play(
        "star-pontoon",
        "7S KS 7D 7S 9H 7S",
        "1:ann=25 2:bob=10",
        "1 hit",
        f"supervisor invalidate @6 because=disruption{refund}",
    )
    assert {line["wager"] for line in told.settlements} == {"main"}
    assert told.net == ({"ann": "-25.00", "bob": "-10.00"} if refund else {"ann": "0.00", "bob": "0.00"})


@in_each_game
def test_20_5_the_final_settlement_is_undone_too(game: str) -> None:
    told = play(game, "KS 7D 9H KD", "1:ann=20", "1 stand", "supervisor invalidate because=disruption")
    assert (told.net, told.dealer) == ({"ann": "0.00"}, "7D KD")
