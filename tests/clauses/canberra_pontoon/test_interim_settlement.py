"""Canberra Pontoon, rule 8: a pontoon is paid at once, and nothing later changes that."""

from __future__ import annotations

from tests.notation import play

GAME = "canberra-pontoon"


def test_8_1_every_wager_on_the_hand_is_paid() -> None:
    answer = play(GAME, "AS 9C KD", "1:ann*=20 1:bob=10 1:cat=5")
    assert answer.net == {"ann": "30.00", "bob": "15.00", "cat": "7.50"}


def test_8_1_dealers_pontoon_comes_too_late() -> None:
    answer = play(GAME, "9S AS KC 8D KD AH", "1:ann=20 2:bob=20", "1 stand")
    assert answer.dealer == "KC AH"
    assert answer.net == {"ann": "-20.00", "bob": "30.00"}


def test_8_1_pontoon_is_never_taken_at_even_money() -> None:
    answer = play(GAME, "AS 9S AC KD 8D 7D", "1:ann=20 2:bob=20", "1 even-money")
    assert answer.refused == [(0, "8.1")]
    assert answer.net["ann"] == "30.00"
