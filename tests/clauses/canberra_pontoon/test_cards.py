"""Canberra Pontoon, rule 2: the decks and what their cards count."""

from __future__ import annotations

import pytest

from boxseat.play.fields import BadDocument
from tests.notation import play

GAME = "canberra-pontoon"


@pytest.mark.parametrize("suit", "SHDC")
def test_2_1_no_deck_holds_a_ten(suit: str) -> None:
    with pytest.raises(BadDocument, match=f"T{suit} is not in this game's deck"):
        play(GAME, f"9H 5C 8D T{suit}", "1:ann=20", "1 stand")


@pytest.mark.parametrize("decks", [3, 4, 5, 6, 7, 8])
def test_2_1_from_three_to_eight_decks_hold_each_card_as_often(decks: int) -> None:
    shoe = "8H 7C 8H 7D 7S 8S " + "KH " * decks
    assert play(GAME, shoe, "1:ann=20", "1 stand", decks=decks).dealer == "7C 7D 7S"
    with pytest.raises(BadDocument, match=f"KH is listed {decks + 1} times, and {decks} decks hold it {decks} times"):
        play(GAME, shoe + "KH", "1:ann=20", "1 stand", decks=decks)


@pytest.mark.parametrize("decks", [1, 2, 9])
def test_2_1_fewer_than_three_and_more_than_eight_decks_are_refused(decks: int) -> None:
    with pytest.raises(BadDocument, match="decks"):
        play(GAME, "8H 7C 8D 7D 7S", "1:ann=20", "1 stand", decks=decks)


def test_2_1_four_decks_are_used_where_nothing_else_is_said() -> None:
    play(GAME, "8H 8H 7C 8H 8H 7D 7S", "1:ann=20 2:bob=20")
    with pytest.raises(BadDocument, match="8H is listed 5 times, and 4 decks"):
        play(GAME, "8H 8H 7C 8H 8H 8H 7S", "1:ann=20 2:bob=20")


def test_2_5_a_an_ace_counts_eleven_until_that_is_too_much() -> None:
    shoe = "AS 7C 5D 9H 6C 8D"
    assert play(GAME, shoe, "1:ann=20", "1 stand").total() == 16
    assert play(GAME, shoe, "1:ann=20", "1 hit", "1 stand").total() == 15


def test_2_5_a_only_one_of_several_aces_counts_eleven() -> None:
    assert play(GAME, "AS 7C AD AH KH 7D 5S", "1:ann=20", "1 hit", "1 stand").total() == 13


@pytest.mark.parametrize("shoe", ["AS 7C 7D 3H KD", "7S 7C AD 3H KD"])
def test_2_5_a_an_ace_among_the_two_cards_of_a_double_counts_one(shoe: str) -> None:
    answer = play(GAME, shoe, "1:ann=20", "1 double 20")
    assert answer.total() == 11
    assert answer.net == {"ann": "-40.00"}


def test_2_5_a_an_ace_drawn_before_the_double_counts_one_too() -> None:
    answer = play(GAME, "5S 7C 2D AH 3C KD", "1:ann=20", "1 hit", "1 double 20")
    assert answer.hands() == ["5S 2D AH 3C"]
    assert answer.total() == 11


def test_2_5_a_two_aces_doubled_count_two() -> None:
    assert play(GAME, "AS 7C AD 9H KD", "1:ann=20", "1 double 20").total() == 11


def test_2_5_a_an_ace_drawn_as_the_double_card_counts_eleven_or_one() -> None:
    assert play(GAME, "5S 7C 5D AH", "1:ann=20", "1 double 20").total() == 21
    assert play(GAME, "AS 7C 9D AH", "1:ann=20", "1 double 20").total() == 21
    assert play(GAME, "9S 7C 8D AH KD", "1:ann=20", "1 double 20").total() == 18


@pytest.mark.parametrize("number", range(2, 10))
def test_2_5_b_a_number_card_counts_its_number(number: int) -> None:
    answer = play(GAME, f"{number}H 9C JD 9D", "1:ann=20", "1 stand")
    assert answer.total() == 10 + number
    assert answer.dealer_total == 18


@pytest.mark.parametrize("court", "JQK")
def test_2_5_c_a_court_card_counts_ten(court: str) -> None:
    answer = play(GAME, f"{court}H {court}C 9D 8D", "1:ann=20", "1 stand")
    assert answer.total() == 19
    assert answer.dealer_total == 18
