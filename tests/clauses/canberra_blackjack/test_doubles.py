"""Canberra Blackjack, rule 11: doubling."""

from __future__ import annotations

import pytest

from tests.clauses.canberra_rounds import told
from tests.notation import play

GAME = "canberra-blackjack"


def test_11_1_nobody_doubles_where_the_controlling_player_does_not() -> None:
    answer = play(GAME, "5S 7C 6D 8H TD", "1:ann*=20 1:bob=10", "1 double bob 10", "1 hit", "1 stand")
    assert [place for place, _ in answer.refused] == [0]
    assert answer.net == {"ann": "20.00", "bob": "10.00"}


@pytest.mark.parametrize("cards", ["2S 2D", "5S 6D", "TS KD", "AS 9D", "AS AD"])
def test_11_1_any_two_cards_under_21_may_be_doubled(cards: str) -> None:
    first, second = cards.split()
    answer = play(GAME, f"{first} 7C {second} 2H TD", "1:ann=20", "1 double")
    assert answer.refused == []
    assert answer.hands() == [f"{first} {second} 2H"]


def test_11_1_hand_that_has_drawn_is_doubled_no_more() -> None:
    answer = play(GAME, "2S 7C 4D 3H TC TD", "1:ann=20", "1 hit", "1 double", "1 hit", "1 stand")
    assert answer.refused == [(1, "11.1")]
    assert answer.lines("ann", "double") == []


@pytest.mark.parametrize("amount", ["10", "19.50", "20.50", "40"])
def test_11_2_double_is_for_exactly_the_initial_wager(amount: str) -> None:
    answer = play(GAME, "5S 7C 6D 8H TD", "1:ann=20", f"1 double {amount}", "1 double 20")
    assert answer.refused == [(0, "11.2")]
    assert answer.net == {"ann": "40.00"}


def test_11_2_co_bettors_may_double_too() -> None:
    answer = play(GAME, "5S 7C 6D 8H TD", "1:ann*=20 1:bob=10 1:cat=5", "1 double 20 +bob=5", "1 double 20 +bob=10")
    assert answer.refused == [(0, "11.2")]
    assert answer.net == {"ann": "40.00", "bob": "20.00", "cat": "5.00"}


def test_11_2_the_hand_gets_one_card_whoever_doubles() -> None:
    answer = play(GAME, "5S 7C 6D 2H TD TC", "1:ann*=20 1:bob=10", "1 double", "1 hit")
    assert [place for place, _ in answer.refused] == [1]
    assert answer.hands() == ["5S 6D 2H"]
    assert answer.net == {"ann": "-40.00", "bob": "-10.00"}


def test_11_2_player_without_a_wager_on_the_hand_joins_no_double() -> None:
    answer = play(
        GAME, "5S 9S 7C 6D 9D 8H TD", "1:ann=20 2:bob=10", "1 double 20 +bob=10", "1 double 20 +ann=20", "1 hit"
    )
    assert answer.refused == [(0, "11.2"), (1, "11.2")]


def test_11_2_doubled_hand_loses_whole_when_it_goes_over() -> None:
    answer = play(GAME, "8S 7C 6D TH", "1:ann*=20 1:bob=10", "1 double")
    assert told(answer, "ann", "double") == "lose -20.00 by 13.1(d)"
    assert answer.net == {"ann": "-40.00", "bob": "-10.00"}


def test_11_3_split_hand_may_be_doubled_and_joined() -> None:
    answer = play(
        GAME,
        "8S 7C 8D 3H 9H 2C TC TD",
        "1:ann*=20 1:bob=10",
        "1 split +bob",
        "1 double 20 +bob=10",
        "1 double 20",
    )
    assert answer.refused == []
    assert answer.hands() == ["8S 3H 9H", "8D 2C TC"]
    assert [line["stake"] for line in answer.lines("ann", "double")] == ["20.00", "20.00"]
    assert answer.net == {"ann": "80.00", "bob": "30.00"}


def test_11_3_split_hand_that_has_drawn_is_doubled_no_more() -> None:
    answer = play(GAME, "8S 7C 8D 3H 2H 9C TD", "1:ann=20", "1 split", "1 hit", "1 double", "1 stand", "1 stand")
    assert answer.refused == [(2, "11.1")]


def test_11_3_split_ace_is_not_doubled() -> None:
    answer = play(GAME, "AS 7C AD 2H 3H TD", "1:ann=20", "1 split", "1 double")
    assert [place for place, _ in answer.refused] == [1]
    assert answer.lines("ann", "double") == []
