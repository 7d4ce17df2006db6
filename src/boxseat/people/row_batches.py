"""Batches small reads and writes of rows into few transactions: after a restart everybody logs in at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection

from boxseat.journal.store import Store

_T = TypeVar("_T")
_WORKS_PER_TRANSACTION_MAX = 200


class RowBatches:
    """Runs all waiting functions of a connection in one transaction. None may raise an error: it would fail all."""

    def __init__(self, store: Store, *, reading: bool = False) -> None:
        self._store = store
        self._reading = reading
        """For functions that only read: they use a reading connection, and wait for no write."""
        self._waiting: list[tuple[Callable[[Connection], Any], asyncio.Future[Any]]] = []
        self._task: asyncio.Task[None] | None = None

    async def do(self, work: Callable[[Connection], _T]) -> _T:
        """Run `work` in the next transaction, which is durable when this returns; `StoreDown` where it failed."""
        future: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="row-batches")
        return await future

    async def _run(self) -> None:
        while self._waiting:
            taken, self._waiting = (
                self._waiting[:_WORKS_PER_TRANSACTION_MAX],
                self._waiting[_WORKS_PER_TRANSACTION_MAX:],
            )
            outcomes: list[Any] = []
            failed: Exception | None = None
            try:
                works = partial(_all, [work for work, _ in taken])
                outcomes = await (self._store.query(works) if self._reading else self._store.change(works))
            except Exception as error:
                failed = error
            for place, (_, future) in enumerate(taken):
                if future.done():  # its caller is gone
                    continue
                if failed is None:
                    future.set_result(outcomes[place])
                else:
                    future.set_exception(failed)


def _all(works: list[Callable[[Connection], Any]], connection: Connection) -> list[Any]:
    return [work(connection) for work in works]
