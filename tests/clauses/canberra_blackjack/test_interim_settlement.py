"""Canberra Blackjack, rule 8: which Blackjacks wait for the dealer's second card, and which take even money."""

from __future__ import annotations

import pytest

from tests.clauses.canberra_rounds import order, told
from tests.notation import play

GAME = "canberra-blackjack"


@pytest.mark.parametrize("first", ["TC", "JC", "QC", "KC", "AC"])
def test_8_1_a_against_any_ten_or_an_ace_a_blackjack_waits_for_the_second_card(first: str) -> None:
    answer = play(GAME, f"9S AS {first} 8D KD KH 5D 9D", "1:ann=20 2:bob=20", "1 hit")
    assert order(answer) == ["ann main", "bob main"]
    assert answer.dealer == f"{first} 5D"
    assert told(answer, "bob") == "win 3:2 30.00 by 13.2(a)"


@pytest.mark.parametrize("dealer", ["TC AD", "KC AD", "AC TD", "AC JD"])
def test_8_1_blackjack_that_waited_stands_off_against_blackjack(dealer: str) -> None:
    first, second = dealer.split()
    answer = play(GAME, f"AS {first} KD {second}", "1:ann=20")
    assert told(answer, "ann") == "stand-off 0.00 by 13.1(g)"


@pytest.mark.parametrize("second", ["KH", "9H"])
def test_8_1_b_against_an_ace_a_blackjack_is_paid_one_to_one_on_request(second: str) -> None:
    answer = play(GAME, f"AS 9S AC KD 8D {second}", "1:ann=20 2:bob=20", "1 even-money", "2 stand")
    assert told(answer, "ann") == "win 1:1 20.00 by 8.1(b)"
    assert order(answer) == ["ann main", "bob main"]


def test_8_1_b_once_every_blackjack_has_even_money_the_dealer_needs_no_card() -> None:
    assert play(GAME, "AS AC KD KH", "1:ann*=20 1:bob=10", "1 even-money", "1 even-money bob").cards_used == 3


def test_8_1_b_even_money_is_each_players_own_choice() -> None:
    answer = play(GAME, "AS AC KD KH", "1:ann*=20 1:bob=10", "1 even-money bob")
    assert told(answer, "bob") == "win 1:1 10.00 by 8.1(b)"
    assert told(answer, "ann") == "stand-off 0.00 by 13.1(g)"


@pytest.mark.parametrize("first", ["9C", "TC", "KC"])
def test_8_1_b_no_other_card_of_the_dealers_gives_even_money(first: str) -> None:
    answer = play(GAME, f"AS {first} KD 9H", "1:ann=20", "1 even-money")
    assert answer.refused == [(0, "8.1(b)")]
    assert answer.net == {"ann": "30.00"}


def test_8_1_b_only_a_blackjack_gets_even_money_and_once() -> None:
    answer = play(
        GAME,
        "AS 9S AC KD 8D 9H",
        "1:ann=20 2:bob=20",
        "2 even-money",
        "1 even-money cat",
        "1 even-money",
        "1 even-money",
        "2 stand",
    )
    assert answer.refused == [(0, "8.1(b)"), (1, "8.1(b)"), (3, "8.1(b)")]
    assert answer.net == {"ann": "20.00", "bob": "-20.00"}


def test_8_1_b_even_money_and_insurance_exclude_each_other() -> None:
    insured = play(GAME, "AS AC KD KH", "1:ann=20", "1 insure 10", "1 even-money")
    assert insured.refused == [(1, "8.1(b)")]
    assert insured.net == {"ann": "20.00"}
    paid = play(GAME, "AS AC KD KH", "1:ann*=20 1:bob=10", "1 even-money", "1 insure 10")
    assert paid.refused == [(1, "8.1(b)")]
    assert paid.net == {"ann": "20.00", "bob": "0.00"}


def test_8_1_b_even_money_is_over_when_a_box_has_acted() -> None:
    answer = play(GAME, "9S AS AC 3D KD 5H KH", "1:ann=20 2:bob=20", "1 hit", "2 even-money", "1 stand")
    assert answer.refused == [(1, "8.1(b)")]
    assert answer.net == {"ann": "-20.00", "bob": "0.00"}
