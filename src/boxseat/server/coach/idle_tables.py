"""Removal of idle practice tables from memory.

Everything that was played there is in the journal. The table is loaded again when its owner returns.
"""

from __future__ import annotations

import asyncio

from boxseat.clock import SECOND
from boxseat.computer.table_runner import Computers
from boxseat.house.house import House
from boxseat.house.table_stream import LiveTable
from boxseat.server.websocket.hub import Hub
from boxseat.table.state import TableUse

SWEEP_INTERVAL_S = 60.0
IDLE_AFTER_US = 15 * 60 * SECOND
"""A practice table is idle when nothing has happened at it for this long, and nobody watches it."""


class IdleTables:
    """Removes idle practice tables from memory."""

    def __init__(self, house: House, hub: Hub, computers: Computers) -> None:
        self._house = house
        self._hub = hub
        self._computers = computers

    async def run(self, interval_s: float = SWEEP_INTERVAL_S) -> None:
        """Sweep at a fixed interval until cancelled."""
        while True:
            await asyncio.sleep(interval_s)
            self.sweep(self._house.clock.now())

    def sweep(self, now: int) -> int:
        """Remove all idle practice tables; returns how many."""
        watched = {table_id for subscriber in self._hub.subscribers for table_id in subscriber.watching}
        idle = [
            live
            for live in self._house.loaded_tables()
            if live.table.use is TableUse.PRACTICE and live.table.id not in watched and _is_idle(live, now)
        ]
        for live in idle:
            self._house.cache.unload(live.stream)
            self._computers.forget(live.table.id)
        return len(idle)


def _is_idle(live: LiveTable, now: int) -> bool:
    """Whether nothing has happened at a table for long; a table with a running deadline is not idle."""
    busy = live.serving or live.requests or live.lock.locked() or live.table.deadline is not None
    return not busy and now - live.last_at >= IDLE_AFTER_US
