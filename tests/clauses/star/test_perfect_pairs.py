"""Perfect Pairs, on a box's first two cards."""

from __future__ import annotations

import pytest

from boxseat.play.fields import BadDocument
from boxseat.play.state import Phase, WagerKind
from tests.clauses.star.twins import both, course, play

pytestmark = both


def test_16_1_the_wager_is_on_offer_and_no_other_side_bet(game: str) -> None:
    answer = play(game, "8S 9D 8H 9C", "1:ann*=10+pp5", "1 stand")
    assert answer.net == {"ann": "15.00"}
    with pytest.raises(BadDocument, match="super-sevens"):
        play(game, "8S 9D 8H 9C", "1:ann*=10+ss5", "1 stand")


def test_16_2_anyone_at_the_table_may_lay_it(game: str) -> None:
    answer = play(game, "8S 9S 9D 8H KH 9C", "1:ann*=10+pp5 2:bob*=10 1:bob=-+pp2 1:dan=-+pp1", "1 stand", "2 stand")
    assert answer.settled("ann", "perfect-pairs") == [("win", "5:1", "25.00", "16.8.1")]
    assert answer.settled("bob", "perfect-pairs") == [("win", "5:1", "10.00", "16.8.1")]
    assert answer.settled("dan", "perfect-pairs") == [("win", "5:1", "5.00", "16.8.1")]


def test_16_4_a_table_may_keep_it_for_those_with_a_main_wager(game: str) -> None:
    answer = play(
        game,
        "8S 9S 9D 8H KH 9C",
        "1:ann*=10+pp5 2:bob*=10 1:bob=-+pp2 1:dan=-+pp1",
        "1 stand",
        "2 stand",
        perfect_pairs_needs="own-main-wager",
    )
    assert answer.settled("ann", "perfect-pairs") == [("win", "5:1", "25.00", "16.8.1")]
    for player in ("bob", "dan"):
        assert [line[:3] for line in answer.settled(player, "perfect-pairs")] == [("void", None, "0.00")]


def test_16_4_a_main_wager_that_the_maximum_returned_does_not_count(game: str) -> None:
    answer = play(
        game,
        "8S 9D 8H 9C",
        "1:ann*=10 1:bob=10+pp5",
        "1 stand",
        limits={"max": "10"},
        perfect_pairs_needs="own-main-wager",
    )
    assert answer.net == {"ann": "-10.00", "bob": "0.00"}


def test_16_5_a_box_without_a_main_wager_takes_none_and_gets_no_cards(game: str) -> None:
    answer = play(game, "8S 9D 8H 9C", "1:ann*=10 2:bob=-+pp5", "1 stand")
    assert answer.settled("bob", "perfect-pairs") == [("void", None, "0.00", "16.5")]
    assert answer.hands(2) == []
    assert answer.cards_used == 4


def test_16_5_nor_does_a_table_of_side_bets(game: str) -> None:
    answer = play(game, "8S 9D 8H 9C", "1:ann=-+pp5", "1 stand")
    assert answer.settled("ann", "perfect-pairs") == [("void", None, "0.00", "16.5")]
    assert answer.cards_used == 0


@pytest.mark.parametrize(
    ("wagers", "returned"),
    [
        ("1:ann*=10+pp5 1:bob=10+pp5 1:cat=10+pp5 1:dan=-+pp5", "dan"),
        ("1:dan=-+pp5 1:ann*=10+pp5 1:bob=10+pp5 1:cat=10+pp5", "dan"),
        ("1:ann*=10+pp5 1:bob=-+pp5 1:cat=-+pp5 1:dan=-+pp5", "dan"),
        ("1:dan=-+pp5 1:bob=-+pp5 1:cat=-+pp5 1:ann*=10+pp5", "cat"),
        ("1:ann*=10 1:bob=-+pp5 1:cat=-+pp5 1:dan=-+pp5 1:eve=-+pp5", "eve"),
    ],
)
def test_16_6_three_a_box_with_main_wagers_first_then_in_order(game: str, wagers: str, returned: str) -> None:
    answer = play(game, "8S 9D 8H 9C", wagers, "1 stand")
    pairs = [line for line in answer.settlements if line["wager"] == "perfect-pairs"]
    assert answer.settled(returned, "perfect-pairs") == [("void", None, "0.00", "16.6")]
    assert sorted(line["result"] for line in pairs) == ["void", "win", "win", "win"]


def test_16_6_three_on_each_box(game: str) -> None:
    wagers = " ".join(f"{box}:{player}=5+pp1" for box in (1, 2) for player in ("ann", "bob", "cat"))
    answer = play(game, "8S 9S 9D 8H 9H 9C", wagers, "1 stand", "2 stand")
    assert [line["net"] for line in answer.settlements if line["wager"] == "perfect-pairs"] == ["5.00"] * 6


