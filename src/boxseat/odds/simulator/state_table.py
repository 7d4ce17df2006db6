"""The states of an automaton while it is made, from their futures: those with equal futures are one.

Rows are named by their place in the flat table; the first column of a row is free for counting, and a card's symbol, from one
upwards, is its column.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from typing import Generic, TypeVar

import numpy as np
import numpy.typing as npt

Table = npt.NDArray[np.uint32]
"""Unsigned, so that compiled code need not ask whether a place counts from the end."""
Last = TypeVar("Last", bound=Hashable)

SPLITS = 1 << 40
"""Where a split leaves the table, while it is made."""


class States(Generic[Last]):
    """The states of one automaton while it is made, last ones first; equal ones are one."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._rows: dict[tuple[int, ...], int] = {}
        self.ends: dict[Last, int] = {}
        self.splits: list[tuple[int, int, int]] = []

    def row(self, nexts: Sequence[int]) -> int:
        """The state that goes to these, card by card."""
        return self._rows.setdefault(tuple(nexts), len(self._rows))

    def end(self, last: Last) -> int:
        return -1 - self.ends.setdefault(last, len(self.ends))

    def split(self, dealers: int, one: int, other: int) -> int:
        self.splits.append((dealers, one, other))
        return SPLITS + len(self.splits) - 1

    def place(self, state: int) -> int:
        """Where a state's row begins in the finished table: ends first, then rows, then splits."""
        if state < 0:
            row = -1 - state
        elif state < SPLITS:
            row = len(self.ends) + state
        else:
            row = len(self.ends) + len(self._rows) + state - SPLITS
        return row * (self.width + 1)

    def table(self) -> Table:
        made = np.zeros((len(self.ends) + len(self._rows) + len(self.splits), self.width + 1), dtype=np.uint32)
        for nexts, number in self._rows.items():
            made[len(self.ends) + number, 1:] = [self.place(state) for state in nexts]
        made[: len(self.ends), 0] = range(len(self.ends))
        return made.reshape(-1)

    @property
    def ends_below(self) -> int:
        return self.place(0)

    @property
    def splits_from(self) -> int:
        return self.place(SPLITS)
