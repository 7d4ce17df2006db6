"""Choices from a seed: the same seed and label give the same choices everywhere."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TypeVar

from boxseat.fairness.shuffle import below, stream

T = TypeVar("T")
WHOLE = 100
"""Parts of a probability: percent."""


class Chance:
    """A stream of choices."""

    def __init__(self, seed: int, label: str) -> None:
        self._words = stream(str(seed).encode(), f"boxseat training 1\0{label}\0".encode())

    def below(self, n: int) -> int:
        """A number from 0 to n - 1."""
        return below(self._words, n)

    def percent(self, part: int) -> bool:
        """Whether something happens that happens in this many of a hundred cases."""
        return self.below(WHOLE) < part

    def one_of(self, values: Sequence[T]) -> T:
        """One of some values."""
        return values[self.below(len(values))]

    def weighted(self, values: Sequence[T], weights: Sequence[int]) -> T:
        """One of some values, each as likely as its weight."""
        left = self.below(sum(weights))
        for value, weight in zip(values, weights, strict=True):
            if left < weight:
                return value
            left -= weight
        return values[-1]

    def order(self, values: Sequence[T]) -> list[T]:
        """The values in a random order."""
        left = list(values)
        for last in range(len(left) - 1, 0, -1):
            other = self.below(last + 1)
            left[last], left[other] = left[other], left[last]
        return left
