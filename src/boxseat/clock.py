"""The house's clock: the timestamps of all rounds, payments and events, in microseconds UTC (GLI-19, 2.2)."""

from __future__ import annotations

import time
from typing import Protocol

SECOND = 1_000_000
"""In microseconds, the unit of all times."""
CLOCK_SKEW_MAX_US = 60 * SECOND
"""By how much the clocks of two nodes may differ; what is further ahead than this was stamped by a wrong clock, or forged."""


class Clock(Protocol):
    """A source of timestamps; tests use their own."""

    def now(self) -> int:
        """Microseconds since 1970, UTC."""
        ...


class WallClock:
    """The system clock made monotonic: if it is set back, time goes on from the latest time it has shown."""

    def __init__(self) -> None:
        self._ahead: int | None = None
        """The difference to the monotonic clock, in nanoseconds; it never becomes smaller."""

    def now(self) -> int:
        """Microseconds since 1970, UTC; never less than before."""
        # The system clock is read first: a pause between the two must not make the difference larger.
        wall = time.time_ns()
        passed = time.monotonic_ns()
        self._ahead = wall - passed if self._ahead is None else max(self._ahead, wall - passed)
        return (passed + self._ahead) // 1000
