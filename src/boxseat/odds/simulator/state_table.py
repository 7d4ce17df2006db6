"""Builder of a finite automaton: states are made from their successors, and states with equal successors are one.

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
"""What a final state stands for."""

FIRST_SPLIT_STATE = 1 << 40
"""While the automaton is built, states from this number on are splits."""


class States(Generic[Last]):
    """The states of one finite automaton while it is built, last ones first; equal ones are one."""

    def __init__(self, width: int) -> None:
        self.width = width
        self._rows: dict[tuple[int, ...], int] = {}
        self.ends: dict[Last, int] = {}
        self.splits: list[tuple[int, int, int]] = []

    def row(self, nexts: Sequence[int]) -> int:
        """The state with these successors, one for each card."""
        return self._rows.setdefault(tuple(nexts), len(self._rows))

    def end(self, last: Last) -> int:
        """The final state for an end."""
        return -1 - self.ends.setdefault(last, len(self.ends))

    def split(self, dealers: int, one: int, other: int) -> int:
        """The state in which two cards are split."""
        self.splits.append((dealers, one, other))
        return FIRST_SPLIT_STATE + len(self.splits) - 1

    def place(self, state: int) -> int:
        """Where a state's row begins in the finished table: ends first, then rows, then splits."""
        if state < 0:
            row = -1 - state
        elif state < FIRST_SPLIT_STATE:
            row = len(self.ends) + state
        else:
            row = len(self.ends) + len(self._rows) + state - FIRST_SPLIT_STATE
        return row * (self.width + 1)

    def table(self) -> Table:
        """The finished transition table."""
        made = np.zeros((len(self.ends) + len(self._rows) + len(self.splits), self.width + 1), dtype=np.uint32)
        for nexts, number in self._rows.items():
            made[len(self.ends) + number, 1:] = [self.place(state) for state in nexts]
        made[: len(self.ends), 0] = range(len(self.ends))
        return made.reshape(-1)

    @property
    def ends_below(self) -> int:
        """Places below this are final states."""
        return self.place(0)

    @property
    def splits_from(self) -> int:
        """Places from here on are splits."""
        return self.place(FIRST_SPLIT_STATE)
