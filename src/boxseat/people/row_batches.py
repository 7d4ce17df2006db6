"""What is asked of the door's rows at the same moment is done together: after a restart everybody comes back at once."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from functools import partial
from typing import Any, TypeVar

from sqlalchemy import Connection

from boxseat.journal.store import Store

_T = TypeVar("_T")
_MOST = 200


class Together:
    """Does small works, each whole, in as few transactions as there is time for. None of them may fail for its own reasons."""

    def __init__(self, store: Store, *, reading: bool = False) -> None:
        self._store = store
        self._reading = reading
        """Works that only read do not wait for those that write."""
        self._waiting: list[tuple[Callable[[Connection], Any], asyncio.Future[Any]]] = []
        self._task: asyncio.Task[None] | None = None

    async def do(self, work: Callable[[Connection], _T]) -> _T:
        """Have something done; what was changed is on the disk when this returns. `StoreDown` where it could not be."""
        future: asyncio.Future[_T] = asyncio.get_running_loop().create_future()
        self._waiting.append((work, future))
        if self._task is None or self._task.done():
            self._task = asyncio.create_task(self._run(), name="door-rows")
        return await future

    async def _run(self) -> None:
        while self._waiting:
            taken, self._waiting = self._waiting[:_MOST], self._waiting[_MOST:]
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
