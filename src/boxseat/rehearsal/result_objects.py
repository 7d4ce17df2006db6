"""The objects of an answer that are worked out from the whole journal: results of tables, and ratings of players."""

from __future__ import annotations

import msgspec

from boxseat.inspection.result_report import (
    FloorRead,
    plays_several_boxes,
    rating_rows,
    read_floor,
    result_rows,
    was_played,
)
from boxseat.pit.results.theory import NOTHING_WAGERED, Theory, theory_of
from boxseat.rehearsal.day import Day


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
    tables = [(await day.house.table(name)).table for name in day.written.tables]
    return await read_floor(day.store, tables, day.written.times.zone, 0, day.clock.now() + 1)


def _theories(floor: FloorRead) -> dict[str, Theory | None]:
    return {
        name: theory_of(read.book, several_boxes=plays_several_boxes(read))
        if read.book is not None and was_played(floor, name)
        else NOTHING_WAGERED
        for name, read in floor.tables.items()
    }
