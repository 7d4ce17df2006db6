"""Tables of all hands by card values, and of all ways to draw a dealer's hand: the basis of all exact figures.

Cards are distinguished by value only (index 0 for an ace, 9 for a ten). Suits matter only for a few hands of three cards and are
handled elsewhere.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boxseat.cards import TWENTY_ONE, best_points
from boxseat.consistency import require
from boxseat.play.dealer import draws_again

VALUES = 10
"""The number of card values: ace, 2 to 9, and ten."""
ACE, TEN = 0, 9
"""The indices of the ace and of ten-value cards among the values."""
LOWEST_STAND = 12
"""The lowest total that is stored as an outcome of the dealer."""
BUST, NATURAL = 10, 11
"""The places of these outcomes of the dealer, after the totals 12 to 21."""
OUTCOMES = 12
"""The number of the dealer's outcomes: the totals 12 to 21, bust and natural."""

Ints = npt.NDArray[np.int64]


class Hands(NamedTuple):
    """All hands of one card or more that are not over 21 with their aces at one, lower totals first."""

    counts: Ints
    hard: Ints
    size: Ints
    points: Ints
    """The best total."""
    child: Ints
    """The hand with one card more of each value; -1 where it is over 21."""


@cache
def hands() -> Hands:
    """The table of all hands, computed once; the place of a hand is its index in it."""
    found: list[tuple[int, ...]] = []

    def grow(counts: list[int], value: int, left: int) -> None:
        if value == VALUES:
            if sum(counts):
                found.append(tuple(counts))
            return
        for number in range(left // (value + 1) + 1):
            grow([*counts, number], value + 1, left - number * (value + 1))

    grow([], 0, TWENTY_ONE)
    found.sort(key=lambda counts: sum(number * (value + 1) for value, number in enumerate(counts)))
    place = {counts: number for number, counts in enumerate(found)}
    counts = np.array(found, dtype=np.int64)
    hard = counts @ np.arange(1, VALUES + 1)
    child = np.full((len(found), VALUES), -1, dtype=np.int64)
    for number, held in enumerate(found):
        for value in range(VALUES):
            more = (*held[:value], held[value] + 1, *held[value + 1 :])
            child[number, value] = place.get(more, -1)
    points = np.array([best_points(int(total), int(held[ACE])) for total, held in zip(hard, counts, strict=True)])
    return Hands(counts, hard, counts.sum(axis=1), points, child)


@cache
def singles() -> Ints:
    """The places of hands of one card, by its value."""
    table = hands()
    found = np.flatnonzero(table.size == 1)
    return found[np.argsort(np.argmax(table.counts[found], axis=1))]


def place_of(values: Sequence[int]) -> int:
    """The place of a hand: its index among all hands."""
    here = int(singles()[values[0]])
    for value in values[1:]:
        here = int(hands().child[here, value])
        require(here >= 0, "a hand over 21 has no place among the hands")
    return here


@cache
def doubles() -> Ints:
    """The places of hands of two cards, by their values."""
    child: Ints = hands().child[singles()]
    return child


class SplitCompanions(NamedTuple):
    """Hands that start with a split card, and the shoes in which more cards of its value are gone."""

    order: Ints
    """The places of those hands."""
    counts: Ints
    """The cards gone in all, each such shoe once."""
    at: Ints
    """The row of `counts`, by how many cards more than the least are gone, and the hand's place."""


@cache
def beside(start: int, least_gone: int, most_gone: int, largest: int) -> SplitCompanions:
    """The shoes that split hands of up to `largest` cards are played from; with start -1, those of all hands."""
    table = hands()
    kept = table.size <= largest
    if start >= 0:
        kept &= table.counts[:, start] > 0
    order = np.flatnonzero(kept)
    shoes = most_gone - least_gone + 1
    counts = np.tile(table.counts[order], (shoes, 1))
    if start >= 0:
        counts[:, start] += np.repeat(np.arange(least_gone, most_gone + 1), len(order))
    _, first, place = np.unique(counts @ (32 ** np.arange(VALUES)), return_index=True, return_inverse=True)
    at = np.full((shoes, len(table.hard)), -1, dtype=np.int64)
    at[:, order] = place.reshape(shoes, len(order))
    return SplitCompanions(order, counts[first], at)


class DealerHands(NamedTuple):
    """The final hands of a dealer from one first card: the cards drawn, in how many orders, and the outcome."""

    drawn: Ints
    """How many cards of each value are drawn."""
    size: Ints
    ways: Ints
    outcome: Ints


@cache
def dealer_hands(first: int, stands_hard: int, stands_soft: int) -> DealerHands:
    """The final hands of a dealer from a first card, by the totals to stand on."""
    ways: dict[tuple[int, ...], int] = {}
    outcomes: list[int] = []
    drawing = {(0,) * VALUES: 1}
    size = 1
    while drawing:
        further: dict[tuple[int, ...], int] = {}
        for held, orders in drawing.items():
            hard = first + 1 + sum(number * (value + 1) for value, number in enumerate(held) if number)
            points = best_points(hard, held[ACE] + (first == ACE))
            soft = points != hard
            if size > 1 and not draws_again(points, soft=soft, stands_hard=stands_hard, stands_soft=stands_soft):
                ways[held] = orders
                natural = size == 2 and points == TWENTY_ONE
                outcomes.append(NATURAL if natural else BUST if points > TWENTY_ONE else points - LOWEST_STAND)
                continue
            for value in range(VALUES):
                more = (*held[:value], held[value] + 1, *held[value + 1 :])
                further[more] = further.get(more, 0) + orders
        drawing = further
        size += 1
    drawn = np.array(list(ways), dtype=np.int64)
    return DealerHands(
        drawn,
        drawn.sum(axis=1),
        np.array(list(ways.values()), dtype=np.int64),
        np.array(outcomes, dtype=np.int64),
    )
