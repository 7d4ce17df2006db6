"""Connections to the journal's database: one that writes, a few that read, and one of its own for long work.

All SQL is written once, as plain functions of a SQLAlchemy `Connection`. For PostgreSQL they run on the event loop through asyncpg;
for SQLite on threads, where a function is one hop from the loop and back however many statements it has. Readers never wait for a
writer: PostgreSQL and SQLite's write-ahead log both show them the last commit.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, suppress
from pathlib import Path
from typing import Any, Protocol, TypeVar

from sqlalchemy import URL, Connection, Dialect, Engine, NullPool, QueuePool, create_engine, event
from sqlalchemy.exc import DBAPIError

from boxseat.journal.address import parse, waiting_for
from boxseat.journal.db_errors import TROUBLES

T = TypeVar("T")
Work = Callable[[Connection], T]
Fault = Callable[[str], None]
"""Tests make a store's steps fail by this: it is told each step before it is done, and raises what a database would."""

READERS = 3
COMMITS_A_COPY = 100
"""SQLite's log is copied into its file after so many commits."""
BUSY_MS = 5_000
"""How long a write waits for another program's lock."""
ANSWER_S = 15
"""How long the server may take over one statement."""


def no_fault(step: str) -> None:
    """Nothing fails but what fails by itself."""


class Connections(Protocol):
    """What the store asks of either database."""

    dialect: Dialect

    async def write(self, work: Work[T], fault: Fault = no_fault) -> T:
        """Do something in one transaction that is on the disk when this returns."""

    async def read(self, work: Work[T]) -> T:
        """Read something as of the last commit."""

    async def close(self) -> None: ...


def connect(url: str, *, reads_only: bool = False) -> Connections:
    """The connections for an address; nothing is opened yet. Those that only read leave the database as it is, to the byte."""
    read = parse(url)
    return (_File if read.drivername == "sqlite" else _Server)(read, reads_only=reads_only)


async def aside(url: str, work: Work[T]) -> T:
    """Do long reading in one snapshot, on a thread and a connection of its own: the floor plays on meanwhile."""
    read = parse(url)
    if read.drivername == "sqlite":
        return await asyncio.to_thread(_with_file, read, work)
    return await asyncio.to_thread(lambda: asyncio.run(_with_server(read, work)))


def _with_file(url: URL, work: Work[T]) -> T:
    engine = _sqlite_engine(url, 0, begin="BEGIN", reads_only=True)
    try:
        with engine.connect() as connection:
            return work(connection)
    finally:
        engine.dispose()


async def _with_server(url: URL, work: Work[T]) -> T:
    from sqlalchemy.ext.asyncio import create_async_engine

    url, seconds = waiting_for(url, ANSWER_S)
    engine = create_async_engine(url, poolclass=NullPool, hide_parameters=True, connect_args={"timeout": seconds})
    try:
        async with engine.connect() as connection:
            await connection.execution_options(isolation_level="REPEATABLE READ")
            return await connection.run_sync(work)
    finally:
        await engine.dispose()


