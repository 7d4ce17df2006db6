"""Tidying up: a practice table whose owner is long gone is no longer kept at hand.

What was played there is in the journal, and the table is read from it again when its owner comes back.
"""

from __future__ import annotations

import asyncio

from boxseat.clock import SECOND
from boxseat.computer.at_tables import Computers
from boxseat.house.house import House
from boxseat.house.live_table import LiveTable
from boxseat.server.hub import Hub

EVERY = 60.0
GONE_FOR = 15 * 60 * SECOND
"""A practice table at which nothing has happened for so long, and nobody looks."""


class Tidying:
    """Goes round the practice tables at hand."""

    def __init__(self, house: House, hub: Hub, computers: Computers) -> None:
        self._house = house
        self._hub = hub
        self._computers = computers

    async def run(self, every: float = EVERY) -> None:
        while True:
            await asyncio.sleep(every)
            self.look_round(self._house.clock.now())

    def look_round(self, now: int) -> int:
        """Let go of the tables nobody needs here; how many."""
        watched = {table_id for caller in self._hub.callers for table_id in caller.watching}
        left = [
            live
            for live in self._house.at_hand()
            if live.table.settings.practice and live.table.id not in watched and _is_left(live, now)
        ]
        for live in left:
            self._house.let_go(live.table.id)
            self._computers.forget(live.table.id)
        return len(left)


def _is_left(live: LiveTable, now: int) -> bool:
    """Whether nothing goes on at a table: where the clock runs, somebody has to go on with it."""
    busy = live.serving or live.requests or live.lock.locked() or live.table.deadline is not None
    return not busy and now - live.last_at >= GONE_FOR
