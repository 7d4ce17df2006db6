"""Canberra Blackjack, rule 13: who wins, and what is paid."""

from __future__ import annotations

import pytest

from tests.clauses.canberra_rounds import told
from tests.notation import play

GAME = "canberra-blackjack"


@pytest.mark.parametrize("hand", ["TS 2D", "TS 9D", "TS KD"])
def test_13_1_a_a_hand_of_21_or_less_wins_when_the_dealer_goes_over(hand: str) -> None:
    first, second = hand.split()
    answer = play(GAME, f"{first} 7C {second} 8H TH", "1:ann*=20 1:bob=10", "1 stand")
    assert answer.dealer_total == 25
    assert told(answer, "ann") == "win 1:1 20.00 by 13.1(a)"
    assert told(answer, "bob") == "win 1:1 10.00 by 13.1(a)"


def test_13_1_a_a_21_wins_when_the_dealer_goes_over() -> None:
    answer = play(GAME, "8S 7C 4D 9H 8H TH", "1:ann=20", "1 hit")
    assert answer.total() == 21
    assert told(answer, "ann") == "win 1:1 20.00 by 13.1(a)"


@pytest.mark.parametrize(("second", "total"), [("8D", 18), ("QD", 20)])
def test_13_1_b_the_higher_total_wins(second: str, total: int) -> None:
    answer = play(GAME, f"TS 7C {second} TH", "1:ann=20", "1 stand")
    assert (answer.total(), answer.dealer_total) == (total, 17)
    assert told(answer, "ann") == "win 1:1 20.00 by 13.1(b)"


@pytest.mark.parametrize("dealer", ["TC 5H 6H", "AC 5H 5D", "AC 9H"])
def test_13_1_c_a_blackjack_wins_against_all_but_blackjack(dealer: str) -> None:
    first, _, rest = dealer.partition(" ")
    answer = play(GAME, f"AS 9S {first} KD 9D {rest}", "1:ann=20 2:bob=20", "2 stand")
    assert answer.dealer == dealer
    assert told(answer, "ann") == "win 3:2 30.00 by 13.2(a)"


def test_13_1_d_a_hand_over_21_loses_though_the_dealer_goes_over_too() -> None:
    answer = play(GAME, "8S 9S 7C 4D 9D TH 8H TC", "1:ann*=20 1:cat=10 2:bob=20", "1 hit", "2 stand")
    assert answer.dealer_total == 25
    assert told(answer, "ann") == "lose -20.00 by 13.1(d)"
    assert answer.net == {"ann": "-20.00", "cat": "-10.00", "bob": "20.00"}


def test_13_1_e_the_lower_total_loses() -> None:
    answer = play(GAME, "TS 7C 6D TH", "1:ann=20", "1 stand")
    assert (answer.total(), answer.dealer_total) == (16, 17)
    assert told(answer, "ann") == "lose -20.00 by 13.1(e)"


def test_13_1_e_a_doubled_hand_loses_whole() -> None:
    answer = play(GAME, "5S TC 6D 9H 4H 7H", "1:ann=20", "1 double")
    assert (answer.total(), answer.dealer_total) == (20, 21)
    assert told(answer, "ann", "double") == "lose -20.00 by 13.1(e)"
    assert answer.net == {"ann": "-40.00"}


@pytest.mark.parametrize("dealer", ["TC AH", "AC QH", "JC AH"])
def test_13_1_f_a_dealers_blackjack_beats_every_other_hand(dealer: str) -> None:
    first, second = dealer.split()
    twenty = play(GAME, f"TS {first} QD {second}", "1:ann=20", "1 stand")
    assert told(twenty, "ann") == "lose -20.00 by 13.1(f)"
    twenty_one = play(GAME, f"8S {first} 4D 9H {second}", "1:ann=20", "1 hit")
    assert twenty_one.total() == twenty_one.dealer_total == 21
    assert told(twenty_one, "ann") == "lose -20.00 by 13.1(f)"


