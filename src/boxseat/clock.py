"""The house's clock: the timestamps of all rounds, payments and events, in microseconds UTC (GLI-19, 2.2)."""

from __future__ import annotations

import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Protocol
from zoneinfo import ZoneInfo

SECOND = 1_000_000
"""In microseconds, the unit of all times."""
MINUTE = 60 * SECOND
CLOCK_SKEW_MAX_US = 60 * SECOND
"""By how much the clocks of two nodes may differ; what is further ahead than this was stamped by a wrong clock, or forged."""
CLOCK_STEP_NS = 1_000_000_000
"""A system clock that is ahead by no more than this is followed at once; a change by more is a jump."""
SLEW_PARTS = 20
"""A jump is made up for by one part in so many of the time that passes."""
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
READ_GAP_NS = 10_000_000
READS_MAX = 3
"""The two clocks are read again, so many times in all, where the process was held up between them for longer than `READ_GAP_NS`."""


class Moment(int):
    """A time in a command, in microseconds UTC; people write it as ISO 8601 with its offset (`2024-09-02T18:30:00+10:00`)."""


class Clock(Protocol):
    """A source of timestamps; tests use their own."""

    def now(self) -> int:
        """Microseconds since 1970, UTC."""
        ...


def _ignore(jumped_us: int) -> None:
    """Nobody is told of jumps."""


class WallClock:
    """The system clock, followed smoothly: time never goes back or stands still, and a jump is made up for little by little.

    A system clock that is a day ahead for a moment would end every session and every decision, and one that is set back would stop
    them all. So time goes on by what has passed since the start, and the system clock only corrects it. Whoever restarts the
    program takes the system clock over as it is.
    """

    def __init__(self) -> None:
        self.jumped: Callable[[int], None] = _ignore
        """Called with the difference to the system clock, in microseconds, whenever that has jumped."""
        self._start_ns: int | None = None
        """The time at which the counter of elapsed time was zero."""
        self._read_ns = 0
        self._known_ns = 0
        """By how much the system clock was ahead at the last reading, after the correction."""

    def now(self) -> int:
        """Microseconds since 1970, UTC; never less than before."""
        wall, passed = _read()
        if self._start_ns is None:
            self._start_ns, self._read_ns = wall - passed, passed
            return wall // 1000
        ahead = wall - passed - self._start_ns
        if jumped := abs(ahead - self._known_ns) > CLOCK_STEP_NS:
            self._known_ns = ahead
        room = max(0, passed - self._read_ns) // SLEW_PARTS
        correction = ahead if 0 <= ahead <= CLOCK_STEP_NS else max(-room, min(room, ahead))
        self._start_ns += correction
        self._read_ns = max(self._read_ns, passed)
        self._known_ns = ahead - correction
        if jumped:
            self.jumped(ahead // 1000)
        return (passed + self._start_ns) // 1000


def day_begins(day: str, zone: str) -> int:
    """When a day (``2024-08-19``) begins in a time zone: a name such as Australia/Sydney, or an offset (+10:00)."""
    offset = zone if zone[:1] in ("+", "-") else "+00:00"
    at = datetime.fromisoformat(f"{day}T00:00:00{offset}")
    if offset != zone:
        at = at.replace(tzinfo=ZoneInfo(zone))
    return (at - _EPOCH) // timedelta(microseconds=1)


def minute_of_day(at: int, zone: str) -> int:
    """The minutes since midnight in a time zone, a name or an offset, as its clocks show them."""
    named = zone[:1] not in ("+", "-")
    local = ZoneInfo(zone) if named else datetime.fromisoformat(f"1970-01-01T00:00:00{zone}").tzinfo
    shown = (_EPOCH + timedelta(microseconds=at)).astimezone(local)
    return shown.hour * 60 + shown.minute


def elapsed_ns() -> int:
    """Nanoseconds that have passed since some moment, those of a suspended machine included where the system counts them."""
    return time.clock_gettime_ns(_ELAPSED_CLOCK)


_ELAPSED_CLOCK = getattr(time, "CLOCK_BOOTTIME", time.CLOCK_MONOTONIC)


def _read() -> tuple[int, int]:
    """The system clock and the elapsed time of one moment."""
    before = elapsed_ns()
    for _ in range(READS_MAX):
        wall, after = time.time_ns(), elapsed_ns()
        if after - before <= READ_GAP_NS:
            break
        before = after
    return wall, after
