"""Days of tables and of their players, read from the journal: every round and every cent, step by step."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime, timedelta
from typing import NamedTuple

from sqlalchemy import func, select

from boxseat.inspection.retrace import retraced
from boxseat.journal import schema
from boxseat.journal.store import Store
from boxseat.ledger.accounts import drop, table_float
from boxseat.pit.payments.month import read_zone
from boxseat.pit.results.wager_sums import PlayerDay, TableDay, wagered_in
from boxseat.rulebook.book import Book
from boxseat.table.fold import Step
from boxseat.table.names import stream_of
from boxseat.table.records import DropEmptied, FloatMoved, OpenedForPlay, RoundSettled, TableClosed
from boxseat.table.state import Table

_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)
NOT_PLAY = OpenedForPlay | TableClosed | FloatMoved | DropEmptied
"""Records that move a float or a drop without anybody's winning or losing."""


class TableRead(NamedTuple):
    """What was read of one table."""

    book: Book | None
    """None where nothing happened."""
    days: Mapping[str, TableDay]
    """By day."""
    players: Mapping[tuple[str, str], PlayerDay]
    """By day and player."""


def day_of(at: int, zone: str) -> str:
    """The day of a time (``2024-09-02``) in a time zone."""
    return (_EPOCH + timedelta(microseconds=at)).astimezone(read_zone(zone)).date().isoformat()


async def read_table(store: Store, table: Table, zone: str, begin: int, end: int) -> TableRead:
    """A table's days from one time to another, in microseconds UTC; rounds that are void by now, as the table says, are none."""
    stream = stream_of(table.id)
    e = schema.entries.c
    during = (e.stream == stream, e.at >= begin, e.at < end)
    asked = select(func.min(e.version), func.max(e.version)).where(*during)
    first, last = await store.query(lambda connection: connection.execute(asked).one())
    reading = _Reading(table)
    book: Book | None = None
    if first is not None:
        async for entry in retraced(store, stream, first, last):
            book = entry.book
            reading.take(entry.steps, day_of(entry.entry.at, zone), entry.entry.at, book.name)
    return TableRead(book, reading.days, reading.players)


class _Reading:
    """The sums of one table so far."""

    def __init__(self, table: Table) -> None:
        self.days: dict[str, TableDay] = {}
        self.players: dict[tuple[str, str], PlayerDay] = {}
        self._table = table.id
        self._void = {number for number, now in table.amended.items() if now.void}
        self._at = 0

    def take(self, steps: Sequence[Step], day: str, at: int, game: str) -> None:
        """Add the steps of one entry."""
        if not steps:
            return
        found = self.days.setdefault(day, TableDay(self._table, day, game))
        if self._at:
            for patron in steps[0].before.people:
                self._player(day, patron.name).time_us += at - self._at
        self._at = at
        for step in steps:
            if not isinstance(step.record, NOT_PLAY):
                self._take_money(found, step)
            if isinstance(step.record, RoundSettled) and self._counts(step.before):
                round_ = step.before.current_round
                found.wagered.add(wagered_in(round_))
                for name in {laid.player for box in round_.boxes for laid in box.main}:
                    self._player(day, name).wagered.add(wagered_in(round_, name))

    def _counts(self, table: Table) -> bool:
        return not table.current_round.void and table.round_number not in self._void

    def _take_money(self, found: TableDay, step: Step) -> None:
        tray, box = table_float(self._table), drop(self._table)
        for move in step.moves:
            for account, cents in ((move.taker, move.cents), (move.giver, -move.cents)):
                if account in (tray, box):
                    found.win += cents
                if account == box:
                    found.drop += cents

    def _player(self, day: str, name: str) -> PlayerDay:
        return self.players.setdefault((day, name), PlayerDay(self._table, day, name))
