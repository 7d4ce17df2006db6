"""Canberra Blackjack, rule 10: splitting."""

from __future__ import annotations

import pytest

from tests.clauses.canberra_rounds import told
from tests.notation import play

GAME = "canberra-blackjack"


def test_10_1_nobody_splits_where_the_controlling_player_does_not() -> None:
    answer = play(GAME, "8S 7C 8D TD", "1:ann*=20 1:bob=10", "1 split bob", "1 stand", "1 split bob")
    assert [place for place, _ in answer.refused] == [0, 2]
    assert answer.hands() == ["8S 8D"]


def test_10_1_hand_that_has_drawn_is_split_no_more() -> None:
    answer = play(GAME, "2S 7C 2D 2H 9C TD", "1:ann=20", "1 hit", "1 split", "1 hit", "1 stand")
    assert answer.refused == [(1, "10.1")]
    assert answer.hands() == ["2S 2D 2H 9C"]


@pytest.mark.parametrize("pair", ["KS QD", "TS KD", "JS TD", "4S 4D"])
def test_10_1_cards_of_equal_value_split(pair: str) -> None:
    first, second = pair.split()
    answer = play(GAME, f"{first} 7C {second} 9H 9D TD", "1:ann=20", "1 split")
    assert answer.hands() == [f"{first} 9H", f"{second} 9D"]


@pytest.mark.parametrize("cards", ["9S KD", "8S 9D", "AS 2D"])
def test_10_1_cards_of_other_value_do_not_split(cards: str) -> None:
    first, second = cards.split()
    answer = play(GAME, f"{first} 7C {second} TD", "1:ann=20", "1 split", "1 stand")
    assert answer.refused == [(0, "10.1")]


def test_10_2_a_a_co_bettor_who_splits_too_has_an_equal_wager_on_each_hand() -> None:
    answer = play(GAME, "8S 7C 8D TH TC TD", "1:ann*=20 1:bob=10", "1 split +bob", "1 stand", "1 stand")
    assert answer.line("bob", "split")["stake"] == "10.00"
    assert answer.net == {"ann": "40.00", "bob": "20.00"}


def test_10_2_b_a_co_bettor_who_does_not_split_stays_with_the_first_hand() -> None:
    answer = play(GAME, "8S 7C 8D 5H TC 9C TD", "1:ann*=20 1:bob=10", "1 split", "1 hit", "1 stand")
    assert answer.hands() == ["8S 5H TC", "8D 9C"]
    assert [(line["hand"], line["net"]) for line in answer.settlements if line["player"] == "bob"] == [(1, "-10.00")]


def test_10_2_every_further_split_asks_anew() -> None:
    """Bob joins the first split, not the second: his wagers are on the first and the last of three hands."""
    answer = play(GAME, "8S 7C 8D 8H TC 9C JC TD", "1:ann*=20 1:bob=10", "1 split +bob", "1 split")
    assert answer.hands() == ["8S TC", "8H 9C", "8D JC"]
    assert [line["hand"] for line in answer.settlements if line["player"] == "ann"] == [1, 2, 3]
    assert [line["hand"] for line in answer.settlements if line["player"] == "bob"] == [1, 3]


def test_10_2_a_a_co_bettor_may_join_a_later_split_of_the_hand_their_wager_is_on() -> None:
    answer = play(GAME, "8S 7C 8D 8H TC 9C JC TD", "1:ann*=20 1:bob=10", "1 split", "1 split +bob")
    assert answer.refused == []
    assert [line["hand"] for line in answer.settlements if line["player"] == "bob"] == [1, 2]


def test_10_2_b_a_co_bettor_has_no_part_in_a_hand_without_their_wager() -> None:
    answer = play(
        GAME,
        "8S 7C 8D TC 8H 9C JC TD",
        "1:ann*=20 1:bob=10",
        "1 split",
        "1 stand",
        "1 split +bob",
        "1 double 20 +bob=10",
        "1 split",
    )
    assert answer.refused == [(2, "10.2"), (3, "11.2")]
    assert [line["hand"] for line in answer.settlements if line["player"] == "bob"] == [1]


def test_10_3_splitting_makes_four_hands_and_no_fifth() -> None:
    answer = play(
        GAME, "8S 7C 8D 8H 8C 8S TH TD TC JD", "1:ann=20", "1 split", "1 split", "1 split", "1 split", "1 stand"
    )
    assert answer.refused == [(3, "10.3")]
    assert answer.hands() == ["8S 8S", "8C TH", "8H TD", "8D TC"]


def test_10_3_two_aces_split_once() -> None:
    answer = play(GAME, "AS 7C AD AH AC TD", "1:ann=20", "1 split", "1 split")
    assert [place for place, _ in answer.refused] == [1]
    assert answer.hands() == ["AS AH", "AD AC"]


def test_10_4_each_hand_is_finished_before_the_next_has_its_card() -> None:
    answer = play(GAME, "8S 7C 8D 2H 3H 4H 9C TD", "1:ann=20", "1 split", "1 hit", "1 hit", "1 stand", "1 stand")
    assert answer.hands() == ["8S 2H 3H 4H", "8D 9C"]


def test_10_5_each_split_ace_gets_one_card_and_no_decision() -> None:
    answer = play(GAME, "AS 7C AD 2H 3H TD", "1:ann=20", "1 split", "1 hit", "1 double 20", "1 stand")
    assert [place for place, _ in answer.refused] == [1, 2, 3]
    assert answer.hands() == ["AS 2H", "AD 3H"]


def test_10_6_split_hand_under_twelve_may_not_stand() -> None:
    answer = play(GAME, "8S 7C 8D 3H 5C TC TD", "1:ann=20", "1 split", "1 stand", "1 hit", "1 stand", "1 stand")
    assert answer.refused == [(1, "9.2(b)")]
    assert answer.hands() == ["8S 3H 5C", "8D TC"]


def test_10_6_split_hand_of_21_draws_no_more() -> None:
    answer = play(GAME, "8S 7C 8D 3H TC 9C TD", "1:ann=20", "1 split", "1 hit", "1 stand")
    assert answer.hands() == ["8S 3H TC", "8D 9C"]
    assert told(answer, "ann") == "win 1:1 20.00 by 13.1(b)"


def test_10_7_ten_to_a_split_ace_is_21_and_no_blackjack() -> None:
    answer = play(GAME, "AS 7C AD TH QH TC", "1:ann=20", "1 split")
    assert told(answer, "ann") == "win 1:1 20.00 by 13.1(b)"
    assert told(answer, "ann", "split") == "win 1:1 20.00 by 13.1(b)"


def test_10_7_an_ace_to_a_split_ten_is_21_and_no_blackjack() -> None:
    against_21 = play(GAME, "TS KC QD AH AC 5H 6H", "1:ann=20", "1 split")
    assert against_21.net == {"ann": "0.00"}
    against_blackjack = play(GAME, "TS KC QD AH AC AD", "1:ann=20", "1 split")
    assert told(against_blackjack, "ann") == "lose -20.00 by 13.1(f)"
    assert told(against_blackjack, "ann", "split") == "lose -20.00 by 13.1(f)"
