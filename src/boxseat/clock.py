"""The one clock of the house: it stamps every round, payment and event, in microseconds of UTC (GLI-19, 2.2)."""

from __future__ import annotations

import time
from typing import Protocol

SECOND = 1_000_000


class Clock(Protocol):
    """Tells the time; tests bring their own."""

    def now(self) -> int:
        """Microseconds since 1970, UTC."""
        ...


class WallClock:
    """The machine's clock, which never goes back: where it is set back, time goes on from there as it passes."""

    def __init__(self) -> None:
        self._ahead: int | None = None
        """By how much the time told is ahead of the clock that nobody sets, in nanoseconds."""

    def now(self) -> int:
        # The clock that can be set is read first: a pause between the two must not make the difference larger.
        wall = time.time_ns()
        passed = time.monotonic_ns()
        self._ahead = wall - passed if self._ahead is None else max(self._ahead, wall - passed)
        return (passed + self._ahead) // 1000