class _File:
    """SQLite: a file with a write-ahead log, fsynced at each commit."""

    def __init__(self, url: URL, *, reads_only: bool = False) -> None:
        path = Path(url.database or "")
        if not path.exists() and not reads_only:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Seeds of shoes are in it: nobody else on the machine reads the file, or its log, which takes its mode.
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        self._writing = _sqlite_engine(url, 1, begin="BEGIN IMMEDIATE", reads_only=reads_only)
        self._reading = _sqlite_engine(url, READERS, begin=None, reads_only=reads_only)
        self._writer = ThreadPoolExecutor(1, "journal-writer")
        self._readers = ThreadPoolExecutor(READERS, "journal-reader")
        self._commits = 0
        """Since the log was last copied into the file."""
        self.dialect: Dialect = self._writing.dialect

    async def write(self, work: Work[T], fault: Fault = no_fault) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._write, work, fault)

    def _write(self, work: Work[T], fault: Fault) -> T:
        fault("begin")
        with self._writing.connect() as connection:
            try:
                with connection.begin():
                    done = work(connection)
                    fault("commit")
            except TROUBLES:
                connection.invalidate()  # whatever state it is in, the next write has a new one
                raise
        self._commits += 1
        if self._commits >= COMMITS_A_COPY:
            self._commits = 0
            self._copy_log()
        fault("after commit")
        return done

    def _copy_log(self) -> None:
        """Have the log copied into the file beside the writing, and what was written meanwhile in a moment between two commits.

        SQLite would do it all within a commit, and everybody at the tables would wait for it.
        """

        def copy(engine: Engine) -> None:
            with (
                suppress(*TROUBLES),
                closing(engine.raw_connection()) as connection,
            ):  # if it is the disk, the next commit says so
                connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")

        def then(_: object) -> None:
            with suppress(RuntimeError):  # closing meanwhile, which copies the rest
                self._writer.submit(copy, self._writing)

        with suppress(RuntimeError):
            self._readers.submit(copy, self._reading).add_done_callback(then)

    async def read(self, work: Work[T]) -> T:
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, work)

    def _read(self, work: Work[T]) -> T:
        with self._reading.connect() as connection:
            return work(connection)

    async def close(self) -> None:
        def shut() -> None:
            self._readers.shutdown()
            self._reading.dispose()
            self._writing.dispose()

        await asyncio.get_running_loop().run_in_executor(self._writer, shut)
        self._writer.shutdown(wait=False)


_WRITES = ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON", "wal_autocheckpoint = 0")


def _sqlite_engine(url: URL, most: int, *, begin: str | None, reads_only: bool) -> Engine:
    pool: dict[str, Any] = {"poolclass": NullPool}
    if most:
        pool = {"poolclass": QueuePool, "pool_size": most, "max_overflow": 0}
    engine = create_engine(
        url,
        hide_parameters=True,  # seeds do not belong in an error's text
        connect_args={
            "check_same_thread": False,
            "isolation_level": None,
            "timeout": BUSY_MS / 1000,
            "cached_statements": 512,
        },
        **pool,
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _: object) -> None:
        for pragma in (f"busy_timeout = {BUSY_MS}", *(("query_only = ON",) if reads_only else _WRITES)):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        if begin is not None:
            connection.exec_driver_sql(begin)

    return engine


class _Server:
    """PostgreSQL: connections that are opened again by themselves once the server is back."""

    def __init__(self, url: URL, *, reads_only: bool = False) -> None:
        # Only a house with a server loads what talks to one.
        from sqlalchemy.ext.asyncio import create_async_engine

        settings = {
            "application_name": "boxseat",
            "default_transaction_read_only": "on" if reads_only else "off",
            "synchronous_commit": "on",  # whatever the server's own setting: an answer is given for what is on the disk
            "lock_timeout": str(BUSY_MS),
            # A node that hangs in mid-transaction lets go of the head, so that the other nodes play on.
            "idle_in_transaction_session_timeout": str(BUSY_MS),
        }
        url, seconds = waiting_for(url, ANSWER_S)
        self._engine = create_async_engine(
            url,
            hide_parameters=True,  # seeds do not belong in an error's text
            pool_size=READERS + 1,
            max_overflow=2,
            pool_timeout=ANSWER_S,
            connect_args={"server_settings": settings, "timeout": seconds, "command_timeout": ANSWER_S},
        )
        self._reading = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self.dialect: Dialect = self._engine.dialect

    async def write(self, work: Work[T], fault: Fault = no_fault) -> T:
        fault("begin")
        async with self._engine.connect() as connection:
            try:
                async with connection.begin():
                    done = await connection.run_sync(work)
                    fault("commit")
            except TROUBLES:
                await connection.invalidate()  # whatever state it is in, the next write has a new one
                raise
        fault("after commit")
        return done

    async def read(self, work: Work[T]) -> T:
        async def reading() -> T:
            async with self._reading.connect() as connection:
                return await connection.run_sync(work)

        return await _once_more(reading)

    async def close(self) -> None:
        await self._engine.dispose()


async def _once_more(reading: Callable[[], Awaitable[T]]) -> T:
    """A connection that died in the pool is found out by using it; the read is then done again on a new one."""
    try:
        return await reading()
    except DBAPIError as error:
        if not error.connection_invalidated:
            raise
        return await reading()
