"""Database connections: one for writing, a few for reading, others for reading history, and one for long reads in one snapshot.

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
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any, Protocol, TypeVar
from urllib.parse import quote

from sqlalchemy import URL, Connection, Dialect, Engine, NullPool, QueuePool, create_engine, event
from sqlalchemy.exc import DBAPIError

from boxseat.journal.address import parse, split_connect_timeout
from boxseat.journal.db_errors import DATABASE_ERRORS

if TYPE_CHECKING:
    from sqlalchemy.ext.asyncio import AsyncEngine

T = TypeVar("T")
Work = Callable[[Connection], T]
"""A function that uses a connection, inside its transaction."""
FaultHook = Callable[[str], None]
"""Fault injection for tests: called with the name of each step before it, and may raise what a database would."""

READER_CONNECTIONS = 3
HISTORY_CONNECTIONS = 2
"""For past rounds and shoes: however many of them are looked up, tables are read without waiting."""
COMMITS_PER_CHECKPOINT = 100
"""SQLite's write-ahead log is checkpointed after so many commits."""
SCRUB_WAIT_MS = 100
"""How long emptying SQLite's log waits for readers; the writer waits meanwhile."""
LOCK_TIMEOUT_MS = 5_000
"""How long a write waits for a lock that another program holds."""
STATEMENT_TIMEOUT_S = 15
"""How long PostgreSQL may take to connect, or to execute one statement."""


def no_fault(step: str) -> None:
    """The fault hook of production: it injects nothing."""


class Connections(Protocol):
    """The interface to either database."""

    dialect: Dialect

    async def write(self, work: Work[T], fault: FaultHook = no_fault) -> T:
        """Run `work` in one transaction, which is durable when this returns."""

    async def read(self, work: Work[T]) -> T:
        """Run `work` on a reading connection, which sees the last commit."""

    async def read_history(self, work: Work[T]) -> T:
        """Run `work` on a connection that is for history alone."""

    async def scrub(self) -> None:
        """Remove the bytes of erased rows from logs and files as far as readers permit; a failure is not an error."""

    async def close(self) -> None:
        """Close all connections."""


def connect(url: str, *, reads_only: bool = False) -> Connections:
    """The connections for a URL, not opened yet. With `reads_only` the database is not changed by a single byte."""
    read = parse(url)
    return (_SqliteConnections if read.drivername == "sqlite" else _PostgresConnections)(read, reads_only=reads_only)


async def read_in_snapshot(url: str, work: Work[T]) -> T:
    """Run a long read in one database snapshot, on its own thread and connection, while the floor plays on."""
    read = parse(url)
    if read.drivername == "sqlite":
        return await asyncio.to_thread(_read_sqlite, read, work)
    return await asyncio.to_thread(lambda: asyncio.run(_read_postgres(read, work)))


def _read_sqlite(url: URL, work: Work[T]) -> T:
    engine = _sqlite_engine(url, 0, begin="BEGIN", reads_only=True)
    try:
        with engine.connect() as connection:
            return work(connection)
    finally:
        engine.dispose()


async def _read_postgres(url: URL, work: Work[T]) -> T:
    from sqlalchemy.ext.asyncio import create_async_engine

    url, seconds = split_connect_timeout(url, STATEMENT_TIMEOUT_S)
    engine = create_async_engine(url, poolclass=NullPool, hide_parameters=True, connect_args={"timeout": seconds})
    try:
        async with engine.connect() as connection:
            await connection.execution_options(isolation_level="REPEATABLE READ")
            return await connection.run_sync(work)
    finally:
        await engine.dispose()


