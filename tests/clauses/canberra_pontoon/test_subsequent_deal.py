"""Canberra Pontoon, rule 10: the boxes act in turn."""

from __future__ import annotations

import pytest

from boxseat.play.acts import Double, Hit, Split, Stand
from boxseat.play.legal import legal
from boxseat.play.state import Phase
from boxseat.rulebook.load import open_book
from tests.clauses.canberra_rounds import moments, order, said, told
from tests.notation import play

GAME = "canberra-pontoon"


def test_10_1_boxes_act_clockwise_from_the_first_with_a_wager() -> None:
    answer = play(
        GAME, "9S 9H 7C 3D 4D 5H 6H KH", "5:bob=20 2:ann=20", "5 hit", "2 hit", "2 stand", "5 hit", "2 hit", "5 stand"
    )
    assert answer.refused == [(0, "10.1"), (4, "10.1")]
    assert answer.hands(2) == ["9S 3D 5H"]
    assert answer.hands(5) == ["9H 4D 6H"]


def test_10_1_player_in_turn_is_offered_all_four() -> None:
    stood = moments(GAME, "8S 7C 8D KD 4H", "1:ann=20", "1 stand")
    in_turn = next(at for at in stood if at.phase is Phase.DECISION)
    assert {type(choice.act) for choice in legal(open_book(GAME), in_turn).open} >= {Split, Double, Hit, Stand}


def test_10_1_a_a_player_in_turn_may_split() -> None:
    answer = play(GAME, "8S 7C 8D KH 9H KD", "1:ann=20", "1 split", "1 stand", "1 stand")
    assert answer.hands() == ["8S KH", "8D 9H"]


def test_10_1_b_a_player_in_turn_may_double() -> None:
    answer = play(GAME, "8S 7C 3D 9H KD", "1:ann=20", "1 double 20")
    assert answer.net == {"ann": "40.00"}


def test_10_1_c_a_player_in_turn_may_draw_card_after_card() -> None:
    answer = play(GAME, "8S 7C 4D 2H 3H 2D KD", "1:ann=20", "1 hit", "1 hit", "1 hit", "1 stand")
    assert answer.hands() == ["8S 4D 2H 3H 2D"]
    assert answer.total() == 19


def test_10_1_d_a_player_in_turn_may_stand() -> None:
    answer = play(GAME, "8S 7C 4D KD", "1:ann=20", "1 stand", "1 hit")
    assert answer.hands() == ["8S 4D"]
    assert answer.refused == [(1, "10.1")]
    assert answer.net == {"ann": "-20.00"}


@pytest.mark.parametrize("wish", ["hit", "stand", "double 20", "split"])
def test_10_2_a_a_pontoon_draws_no_card_and_asks_for_no_decision(wish: str) -> None:
    answer = play(GAME, "AS 9S 7C KD 9D 6H KH", "1:ann=20 2:bob=20", f"1 {wish}", "2 stand")
    assert [place for place, _ in answer.refused] == [0]
    assert answer.hands(1) == ["AS KD"]


@pytest.mark.parametrize("drawn", ["6H", "5H AC", "2H AC 3C"])
def test_10_2_b_a_hard_21_is_paid_at_once_and_draws_no_more(drawn: str) -> None:
    hits = ["1 hit"] * len(drawn.split())
    answer = play(GAME, f"KS 9S 7C 5D 7D {drawn} KH KC", "1:ann=20 2:bob=20", *hits, "1 hit", "2 hit")
    assert answer.hands(1) == [f"KS 5D {drawn}"]
    assert [place for place, _ in answer.refused] == [len(hits)]
    assert order(answer) == ["ann main", "bob main"]


def test_10_2_b_a_soft_21_is_paid_at_once_and_draws_no_more() -> None:
    answer = play(GAME, "AS 9S 7C 5D 7D 5H KH", "1:ann=20 2:bob=20", "1 hit", "1 hit", "2 hit")
    assert answer.hands(1) == ["AS 5D 5H"]
    assert told(answer, "ann") == "win 1:1 20.00 by 10.2(b)"
    assert order(answer) == ["ann main", "bob main"]


def test_10_2_b_the_payment_comes_before_any_further_card() -> None:
    stood = moments(GAME, "KS 9S 7C 5D 7D 6H KH", "1:ann=20 2:bob=20", "1 hit", "2 hit")
    made = next(at for at in stood if at.settlements)
    assert made.cards_used == 6
    assert [line.player for line in made.settlements] == ["ann"]


def test_10_2_b_the_hand_is_announced_with_its_payment() -> None:
    (made,) = [calls for calls in said(GAME, "KS 7C 5D 6H", "1:ann=20", "1 hit") if "Box 1 has 21." in calls]
    assert any("ann is paid 20.00 at 1 to 1" in call and "10.2(b)" in call for call in made)


def test_10_2_b_a_21_that_is_paid_is_not_reopened_by_a_dealers_pontoon() -> None:
    answer = play(GAME, "KS 9S KC 5D 9D 6H AH", "1:ann=20 2:bob=20", "1 hit", "2 stand")
    assert answer.dealer == "KC AH"
    assert answer.net == {"ann": "20.00", "bob": "-20.00"}


def test_10_2_b_the_odds_are_those_of_table_1() -> None:
    answer = play(GAME, "6S 7C 7D 8H", "1:ann*=20 1:bob=10", "1 hit")
    assert told(answer, "ann") == "win 3:2 30.00 by 14.2"
    assert told(answer, "bob") == "win 3:2 15.00 by 14.2"


def test_10_2_b_a_winner_of_the_super_bonus_waits_for_the_end_of_the_round() -> None:
    answer = play(GAME, "7H 9S 7C 7H 7D 7H KH", "1:ann=20 2:bob=20", "1 hit", "2 hit")
    assert order(answer) == ["ann main", "bob main", "ann super-bonus", "bob shared-bonus"]


@pytest.mark.parametrize("cards", ["2S 2D", "9S 2D", "5S 6D", "8S 3D"])
def test_10_2_c_a_hard_total_under_twelve_may_not_stand(cards: str) -> None:
    first, second = cards.split()
    answer = play(GAME, f"{first} 7C {second} 9H 9C KD", "1:ann=20", "1 stand", "1 hit")
    assert answer.refused == [(0, "10.2(c)")]
    assert len(answer.hands()[0].split()) == 3


def test_10_2_c_drawing_goes_on_until_the_total_is_twelve() -> None:
    answer = play(
        GAME, "2S 7C 3D 4H 2H AC KC KD", "1:ann=20", "1 hit", "1 stand", "1 hit", "1 stand", "1 hit", "1 stand"
    )
    assert answer.refused == [(1, "10.2(c)"), (3, "10.2(c)")]
    assert answer.hands() == ["2S 3D 4H 2H AC"]
    assert answer.total() == 12


def test_10_2_c_twelve_and_soft_totals_may_stand() -> None:
    assert play(GAME, "8S 7C 4D KD", "1:ann=20", "1 stand").refused == []
    assert play(GAME, "AS 7C AD KD", "1:ann=20", "1 stand").refused == []
    assert play(GAME, "AS 7C 2D KD", "1:ann=20", "1 stand").refused == []


def test_10_2_c_a_double_is_the_other_way_out() -> None:
    answer = play(GAME, "2S 7C 3D 4H KD", "1:ann=20", "1 double 20")
    assert answer.refused == []
    assert answer.total() == 9
    assert answer.net == {"ann": "-40.00"}
