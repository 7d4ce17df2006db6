"""Canberra Blackjack, rule 2: the decks and what their cards count."""

from __future__ import annotations

import pytest

from boxseat.play.fields import BadDocument
from tests.notation import play

GAME = "canberra-blackjack"


@pytest.mark.parametrize("suit", "SHDC")
def test_2_1_deck_has_its_tens(suit: str) -> None:
    assert play(GAME, f"9H 7C 8D T{suit}", "1:ann=20", "1 stand").dealer == f"7C T{suit}"


def test_2_1_deck_has_no_joker() -> None:
    with pytest.raises(BadDocument, match="cards: 'XX' is no card"):
        play(GAME, "9H 7C 8D XX", "1:ann=20", "1 stand")


@pytest.mark.parametrize("decks", [4, 5, 6, 7, 8])
def test_2_1_from_four_to_eight_decks_hold_each_card_as_often(decks: int) -> None:
    shoe = "8H 7C 8H 7D 7S 8S " + "TH " * decks
    assert play(GAME, shoe, "1:ann=20", "1 stand", decks=decks).dealer == "7C 7D 7S"
    with pytest.raises(BadDocument, match=f"TH is listed {decks + 1} times, and {decks} decks hold it {decks} times"):
        play(GAME, shoe + "TH", "1:ann=20", "1 stand", decks=decks)


@pytest.mark.parametrize("decks", [1, 3, 9])
def test_2_1_fewer_than_four_and_more_than_eight_decks_are_refused(decks: int) -> None:
    with pytest.raises(BadDocument, match="decks"):
        play(GAME, "8H 7C 8D 7D 7S", "1:ann=20", "1 stand", decks=decks)


def test_2_1_eight_decks_are_used_where_nothing_else_is_said() -> None:
    assert play(GAME, "9H 7C 8D KS " + "TH " * 8, "1:ann=20", "1 stand").cards_used == 4
    with pytest.raises(BadDocument, match="TH is listed 9 times, and 8 decks"):
        play(GAME, "9H 7C 8D KS " + "TH " * 9, "1:ann=20", "1 stand")


def test_2_5_a_an_ace_counts_eleven_until_that_is_too_much() -> None:
    shoe = "AS 7C 5D 9H TC 8D"
    assert play(GAME, shoe, "1:ann=20", "1 stand").total() == 16
    assert play(GAME, shoe, "1:ann=20", "1 hit", "1 stand").total() == 15


def test_2_5_a_only_one_of_several_aces_counts_eleven() -> None:
    assert play(GAME, "AS 7C AD AH TH", "1:ann=20", "1 hit", "1 stand").total() == 13


def test_2_5_a_an_ace_keeps_both_values_when_doubled() -> None:
    assert play(GAME, "AS 7C 7D 3H TD", "1:ann=20", "1 double").total() == 21
    assert play(GAME, "AS 7C 7D 9H TD", "1:ann=20", "1 double").total() == 17


@pytest.mark.parametrize("number", range(2, 10))
def test_2_5_b_a_number_card_counts_its_number(number: int) -> None:
    answer = play(GAME, f"{number}H 9C TD 9D", "1:ann=20", "1 stand")
    assert answer.total() == 10 + number
    assert answer.dealer_total == 18


@pytest.mark.parametrize("ten", "TJQK")
def test_2_5_c_a_ten_and_a_court_card_count_ten(ten: str) -> None:
    answer = play(GAME, f"{ten}H {ten}C 9D 8D", "1:ann=20", "1 stand")
    assert answer.total() == 19
    assert answer.dealer_total == 18
