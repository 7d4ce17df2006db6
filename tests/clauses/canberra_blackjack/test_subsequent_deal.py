"""Canberra Blackjack, rule 9: the boxes act in turn."""

from __future__ import annotations

import pytest

from boxseat.play.acts import Double, Hit, Split, Stand
from boxseat.play.legal import legal
from boxseat.play.state import Phase
from boxseat.rulebook.load import open_book
from tests.clauses.canberra_rounds import moments, told
from tests.notation import play

GAME = "canberra-blackjack"


def test_9_1_boxes_act_clockwise_from_the_first_with_a_wager() -> None:
    answer = play(
        GAME, "9S 9H 7C 3D 4D 5H 6H KH", "5:bob=20 2:ann=20", "5 hit", "2 hit", "2 stand", "5 hit", "2 hit", "5 stand"
    )
    assert answer.refused == [(0, "9.1"), (4, "9.1")]
    assert answer.hands(2) == ["9S 3D 5H"]
    assert answer.hands(5) == ["9H 4D 6H"]


def test_9_1_player_in_turn_is_offered_these_four_and_no_surrender() -> None:
    stood = moments(GAME, "8S KC 8D KD", "1:ann=20", "1 stand")
    in_turn = next(at for at in stood if at.phase is Phase.DECISION)
    assert {type(choice.act) for choice in legal(open_book(GAME), in_turn).open} >= {Split, Double, Hit, Stand}
    answer = play(GAME, "8S KC 8D KD", "1:ann=20", "1 surrender", "1 stand")
    assert answer.refused == [(0, "9.1")]
    assert answer.net == {"ann": "-20.00"}


def test_9_1_a_a_player_in_turn_may_split() -> None:
    answer = play(GAME, "8S 7C 8D TH 9H TD", "1:ann=20", "1 split", "1 stand", "1 stand")
    assert answer.hands() == ["8S TH", "8D 9H"]


def test_9_1_b_a_player_in_turn_may_double() -> None:
    assert play(GAME, "8S 7C 3D 9H TD", "1:ann=20", "1 double").net == {"ann": "40.00"}


def test_9_1_c_a_player_in_turn_may_draw_card_after_card() -> None:
    answer = play(GAME, "8S 7C 4D 2H 3H 2D TD", "1:ann=20", "1 hit", "1 hit", "1 hit", "1 stand")
    assert answer.hands() == ["8S 4D 2H 3H 2D"]
    assert answer.total() == 19


def test_9_1_d_a_player_in_turn_may_stand() -> None:
    answer = play(GAME, "8S 7C 4D TD", "1:ann=20", "1 stand", "1 hit")
    assert answer.hands() == ["8S 4D"]
    assert answer.refused == [(1, "9.1")]


@pytest.mark.parametrize("first", ["7C", "KC", "AC"])
@pytest.mark.parametrize("wish", ["hit", "stand", "double 20", "split"])
def test_9_2_a_a_blackjack_draws_no_card_and_asks_for_no_decision(wish: str, first: str) -> None:
    answer = play(GAME, f"AS 9S {first} KD 9D 6H 5H TH", "1:ann=20 2:bob=20", f"1 {wish}", "2 stand")
    assert answer.refused == [(0, "9.2(a)")]
    assert answer.hands(1) == ["AS KD"]


@pytest.mark.parametrize(("hand", "drawn"), [("KS 5D", "6H"), ("AS 5D", "5H"), ("2S 3D", "4H 5H 7H")])
def test_9_2_a_a_hard_or_soft_21_draws_no_card(hand: str, drawn: str) -> None:
    first, second = hand.split()
    hits = ["1 hit"] * len(drawn.split())
    answer = play(GAME, f"{first} 7C {second} {drawn} TD", "1:ann=20", *hits, "1 hit")
    assert [place for place, _ in answer.refused] == [len(hits)]
    assert answer.hands() == [f"{first} {second} {drawn}"]


def test_9_2_a_a_21_waits_for_the_dealer() -> None:
    answer = play(GAME, "KS KC 5D 6H 5H 6D", "1:ann=20", "1 hit")
    assert (answer.total(), answer.dealer_total) == (21, 21)
    assert told(answer, "ann") == "stand-off 0.00 by 13.1(g)"


@pytest.mark.parametrize("cards", ["2S 2D", "9S 2D", "5S 6D", "8S 3D"])
def test_9_2_b_a_hard_total_under_twelve_may_not_stand(cards: str) -> None:
    first, second = cards.split()
    answer = play(GAME, f"{first} 7C {second} 9H TD", "1:ann=20", "1 stand", "1 hit")
    assert answer.refused == [(0, "9.2(b)")]
    assert answer.hands() == [f"{first} {second} 9H"]


def test_9_2_b_drawing_goes_on_until_the_total_is_twelve() -> None:
    answer = play(GAME, "2S 7C 3D 4H 2H AC TC", "1:ann=20", "1 hit", "1 stand", "1 hit", "1 stand", "1 hit", "1 stand")
    assert answer.refused == [(1, "9.2(b)"), (3, "9.2(b)")]
    assert answer.total() == 12


def test_9_2_b_twelve_and_soft_totals_may_stand() -> None:
    assert play(GAME, "8S 7C 4D TD", "1:ann=20", "1 stand").refused == []
    assert play(GAME, "AS 7C AD TD", "1:ann=20", "1 stand").refused == []
    assert play(GAME, "AS 7C 2D TD", "1:ann=20", "1 stand").refused == []


def test_9_2_b_a_double_is_the_other_way_out() -> None:
    answer = play(GAME, "2S 7C 3D 4H TD", "1:ann=20", "1 double")
    assert answer.refused == []
    assert answer.total() == 9
    assert answer.net == {"ann": "-40.00"}
