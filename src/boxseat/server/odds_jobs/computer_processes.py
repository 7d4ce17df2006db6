"""Worker processes for computer players, whose calculations would block the event loop for seconds.

A worker of the odds pool learns one book at a time, and stores the solved tables in the disk cache. A separate process
then loads them and answers every question, so that no decision waits while another book is learned.
"""

from __future__ import annotations

import asyncio
from concurrent.futures import ProcessPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from multiprocessing import get_context
from typing import Any

from boxseat.computer.players import Computer, Loose
from boxseat.rulebook.book import Book
from boxseat.server.odds_jobs import jobs
from boxseat.server.odds_jobs.pool import OddsPool
from boxseat.server.problems import Problem

RETRY_INTERVAL_S = 5.0
"""Delay before another attempt to learn a book, when the odds pool was full."""


class ProcessComputation:
    """Lets computer players learn and decide in other processes; `Loose` players, who need no odds, decide here."""

    def __init__(self, pool: OddsPool) -> None:
        self._odds_pool = pool
        self._learning = asyncio.Lock()
        self._process: ProcessPoolExecutor | None = None

    async def learn(self, player: Computer, book: Book) -> None:
        """Learn a book in the odds pool, then load it in the process that answers."""
        if isinstance(player, Loose):
            return
        async with self._learning:
            while True:
                try:
                    await self._odds_pool.call(_learn, player, book)
                    break
                except Problem:
                    await asyncio.sleep(RETRY_INTERVAL_S)
        await self._call(_learn, player, book)

    async def ask(self, player: Computer, method: str, *args: Any) -> Any:
        """Call a method of a player."""
        if isinstance(player, Loose):
            return getattr(player, method)(*args)
        return await self._call(_ask, player, method, *args)

    async def _call(self, function: Any, *args: Any) -> Any:
        try:
            return await asyncio.wrap_future(self._running().submit(function, *args))
        except BrokenProcessPool:  # the process was killed; a new one loads the solved tables from the disk cache
            self._process = None
            return await asyncio.wrap_future(self._running().submit(function, *args))

    def _running(self) -> ProcessPoolExecutor:
        if self._process is None:
            self._process = ProcessPoolExecutor(1, get_context("spawn"), jobs.start_worker, (None, None))
        return self._process

    async def close(self) -> None:
        """Stop at once."""
        if self._process is not None:
            processes = list((self._process._processes or {}).values())
            self._process.shutdown(wait=False, cancel_futures=True)
            for process in processes:
                process.terminate()


def _learn(player: Computer, book: Book) -> None:
    player.prepare(book)


def _ask(player: Computer, method: str, *args: Any) -> Any:
    return getattr(player, method)(*args)
