"""Wagers of one player that are void or invalid (R42)."""

from __future__ import annotations

import pytest

from tests.notation import play
from tests.play.irregularities.games import at_canberra, at_the_star, each, in_each_game, in_each_star_game

DEVICE = each("17.3(a)", "16.3(a)", "20.4.1", "19.3.1")


@DEVICE
def test_20_4_1_wagers_won_lost_and_open_come_back_and_others_play_on(game: str, clause: str) -> None:
    """ann has lost box 1, has won a pair on box 2, and is to decide for it."""
    told = play(
        game,
        "KS 9S 8S 7D 6H 9H 8H QC KD",
        "1:ann=20 2:ann=10+pp5 3:bob=10",
        "1 hit",
        "supervisor void-wagers player=ann because=device",
        "2 stand",
        "3 stand",
    )
    assert (told.done, told.void, told.after_round) == ([(1, clause)], None, [])
    assert sorted(told.results("ann")) == [
        ("main", "void", "0.00", clause),
        ("main", "void", "0.00", clause),
        ("perfect-pairs", "void", "0.00", clause),
    ]
    assert ([number for number, _ in told.refused], told.hands(2)) == ([2], ["9S 9H"])
    assert told.line("bob")["result"] == "lose"


@DEVICE
def test_20_4_1_after_the_dealers_last_card_the_wager_comes_back_all_the_same(game: str, clause: str) -> None:
    for cards in ("KS 9S 7D 9H 8H KD", "KS 9S 7D 6H 8H KD"):
        told = play(
            game,
            cards,
            "1:ann=20 2:bob=10",
            "1 stand",
            "2 stand",
            "supervisor void-wagers player=ann because=device",
        )
        assert (told.results("ann"), told.net["bob"]) == ([("main", "void", "0.00", clause)], "0.00")


@DEVICE
def test_20_4_1_no_wager_left_is_refused(game: str, clause: str) -> None:
    again = ("supervisor void-wagers @3 player=ann because=device",) * 2
    told = play(game, "KS 7D 9H", "1:ann=20", *again, "supervisor void-wagers player=eve because=device")
    assert (told.refused, told.done) == ([(1, clause), (2, clause)], [(0, clause)])
    assert told.reasons[1] == "eve has no wager left in this round"
    assert (told.dealer, told.net) == ("7D", {"ann": "0.00"})


@in_each_game
def test_20_4_1_a_box_that_empties_in_the_initial_deal_gets_no_further_card(game: str) -> None:
    told = play(
        game,
        "KS 9S 7D 9H KD",
        "1:ann=10+pp5 2:bob=10",
        "supervisor void-wagers @1 player=ann because=device",
        "2 stand",
    )
    assert (told.hands(1), told.hands(2), told.dealer) == (["KS"], ["9S 9H"], "7D KD")
    nobody = play(
        game, "KS 9S", "1:ann=10", "supervisor void-wagers @1 player=ann because=device", "1 insure 5", "1 hit"
    )
    assert (nobody.hands(), nobody.dealer, nobody.net) == (["KS"], "", {"ann": "0.00"})
    assert [number for number, _ in nobody.refused] == [1, 2]
    before = play(game, "KS 9S", "1:ann=10", "supervisor void-wagers @0 player=ann because=device")
    assert (before.hands(), before.cards_used) == ([""], 0)


@in_each_game
def test_20_4_1_a_hand_that_waits_for_its_card_gets_none(game: str) -> None:
    told = play(
        game,
        "5S 9S 7D 6H 8H KD",
        "1:ann=10 2:bob=10",
        "1 hit",
        "supervisor void-wagers @5 player=ann because=device",
        "2 stand",
    )
    assert (told.hands(1), told.dealer) == (["5S 6H"], "7D KD")


@in_each_game
def test_20_4_1_insurance_splits_and_doubles_come_back_too(game: str) -> None:
    told = play(
        game,
        "8S 9S AD 8H 9H 3C KD",
        "1:ann=20 2:bob=10",
        "1 insure 10",
        "1 split",
        "1 double 20",
        "supervisor void-wagers @6 player=ann because=device",
        "2 stand",
    )
    assert sorted(line[:3] for line in told.results("ann")) == [
        ("double", "void", "0.00"),
        ("insurance", "void", "0.00"),
        ("main", "void", "0.00"),
        ("split", "void", "0.00"),
    ]
    assert told.dealer == "AD KD"


@in_each_star_game
def test_20_4_1_an_open_forfeit_goes_on_if_somebody_else_doubled(game: str) -> None:
    steps = ("1 double 10 +bob=10", "supervisor void-wagers player=ann because=device")
    told = play(game, "6S 7D 5H 4C KD", "1:ann*=10 1:bob=10", *steps, "1 forfeit bob")
    assert (told.refused, [line[1] for line in told.results("bob")]) == ([], ["forfeit", "stand-off"])
    alone = play(
        game,
        "6S 7D 5H 4C KD",
        "1:ann*=10 1:bob=10",
        "1 double 10",
        "supervisor void-wagers player=ann because=device",
        "1 forfeit bob",
    )
    assert ([number for number, _ in alone.refused], alone.line("bob")["result"]) == ([2], "lose")


@at_the_star("6.6", "5.5")
def test_20_4_1_control_passes(game: str, clause: str) -> None:
    told = play(
        game,
        "5S 7D 6H 9C KD",
        "1:ann*=10 1:bob=10 1:cat=20",
        "supervisor void-wagers @3 player=ann because=device",
        "1 hit bob",
        "1 hit cat",
        "1 stand",
    )
    assert (told.refused, told.hands()) == ([(1, clause)], ["5S 6H 9C"])


