"""Reads of past rounds, shoes and bankrolls, a few at a time, with database connections and threads of their own.

To rebuild a round act by act takes tens of milliseconds of CPU time. On the event loop, every table would wait for it.
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
"""Reads that run at the same time."""
QUEUED_READS_MAX = 64
"""Reads that wait or run; further ones are refused."""
BUSY = Problem("history/busy", "too many past rounds are being looked up; ask again in a moment", wait=5)


class History:
    """Runs reads of history without delaying play."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turn = asyncio.Semaphore(READS_MAX)
        self._waiting = 0

    async def query(self, work: Work[T]) -> T:
        """Run one query."""
        return await self._in_turn(lambda: self._store.query_history(work))

    async def read(self, work: Callable[[Store], Coroutine[Any, Any, T]]) -> T:
        """Run a read of several queries on a thread; its store uses the database connections for history."""
        loop = asyncio.get_running_loop()

        async def query(work: Work[Any]) -> Any:
            # The connections belong to the server's event loop; the thread has a loop of its own.
            asked = asyncio.run_coroutine_threadsafe(self._store.query_history(work), loop)
            return await asyncio.wrap_future(asked)

        store = self._store.reading_by(query)
        return await self._in_turn(lambda: asyncio.to_thread(lambda: asyncio.run(work(store))))

    async def _in_turn(self, work: Callable[[], Awaitable[T]]) -> T:
        """Run a read in its turn; `Problem` where too many wait or the database does not answer. Play is not paused."""
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
