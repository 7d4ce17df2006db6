"""The hours of gaming are a setting, outside which no table opens (CP 16.1; CB 15.1)."""

from __future__ import annotations

from datetime import datetime

import pytest

from boxseat.rulebook.load import GAMES, open_book
from boxseat.table import commands as c
from boxseat.table.admission.state import Admissions
from boxseat.table.checks.gaming_hours import GamingHours
from boxseat.table.settings import Settings, refusal_to_set
from boxseat.table.sign import SIGN
from boxseat.table.state import Status
from tests.table.day import SUPERVISOR, Day

SYDNEY = "Australia/Sydney"
NIGHT = GamingHours("12:00", "04:00")
"""From noon until four in the morning."""
CLAUSES = dict(zip(GAMES, ("16.1", "15.1", "20.9", "19.8"), strict=True))
canberras = pytest.mark.parametrize("game", ["canberra-pontoon", "canberra-blackjack"])


def moment(text: str) -> int:
    return int(datetime.fromisoformat(text).timestamp()) * 1_000_000


def day_at(game: str, text: str, zone: str = SYDNEY, hours: GamingHours | None = NIGHT) -> Day:
    """A closed table just before a time, in a casino in this zone."""
    day = Day(game, hours=hours)
    day.register = Admissions(zone=zone)
    day.at = moment(text) - 1000
    return day


@canberras
@pytest.mark.parametrize(
    ("time", "opens"),
    [("11:59:59", False), ("12:00:00", True), ("23:59:59", True), ("03:59:59", True), ("04:00:00", False)],
)
def test_16_1_no_table_opens_outside_the_hours_of_gaming(game: str, time: str, opens: bool) -> None:
    day = day_at(game, f"2024-07-02T{time}+10:00")
    if opens:
        day.done(SUPERVISOR, c.OpenForPlay())
        return
    assert day.refused(SUPERVISOR, c.OpenForPlay()) == f"table/hours {CLAUSES[game]}"
    assert day.table.status is Status.CLOSED


@canberras
def test_16_1_hours_go_by_the_casinos_clocks(game: str) -> None:
    """Also where they are an hour ahead in summer, and where the zone is an offset."""
    for text, zone, opens in (
        ("2024-01-02T01:30+00:00", SYDNEY, True),
        ("2024-07-02T01:30+00:00", SYDNEY, False),
        ("2024-07-02T02:30+00:00", "+10:00", True),
        ("2024-07-02T02:30+00:00", "+09:00", False),
        ("2024-07-02T13:00+00:00", "UTC", True),
    ):
        refused = day_at(game, text, zone).do(SUPERVISOR, c.OpenForPlay())
        assert (refused is None) == opens, (text, zone)


@canberras
def test_hours_that_do_not_pass_midnight_and_hours_of_the_whole_day(game: str) -> None:
    noon, night = "2024-07-02T12:00+10:00", "2024-07-02T02:00+10:00"
    for hours, text, opens in (
        (GamingHours("10:00", "14:00"), noon, True),
        (GamingHours("10:00", "14:00"), night, False),
        (GamingHours("00:00", "00:00"), night, True),
        (None, night, True),
    ):
        assert (day_at(game, text, hours=hours).do(SUPERVISOR, c.OpenForPlay()) is None) == opens


@pytest.mark.parametrize("game", GAMES)
def test_hours_are_times_of_a_day_and_only_where_the_rules_limit_them(game: str) -> None:
    book, limited = open_book(game), game.startswith("canberra")
    refused = refusal_to_set(book, Settings(sign=SIGN, hours=NIGHT))
    assert (refused is None) == limited
    for hours in (GamingHours("24:00", "04:00"), GamingHours("12", "4"), GamingHours("", "")):
        refused = refusal_to_set(book, Settings(sign=SIGN, hours=hours))
        assert refused is not None
        assert (refused.code, refused.clause) == ("setting/hours", CLAUSES[game])