class _SqliteConnections:
    """SQLite: a file with a write-ahead log, fsynced at each commit; all access is on threads."""

    def __init__(self, url: URL, *, reads_only: bool = False) -> None:
        path = Path(url.database or "")
        if not path.exists() and not reads_only:
            path.parent.mkdir(parents=True, exist_ok=True)
            # Seeds of shoes are in it: nobody else on the machine reads the file, or its log, which takes its mode.
            os.close(os.open(path, os.O_CREAT | os.O_RDWR, 0o600))
        self._writing = _sqlite_engine(url, 1, begin="BEGIN IMMEDIATE", reads_only=reads_only)
        self._reading = _sqlite_engine(url, READER_CONNECTIONS, begin=None, reads_only=reads_only)
        self._history = _sqlite_engine(url, HISTORY_CONNECTIONS, begin=None, reads_only=reads_only)
        self._writer = ThreadPoolExecutor(1, "journal-writer")
        self._readers = ThreadPoolExecutor(READER_CONNECTIONS, "journal-reader")
        self._history_readers = ThreadPoolExecutor(HISTORY_CONNECTIONS, "journal-history")
        self._commits = 0
        """Since the last checkpoint."""
        self._log_has_erased = False
        """Whether the log may still contain values that were erased."""
        self.dialect: Dialect = self._writing.dialect

    async def write(self, work: Work[T], fault: FaultHook = no_fault) -> T:
        """Run `work` in one transaction on the writer's thread."""
        return await asyncio.get_running_loop().run_in_executor(self._writer, self._write, work, fault)

    def _write(self, work: Work[T], fault: FaultHook) -> T:
        fault("begin")
        with self._writing.connect() as connection:
            try:
                with connection.begin():
                    done = work(connection)
                    fault("commit")
            except DATABASE_ERRORS:
                connection.invalidate()  # whatever state it is in, the next write has a new one
                raise
        self._commits += 1
        if self._commits >= COMMITS_PER_CHECKPOINT:
            self._commits = 0
            self._checkpoint()
        fault("after commit")
        return done

    def _checkpoint(self) -> None:
        """Copy the write-ahead log into the database file on a reader's thread, then the rest between two commits.

        SQLite's automatic checkpoint would run within a commit, and everybody at the tables would wait for it.
        """

        def copy(engine: Engine) -> None:
            # Errors are ignored: if it is the disk, the next commit reports it.
            with suppress(*DATABASE_ERRORS), closing(engine.raw_connection()) as connection:
                connection.cursor().execute("PRAGMA wal_checkpoint(PASSIVE)")

        def then(_: object) -> None:
            with suppress(RuntimeError):  # closing meanwhile, which copies the rest
                self._writer.submit(self._empty_log if self._log_has_erased else partial(copy, self._writing))

        with suppress(RuntimeError):
            self._readers.submit(copy, self._reading).add_done_callback(then)

    async def scrub(self) -> None:
        """Empty the log, which has the pages as they were before an erasure; if a reader prevents it, again later.

        It is tried again at the next erasure, at the next checkpoint and when the database is closed.
        """
        await asyncio.get_running_loop().run_in_executor(self._writer, self._empty_log)

    def _empty_log(self) -> None:
        self._log_has_erased = True
        with suppress(*DATABASE_ERRORS), closing(self._writing.raw_connection()) as connection:
            cursor = connection.cursor()
            cursor.execute(f"PRAGMA busy_timeout = {SCRUB_WAIT_MS}")
            try:
                cursor.execute("PRAGMA wal_checkpoint(TRUNCATE)")
                ((busy, _, _),) = cursor.fetchall()
            finally:
                cursor.execute(f"PRAGMA busy_timeout = {LOCK_TIMEOUT_MS}")
                cursor.close()
            self._log_has_erased = bool(busy)

    async def read(self, work: Work[T]) -> T:
        """Run `work` on a reader's thread."""
        return await asyncio.get_running_loop().run_in_executor(self._readers, self._read, self._reading, work)

    async def read_history(self, work: Work[T]) -> T:
        """Run `work` on a thread for history."""
        return await asyncio.get_running_loop().run_in_executor(self._history_readers, self._read, self._history, work)

    def _read(self, engine: Engine, work: Work[T]) -> T:
        with engine.connect() as connection:
            return work(connection)

    async def close(self) -> None:
        """Close both engines and stop the threads."""

        def shut() -> None:
            self._readers.shutdown()
            self._history_readers.shutdown()
            self._history.dispose()
            self._reading.dispose()
            if self._log_has_erased:
                self._empty_log()
            self._writing.dispose()

        await asyncio.get_running_loop().run_in_executor(self._writer, shut)
        self._writer.shutdown(wait=False)


def _readable(url: URL) -> URL:
    """A URL by which a file can be read where nothing can be written beside it, as on a read-only mount.

    SQLite needs its log and an index of it there, or a promise that nobody writes. The promise leaves the log out, so it is given
    only where the log has nothing that is not in the file.
    """
    file = Path(url.database or "").absolute()
    log = file.with_name(file.name + "-wal")
    if not file.is_file() or os.access(file.parent, os.W_OK) or (log.is_file() and log.stat().st_size):
        return url
    return url.set(database=f"file:{quote(str(file))}", query={"uri": "true", "mode": "ro", "immutable": "1"})


