"""Significant events of the journal, read from its entries: newest first, so many entries at a time."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from sqlalchemy import Connection, func, select

from boxseat.journal import schema
from boxseat.journal.connections import Work
from boxseat.ledger.accounts import chips, table_float
from boxseat.money import dollars
from boxseat.pit.cage.denominations import worth
from boxseat.pit.events.event_kinds import ACTS, COUNTED, LARGE_WIN_CENTS, RECORDS, EventKind
from boxseat.table.chip_moves import BOUGHT
from boxseat.table.names import STREAM_PREFIX, stream_of, table_of

ENTRIES_PER_READ_MAX = 20_000
"""Entries of the journal that one page goes through."""
SHOWN = ("player", "box", "error", "number", "dispute", "scope", "law", "to", "what", "role")
"""Fields of records and acts that an event tells; a player's own words, amounts and reasons are read where they belong."""
_NAME = re.compile(rb'"(?:is|do)":"([a-z-]+)')
_WANTED = frozenset(name.encode() for name in (*RECORDS, *ACTS, COUNTED))


class SignificantEvent(msgspec.Struct, frozen=True):
    """A significant event."""

    event: int
    """The sequence number of its entry."""
    at: int
    """In microseconds UTC."""
    kind: EventKind
    who: str
    """Who did it; the house itself, where nobody did."""
    about: str
    """The stream of the entry, such as `table/star-pontoon`."""
    round: str
    """The id by which the round at the time is recalled; empty if there was none."""
    what: str


class EventPage(msgspec.Struct, frozen=True):
    """Events, newest first, and how to go on."""

    events: tuple[SignificantEvent, ...]
    before: int
    """The next page begins before this entry; 0 if the journal has no earlier ones."""


def page_of(before: int | None, since: int = 0, until: int | None = None) -> Work[EventPage]:
    """The events among the newest entries before one, of a time from `since` until before `until`."""

    def work(connection: Connection) -> EventPage:
        e = schema.entries.c
        newest = connection.execute(select(func.max(e.seq))).scalar() or 0
        high = newest if before is None else min(newest, before - 1)
        if until is not None:
            high = _last_before(connection, until, high)
        low = max(0, high - ENTRIES_PER_READ_MAX)
        events = [each for each in _between(connection, low, high) if each.at >= since]
        oldest = connection.execute(select(e.at).where(e.seq == low)).scalar()
        goes_on = oldest is not None and oldest >= since
        return EventPage(tuple(events), low + 1 if goes_on else 0)

    return work


def is_event(seq: int) -> Work[bool]:
    """Whether an entry is a significant event."""
    return lambda connection: next(_between(connection, seq - 1, seq), None) is not None


def events_of_versions(
    connection: Connection, stream: str, first: int, last: int | None
) -> tuple[SignificantEvent, ...]:
    """The events of a stream's entries from one version to another, to the newest if that is not given."""
    e = schema.entries.c
    chosen = select(e.seq).where(e.stream == stream, e.version >= first)
    if last is not None:
        chosen = chosen.where(e.version <= last)
    seqs = connection.execute(chosen).scalars().all()
    return tuple(event for seq in seqs for event in _between(connection, seq - 1, seq))


def _last_before(connection: Connection, until: int, high: int) -> int:
    """The last entry before a time, up to an entry; times of entries go up, but for a clock that was corrected."""
    e = schema.entries.c
    low = 0
    while low < high:
        middle = (low + high + 1) // 2
        at = connection.execute(select(e.at).where(e.seq == middle)).scalar()
        if at is not None and at < until:
            low = middle
        else:
            high = middle - 1
    return low


def _between(connection: Connection, low: int, high: int) -> Iterator[SignificantEvent]:
    """The events of the entries after one and up to another, newest first."""
    e, p = schema.entries.c, schema.postings.c
    paid: dict[int, list[Any]] = {}
    large = select(schema.postings).where(p.seq > low, p.seq <= high, p.cents >= LARGE_WIN_CENTS, p.why != BOUGHT)
    for row in connection.execute(large):
        paid.setdefault(row.seq, []).append(row)
    chosen = select(e.seq, e.at, e.who, e.stream, e.version, e.records).where(e.seq > low, e.seq <= high)
    for entry in connection.execute(chosen.order_by(e.seq.desc())):
        found = [*_told(entry.records)] if not _WANTED.isdisjoint(_NAME.findall(entry.records)) else []
        if entry.stream.startswith(STREAM_PREFIX):
            found += _won(table_of(entry.stream), paid.get(entry.seq, ()))
        if not found:
            continue
        round_ = _round_at(connection, entry.stream, entry.version)
        for kind, what, table in found:
            about = stream_of(table) if table else entry.stream
            yield SignificantEvent(entry.seq, entry.at, kind, entry.who, about, round_, what)


_Found = tuple[EventKind, str, str]
"""An event, what it tells, and the table that its record names."""


def _told(records: bytes) -> Iterator[_Found]:
    """The events that an entry's records are."""
    for record in msgspec.json.decode(records):
        name, table = record["is"].partition(".")[0], record.get("table", "")
        if name in RECORDS:
            yield RECORDS[name], _sentence(name, record), table
        if name == COUNTED:
            difference = worth({int(each): number for each, number in record["pieces"].items()}) - record["books"]
            if difference:
                yield EventKind.COUNT_DIFFERENCE, f"float counted: difference {dollars(difference)}", table
        for act in record.get("acts", ()):
            if act["do"] in ACTS:
                yield ACTS[act["do"]], _sentence(act["do"], act), table


def _won(table: str, postings: Any) -> Iterator[_Found]:
    """The large payments of a table's float to players."""
    for row in postings:
        player = row.taker.rpartition("/")[2]
        if row.giver == table_float(table) and row.taker == chips(table, player):
            yield EventKind.LARGE_WIN, f"{row.why}: {player}, {dollars(row.cents)}", table


def _sentence(name: str, fields: Mapping[str, Any]) -> str:
    shown = [f"{field} {fields[field]}" for field in SHOWN if fields.get(field)]
    return name.replace("-", " ") + (f": {', '.join(shown)}" if shown else "")


def _round_at(connection: Connection, stream: str, version: int) -> str:
    """The id of the round that was in play at a version of a table, or had just been."""
    r = schema.rounds.c
    chosen = select(r.id).where(r.stream == stream, r.first <= version).order_by(r.first.desc()).limit(1)
    return connection.execute(chosen).scalar() or ""
