"""Canberra Blackjack, 5.7 and 19.1: the burnt card, and the rule that a shuffling shoe lifts."""

from __future__ import annotations

from boxseat.table import commands as c
from boxseat.table.records import CardBurnt
from tests.table_notation import at_table

GAME = "canberra-blackjack"


def test_5_7_after_each_shuffle_a_card_is_burnt_before_the_first_round() -> None:
    table = at_table(GAME).seat(1, "ann").cut()
    assert len(table.records(CardBurnt)) == 1
    for _ in range(2):
        table.wager(1, "ann", 10).time_up().over()
    assert len(table.records(CardBurnt)) == 1, "once per shoe, not once per round"
    table.staff(c.ShuffleNow()).cut().wager(1, "ann", 10)
    assert len(table.records(CardBurnt)) == 2
    order = table.order_in_shoe()
    assert table.time_up().dealt()[0] == order[1]


def test_19_1_and_nobody_is_held_to_the_minimum() -> None:
    """4.7 has no effect there."""
    table = at_table(GAME, cards_from="device", late_to_minimum=True).seat(1, "ann").round("9S 6S 9H", ann=10).over()
    table.seat(2, "bob").wager(2, "bob", 50)
