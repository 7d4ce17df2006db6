"""Canberra Blackjack, rule 12: how the dealer draws, and when the dealer need not."""

from __future__ import annotations

import pytest

from tests.clauses.canberra_rounds import drawn
from tests.notation import play

GAME = "canberra-blackjack"


@pytest.mark.parametrize(
    ("dealer", "total"),
    [
        ("9C 7D 5H", 21),
        ("TC 6D TH", 26),
        ("TC 2D 4H AC", 17),
        ("2C 2D 2H 2S 3C 3D 2C 4H", 20),
        ("AC 5D TH 9C", 25),
        ("AC 2D 3H AD", 17),
    ],
)
def test_12_1_the_dealer_draws_to_16(dealer: str, total: int) -> None:
    assert drawn(GAME, dealer) == (dealer, total)


@pytest.mark.parametrize(
    ("dealer", "total"),
    [
        ("9C 8D", 17),
        ("9C 9D", 18),
        ("TC 9D", 19),
        ("TC QD", 20),
        ("9C 5D 7H", 21),
        ("AC 6D", 17),
        ("6C AD", 17),
        ("AC 7D", 18),
        ("AC 9D", 20),
        ("TC AD", 21),
    ],
)
def test_12_1_the_dealer_stands_on_17_and_more_hard_or_soft(dealer: str, total: int) -> None:
    assert drawn(GAME, dealer) == (dealer, total)


def test_12_1_the_dealer_draws_when_all_hands_are_finished() -> None:
    answer = play(GAME, "8S 8H 7C 4D 5D 6H 5H TD", "1:ann=20 2:bob=20", "1 hit", "1 stand", "2 hit", "2 stand")
    assert (answer.hands(1), answer.hands(2)) == (["8S 4D 6H"], ["8H 5D 5H"])
    assert answer.dealer == "7C TD"


@pytest.mark.parametrize(
    ("cards", "decisions"),
    [
        ("8S 7C 6D KH", ["1 hit"]),
        ("AS 7C KD", []),
        ("AS AC KD", ["1 even-money"]),
        ("8S 7C 6D TH", ["1 double"]),
        ("8S 7C 8D 5H KC 6C JC", ["1 split", "1 hit", "1 hit"]),
    ],
    ids=["over 21", "Blackjack paid", "even money", "doubled and over 21", "split hands over 21"],
)
def test_12_2_no_card_is_drawn_where_nothing_waits_for_it(cards: str, decisions: list[str]) -> None:
    answer = play(GAME, f"{cards} 2S 2C", "1:ann=20", *decisions)
    assert answer.cards_used == len(cards.split())
    assert len(answer.dealer.split()) == 1


@pytest.mark.parametrize(
    ("cards", "decisions"),
    [("AS KC KD", []), ("AS AC KD", []), ("AS AC KD", ["1 insure 10"]), ("8S AC 6D KH", ["1 insure 10", "1 hit"])],
    ids=["Blackjack against a ten", "against an ace", "insured", "insured and over 21"],
)
def test_12_2_one_card_shows_whether_the_dealer_has_blackjack(cards: str, decisions: list[str]) -> None:
    answer = play(GAME, f"{cards} 2S 2C 3C", "1:ann=20", *decisions)
    assert answer.cards_used == len(cards.split()) + 1
    assert len(answer.dealer.split()) == 2


@pytest.mark.parametrize("waiting", ["1 insure 10", "2 insure 10"])
def test_12_2_one_insured_box_of_two_is_enough_for_that_card(waiting: str) -> None:
    answer = play(GAME, "8S 9S AC 6D 5D TH TC 2S 3S", "1:ann=20 2:bob=20", waiting, "1 hit", "2 hit")
    assert answer.dealer == "AC 2S"


def test_12_2_hand_of_21_has_the_dealer_draw_to_the_end() -> None:
    answer = play(GAME, "8S 7C 4D 9H 2S 2C 6D", "1:ann=20", "1 hit")
    assert answer.dealer == "7C 2S 2C 6D"
    assert answer.net == {"ann": "20.00"}


def test_12_2_one_hand_that_waits_beside_a_blackjack_has_the_dealer_draw_to_the_end() -> None:
    answer = play(GAME, "AS 9S KC KD 3D 2S 4C 5D 6D", "1:ann=20 2:bob=20", "2 stand")
    assert answer.dealer == "KC 2S 4C 5D"
    assert answer.net == {"ann": "30.00", "bob": "-20.00"}
