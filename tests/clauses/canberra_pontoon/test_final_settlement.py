"""Canberra Pontoon, rules 14.1 and 14.2: who wins, and Table 1."""

from __future__ import annotations

import pytest

from tests.clauses.canberra_rounds import told
from tests.notation import play

GAME = "canberra-pontoon"


@pytest.mark.parametrize("hand", ["KS 2D", "KS 9D", "KS KD"])
def test_14_1_a_a_hand_under_21_wins_when_the_dealer_goes_over(hand: str) -> None:
    first, second = hand.split()
    answer = play(GAME, f"{first} 7C {second} 8H KH", "1:ann*=20 1:bob=10", "1 stand")
    assert answer.dealer_total == 25
    assert told(answer, "ann") == "win 1:1 20.00 by 14.1(a)"
    assert told(answer, "bob") == "win 1:1 10.00 by 14.1(a)"


def test_14_1_b_the_higher_total_wins() -> None:
    answer = play(GAME, "KS 7C 8D KH", "1:ann=20", "1 stand")
    assert (answer.total(), answer.dealer_total) == (18, 17)
    assert told(answer, "ann") == "win 1:1 20.00 by 14.1(b)"


@pytest.mark.parametrize("dealer", ["KC AH", "AC KH", "9C 5H 7H"])
def test_14_1_c_a_pontoon_wins_whatever_the_dealer_makes(dealer: str) -> None:
    first, _, rest = dealer.partition(" ")
    answer = play(GAME, f"AS 9S {first} KD 9D {rest}", "1:ann=20 2:bob=20", "2 stand")
    assert answer.dealer_total == 21
    assert answer.net == {"ann": "30.00", "bob": "-20.00"}


@pytest.mark.parametrize("dealer", ["KC AH", "AC KH", "9C 5H 7H", "9C 9H"])
def test_14_1_d_a_21_wins_whatever_the_dealer_makes(dealer: str) -> None:
    first, _, rest = dealer.partition(" ")
    answer = play(GAME, f"8S 9S {first} 4D 7D 9H {rest}", "1:ann=20 2:bob=20", "1 hit", "2 stand")
    assert answer.net == {"ann": "20.00", "bob": "-20.00"}


def test_14_1_e_a_hand_over_21_loses_though_the_dealer_goes_over_too() -> None:
    answer = play(GAME, "8S 9S 7C 4D 9D KH 8H KC", "1:ann*=20 1:cat=10 2:bob=20", "1 hit", "2 stand")
    assert answer.dealer_total == 25
    assert told(answer, "ann") == "lose -20.00 by 14.1(e)"
    assert answer.net == {"ann": "-20.00", "cat": "-10.00", "bob": "20.00"}


def test_14_1_f_the_lower_total_loses() -> None:
    answer = play(GAME, "KS 7C 6D KH", "1:ann=20", "1 stand")
    assert (answer.total(), answer.dealer_total) == (16, 17)
    assert told(answer, "ann") == "lose -20.00 by 14.1(f)"


def test_14_1_f_a_dealers_21_of_three_cards_takes_the_double_too() -> None:
    answer = play(GAME, "5S KC 6D 9H 4H 7H", "1:ann=20", "1 double 20")
    assert (answer.total(), answer.dealer_total) == (20, 21)
    assert answer.net == {"ann": "-40.00"}


@pytest.mark.parametrize("dealer", ["KC AH", "AC QH", "JC AH"])
def test_14_1_g_a_dealers_pontoon_beats_every_hand_that_waits(dealer: str) -> None:
    first, second = dealer.split()
    answer = play(GAME, f"KS {first} QD {second}", "1:ann*=20 1:bob=10", "1 stand")
    assert told(answer, "ann") == "lose -20.00 by 14.1(g)"
    assert told(answer, "bob") == "lose -10.00 by 14.1(g)"


@pytest.mark.parametrize(("second", "total"), [("7D", 17), ("8D", 18), ("9D", 19), ("QD", 20)])
def test_14_1_h_equal_totals_stand_off(second: str, total: int) -> None:
    answer = play(GAME, f"KS KC {second} {second[0]}H", "1:ann=20", "1 stand")
    assert (answer.total(), answer.dealer_total) == (total, total)
    assert told(answer, "ann") == "stand-off 0.00 by 14.1(h)"


def test_14_1_h_a_doubled_hand_stands_off_whole() -> None:
    answer = play(GAME, "5S KC 6D 8H 9H", "1:ann=20", "1 double 20")
    assert told(answer, "ann") == "stand-off 0.00 by 14.1(h)"
    assert told(answer, "ann", "double") == "stand-off 0.00 by 14.1(h)"


def test_14_1_insurance_is_settled_apart_from_the_hand() -> None:
    answer = play(GAME, "KS AC QD 9H", "1:ann=20", "1 insure 10", "1 stand")
    assert told(answer, "ann") == "stand-off 0.00 by 14.1(h)"
    assert told(answer, "ann", "insurance") == "lose -10.00 by 7.5(a)"