def test_13_1_f_split_and_doubled_wagers_go_with_it() -> None:
    answer = play(GAME, "8S KH 8D 3H 4D 9D AC", "1:ann=20", "1 split", "1 double", "1 stand")
    assert told(answer, "ann") == "lose -20.00 by 13.1(f)"
    assert told(answer, "ann", "double") == "lose -20.00 by 13.1(f)"
    assert told(answer, "ann", "split") == "lose -20.00 by 13.1(f)"
    assert answer.net == {"ann": "-60.00"}


def test_13_1_f_a_blackjack_of_ones_own_is_spared() -> None:
    answer = play(GAME, "AS 9S KC KD 9D AH", "1:ann=20 2:bob=20", "2 stand")
    assert answer.net == {"ann": "0.00", "bob": "-20.00"}


@pytest.mark.parametrize(("second", "total"), [("7D", 17), ("8D", 18), ("9D", 19), ("QD", 20)])
def test_13_1_g_equal_totals_stand_off(second: str, total: int) -> None:
    answer = play(GAME, f"TS TC {second} {second[0]}H", "1:ann=20", "1 stand")
    assert (answer.total(), answer.dealer_total) == (total, total)
    assert told(answer, "ann") == "stand-off 0.00 by 13.1(g)"


def test_13_1_g_two_21s_of_more_cards_stand_off_a_double_too() -> None:
    answer = play(GAME, "5S TC 6D TH 4H 7H", "1:ann=20", "1 double")
    assert (answer.total(), answer.dealer_total) == (21, 21)
    assert told(answer, "ann") == told(answer, "ann", "double") == "stand-off 0.00 by 13.1(g)"


def test_13_1_g_blackjack_stands_off_against_blackjack() -> None:
    answer = play(GAME, "AS KC TD AH", "1:ann*=20 1:bob=10")
    assert told(answer, "ann") == told(answer, "bob") == "stand-off 0.00 by 13.1(g)"


def test_13_1_insurance_is_settled_apart_from_the_hand() -> None:
    answer = play(GAME, "TS AC QD 9H", "1:ann=20", "1 insure 10", "1 stand")
    assert told(answer, "ann") == "stand-off 0.00 by 13.1(g)"
    assert told(answer, "ann", "insurance") == "lose -10.00 by 7.5(a)"


@pytest.mark.parametrize(("stake", "net"), [("20", "30.00"), ("5", "7.50"), ("2.50", "3.75")])
def test_13_2_a_a_winning_blackjack_pays_three_to_two(stake: str, net: str) -> None:
    assert told(play(GAME, "AS KC KD 9H", f"1:ann={stake}"), "ann") == f"win 3:2 {net} by 13.2(a)"
    assert told(play(GAME, "AS 9C KD", f"1:ann={stake}"), "ann") == f"win 3:2 {net} by 8.1(a)"


@pytest.mark.parametrize("hand", ["6S 7S 8S", "7S 7S 7S", "2S 3D 4C 5S 7H", "2H 2D 2C 3C 3S 4H 5D", "KS 5D 6H"])
def test_13_2_b_every_other_win_pays_one_to_one(hand: str) -> None:
    first, second, *drawn = hand.split()
    answer = play(GAME, f"{first} 7C {second} {' '.join(drawn)} TD", "1:ann=20", *["1 hit"] * len(drawn))
    assert answer.total() == 21
    assert told(answer, "ann") == "win 1:1 20.00 by 13.1(b)"


def test_13_2_b_a_doubled_hand_pays_one_to_one_and_so_do_wagers_that_were_not_doubled() -> None:
    answer = play(GAME, "5S 7C 6D 8H TD", "1:ann*=20 1:bob=10", "1 double")
    assert told(answer, "ann") == "win 1:1 20.00 by 13.2(b)"
    assert told(answer, "ann", "double") == "win 1:1 20.00 by 13.2(b)"
    assert told(answer, "bob") == "win 1:1 10.00 by 13.2(b)"
