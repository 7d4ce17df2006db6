"""Reads of past rounds, shoes and bankrolls: on database connections and a thread of their own, a few at a time.

A round is rebuilt act by act, which takes a processor tens of milliseconds: on the event loop every table would wait for it.
"""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Coroutine
from typing import Any, TypeVar

from boxseat.journal.connections import Work
from boxseat.journal.entry import StoreDown
from boxseat.journal.store import Store
from boxseat.server.problems import Problem

T = TypeVar("T")
READS_MAX = 2
"""Reads at one time."""
QUEUED_READS_MAX = 64
"""Reads that wait; further ones are refused."""
BUSY = Problem("history/busy", "too many past rounds are being looked up; ask again in a moment", wait=5)


class History:
    """Runs reads of history beside play."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turn = asyncio.Semaphore(READS_MAX)
        self._waiting = 0

    async def query(self, work: Work[T]) -> T:
        """Run one query."""
        return await self._in_turn(lambda: self._store.query_history(work))

    async def read(self, work: Callable[[Store], Coroutine[Any, Any, T]]) -> T:
        """Run a read of several queries on a thread, with a store whose queries use the connections for history."""
        loop = asyncio.get_running_loop()

        async def query(work: Work[Any]) -> Any:
            # Connections belong to the server's loop, and the thread has its own.
            asked = asyncio.run_coroutine_threadsafe(self._store.query_history(work), loop)
            return await asyncio.wrap_future(asked)

        store = self._store.reading_by(query)
        return await self._in_turn(lambda: asyncio.to_thread(lambda: asyncio.run(work(store))))

    async def _in_turn(self, work: Callable[[], Awaitable[T]]) -> T:
        """Wait for a turn; `Problem` where too many wait, or where the database does not answer. Play goes on regardless."""
        if self._waiting >= QUEUED_READS_MAX:
            raise BUSY
        self._waiting += 1
        try:
            async with self._turn:
                return await work()
        except StoreDown:
            raise BUSY from None
        finally:
            self._waiting -= 1
