"""The month of a time by the casino's clocks, and its last moment: the tz database, and plain offsets."""

from __future__ import annotations

from datetime import UTC, datetime
from importlib.metadata import version

import pytest

from boxseat.pit.payments.month import BadZone, month_of, read_zone


def _us(written: str) -> int:
    return int(datetime.fromisoformat(written).timestamp()) * 1_000_000


@pytest.mark.parametrize(
    ("at", "zone", "month", "ends"),
    [
        ("2024-09-02T18:00:00+10:00", "Australia/Sydney", "2024-09", "2024-10-01T00:00:00+10:00"),
        ("2024-10-31T23:59:59+11:00", "Australia/Sydney", "2024-10", "2024-11-01T00:00:00+11:00"),
        ("2024-11-01T00:00:00+11:00", "Australia/Sydney", "2024-11", "2024-12-01T00:00:00+11:00"),
        ("2024-10-02T12:00:00+10:00", "Australia/Sydney", "2024-10", "2024-11-01T00:00:00+11:00"),
        ("2025-04-02T12:00:00+11:00", "Australia/Sydney", "2025-04", "2025-05-01T00:00:00+10:00"),
        ("2024-12-31T23:59:59+10:00", "+10:00", "2024-12", "2025-01-01T00:00:00+10:00"),
        ("2024-12-31T23:59:59+10:00", "UTC", "2024-12", "2025-01-01T00:00:00+00:00"),
        ("2025-01-01T09:59:59+10:00", "+00:00", "2024-12", "2025-01-01T00:00:00+00:00"),
        ("2024-02-29T12:00:00-03:30", "-03:30", "2024-02", "2024-03-01T00:00:00-03:30"),
    ],
)
def test_a_month_ends_at_midnight_there(at: str, zone: str, month: str, ends: str) -> None:
    assert month_of(_us(at), zone) == (month, _us(ends))


@pytest.mark.parametrize("zone", ["", "Sydney", "Australia/", "+25:00", "+10", "../etc/passwd", "\0", "+10:00Z"])
def test_what_is_no_time_zone(zone: str) -> None:
    if zone == "+10":
        assert read_zone(zone) == read_zone("+10:00")
        return
    with pytest.raises(BadZone, match="is no time zone such as Australia/Sydney"):
        read_zone(zone)


def test_the_names_come_with_the_program() -> None:
    """A machine without a tz database knows them too."""
    assert version("tzdata")
    assert read_zone("Australia/Sydney").utcoffset(datetime(2024, 1, 1, tzinfo=UTC)) is not None
