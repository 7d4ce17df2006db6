"""Canberra Pontoon, rule 8: a pontoon is paid at once."""

from __future__ import annotations

import pytest

from tests.clauses.canberra_rounds import order, told
from tests.notation import play

GAME = "canberra-pontoon"


@pytest.mark.parametrize("first", [f"{rank}C" for rank in "23456789JQKA"])
def test_8_1_pontoon_pays_three_to_two_whatever_the_dealer_shows(first: str) -> None:
    answer = play(GAME, f"AS {first} KD", "1:ann=20")
    assert told(answer, "ann") == "win 3:2 30.00 by 8.1"
    assert answer.cards_used == 3


@pytest.mark.parametrize("court", "JQK")
def test_8_1_an_ace_and_any_court_card_in_either_order_are_pontoon(court: str) -> None:
    assert told(play(GAME, f"AS 9C {court}D", "1:ann=20"), "ann") == "win 3:2 30.00 by 8.1"
    assert told(play(GAME, f"{court}S 9C AD", "1:ann=20"), "ann") == "win 3:2 30.00 by 8.1"


def test_8_1_every_wager_on_the_hand_is_paid() -> None:
    answer = play(GAME, "AS 9C KD", "1:ann*=20 1:bob=10 1:cat=5")
    assert answer.net == {"ann": "30.00", "bob": "15.00", "cat": "7.50"}


def test_8_1_pontoons_are_paid_before_any_box_acts() -> None:
    answer = play(GAME, "9S AS 7C 8D KD KH", "1:ann=20 2:bob=20", "1 hit")
    assert order(answer) == ["bob main", "ann main"]


def test_8_1_dealers_pontoon_comes_too_late() -> None:
    answer = play(GAME, "9S AS KC 8D KD AH", "1:ann=20 2:bob=20", "1 stand")
    assert answer.dealer == "KC AH"
    assert answer.net == {"ann": "-20.00", "bob": "30.00"}


def test_8_1_pontoon_is_never_taken_at_even_money() -> None:
    answer = play(GAME, "AS 9S AC KD 8D 7D", "1:ann=20 2:bob=20", "1 even-money")
    assert answer.refused == [(0, "8.1")]
    assert answer.net["ann"] == "30.00"
