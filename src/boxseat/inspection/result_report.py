"""Results of tables and ratings of players, as they are reported: by table or game, and by day, month or year."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Literal, NamedTuple

import msgspec

from boxseat.clock import MINUTE
from boxseat.house.cage_stream import CAGE, CAGE_STREAM
from boxseat.inspection.table_results import TableRead, day_of, read_table
from boxseat.journal.store import Store
from boxseat.money import dollars
from boxseat.pit.cage.denominations import worth
from boxseat.pit.cage.records import DropCounted, PlayerRated, ResultNoted
from boxseat.pit.results.theory import Expected, Theory, expected
from boxseat.pit.results.wager_sums import WagerSums
from boxseat.table.state import Table

Period = Literal["day", "month", "year"]
Grouped = Literal["table", "game"]
PERIOD_CHARS: dict[Period, int] = {"day": 10, "month": 7, "year": 4}
RATED_ROUNDS_PER_HOUR = 60
"""The rounds an hour of a player whose play was rated by hand."""


class HandRating(NamedTuple):
    """A rating that staff wrote."""

    day: str
    rated: PlayerRated


class FloorRead(NamedTuple):
    """What was read of the tables and the cage."""

    tables: Mapping[str, TableRead]
    drops: Mapping[tuple[str, str], int]
    """What was counted, by table and day."""
    notes: Sequence[ResultNoted]
    ratings: Sequence[HandRating]


class ResultNote(msgspec.Struct, frozen=True):
    """An explanation of a result."""

    day: str
    by: str
    text: str


class ResultRow(msgspec.Struct, frozen=True):
    """The result of a table or a game in a period, in dollars."""

    table: str
    """Empty for all tables of a game."""
    game: str
    period: str
    """``2024-09-02``, ``2024-09`` or ``2024``."""
    drop: str
    """What was counted, or what chips were bought for where nothing was counted."""
    drop_by_books: str
    win: str
    hold: float | None
    """The win as a part of the drop; null without a drop."""
    rounds: int
    turnover: str
    theoretical: str | None
    """Null for a game that cannot be solved."""
    interval: tuple[str, str] | None
    """The 95 % interval of the win."""
    outside: bool | None
    note_wanted: bool
    """Whether the win is outside and nobody has explained it."""
    notes: tuple[ResultNote, ...]


class RatingRow(msgspec.Struct, frozen=True):
    """A player's rating at a table on a day."""

    player: str
    table: str
    day: str
    minutes: int
    rounds: int | None
    """Null where the play was rated by hand."""
    average: str
    """The average of all main wagers in a round."""
    theoretical: str | None
    """The theoretical loss."""
    by: str
    """Who rated it by hand; empty where it follows from the journal."""


async def read_floor(store: Store, tables: Iterable[Table], zone: str, begin: int, end: int) -> FloorRead:
    """Read tables and the cage from one time to another; explanations may have been written later."""
    found = {table.id: await read_table(store, table, zone, begin, end) for table in tables}
    drops: dict[tuple[str, str], int] = {}
    notes: list[ResultNoted] = []
    ratings: list[HandRating] = []
    for entry in await store.read(CAGE_STREAM):
        for record in CAGE.records.decode(entry.records):
            during, day = begin <= entry.at < end, day_of(entry.at, zone)
            if isinstance(record, ResultNoted):
                notes.append(record)
            elif isinstance(record, DropCounted) and during:
                drops[record.table, day] = drops.get((record.table, day), 0) + worth(record.pieces)
            elif isinstance(record, PlayerRated) and during:
                ratings.append(HandRating(day, record))
    return FloorRead(found, drops, notes, ratings)


class _Sum:
    """The sums of one row."""

    def __init__(self) -> None:
        self.drop = self.booked = self.win = 0
        self.wagered = WagerSums()
        self.expected: Expected | None = Expected()
        self.notes: list[ResultNote] = []


def result_rows(
    floor: FloorRead, theories: Mapping[str, Theory | None], by: Grouped = "table", period: Period = "day"
) -> list[ResultRow]:
    """The results of all tables, in order of table or game and of time; `theories` by table."""
    sums: dict[tuple[str, str, str], _Sum] = {}
    for table, read in floor.tables.items():
        for day, one in read.days.items():
            key = (table if by == "table" else "", one.game, day[: PERIOD_CHARS[period]])
            found = sums.setdefault(key, _Sum())
            theory = theories.get(table)
            found.booked += one.drop
            found.drop += floor.drops.get((table, day), one.drop)
            found.win += one.win
            found.wagered.add(one.wagered)
            if theory is None or found.expected is None:
                found.expected = None
            else:
                found.expected += expected(theory, one.wagered)
            found.notes += [
                ResultNote(day, note.by, note.text) for note in floor.notes if (note.table, note.day) == (table, day)
            ]
    return [_row(*key, found) for key, found in sums.items()]


def _row(table: str, game: str, period: str, found: _Sum) -> ResultRow:
    due = found.expected
    outside = None if due is None else due.is_outside(found.win)
    return ResultRow(
        table=table,
        game=game,
        period=period,
        drop=dollars(found.drop),
        drop_by_books=dollars(found.booked),
        win=dollars(found.win),
        hold=round(found.win / found.drop, 6) if found.drop else None,
        rounds=found.wagered.rounds,
        turnover=dollars(found.wagered.turnover),
        theoretical=None if due is None else dollars(round(due.win)),
        interval=None if due is None else (dollars(due.interval[0]), dollars(due.interval[1])),
        outside=outside,
        note_wanted=bool(outside) and not found.notes,
        notes=tuple(found.notes),
    )


def rating_rows(floor: FloorRead, theories: Mapping[str, Theory | None]) -> list[RatingRow]:
    """The ratings of all players who wagered, then those that staff wrote."""
    rows: list[RatingRow] = []
    for table, read in floor.tables.items():
        for (day, player), one in read.players.items():
            if not one.wagered.rounds:
                continue
            average = dollars(round(one.wagered.main / one.wagered.rounds))
            theory = theories.get(table)
            loss = None if theory is None else dollars(round(expected(theory, one.wagered).win))
            minutes = one.time_us // MINUTE
            rows.append(RatingRow(player, table, day, minutes, one.wagered.rounds, average, loss, ""))
    for day, rated in floor.ratings:
        theory = theories.get(rated.table)
        wagered = rated.average * rated.minutes * RATED_ROUNDS_PER_HOUR / 60
        loss = None if theory is None else dollars(round(theory.edge * wagered))
        average, minutes, by = dollars(rated.average), rated.minutes, rated.by
        rows.append(RatingRow(rated.player, rated.table, day, minutes, None, average, loss, by))
    return rows


def plays_several_boxes(read: TableRead) -> bool:
    """Whether two boxes had wagers in the same round, so that their covariance counts."""
    return any(day.wagered.products for day in read.days.values())


def was_played(floor: FloorRead, table: str) -> bool:
    """Whether anything was wagered at a table, or play there rated by hand, so that its game's figures are needed."""
    days = floor.tables[table].days.values()
    return any(day.wagered.rounds for day in days) or any(rating.rated.table == table for rating in floor.ratings)
