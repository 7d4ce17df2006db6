"""JIT-compiled kernel for the shoe of a learning table, which is shuffled as it is drawn."""

from __future__ import annotations

import numpy as np

from boxseat.odds.hands import TEN, VALUES
from boxseat.odds.jit import compiled
from boxseat.odds.learning.rows import TableRow, TableRules
from boxseat.odds.simulator.generator import Number, below


@compiled
def value_of(card: Number) -> Number:
    """A card's value, an ace 0 and a ten 9, from its code."""
    return min(card >> 2, TEN)


@compiled
def swap_in(row: TableRow, place: Number) -> None:
    """Swap a random card of those from a place on into that place."""
    other = place + below(row.chance, row.number - place)
    held = row.shoe[other]
    row.shoe[other] = row.shoe[place]
    row.shoe[place] = held


@compiled
def draw(row: TableRow) -> Number:
    """Draw the next card; if the shoe is empty, the discards from before the round are dealt."""
    if row.place == row.number:
        row.place, row.number, row.deep = 0, row.began, 0
        for value in range(VALUES):
            row.unseen[value] = 0
        for place in range(row.number):
            row.unseen[value_of(np.int64(row.shoe[place]))] += 1
    place = row.place
    if place >= row.deep:
        swap_in(row, place)
    row.place = place + 1
    card = np.int64(row.shoe[place])
    row.unseen[value_of(card)] -= 1
    return card


@compiled
def full_shoe(rules: TableRules, row: TableRow) -> None:
    """Put all cards back into the shoe."""
    row.place, row.number, row.deep = 0, rules.cards, 0
    for value in range(VALUES):
        row.unseen[value] = rules.by_value[value]


@compiled
def new_shoe(rules: TableRules, row: TableRow) -> None:
    """Start a new shoe: shuffled as it is drawn, cut, and the first card burnt unseen where the book says so."""
    full_shoe(rules, row)
    if not rules.fresh:
        row.cut = rules.cards - rules.least_behind - below(row.chance, rules.most_behind - rules.least_behind + 1)
        if rules.burns:
            swap_in(row, 0)
            row.place = 1
