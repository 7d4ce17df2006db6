"""Wagers still on the table, against the dealer's finished hand."""

from __future__ import annotations

import pytest

from boxseat.play.state import Phase
from tests.clauses.star.twins import PONTOON_ODDS, both, course, play

pytestmark = both


def test_17_1_everything_left_is_settled_with_the_dealers_last_card(game: str) -> None:
    rounds = course(
        game, "KS KH KC 6D 9S 8H 6C 5C 7C", "1:ann*=10 2:bob*=20 2:cat=5 3:dan*=10", "1 stand", "2 stand", "3 stand"
    )
    before, over = rounds[-2:]
    assert before.phase is Phase.DEALER
    assert not before.settlements
    assert over.net() == {"ann": 1000, "bob": 0, "cat": 0, "dan": -1000}
    assert not [hand for box in over.boxes for hand in box.hands if hand.stakes]


@pytest.mark.parametrize("dealer", [("AD", "KC"), ("KD", "AC"), ("KD", "9C")])
def test_17_1_1_a_pontoon_wins_whatever_the_dealer_has(game: str, dealer: tuple[str, str]) -> None:
    first, second = dealer
    answer = play(game, f"AS KH {first} KS 9H {second}", "1:ann*=10 2:bob*=10", "2 stand")
    assert (answer.line("ann")["result"], answer.line("ann")["odds"]) == ("win", PONTOON_ODDS[game])
    assert answer.line("bob")["result"] == ("lose" if "A" in first + second else "stand-off")


@pytest.mark.parametrize("dealer", ["AD KC", "KD 6C 5C", "6D 5C KC"])
@pytest.mark.parametrize(("cards", "odds"), [("9S 5H 7C", "1:1"), ("6S 7H 8C", "3:2"), ("6S 7S 8S", "3:1")])
def test_17_1_2_a_21_wins_by_table_1_whatever_the_dealer_has(game: str, dealer: str, cards: str, odds: str) -> None:
    first, *rest = dealer.split()
    one, two, three = cards.split()
    answer = play(
        game, f"{one} KS {first} {two} 9S {three} {' '.join(rest)}", "1:ann*=10 2:bob*=10", "1 hit", "2 stand"
    )
    assert answer.dealer_total == 21
    assert (answer.line("ann")["result"], answer.line("ann")["odds"]) == ("win", odds)
    assert answer.net["bob"] == "-10.00"


@pytest.mark.parametrize(("rest", "points"), [("7H 7C", 21), ("KC", 17), ("6C KD", 23)])
def test_17_1_3_the_super_bonus_is_paid_whatever_the_dealer_has(game: str, rest: str, points: int) -> None:
    answer = play(game, f"7S KS 7D 7S 8S 7S {rest}", "1:ann*=25 2:bob*=10", "1 hit", "2 stand")
    assert answer.dealer_total == points
    assert answer.settled("ann", "super-bonus") == [("win", None, "5000.00", "11.5")]
    assert answer.settled("bob", "shared-bonus") == [("win", None, "50.00", "11.2.3")]


@pytest.mark.parametrize("second", ["2H", "9H", "QH"])
def test_17_1_4_a_dealer_bust_pays_every_hand_of_20_or_less(game: str, second: str) -> None:
    answer = play(game, f"KS 9D {second} 7C 6C", "1:ann*=10 1:bob=5", "1 stand")
    assert answer.dealer_total == 22
    assert answer.settled("ann") == [("win", "1:1", "10.00", "17.1.4")]
    assert answer.settled("bob") == [("win", "1:1", "5.00", "17.1.4")]


@pytest.mark.parametrize(("second", "dealers"), [("8H", "7C"), ("9H", "7C"), ("QH", "9C"), ("QH", "7C")])
def test_17_1_5_a_higher_total_wins(game: str, second: str, dealers: str) -> None:
    answer = play(game, f"KS KD {second} {dealers}", "1:ann*=10 1:bob=5", "1 stand")
    assert answer.settled("ann") == [("win", "1:1", "10.00", "17.1.5")]
    assert answer.settled("bob") == [("win", "1:1", "5.00", "17.1.5")]


@pytest.mark.parametrize("decisions", [("1 stand",), ("1 hit",), ("1 surrender",)])
def test_17_1_6_insurance_wins_2_to_1_against_a_dealer_pontoon(game: str, decisions: tuple[str, ...]) -> None:
    drawn = "KH " if decisions == ("1 hit",) else ""
    answer = play(game, f"KS AD 6H {drawn}QC", "1:ann*=20", "1 insure 7", *decisions)
    assert answer.settled("ann", "insurance") == [("win", "2:1", "14.00", "17.1.6")]
    assert answer.net == {"ann": "-6.00"}


def test_17_1_6_also_where_the_hand_was_paid_before(game: str) -> None:
    answer = play(game, "9S AD 5H 7C QC", "1:ann*=20", "1 insure 10", "1 hit")
    assert answer.net == {"ann": "40.00"}