_WRITER_PRAGMAS = (
    "journal_mode = WAL",
    "synchronous = FULL",
    "foreign_keys = ON",
    "wal_autocheckpoint = 0",
    "secure_delete = ON",  # what is deleted is overwritten with zeros, so that erased personal data are gone
)


def _sqlite_engine(url: URL, most: int, *, begin: str | None, reads_only: bool) -> Engine:
    if reads_only:
        url = _readable(url)
    pool: dict[str, Any] = {"poolclass": NullPool}
    if most:
        pool = {"poolclass": QueuePool, "pool_size": most, "max_overflow": 0}
    engine = create_engine(
        url,
        hide_parameters=True,  # seeds do not belong in an error's text
        connect_args={
            "check_same_thread": False,
            "isolation_level": None,
            "timeout": LOCK_TIMEOUT_MS / 1000,
            "cached_statements": 512,
        },
        **pool,
    )

    @event.listens_for(engine, "connect")
    def _prepare(connection: sqlite3.Connection, _: object) -> None:
        for pragma in (f"busy_timeout = {LOCK_TIMEOUT_MS}", *(("query_only = ON",) if reads_only else _WRITER_PRAGMAS)):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        if begin is not None:
            connection.exec_driver_sql(begin)

    return engine


class _PostgresConnections:
    """PostgreSQL: a connection pool that reconnects by itself once the server is back."""

    def __init__(self, url: URL, *, reads_only: bool = False) -> None:
        # Only a house with a server loads what talks to one.
        from sqlalchemy.ext.asyncio import create_async_engine

        settings = {
            "application_name": "boxseat",
            "default_transaction_read_only": "on" if reads_only else "off",
            "synchronous_commit": "on",  # whatever the server's own setting: an answer is given for what is on the disk
            "lock_timeout": str(LOCK_TIMEOUT_MS),
            # A node that hangs in mid-transaction lets go of the head, so that the other nodes play on.
            "idle_in_transaction_session_timeout": str(LOCK_TIMEOUT_MS),
        }
        url, seconds = split_connect_timeout(url, STATEMENT_TIMEOUT_S)
        common: dict[str, Any] = {
            "hide_parameters": True,  # seeds do not belong in an error's text
            "pool_timeout": STATEMENT_TIMEOUT_S,
            "connect_args": {
                "server_settings": settings,
                "timeout": seconds,
                "command_timeout": STATEMENT_TIMEOUT_S,
            },
        }
        self._engine = create_async_engine(url, pool_size=READER_CONNECTIONS + 1, max_overflow=2, **common)
        self._history_engine = create_async_engine(url, pool_size=HISTORY_CONNECTIONS, max_overflow=0, **common)
        self._reading = self._engine.execution_options(isolation_level="AUTOCOMMIT")
        self._history = self._history_engine.execution_options(isolation_level="AUTOCOMMIT")
        self.dialect: Dialect = self._engine.dialect

    async def write(self, work: Work[T], fault: FaultHook = no_fault) -> T:
        """Run `work` in one transaction on a connection of the pool."""
        fault("begin")
        async with self._engine.connect() as connection:
            try:
                async with connection.begin():
                    done = await connection.run_sync(work)
                    fault("commit")
            except DATABASE_ERRORS:
                await connection.invalidate()  # whatever state it is in, the next write has a new one
                raise
        fault("after commit")
        return done

    async def read(self, work: Work[T]) -> T:
        """Run `work` on a connection of the pool."""
        return await _read_postgres_pool(self._reading, work)

    async def read_history(self, work: Work[T]) -> T:
        """Run `work` on a connection of the pool for history."""
        return await _read_postgres_pool(self._history, work)

    async def scrub(self) -> None:
        """Vacuum the table of personal values; if readers or locks prevent it, the server's own vacuum does it later."""
        with suppress(*DATABASE_ERRORS):
            async with self._reading.connect() as connection:
                await connection.exec_driver_sql("VACUUM (SKIP_LOCKED) personal")

    async def close(self) -> None:
        """Close the pools."""
        await self._history_engine.dispose()
        await self._engine.dispose()


async def _read_postgres_pool(engine: AsyncEngine, work: Work[T]) -> T:
    async def reading() -> T:
        async with engine.connect() as connection:
            return await connection.run_sync(work)

    return await _retry_once(reading)


async def _retry_once(reading: Callable[[], Awaitable[T]]) -> T:
    """Repeat a read on a new connection if the pooled one turned out to be dead."""
    try:
        return await reading()
    except DBAPIError as error:
        if not error.connection_invalidated:
            raise
        return await reading()