TABLE_1 = [
    ("2H 3D 4C 5S 7H", "3:2"),
    ("AH 2D 2C 2S 4H", "3:2"),
    ("2H 3H 4H 5H 7H", "3:2"),
    ("2S 3S 4S 5S 7S", "3:2"),
    ("6H 7D 8C", "3:2"),
    ("8H 6H 7D", "3:2"),
    ("7S 8S 6H", "3:2"),
    ("7H 7D 7C", "3:2"),
    ("7H 7H 7D", "3:2"),
    ("7S 7S 7D", "3:2"),
    ("2H 2D 3C 3S 4H 7D", "2:1"),
    ("2S 2S 3S 3S 4S 7S", "2:1"),
    ("6H 7H 8H", "2:1"),
    ("8D 7D 6D", "2:1"),
    ("7C 6C 8C", "2:1"),
    ("7H 7H 7H", "2:1"),
    ("7D 7D 7D", "2:1"),
    ("7C 7C 7C", "2:1"),
    ("2H 2D 2C 3C 3S 4H 5D", "3:1"),
    ("2C 2C 2C 3C 3C 4C 5C", "3:1"),
    ("2H 2D 2C 2S 3C 3S 3H 4H", "3:1"),
    ("AS AH AD AC 2S 2H 2D 2C 3S 3H 3D", "3:1"),
    ("6S 7S 8S", "3:1"),
    ("8S 6S 7S", "3:1"),
    ("7S 7S 7S", "3:1"),
]


@pytest.mark.parametrize(("hand", "odds"), TABLE_1)
def test_14_2_every_better_line_of_table_1(hand: str, odds: str) -> None:
    first, second, *drawn = hand.split()
    answer = play(GAME, f"{first} 9C {second} {' '.join(drawn)}", "1:ann*=20 1:bob=10", *["1 hit"] * len(drawn))
    paid = {"3:2": ("30.00", "15.00"), "2:1": ("40.00", "20.00"), "3:1": ("60.00", "30.00")}[odds]
    assert answer.hands() == [hand]
    assert told(answer, "ann") == f"win {odds} {paid[0]} by 14.2"
    assert told(answer, "bob") == f"win {odds} {paid[1]} by 14.2"


@pytest.mark.parametrize(
    "hand", ["KH 5D 6C", "5H 7D 9C", "6H 6D 9C", "AH 4D 6C", "2H 4D 5C KS", "6S 7S 2S 6S", "7H 7D 2C 5C"]
)
def test_14_2_any_other_21_pays_one_to_one(hand: str) -> None:
    first, second, *drawn = hand.split()
    answer = play(GAME, f"{first} 9C {second} {' '.join(drawn)}", "1:ann=20", *["1 hit"] * len(drawn))
    assert told(answer, "ann") == "win 1:1 20.00 by 10.2(b)"


@pytest.mark.parametrize("hand", ["2H 3D 4C 5S 6H", "6S 7S 3S", "2H 2D 2C 3C 3S 4H 4D"])
def test_14_2_hand_under_21_pays_one_to_one_whatever_its_cards(hand: str) -> None:
    first, second, *drawn = hand.split()
    answer = play(GAME, f"{first} 9C {second} {' '.join(drawn)} 6D KD", "1:ann=20", *["1 hit"] * len(drawn), "1 stand")
    assert answer.dealer_total == 25
    assert told(answer, "ann") == "win 1:1 20.00 by 14.1(a)"


TABLE_1_AFTER_A_SPLIT = [
    ("2H 2D", "3C 4C 5S 7H", "3:2"),
    ("2H 2D", "3C 3S 4H 4D 5D", "2:1"),
    ("2H 2D", "2C 2S 3C 3S 4H 5D", "3:1"),
    ("6H 6D", "7D 8C", "3:2"),
    ("6H 6D", "8H 7H", "2:1"),
    ("6S 6D", "7S 8S", "3:1"),
    ("8C 8D", "6C 7C", "2:1"),
    ("7H 7D", "7S 7C", "3:2"),
    ("7H 7D", "7H 7H", "2:1"),
    ("7S 7D", "7S 7S", "3:1"),
    ("8H 8D", "3C KC", "1:1"),
    ("AH AD", "KC", "1:1"),
    ("KH QD", "AC", "1:1"),
]


@pytest.mark.parametrize(("pair", "drawn", "odds"), TABLE_1_AFTER_A_SPLIT)
def test_14_2_split_hands_earn_every_line_but_pontoon(pair: str, drawn: str, odds: str) -> None:
    first, second = pair.split()
    hits = ["1 hit"] * (len(drawn.split()) - 1)
    answer = play(GAME, f"{first} 9C {second} {drawn} KS 8H", "1:ann=20", "1 split", *hits)
    paid = {"3:2": "30.00", "2:1": "40.00", "3:1": "60.00", "1:1": "20.00"}[odds]
    clause = "10.2(b)" if odds == "1:1" else "14.2"
    assert answer.hands()[0] == f"{first} {drawn}"
    assert told(answer, "ann") == f"win {odds} {paid} by {clause}"


def test_14_2_odd_amounts_are_paid_exactly() -> None:
    assert play(GAME, "AS 9C KD", "1:ann=2.50").net == {"ann": "3.75"}
