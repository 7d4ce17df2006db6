"""Group commit: all writes that wait are stored in one transaction, and each caller gets the outcome of their own.

One task takes all writes that wait, accepts or rejects each, and stores them in one transaction. Under load it leaves a few
milliseconds between one commit and the next, so that fewer and larger ones are made; without load a write does not wait.
"""

from __future__ import annotations

import asyncio
from collections import deque
from functools import partial
from itertools import islice

import msgspec
from sqlalchemy import Connection

from boxseat.journal.batch import Row, Run, build_batch
from boxseat.journal.commit_sql import Statements
from boxseat.journal.connections import Connections, FaultHook
from boxseat.journal.db_errors import DATABASE_ERRORS, is_rejected_write, store_down
from boxseat.journal.entry import Entry, StoreDown, WriteRefused

COMMIT_INTERVAL_MIN_S = 0.005
"""From the beginning of one commit to the beginning of the next."""
RUNS_PER_COMMIT_MAX = 256
"""Runs of writes in one transaction."""
NOTIFICATION_BYTES_MAX = 7_900
"""The payload of one NOTIFY; PostgreSQL takes less than 8,000 bytes."""

Outcome = Entry | WriteRefused | Exception
"""What became of a write."""
Waiting = tuple[Run, "asyncio.Future[list[Outcome]]"]
"""A run of writes, and the caller's future."""


class Committer:
    """The one task that writes to the journal."""

    def __init__(self, connections: Connections, node: str, fault: FaultHook) -> None:
        self._connections = connections
        self._statements = Statements(connections.dialect)
        self._on_server = connections.dialect.name == "postgresql"
        self._node = node
        self._fault = fault
        self._erased = False
        """Whether the last transaction erased personal values."""
        self._waiting: deque[Waiting] = deque()
        self._wake = asyncio.Event()
        self._closing = False
        self._task = asyncio.create_task(self._run(), name="journal-committer")

    def submit(self, run: Run) -> asyncio.Future[list[Outcome]]:
        """Queue a run of writes for the next commit."""
        if self._closing:
            raise StoreDown("the store is closed")
        future: asyncio.Future[list[Outcome]] = asyncio.get_running_loop().create_future()
        self._waiting.append((run, future))
        self._wake.set()
        return future

    async def close(self) -> None:
        """Commit the writes that wait, and stop."""
        self._closing = True
        self._wake.set()
        await self._task

    async def _run(self) -> None:
        loop = asyncio.get_running_loop()
        began = 0.0
        while True:
            await self._wake.wait()
            if (early := began + COMMIT_INTERVAL_MIN_S - loop.time()) > 0 and not self._closing:
                await asyncio.sleep(early)
            began = loop.time()
            taken = [self._waiting.popleft() for _ in range(min(len(self._waiting), RUNS_PER_COMMIT_MAX))]
            if not self._waiting:
                self._wake.clear()
            if taken:
                await self._commit(taken)
            elif self._closing:
                return
            if self._closing:
                self._wake.set()

    async def _commit(self, taken: list[Waiting]) -> None:
        work = partial(self._record, [run for run, _ in taken])
        try:
            outcomes = await self._connections.write(work, self._fault)
        except DATABASE_ERRORS as error:
            if len(taken) > 1 and is_rejected_write(error):
                for one in taken:  # so that one rejected write does not fail the others
                    await self._commit([one])
                return
            outcomes = [store_down(error)] * sum(len(run.writes) for run, _ in taken)
        except Exception as error:
            outcomes = [error] * sum(len(run.writes) for run, _ in taken)
        if self._erased:  # also after an error, which may have come after the commit
            self._erased = False
            await self._connections.scrub()
        told = iter(outcomes)
        for run, future in taken:
            theirs = list(islice(told, len(run.writes)))
            if not future.done():  # else its caller is gone; what was written is stored all the same
                future.set_result(theirs)

    def _record(self, runs: list[Run], connection: Connection) -> list[Outcome]:
        self._erased = False
        self._fault("find")
        writes = [write for run in runs for write in run.writes]
        found = self._statements.find(connection, writes)
        batch = build_batch(found, runs)
        if batch.entries:
            notifications = (
                self._notifications(batch.entries[0][0], found.seq, batch.streams) if self._on_server else ()
            )
            self._erased = self._statements.store(connection, found, batch, notifications, self._fault)
            for write, outcome in zip(writes, batch.outcomes, strict=True):
                if write.beside is not None and isinstance(outcome, Entry):
                    write.beside(connection)
        return [*batch.outcomes]

    def _notifications(self, first: object, last: int, streams: dict[str, Row]) -> list[str]:
        """The NOTIFY payloads: the writing node, first and last sequence number, and each stream's version."""
        notifications: list[str] = []
        told: list[tuple[str, object]] = []
        room = NOTIFICATION_BYTES_MAX
        for stream, row in streams.items():
            size = len(stream.encode()) * 2 + 40
            if room < size and told:
                notifications.append(msgspec.json.encode((self._node, first, last, told)).decode())
                told, room = [], NOTIFICATION_BYTES_MAX
            told.append((stream, row[1]))
            room -= size
        notifications.append(msgspec.json.encode((self._node, first, last, told)).decode())
        return notifications
