"""The pit's books: results of tables, ratings, the shift log, floats beside their books, and requests for footage."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from datetime import date, timedelta
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import Parameter

from boxseat.clock import day_begins
from boxseat.house.cage_stream import CAGE, CAGE_STREAM
from boxseat.house.table_stream import LiveTable
from boxseat.inspection.result_report import (
    FloorRead,
    Grouped,
    Period,
    RatingRow,
    ResultRow,
    plays_several_boxes,
    rating_rows,
    read_floor,
    result_rows,
    was_played,
)
from boxseat.inspection.table_results import day_of
from boxseat.journal.store import Store
from boxseat.people.roles import Power
from boxseat.pit.cage.records import DealerCameIn, ShiftNoted
from boxseat.pit.cage.state import Cage
from boxseat.pit.cage.view import CageSeen, FloatSeen, FootageSeen, cage_seen, floats_seen, footage_seen
from boxseat.pit.results.theory import NOTHING_WAGERED, Theory
from boxseat.server.api_docs.failures import fails
from boxseat.server.bookshelf import book_request
from boxseat.server.guard import AnyRequest, history_of, needs, node_of
from boxseat.server.node import Node
from boxseat.server.problems import Problem
from boxseat.server.wire.core import whole

DAYS_MAX = 366
"""The days of one report."""
DayName = Annotated[
    str,
    Parameter(pattern=whole("([0-9]{4}-[0-9]{2}-[0-9]{2})?"), description="A day (`2024-09-02`); today if left out."),
]
By = Annotated[Grouped, Parameter(description="Results by table or by game.")]
Per = Annotated[Period, Parameter(description="Results by day, month or year.")]
_FAILS = fails(400, 401, 403, 422, 429, 503)


class CageBooks(msgspec.Struct, frozen=True):
    """Floats beside their books, orders of chips, and who deals where."""

    cage: CageSeen
    floats: tuple[FloatSeen, ...]


class ShiftLine(msgspec.Struct, frozen=True):
    """A line of the shift log: a note, or a dealer who began to deal."""

    at: int
    """In milliseconds UTC."""
    by: str
    table: str
    """Empty for the whole pit."""
    text: str
    dealer: str


@get("/api/pit/cage", opt=needs(Power.SEE_CAGE), responses=fails(401, 403, 429, 503), tags=["pit"])
async def cage_books(request: AnyRequest) -> CageBooks:
    """Floats beside their books, orders of chips, and who deals where."""
    cage = await _cage(node_of(request))
    return CageBooks(cage_seen(cage), floats_seen(cage))


@get("/api/pit/footage", opt=needs(Power.SEE_FOOTAGE), responses=fails(401, 403, 429, 503), tags=["pit"])
async def footage(request: AnyRequest) -> list[FootageSeen]:
    """Requests for footage: those not answered yet, and the latest of the others."""
    return list(footage_seen(await _cage(node_of(request))))


@get("/api/pit/shift-log", opt=needs(Power.SEE_FLOOR), responses=_FAILS, tags=["pit"])
async def shift_log(request: AnyRequest, day: DayName = "") -> list[ShiftLine]:
    """Notes of a day for the next shift, and who dealt where and when."""
    begin, end = _during(node_of(request), day, day)

    async def read(store: Store) -> list[ShiftLine]:
        return [
            ShiftLine(
                entry.at // 1000, record.by, record.table, getattr(record, "text", ""), getattr(record, "dealer", "")
            )
            for entry in await store.read(CAGE_STREAM)
            if begin <= entry.at < end
            for record in CAGE.records.decode(entry.records)
            if isinstance(record, ShiftNoted | DealerCameIn)
        ]

    return await history_of(request).read(read)


@get("/api/pit/results", opt=needs(Power.SEE_RESULTS), responses=_FAILS, tags=["pit"])
async def results(
    request: AnyRequest, first: DayName = "", last: DayName = "", by: By = "table", period: Per = "day"
) -> list[ResultRow]:
    """Drop, win, hold and theoretical win with its 95 % interval. The figures of a game are solved when they are first needed."""
    return await _results(request, first, last, by, period)


@get("/api/pit/results.csv", media_type="text/csv", opt=needs(Power.SEE_RESULTS), responses=_FAILS, tags=["pit"])
async def results_csv(
    request: AnyRequest, first: DayName = "", last: DayName = "", by: By = "table", period: Per = "day"
) -> Response[str]:
    """The same results as a table, without the notes."""
    out = io.StringIO()
    writer = csv.writer(out)
    names = [name for name in ResultRow.__struct_fields__ if name not in ("interval", "notes")]
    writer.writerow([*names, "interval_low", "interval_high"])
    for row in await _results(request, first, last, by, period):
        writer.writerow([*(getattr(row, name) for name in names), *(row.interval or ("", ""))])
    headers = {"Content-Disposition": 'attachment; filename="results.csv"'}
    return Response(out.getvalue(), media_type="text/csv; charset=utf-8", headers=headers)


@get("/api/pit/ratings", opt=needs(Power.SEE_RESULTS), responses=_FAILS, tags=["pit"])
async def ratings(request: AnyRequest, first: DayName = "", last: DayName = "") -> list[RatingRow]:
    """Players' time, average wager and theoretical loss, by table and day."""
    floor, theories = await _floor(request, first, last)
    return rating_rows(floor, theories)


async def _results(request: AnyRequest, first: str, last: str, by: Grouped, period: Period) -> list[ResultRow]:
    floor, theories = await _floor(request, first, last)
    return result_rows(floor, theories, by, period)


async def _floor(request: AnyRequest, first: str, last: str) -> tuple[FloorRead, dict[str, Theory | None]]:
    node = node_of(request)
    begin, end = _during(node, first, last)
    lives = await node.house.tables()
    tables = [live.table for live in lives]
    floor = await history_of(request).read(lambda store: read_floor(store, tables, node.house.zone, begin, end))
    return floor, await _theories(node, lives, floor)


async def _theories(node: Node, lives: Sequence[LiveTable], floor: FloorRead) -> dict[str, Theory | None]:
    """The figures of the tables' games, from the worker processes that solve them."""
    found: dict[str, Theory | None] = {}
    for live in lives:
        table, read = live.table, floor.tables[live.table.id]
        if not was_played(floor, table.id):
            found[table.id] = NOTHING_WAGERED
            continue
        text = await node.house.store.book(table.book) or ""
        asked = {**book_request(table.game, dict(table.options), text), "several_boxes": plays_several_boxes(read)}
        try:
            found[table.id] = msgspec.convert(await node.odds_pool.ask("theory", asked), Theory)
        except Problem as problem:
            if problem.error.code != "odds/cannot":
                raise
            found[table.id] = None
    return found


def _during(node: Node, first: str, last: str) -> tuple[int, int]:
    """The times at which a first day begins and a last one ends, in the house's time zone."""
    zone = node.house.zone
    today = day_of(node.house.clock.now(), zone)
    try:
        begins, ends = date.fromisoformat(first or last or today), date.fromisoformat(last or first or today)
        after = ends + timedelta(days=1)
    except (ValueError, OverflowError):
        raise Problem("request/shape", "there is no such day") from None
    if not begins <= ends < begins + timedelta(days=DAYS_MAX):
        raise Problem("request/shape", f"a report has from 1 to {DAYS_MAX} days")
    return day_begins(begins.isoformat(), zone), day_begins(after.isoformat(), zone)


async def _cage(node: Node) -> Cage:
    cage: Cage = (await node.house.stream(CAGE_STREAM)).state
    return cage


PIT_BOOKS = [cage_books, footage, shift_log, results, results_csv, ratings]
