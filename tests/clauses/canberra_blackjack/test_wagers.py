"""Canberra Blackjack, rule 4: what becomes of wagers after the first card, and who decides for a box."""

from __future__ import annotations

from itertools import pairwise

import pytest

from boxseat.play.acts import Double, Insure, PlayersAct, Split
from boxseat.play.document import BadDocument
from boxseat.play.legal import legal
from boxseat.play.state import Box, Round
from boxseat.rulebook.load import open_book
from tests.clauses.canberra_rounds import moments
from tests.notation import play

GAME = "canberra-blackjack"


def _chips(round_: Round) -> int:
    """What lies on the boxes and on the insurance line, in cents."""
    return sum(_on_hands(box) + sum(laid.cents for laid in box.insurance) for box in round_.boxes)


def _on_hands(box: Box) -> int:
    return sum(stake.own + stake.double for hand in box.hands for stake in hand.stakes)


def test_4_3_chips_are_added_only_by_insuring_splitting_and_doubling() -> None:
    stood = moments(
        GAME, "8S AC 8D 3H 4C 9D 7D", "1:ann=20 1:bob=10", "1 insure 10", "1 split", "1 double 20", "1 stand"
    )
    added = {
        type(after.acts[-1]): _chips(after) - _chips(before)
        for before, after in pairwise(stood)
        if _chips(after) > _chips(before)
    }
    assert added == {Insure: 1000, Split: 2000, Double: 2000}
    assert {round_.boxes[0].main for round_ in stood} == {stood[0].boxes[0].main}


def test_4_3_no_player_acts_while_the_first_cards_are_dealt() -> None:
    for round_ in moments(GAME, "8S 5H AC 8D 8C 7D", "1:ann=20 2:bob=10")[:5]:
        choices = legal(open_book(GAME), round_)
        assert not [choice.act for choice in choices.open if isinstance(choice.act, PlayersAct)]
        assert {closed.refusal.clause for closed in choices.closed if isinstance(closed.act, PlayersAct)} == {"6.2"}


def test_4_3_doubled_wager_is_not_taken_back() -> None:
    answer = play(GAME, "5S 7C 6D 2H TD", "1:ann=20", "1 double", "1 forfeit")
    assert answer.refused == [(1, "4.3")]
    assert answer.net == {"ann": "-40.00"}


def test_4_5_three_players_may_wager_on_a_box_and_a_fourth_may_not() -> None:
    answer = play(GAME, "TS 7C 9D TD", "1:ann=20 1:bob=10 1:cat=5", "1 stand")
    assert answer.net == {"ann": "20.00", "bob": "10.00", "cat": "5.00"}
    with pytest.raises(BadDocument, match="box 1 has more than 3 main wagers"):
        play(GAME, "TS 7C 9D TD", "1:ann=20 1:bob=10 1:cat=5 1:dan=5")


def test_4_5_one_player_decides_for_all_on_the_box() -> None:
    answer = play(GAME, "TS 7C 2D 8H TD", "1:ann*=20 1:bob=10", "1 stand bob", "1 hit", "1 stand")
    assert answer.refused == [(0, "4.5")]
    assert answer.hands() == ["TS 2D 8H"]
    assert answer.net == {"ann": "20.00", "bob": "10.00"}


def test_4_5_a_the_player_seated_at_the_box_decides_before_one_nearer_the_dealer() -> None:
    answer = play(GAME, "TS 7C 2D 8H TD", "1:ann=50 1:bob*=10", "1 stand ann", "1 hit bob", "1 stand bob")
    assert answer.refused == [(0, "4.5")]
    assert answer.hands() == ["TS 2D 8H"]


def test_4_5_b_where_nobody_is_seated_the_wager_nearest_the_dealer_decides() -> None:
    answer = play(GAME, "TS 7C 2D 9H TD", "1:bob=10 1:ann=50 1:cat=70", "1 stand ann", "1 stand cat", "1 hit bob")
    assert answer.refused == [(0, "4.5"), (1, "4.5")]
    assert answer.hands() == ["TS 2D 9H"]


def test_4_5_b_side_bets_nearer_the_dealer_do_not_decide() -> None:
    answer = play(GAME, "TS 7C 2D 9H TD", "1:bob=-+pp5+ss5 1:ann=50", "1 stand bob", "1 hit ann")
    assert answer.refused == [(0, "4.5")]
    assert answer.hands() == ["TS 2D 9H"]
