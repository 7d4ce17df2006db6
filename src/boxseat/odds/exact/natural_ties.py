"""Dependent split hands: a dealer's natural takes one wager in total from the undecided ones (`busted-plus-one`, R03).

Valued one by one, each undecided hand loses a wager to the natural; one wager is given back for every undecided hand after the
first. With two hands this is exact, and the strategy is the one that is best if the other hand uses it too. With three and four
hands, pairs are counted exactly and larger sets are estimated from their pairs, with an error bound.
"""

from __future__ import annotations

from math import comb
from typing import NamedTuple

import numpy as np

from boxseat.odds.exact.kernel_ties import alone, together, undecided_ways, with_another
from boxseat.odds.exact.kernel_values import Floats, HandRules, Ints, Played, natural_next
from boxseat.odds.exact.split_ways import falling, how_many_others, sets_of_hands
from boxseat.odds.hands import Hands, hands, singles

TRIPLE_ERROR_BOUND = 6.0
"""A bound on the relative error of counting three hands by their pairs, times the square of the cards left.

Counted one by one, the worst of fives to eights against ace and ten, with 2 to 8 decks, is 1.8.
"""


class GivenBack(NamedTuple):
    """What a dealer's natural does not take from the hands, and the error bound of that."""

    worth: float
    error: float


class Endings:
    """The undecided endings of the hands of a split, played by one strategy."""

    def __init__(self, first: int, start: int, shoe: Floats, pairs: float) -> None:
        self._first, self._start = first, start
        self._shoe = shoe
        """By value, with the dealer's card and the pair out."""
        self._pairs, self._cards = pairs, float(shoe.sum())
        self._held: Ints = np.zeros((0, 0), dtype=np.int64)
        self._ways: Floats = np.zeros((2, 0))

    def follow(self, order: Ints, played: Played, rules: HandRules, shares: Floats) -> None:
        """Compute the undecided endings of a strategy."""
        table = hands()
        ways = undecided_ways(int(singles()[self._start]), order, table, played, rules, shares)
        places = np.flatnonzero(ways.sum(axis=0))
        self._held = self._drawn(table, places)
        self._ways = ways[:, places].copy()

    def _drawn(self, table: Hands, places: Ints) -> Ints:
        drawn = table.counts[places].copy()
        drawn[:, self._start] -= 1
        return drawn

    def left(self, gone: int) -> Floats:
        """The shoe with `gone` further cards of the split value out."""
        left = self._shoe.copy()
        left[self._start] -= gone
        return left

    def spared(self, order: Ints, gone: tuple[int, ...], most: int) -> Floats:
        """What an undecided hand is given back when the others follow the strategy, by shoe and place."""
        table = hands()
        found = np.zeros((len(gone), len(table.hard)))
        for shoe, number in enumerate(gone):
            left = self.left(number)
            another = with_another(left, self._first, self._drawn(table, order), self._held, self._ways.sum(axis=0))
            if most == 2:
                found[shoe, order] = another
                continue
            drawn = self._drawn(table, order)
            cards = left.sum() - drawn.sum(axis=1)
            makes = left[-1] - drawn[:, -1] if self._first == 0 else left[0] - drawn[:, 0]
            natural = np.where(cards > 0, np.maximum(makes, 0) / np.maximum(cards, 1), 0.0)
            each = np.divide(another, natural, out=np.zeros_like(another), where=natural > 0)
            for others, chance in how_many_others(most, self._pairs, self._cards).items():
                found[shoe, order] += chance * natural * (1 - (1 - each) ** others)
        return found

    def given_back(self, most: int) -> GivenBack:
        """What the hands together are given back, over all ways to split into at most so many."""
        worth = error = 0.0
        for number in range(2, most + 1):
            naturals, singly, pairs = (self._sum(most, number, chosen) for chosen in range(3))
            worth += pairs
            if number > 2 and pairs > 0:
                one, two = singly / number / naturals, pairs / comb(number, 2) / naturals
                three = naturals * comb(number, 3) * (two / one) ** 3
                four = naturals * comb(number, 4) * two**6 / one**8
                worth -= three - four
                error += (three + 4 * four) * TRIPLE_ERROR_BOUND / self._cards**2
        return GivenBack(worth, error)

    def _sum(self, most: int, number: int, chosen: int) -> float:
        """How often, summed over the sets of so many `chosen` hands out of `number`, those are undecided at a natural."""
        found = 0.0
        for (formed, free), times in sets_of_hands(most, chosen).items():
            if formed != number:
                continue
            for gone in np.flatnonzero(times):
                left = self.left(int(gone))
                if left[self._start] < 0:
                    continue
                chance = falling(self._pairs, int(gone)) / falling(self._cards, int(gone))
                found += times[gone] * chance * self._undecided(left, chosen, free)
        return found

    def _undecided(self, left: Floats, chosen: int, free: int) -> float:
        any_, other = self._ways.sum(axis=0), self._ways[0]
        if chosen == 0:
            return natural_next(self._first, left[-1], left[0], float(left.sum()))
        one = any_ if free else other
        if chosen == 1:
            return alone(left, self._first, self._held, one)
        return together(left, self._first, self._held, one, any_ if free == 2 else other)