@pytest.mark.parametrize("dealer", [("AD", "JC"), ("QD", "AC")])
@pytest.mark.parametrize("reading", ["original-wager", "busted-plus-one", "everything"])
def test_17_1_7_a_dealer_pontoon_takes_the_original_wager(game: str, dealer: tuple[str, str], reading: str) -> None:
    first, second = dealer
    answer = play(game, f"KS {first} QH {second}", "1:ann*=10 1:bob=5", "1 stand", dealer_pontoon_takes=reading)
    assert answer.settled("ann") == [("lose", None, "-10.00", "17.1.7")]
    assert answer.settled("bob") == [("lose", None, "-5.00", "17.1.7")]


def test_17_1_8_wagers_added_by_doubling_and_splitting_stand_off(game: str) -> None:
    answer = play(game, "8S KD 8H 2C 8C KS AC", "1:ann*=10 1:bob=5", "1 split +bob", "1 double 10 +bob=3", "1 stand")
    for player in ("ann", "bob"):
        assert answer.settled(player, "split") == [("stand-off", None, "0.00", "17.1.8")]
        assert answer.settled(player, "double") == [("stand-off", None, "0.00", "17.1.8")]
    assert answer.net == {"ann": "-10.00", "bob": "-5.00"}


def test_17_1_8_a_dealers_21_of_more_cards_takes_them(game: str) -> None:
    answer = play(game, "8S KD 8H 2C 8C KS 5C 6C", "1:ann*=10", "1 split", "1 double 10", "1 stand")
    assert answer.dealer_total == 21
    assert answer.net == {"ann": "-30.00"}


@pytest.mark.parametrize(("second", "dealer"), [("7H", "8C"), ("QH", "5C 6C"), ("2H", "7C")])
def test_17_1_9_a_lower_total_loses(game: str, second: str, dealer: str) -> None:
    answer = play(game, f"KS KD {second} {dealer}", "1:ann*=10 1:bob=5", "1 stand")
    assert answer.settled("ann") == [("lose", None, "-10.00", "17.1.9")]
    assert answer.settled("bob") == [("lose", None, "-5.00", "17.1.9")]


@pytest.mark.parametrize("second", ["7", "8", "9", "Q"])
def test_17_1_10_an_equal_total_stands_off(game: str, second: str) -> None:
    answer = play(game, f"KS KD {second}H {second}C", "1:ann*=10 1:bob=5", "1 stand")
    assert answer.settled("ann") == [("stand-off", None, "0.00", "17.1.10")]
    assert answer.settled("bob") == [("stand-off", None, "0.00", "17.1.10")]


def test_17_1_10_with_what_was_added_to_it(game: str) -> None:
    answer = play(game, "8S KD 8H 3C 9C KS KC", "1:ann*=10", "1 split", "1 double 10", "1 stand")
    assert answer.settled("ann", "double") == [("stand-off", None, "0.00", "17.1.10")]
    assert answer.settled("ann", "split") == [("lose", None, "-10.00", "17.1.9")]


@pytest.mark.parametrize(
    ("dealer", "line"),
    [
        ("KD 9C", ("surrender", None, "-10.00", "17.1.11")),
        ("KD 2C", ("surrender", None, "-10.00", "17.1.11")),
        ("KD AC", ("lose", None, "-20.00", "10.6")),
        ("AD QC", ("lose", None, "-20.00", "10.6")),
    ],
)
def test_17_1_11_the_half_kept_in_a_surrender(game: str, dealer: str, line: tuple[str, None, str, str]) -> None:
    first, second = dealer.split()
    answer = play(game, f"KS {first} 6H {second}", "1:ann*=20", "1 surrender")
    assert answer.settled("ann") == [line]


def test_17_2_winners_are_paid_and_losers_collected_to_the_last_cent(game: str) -> None:
    answer = play(
        game,
        "8S KH 5C AD 8H 6H 6C 3C KS 9C KC 7D",
        "1:ann*=10.50+pp2 1:bob=5 2:cat*=20 3:dan*=30+pp1",
        "2 insure 10",
        "2 surrender",
        "1 split +bob",
        "1 double 3 +bob=5",
        "1 stand",
        "3 double 30",
    )
    assert not answer.refused
    laid = {("ann", "main"): 1, ("ann", "split"): 1, ("ann", "double"): 1, ("ann", "perfect-pairs"): 1}
    laid |= {("bob", "main"): 1, ("bob", "split"): 1, ("bob", "double"): 1}
    laid |= {("cat", "main"): 1, ("cat", "insurance"): 1}
    laid |= {("dan", "main"): 1, ("dan", "double"): 1, ("dan", "perfect-pairs"): 1}
    assert {key: len(answer.lines(*key)) for key in laid} == laid
    assert len(answer.settlements) == len(laid)
    for player, net in answer.net.items():
        assert float(net) == sum(float(line["net"]) for line in answer.settlements if line["player"] == player)
    assert float(answer.house) == -sum(map(float, answer.net.values()))
    assert answer.net == {"ann": "13.00", "bob": "5.00", "cat": "-20.00", "dan": "59.00"}
