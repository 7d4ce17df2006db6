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
    """The machine's clock, which never goes back: a clock set back stands still until it has caught up."""

    def __init__(self) -> None:
        self._last = 0

    def now(self) -> int:
        self._last = max(self._last, time.time_ns() // 1000)
        return self._last
