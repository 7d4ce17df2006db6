"""Rule 8: naturals paid before the boxes act: Pontoon's always, Blackjack's where the dealer cannot match it."""

from __future__ import annotations

import pytest

from tests.clauses.canberra.twins import BLACKJACK, PONTOON, both
from tests.clauses.canberra_rounds import order, told
from tests.notation import play


def each(pontoon: str, blackjack: str) -> list[tuple[str, str, str]]:
    """A case for every rank, with the clause by which each game pays a natural."""
    return [(PONTOON, "8.1", rank) for rank in pontoon] + [(BLACKJACK, "8.1(a)", rank) for rank in blackjack]


@pytest.mark.parametrize(("game", "clause", "shown"), each("23456789JQKA", "23456789"))
def test_8_1_and_8_1_a_a_natural_is_paid_three_to_two_at_once(game: str, clause: str, shown: str) -> None:
    answer = play(game, f"AS {shown}C KD", "1:ann=20")
    assert told(answer, "ann") == f"win 3:2 30.00 by {clause}"
    assert answer.cards_used == 3


@pytest.mark.parametrize(("game", "clause", "ten"), each("JQK", "TJQK"))
def test_8_1_and_8_1_a_an_ace_and_any_ten_in_either_order_are_a_natural(game: str, clause: str, ten: str) -> None:
    assert told(play(game, f"AS 9C {ten}D", "1:ann=20"), "ann") == f"win 3:2 30.00 by {clause}"
    assert told(play(game, f"{ten}S 9C AD", "1:ann=20"), "ann") == f"win 3:2 30.00 by {clause}"


@both()
def test_8_1_and_8_1_a_every_wager_on_the_hand_is_paid_before_any_box_acts(game: str) -> None:
    answer = play(game, "9S AS 7C 8D KD KH", "1:ann=20 2:bob*=20 2:cat=5", "1 hit")
    assert order(answer) == ["bob main", "cat main", "ann main"]
    assert answer.net == {"ann": "-20.00", "bob": "30.00", "cat": "7.50"}
