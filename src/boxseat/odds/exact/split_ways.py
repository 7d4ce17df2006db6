"""The ways a split can go: how many hands are formed, and what the others' second cards were."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from itertools import combinations
from math import comb
from typing import Literal, NamedTuple

import numpy as np

from boxseat.odds.exact.kernel_values import Floats

Origin = Literal["one", "other", "drawn"]
"""The card a hand starts with: the pair's first, its second, or one drawn and split again."""


class Often(NamedTuple):
    """How often hands are played from shoes with more of the pair's cards gone, over all ways a split can go."""

    any: Floats
    """Hands whose second card may be any."""
    other: Floats
    """Hands whose second card is none of the pair's."""

    def __or__(self, more: Often) -> Often:
        return Often(self.any + more.any, self.other + more.other)


@cache
def how_often(most: int, pairs: float, cards: float) -> dict[Origin, Often]:
    """How often hands of each origin are played from each shoe, by inclusion-exclusion over the others' second cards."""
    found: dict[Origin, Often] = {
        origin: Often(np.zeros(2 * most), np.zeros(2 * most)) for origin in ("one", "other", "drawn")
    }
    for ended, again in ways_to_split(most):
        seconds = [second for _, second in ended]
        for origin, second in ended:
            others = seconds.count("other") - (second == "other")
            counted = found[origin].any if second == "any" else found[origin].other
            for gone in range(others + 1):
                chance = falling(pairs, again + gone) / falling(cards, again + gone)
                counted[again + gone] += (-1) ** gone * comb(others, gone) * chance
    return found


@cache
def ways_to_split(most: int) -> tuple[tuple[tuple[tuple[Origin, str], ...], int], ...]:
    """All ways a split can go: the first card and kind of second card of each hand, and the number of resplits."""

    def draw(
        formed: int, waiting: tuple[Origin, ...], ended: tuple[tuple[Origin, str], ...]
    ) -> Iterator[tuple[tuple[tuple[Origin, str], ...], int]]:
        if not waiting:
            yield ended, formed - 2
        elif formed < most:
            yield from draw(formed + 1, (waiting[0], "drawn", *waiting[1:]), ended)
            yield from draw(formed, waiting[1:], (*ended, (waiting[0], "other")))
        else:
            yield from draw(formed, waiting[1:], (*ended, (waiting[0], "any")))

    return tuple(draw(2, ("one", "other"), ()))


def falling(number: float, times: int) -> float:
    """The number of ways to take so many cards in order (a falling factorial)."""
    product = 1.0
    for place in range(times):
        product *= max(number - place, 0.0)
    return product


@cache
def sets_of_hands(most: int, chosen: int) -> dict[tuple[int, int], Floats]:
    """How often sets of so many hands occur, by the hands formed and how many of the set may have any second card.

    For each number of the pair's cards gone; the hands outside a set had none of the pair's as their second card, which inclusion
    and exclusion over further cards gone allows for.
    """
    found: dict[tuple[int, int], Floats] = defaultdict(lambda: np.zeros(2 * most))
    for ended, again in ways_to_split(most):
        for members in combinations(range(len(ended)), chosen):
            free = sum(ended[member][1] == "any" for member in members)
            others = sum(second == "other" for place, (_, second) in enumerate(ended) if place not in members)
            for gone in range(others + 1):
                found[len(ended), free][again + gone] += (-1) ** gone * comb(others, gone)
    return dict(found)


@cache
def hands_formed(most: int, pairs: float, cards: float) -> dict[int, float]:
    """The chance of each number of hands that a split forms."""
    chances: dict[int, float] = defaultdict(float)
    for (formed, _), times in sets_of_hands(most, 0).items():
        for gone in np.flatnonzero(times):
            chances[formed] += times[gone] * falling(pairs, int(gone)) / falling(cards, int(gone))
    return dict(chances)


@cache
def how_many_others(most: int, pairs: float, cards: float) -> dict[int, float]:
    """The chance of each number of further hands beside a hand."""
    formed = hands_formed(most, pairs, cards)
    every = sum(number * chance for number, chance in formed.items())
    return {number - 1: number * chance / every for number, chance in formed.items()}
