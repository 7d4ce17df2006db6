"""Canberra Pontoon, rule 13: how the dealer draws, and when the dealer need not."""

from __future__ import annotations

import pytest

from tests.clauses.canberra_rounds import drawn
from tests.notation import play

GAME = "canberra-pontoon"


@pytest.mark.parametrize(
    ("dealer", "total"),
    [
        ("9C 7D 5H", 21),
        ("KC 6D KH", 26),
        ("KC 2D 4H AC", 17),
        ("2C 2D 2H 2S 3C 3D 2C 4H", 20),
        ("8C 8D AH", 17),
    ],
)
def test_13_1_a_the_dealer_draws_to_a_hard_16(dealer: str, total: int) -> None:
    assert drawn(GAME, dealer) == (dealer, total)


@pytest.mark.parametrize(
    ("dealer", "total"),
    [("9C 8D", 17), ("9C 9D", 18), ("KC 9D", 19), ("KC QD", 20), ("9C 5D 7H", 21), ("KC 6D AH", 17)],
)
def test_13_1_a_the_dealer_stands_on_a_hard_17_and_more(dealer: str, total: int) -> None:
    assert drawn(GAME, dealer) == (dealer, total)


@pytest.mark.parametrize(
    ("dealer", "total"),
    [
        ("AC 6D 4H", 21),
        ("6C AD KH", 17),
        ("2C 4D AH 3C", 20),
        ("AC 2D 4H 9C 2C", 18),
        ("3C 3D AH AC", 18),
        ("AC AD 5H 2C", 19),
    ],
)
def test_13_1_a_the_dealer_draws_to_a_soft_17(dealer: str, total: int) -> None:
    assert drawn(GAME, dealer) == (dealer, total)


@pytest.mark.parametrize(
    ("dealer", "total"),
    [("AC 7D", 18), ("7C AD", 18), ("AC 8D", 19), ("AC 9D", 20), ("AC 2D 8H", 21), ("2C 5D AH", 18)],
)
def test_13_1_a_the_dealer_stands_on_a_soft_18_and_more(dealer: str, total: int) -> None:
    assert drawn(GAME, dealer) == (dealer, total)


def test_13_1_a_the_dealer_draws_when_all_hands_are_finished() -> None:
    answer = play(GAME, "8S 8H 7C 4D 5D 6H 5H KD", "1:ann=20 2:bob=20", "1 hit", "1 stand", "2 hit", "2 stand")
    assert (answer.hands(1), answer.hands(2)) == (["8S 4D 6H"], ["8H 5D 5H"])
    assert answer.dealer == "7C KD"


@pytest.mark.parametrize(
    ("cards", "decisions"),
    [
        ("8S 7C 6D KH", ["1 hit"]),
        ("8S 7C 4D 9H", ["1 hit"]),
        ("AS AC KD", []),
        ("8S 7C 3D 2H", ["1 double 20", "1 forfeit"]),
        ("8S 7C 8D 5H KC 6C JC", ["1 split", "1 hit", "1 hit"]),
    ],
    ids=["over 21", "21 paid", "pontoon paid", "forfeited", "split hands over 21"],
)
def test_13_1_b_no_card_is_drawn_where_nothing_waits_for_it(cards: str, decisions: list[str]) -> None:
    answer = play(GAME, f"{cards} 2S 2C", "1:ann=20", *decisions)
    assert answer.cards_used == len(cards.split())
    assert len(answer.dealer.split()) == 1


@pytest.mark.parametrize(
    ("cards", "decisions"),
    [
        ("8S KC 6D", ["1 surrender"]),
        ("8S AC 6D", ["1 surrender"]),
        ("8S AC 6D KH", ["1 insure 10", "1 hit"]),
        ("8S AC 4D 9H", ["1 insure 10", "1 hit"]),
        ("8S AC 6D", ["1 insure 10", "1 surrender"]),
    ],
    ids=["surrendered", "surrendered to an ace", "insured and over 21", "insured and paid", "insured and surrendered"],
)
def test_13_1_b_one_card_shows_whether_the_dealer_has_pontoon(cards: str, decisions: list[str]) -> None:
    answer = play(GAME, f"{cards} 2S 2C 3C", "1:ann=20", *decisions)
    assert answer.cards_used == len(cards.split()) + 1
    assert len(answer.dealer.split()) == 2


@pytest.mark.parametrize("waiting", ["1 insure 10", "2 insure 10"])
def test_13_1_b_one_insured_box_of_two_is_enough_for_that_card(waiting: str) -> None:
    answer = play(GAME, "8S 9S AC 6D 5D KH KC 2S 3S", "1:ann=20 2:bob=20", waiting, "1 hit", "2 hit")
    assert answer.dealer == "AC 2S"


def test_13_1_b_one_surrendered_box_of_two_is_enough_for_that_card() -> None:
    answer = play(GAME, "8S 9S KC 6D 5D JC 2S 3S", "1:ann=20 2:bob=20", "1 surrender", "2 hit")
    assert answer.dealer == "KC 2S"


def test_13_1_b_one_hand_that_waits_has_the_dealer_draw_to_the_end() -> None:
    answer = play(GAME, "8S 9S KC 6D 3D 2S 4C 5D 6D", "1:ann=20 2:bob=20", "1 surrender", "2 stand")
    assert answer.dealer == "KC 2S 4C 5D"
    assert answer.cards_used == 8


def test_13_1_b_a_double_that_one_player_keeps_still_waits() -> None:
    answer = play(GAME, "8S 7C 3D 2H 2D KH", "1:ann*=20 1:bob=10", "1 double 20", "1 forfeit")
    assert answer.dealer == "7C 2D KH"
