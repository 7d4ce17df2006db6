"""Rule 4: what becomes of wagers after the first card, and who decides for a box."""

from __future__ import annotations

from itertools import pairwise

import pytest

from boxseat.play.acts import Deal, Double, Insure, PlayersAct, Split
from boxseat.play.fields import BadDocument
from boxseat.play.legal import legal
from boxseat.play.state import Box, Round
from boxseat.rulebook.load import open_book
from tests.clauses.canberra.twins import TEN, both
from tests.clauses.canberra_rounds import moments
from tests.notation import play


def _chips(round_: Round) -> int:
    """What lies on the boxes and on the insurance line, in cents."""
    return sum(_on_hands(box) + sum(laid.cents for laid in box.insurance) for box in round_.boxes)


def _on_hands(box: Box) -> int:
    return sum(stake.own + stake.double for hand in box.hands for stake in hand.stakes)


@both(double=(15, 20))
def test_4_3_chips_are_added_only_by_insuring_splitting_and_doubling(game: str, double: int) -> None:
    decisions = ["1 insure 10", "1 split", f"1 double {double}", "1 stand"]
    stood = moments(game, "8S AC 8D 3H 4C 9D 7D KS", "1:ann=20 1:bob=10", *decisions)
    added = {
        type(after.acts[-1]): _chips(after) - _chips(before)
        for before, after in pairwise(stood)
        if _chips(after) > _chips(before)
    }
    assert added == {Insure: 1000, Split: 2000, Double: double * 100}
    assert {round_.boxes[0].main for round_ in stood} == {stood[0].boxes[0].main}


@both()
def test_4_3_no_player_acts_while_the_first_cards_are_dealt(game: str) -> None:
    stood = moments(game, "8S 5H AC 8D 8C 7D KS", "1:ann=20 2:bob=10")
    for round_ in stood[:5]:
        choices = legal(open_book(game), round_)
        assert not [choice.act for choice in choices.open if isinstance(choice.act, PlayersAct)]
        assert {closed.refusal.clause for closed in choices.closed if isinstance(closed.act, PlayersAct)} == {"6.2"}
    assert [type(round_.acts[-1]) for round_ in stood[1:6]] == [Deal] * 5


@both(ten=TEN)
def test_4_5_three_players_may_wager_on_a_box_and_a_fourth_may_not(game: str, ten: str) -> None:
    answer = play(game, f"{ten}S 7C 9D {ten}D", "1:ann=20 1:bob=10 1:cat=5", "1 stand")
    assert answer.net == {"ann": "20.00", "bob": "10.00", "cat": "5.00"}
    with pytest.raises(BadDocument, match="box 1 has more than 3 main wagers"):
        play(game, f"{ten}S 7C 9D {ten}D", "1:ann=20 1:bob=10 1:cat=5 1:dan=5")


@both(ten=TEN)
def test_4_6_on_a_marked_box_any_number_may_wager(game: str, ten: str) -> None:
    """CB 4.6; CP 4.7 by R21."""
    wagers = "1:ann=20 1:bob=10 1:cat=5 1:dan=5"
    answer = play(game, f"{ten}S 7C 9D {ten}D", wagers, "1 stand", limits={"marked": [1]})
    assert answer.net == {"ann": "20.00", "bob": "10.00", "cat": "5.00", "dan": "5.00"}
    with pytest.raises(BadDocument, match="box 1 has more than 3 main wagers"):
        play(game, f"{ten}S 7C 9D {ten}D", wagers, limits={"marked": [2]})


@both(ten=TEN)
def test_4_5_one_player_decides_for_all_on_the_box(game: str, ten: str) -> None:
    answer = play(game, f"{ten}S 7C 2D 8H {ten}D", "1:ann*=20 1:bob=10", "1 stand bob", "1 hit", "1 stand")
    assert answer.refused == [(0, "4.5")]
    assert answer.hands() == [f"{ten}S 2D 8H"]
    assert answer.net == {"ann": "20.00", "bob": "10.00"}


@both(ten=TEN)
def test_4_5_a_the_player_seated_at_the_box_decides_before_one_nearer_the_dealer(game: str, ten: str) -> None:
    decisions = ["1 stand ann", "1 hit bob", "1 stand bob"]
    answer = play(game, f"{ten}S 7C 2D 8H {ten}D", "1:ann=50 1:bob*=10", *decisions)
    assert answer.refused == [(0, "4.5")]
    assert answer.hands() == [f"{ten}S 2D 8H"]


@both(ten=TEN)
def test_4_5_b_where_nobody_is_seated_the_wager_nearest_the_dealer_decides(game: str, ten: str) -> None:
    decisions = ["1 stand ann", "1 stand cat", "1 hit bob"]
    answer = play(game, f"{ten}S 7C 2D 9H {ten}D", "1:bob=10 1:ann=50 1:cat=70", *decisions)
    assert answer.refused == [(0, "4.5"), (1, "4.5")]
    assert answer.hands() == [f"{ten}S 2D 9H"]


@both(bets=("pp5", "pp5+ss5"), ten=TEN)
def test_4_5_b_side_bets_nearer_the_dealer_do_not_decide(game: str, bets: str, ten: str) -> None:
    answer = play(game, f"{ten}S 7C 2D 9H {ten}D", f"1:bob=-+{bets} 1:ann=50", "1 stand bob", "1 hit ann")
    assert answer.refused == [(0, "4.5")]
    assert answer.hands() == [f"{ten}S 2D 9H"]
