"""The objects of an answer that are worked out from the whole journal: results of tables, and ratings of players."""

from __future__ import annotations

import msgspec

from boxseat.inspection.result_report import FloorRead, plays_several_boxes, rating_rows, read_floor, result_rows
from boxseat.pit.results.theory import Theory, theory_of
from boxseat.rehearsal.day import Day
from boxseat.table.names import stream_of


async def results(day: Day) -> object:
    """By table and day."""
    shown: dict[str, dict[str, object]] = {name: {} for name in day.written.tables}
    floor = await _floor(day)
    for row in result_rows(floor, _theories(floor)):
        shown[row.table][row.period] = msgspec.to_builtins(row)
    return shown


async def ratings(day: Day) -> object:
    """Of all players who wagered, and those that staff wrote."""
    floor = await _floor(day)
    return msgspec.to_builtins(rating_rows(floor, _theories(floor)))


async def _floor(day: Day) -> FloorRead:
    streams = [stream_of(name) for name in day.written.tables]
    return await read_floor(day.store, streams, day.written.times.zone, 0, day.clock.now() + 1)


def _theories(floor: FloorRead) -> dict[str, Theory | None]:
    """The figures of each table at which anything was wagered, or rated by hand."""
    rated = {rating.rated.table for rating in floor.ratings}
    return {
        name: theory_of(read.book, several_boxes=plays_several_boxes(read))
        if read.book is not None and (name in rated or any(one.wagered.rounds for one in read.days.values()))
        else NOTHING
        for name, read in floor.tables.items()
    }


NOTHING = Theory(edge=0.0, deviation=0.0, side={}, bonus_chance=0.0, bonus=())
"""Where nothing was wagered, nothing is expected, and nothing has to be solved."""
