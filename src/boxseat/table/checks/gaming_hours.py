"""The hours of gaming, which the Casino Control Act 1988 sets: outside them no table is opened (CP 16.1; CB 15.1)."""

from __future__ import annotations

import re

import msgspec

from boxseat.clock import minute_of_day
from boxseat.refusal import Refusal, refuse
from boxseat.rulebook.book import Book

_TIME_OF_DAY = re.compile(r"([01]\d|2[0-3]):[0-5]\d")


class GamingHours(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The hours of gaming of every day, in the casino's time zone. They may end after midnight.

    Hours that end when they begin are the whole day.
    """

    begins: str = msgspec.field(name="from")
    """``12:00``"""
    ends: str = msgspec.field(name="to")

    def include(self, at: int, zone: str) -> bool:
        """Whether there is gaming at a time."""
        begins, ends, now = _minute(self.begins), _minute(self.ends), minute_of_day(at, zone)
        return (now - begins) % _DAY < ((ends - begins) % _DAY or _DAY)


_DAY = 24 * 60
"""In minutes."""


def _minute(time: str) -> int:
    hours, _, minutes = time.partition(":")
    return int(hours) * 60 + int(minutes)


def refusal_of_hours(book: Book, hours: GamingHours | None) -> Refusal | None:
    """The refusal of hours as a setting: where the rules limit none, or where they are no times of a day."""
    rule = book.checks.hours
    if hours is None:
        return None
    if rule.value == "not-limited":
        return refuse("setting/hours", rule, "the rules of this game set no hours of gaming")
    if not (_TIME_OF_DAY.fullmatch(hours.begins) and _TIME_OF_DAY.fullmatch(hours.ends)):
        return refuse("setting/hours", rule, "the hours of gaming are times of a day such as 12:00")
    return None


def refusal_outside_hours(book: Book, hours: GamingHours | None, at: int, zone: str) -> Refusal | None:
    """The refusal to open a table outside the hours of gaming, if it has any."""
    if hours is None or hours.include(at, zone):
        return None
    return refuse("table/hours", book.checks.hours, f"the hours of gaming are from {hours.begins} to {hours.ends}")
