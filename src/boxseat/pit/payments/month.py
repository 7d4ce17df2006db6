"""Months by the casino's clocks: which one a time is in, and when it ends."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta, timezone, tzinfo
from zoneinfo import ZoneInfo, ZoneInfoNotFoundError

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class BadZone(ValueError):
    """A time zone that is not known; the message says what one looks like."""


def month_of(at: int, zone: str) -> tuple[str, int]:
    """The month of a time (``2024-09``), and when it ends: at midnight after its last day, in microseconds UTC."""
    there = (_EPOCH + timedelta(microseconds=at)).astimezone(read_zone(zone))
    year, month = (there.year, there.month + 1) if there.month < 12 else (there.year + 1, 1)
    end = datetime(year, month, 1, tzinfo=there.tzinfo)
    return f"{there.year:04}-{there.month:02}", (end - _EPOCH) // timedelta(microseconds=1)


def read_zone(zone: str) -> tzinfo:
    """A time zone by its name (``Australia/Sydney``) or its offset (``+10:00``); `BadZone` if there is none."""
    if zone[:1] in ("+", "-"):
        try:
            offset = datetime.fromisoformat(f"2000-01-01T00:00:00{zone}").utcoffset()
        except ValueError:
            offset = None
        if offset is not None:
            return timezone(offset)
    else:
        try:
            return ZoneInfo(zone)
        except (ZoneInfoNotFoundError, ValueError, OSError):
            pass
    raise BadZone(f"{zone[:40]!r} is no time zone such as Australia/Sydney or +10:00")