def test_4_5_at_canberra_it_passes_to_the_nearest() -> None:
    told = play(
        "canberra-pontoon",
        "5S 7D 6H 9C KD",
        "1:ann*=10 1:bob=10 1:cat=20",
        "supervisor void-wagers @3 player=ann because=rules",
        "1 hit cat",
        "1 hit bob",
    )
    assert (told.refused, told.hands()) == ([(1, "4.5")], ["5S 6H 9C"])


@in_each_star_game
def test_20_4_1_a_player_who_keeps_control_is_not_replaced_when_another_leaves(game: str) -> None:
    told = play(
        game,
        "5S 7D 6H 9C KD",
        "1:ann*=10 1:bob=30 1:cat=20",
        "supervisor void-wagers @3 player=bob because=device",
        "1 hit ann",
    )
    assert (told.refused, told.hands()) == ([], ["5S 6H 9C"])


@in_each_star_game
def test_20_4_1_the_fifty_dollars_go_with_the_only_super_bonus(game: str) -> None:
    cards, wagers = "7S 7H KS 7D 7S 9H 9C 7S KC", "1:ann=25 2:cat=25 3:bob=10"
    told = play(game, cards, wagers, "1 hit", "2 stand", "supervisor void-wagers player=ann because=device")
    assert {line["wager"] for line in told.settlements} == {"main"}
    paid = play(game, cards, wagers, "1 hit", "2 stand", "supervisor void-wagers player=bob because=device")
    assert [line[0] for line in paid.results("cat")] == ["shared-bonus", "main"]
    assert [line[0] for line in paid.results("bob")] == ["main"]


def test_20_4_1_the_fifty_dollars_stand_if_another_super_bonus_is_left() -> None:
    told = play(
        "star-pontoon",
        "7S 7H KS 7D 7S 7H 9H 7S 7H KC",
        "1:ann=25 2:cat=25 3:bob=10",
        "1 hit",
        "2 hit",
        "supervisor void-wagers player=ann because=device",
    )
    assert [line[0] for line in told.results("bob")] == ["shared-bonus", "main"]


@at_canberra("17.3(a)", "16.3(a)")
def test_17_3_at_canberra_any_breach_of_the_rules_will_do(game: str, clause: str) -> None:
    told = play(game, "KS 7D 9H", "1:ann=20", "supervisor void-wagers @3 player=ann because=rules")
    assert (told.done, told.net) == ([(0, clause)], {"ann": "0.00"})


@at_the_star("20.4", "19.3")
def test_20_4_at_the_star_only_a_forbidden_device(game: str, clause: str) -> None:
    told = play(game, "KS 7D 9H KD", "1:ann=20", "supervisor void-wagers @3 player=ann because=rules", "1 stand")
    assert (told.refused, told.net) == ([(0, clause)], {"ann": "20.00"})


@pytest.mark.parametrize(
    ("game", "clause"), [("canberra-pontoon", "17.3"), ("canberra-blackjack", "16.3"), ("star-pontoon-6to5", "19.3")]
)
def test_18_21_no_other_game_asks_for_a_player_card(game: str, clause: str) -> None:
    told = play(game, "KS 7D 9H KD", "1:ann=20", "supervisor void-wagers @3 player=ann because=player-card", "1 stand")
    assert (told.refused, told.net) == ([(0, clause)], {"ann": "20.00"})


def test_18_21_2_without_a_player_card_won_and_open_wagers_come_back_and_lost_ones_stay_lost() -> None:
    told = play(
        "star-pontoon",
        "KS 5S 8S 7D 6H 6D 8H QC KC KD",
        "1:ann=20 2:ann=10+pp5 3:ann=10 3:bob=10",
        "1 hit",
        "2 hit",
        "supervisor void-wagers player=ann because=player-card",
        "3 stand",
    )
    assert told.results("ann") == [
        ("perfect-pairs", "lose", "-5.00", "16.9"),
        ("main", "lose", "-20.00", "12.5"),
        ("main", "void", "0.00", "18.21.2"),
        ("main", "void", "0.00", "18.21.2"),
    ]
    assert (told.done, told.line("bob")["result"]) == ([(2, "18.21.2")], "lose")


def test_18_21_2_winnings_left_to_the_end_are_not_paid() -> None:
    told = play(
        "star-pontoon",
        "AS 9S 7D KH 8H KD",
        "1:ann=20 2:bob=10",
        "gaming-manager pay-at-end @0",
        "supervisor void-wagers @5 player=ann because=player-card",
        "2 stand",
    )
    assert told.results("ann") == [("main", "void", "0.00", "18.21.2")]


def test_20_4_1_a_forfeits_double_stays_taken_back_and_its_own_wager_comes_back() -> None:
    told = play(
        "star-pontoon",
        "6S 7D 5H 4C KD",
        "1:ann=10",
        "1 double 10",
        "1 forfeit",
        "supervisor void-wagers player=ann because=device",
    )
    assert sorted(line[:3] for line in told.results("ann")) == [
        ("double", "stand-off", "0.00"),
        ("main", "void", "0.00"),
    ]


@in_each_star_game
def test_20_4_1_insurance_of_the_others_on_a_lost_box_stays(game: str) -> None:
    told = play(
        game,
        "KS 9S AD 6H 8H QC KD",
        "1:ann*=10 1:bob=10 2:cat=10",
        "1 insure ann 5",
        "1 insure bob 5",
        "1 hit",
        "supervisor void-wagers player=bob because=device",
        "2 stand",
    )
    assert [line[:3] for line in told.results("ann")] == [("main", "lose", "-10.00"), ("insurance", "win", "10.00")]
    assert {line[1] for line in told.results("bob")} == {"void"}
