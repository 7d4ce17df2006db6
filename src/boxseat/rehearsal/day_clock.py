"""The clock of a written day, and times as its document writes them: in the offset of its start, which never changes."""

from __future__ import annotations

import re
from datetime import UTC, datetime, time, timedelta

from boxseat.clock import SECOND

_OF_DAY = re.compile(r"([01][0-9]|2[0-3]):[0-5][0-9](:[0-5][0-9])?")
_LATER = re.compile(r"\+([0-9]{1,6})([smhd])")
_WHOLE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}T[0-9]{2}:[0-9]{2}(:[0-9]{2})?(Z|[+-][0-9]{2}:[0-9]{2})")
_UNITS_S = {"s": 1, "m": 60, "h": 3_600, "d": 86_400}
_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
YEAR_MIN, YEAR_MAX = 1970, 2999


class BadTime(ValueError):
    """A time that cannot be read; the message says why."""


class DayClock:
    """The clock of a rehearsal: it stands where it is set."""

    def __init__(self, at: int) -> None:
        self.at = at

    def now(self) -> int:
        """Microseconds since 1970, UTC."""
        return self.at


class DayTimes:
    """The times of one document."""

    def __init__(self, start: object) -> None:
        """The start is a full time, whose date and offset are those of the day."""
        self._start = _whole(start)
        self.start = _us(self._start)
        self.zone = self._start.isoformat()[-6:]
        """The offset of the start, such as +10:00."""

    def read(self, written: object, before: int) -> int:
        """A time: of the day of the start, so much after the step `before`, or a full one."""
        text = written if isinstance(written, str) else ""
        if _OF_DAY.fullmatch(text):
            return _us(datetime.combine(self._start.date(), time.fromisoformat(text), self._start.tzinfo))
        if later := _LATER.fullmatch(text):
            return _bounded(before + int(later[1]) * _UNITS_S[later[2]] * SECOND, text)
        return _us(_whole(written))

    def shown(self, at: int) -> str:
        """A time in full, in the offset of the start."""
        return (_EPOCH + timedelta(microseconds=at)).astimezone(self._start.tzinfo).isoformat()


def _whole(written: object) -> datetime:
    if not isinstance(written, str) or not _WHOLE.fullmatch(written):
        said = repr(written)[:40]
        raise BadTime(f"{said} is no time such as 2024-09-02T18:00:00+10:00; a step may say 18:05, 18:05:30 or +5m")
    try:
        return datetime.fromisoformat(written)
    except ValueError as error:
        raise BadTime(f"{written} is no time: {error}") from None


def _us(at: datetime) -> int:
    return _bounded((at - _EPOCH) // timedelta(microseconds=1), at.isoformat())


def _bounded(at: int, text: str) -> int:
    if not 0 <= at < (YEAR_MAX + 1 - YEAR_MIN) * 365 * 86_400 * SECOND:
        raise BadTime(f"{text} is not a time from {YEAR_MIN} to about {YEAR_MAX}")
    return at