def test_16_7_the_first_two_cards_alone(game: str) -> None:
    drawn = play(game, "8S 9D 2H 8S KC", "1:ann*=10+pp5", "1 hit", "1 stand")
    assert drawn.settled("ann", "perfect-pairs") == [("lose", None, "-5.00", "16.9")]
    split = play(game, "8S 9D 8C 8S 8H KC", "1:ann*=10+pp5", "1 split", "1 stand", "1 stand")
    assert split.settled("ann", "perfect-pairs") == [("win", "10:1", "50.00", "16.8.2")]


@pytest.mark.parametrize("rank", "A23456789")
def test_16_7_1_aces_and_numbers_pair_with_their_own(game: str, rank: str) -> None:
    other = "9" if rank == "8" else "8"
    answer = play(game, f"{rank}S {rank}C KD {rank}S {other}S 9C", "1:ann*=10+pp5 2:bob*=10+pp5", "1 stand", "2 stand")
    assert answer.settled("ann", "perfect-pairs") == [("win", "25:1", "125.00", "16.8.3")]
    assert answer.settled("bob", "perfect-pairs") == [("lose", None, "-5.00", "16.9")]


@pytest.mark.parametrize("rank", "JQK")
def test_16_7_2_pictures_pair_with_their_own_kind_only(game: str, rank: str) -> None:
    other = "J" if rank == "K" else "K"
    answer = play(game, f"{rank}S {rank}C 9D {rank}H {other}C 9C", "1:ann*=10+pp5 2:bob*=10+pp5", "1 stand", "2 stand")
    assert answer.settled("ann", "perfect-pairs") == [("win", "5:1", "25.00", "16.8.1")]
    assert answer.settled("bob", "perfect-pairs") == [("lose", None, "-5.00", "16.9")]


def test_16_8_each_box_is_paid_by_its_own_pair(game: str) -> None:
    answer = play(
        game,
        "8S 8S 8S 8S 9D 8H 8C 8S 9H 9C",
        "1:ann=10+pp1 2:ann=10+pp1 3:ann=10+pp1 4:ann=10+pp1",
        "1 stand",
        "2 stand",
        "3 stand",
        "4 stand",
    )
    assert [line["net"] for line in answer.lines("ann", "perfect-pairs")] == ["5.00", "10.00", "25.00", "-1.00"]


@pytest.mark.parametrize("pair", ["8S 8H", "8S 8D", "8H 8C", "8D 8C", "QD QS"])
def test_16_8_1_red_and_black_is_a_mixed_pair(game: str, pair: str) -> None:
    first, second = pair.split()
    answer = play(game, f"{first} 9D {second} 9C", "1:ann*=10+pp5", "1 stand")
    assert answer.settled("ann", "perfect-pairs") == [("win", "5:1", "25.00", "16.8.1")]


@pytest.mark.parametrize("pair", ["8S 8C", "8C 8S", "8H 8D", "8D 8H", "QC QS"])
def test_16_8_2_two_suits_of_one_colour_are_a_coloured_pair(game: str, pair: str) -> None:
    first, second = pair.split()
    answer = play(game, f"{first} 9D {second} 9C", "1:ann*=10+pp5", "1 stand")
    assert answer.settled("ann", "perfect-pairs") == [("win", "10:1", "50.00", "16.8.2")]


@pytest.mark.parametrize("card", ["8S", "8H", "8D", "8C", "QC"])
def test_16_8_3_one_suit_is_a_perfect_pair(game: str, card: str) -> None:
    answer = play(game, f"{card} 9D {card} 9C", "1:ann*=10+pp5", "1 stand")
    assert answer.settled("ann", "perfect-pairs") == [("win", "25:1", "125.00", "16.8.3")]


def test_16_9_it_is_settled_before_anyone_acts(game: str) -> None:
    rounds = course(game, "8S KS 9D 8H 7H 9C", "1:ann*=10+pp5 2:bob*=10+pp5", "1 stand", "2 stand")
    settled = next(round_ for round_ in rounds if round_.settlements)
    assert settled.cards_used == 5
    assert settled.phase is Phase.DECISION
    assert [(line.wager, line.net) for line in settled.settlements] == [
        (WagerKind.PERFECT_PAIRS, 2500),
        (WagerKind.PERFECT_PAIRS, -500),
    ]


@pytest.mark.parametrize(
    ("cards", "decisions"),
    [
        ("8S KD 8H AC", ("1 stand",)),
        ("8S KD 8H 9C", ("1 surrender",)),
        ("8S 9D 8H KC", ("1 hit",)),
        ("8S 9D 8H 5C", ("1 hit",)),
    ],
)
def test_16_9_whatever_becomes_of_the_hand(game: str, cards: str, decisions: tuple[str, ...]) -> None:
    answer = play(game, cards, "1:ann*=10+pp5", *decisions)
    assert answer.settled("ann", "perfect-pairs") == [("win", "5:1", "25.00", "16.8.1")]
