"""The store: the one place that remembers. Everything else on the floor can be rebuilt from it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Sequence
from functools import partial
from typing import Self

from sqlalchemy import Connection, update

from boxseat.journal import queries as reads
from boxseat.journal import schema
from boxseat.journal.address import parse, shown
from boxseat.journal.connections import Connections, Fault, T, Work, connect, no_fault
from boxseat.journal.db_errors import TROUBLES, is_about_a_value, reason
from boxseat.journal.entry import (
    BadDatabase,
    Entry,
    RoundIndex,
    StatementLine,
    StoreDown,
    StreamState,
    Write,
    WriteRefused,
)
from boxseat.journal.group_commit import Committer
from boxseat.journal.migrate import bring_up_to_date
from boxseat.journal.subscription import listen
from boxseat.ledger.double_entry import check_postings


class Store:
    """A journal on SQLite or PostgreSQL, with the ledger's balances beside it."""

    def __init__(self, url: str, connections: Connections, fault: Fault = no_fault) -> None:
        self.url = url
        """Its address, with the password: `address.shown` for printing."""
        self.node = secrets.token_hex(8)
        """This store among others on the same server."""
        self._connections = connections
        self._committer = Committer(connections, self.node, fault)
        self._closed = False

    @classmethod
    async def open(cls, url: str, *, reads_only: bool = False, fault: Fault = no_fault) -> Self:
        """Open the journal at an address, making or upgrading its tables; `BadDatabase` says why it cannot be.

        Whoever only reads finds it as it is, or is told that it must be upgraded first.
        """
        address = parse(url)
        connections: Connections | None = None
        try:
            connections = connect(url, reads_only=reads_only)
            prepare = connections.read if reads_only else connections.write
            await prepare(partial(bring_up_to_date, migrate=not reads_only))
            await connections.read(reads.newest)
        except BaseException as error:
            if connections is not None:
                await connections.close()
            if isinstance(error, TROUBLES):
                raise BadDatabase(f"The database {shown(address)} cannot be opened: {reason(error)}.") from None
            raise
        return cls(url, connections, fault)

    async def append(self, write: Write) -> Entry:
        """Store one write, whole and for good, or raise `Conflict`, `Duplicate`, `Insufficient` or `StoreDown`."""
        outcome = (await self.append_run([write]))[0]
        if isinstance(outcome, Entry):
            return outcome
        raise outcome

    async def append_run(self, run: Sequence[Write]) -> list[Entry | WriteRefused]:
        """Store writes that were each decided on what the one before left: in order, up to the first that is refused.

        All of them are stored with one commit, or `StoreDown` is raised.
        """
        for write in run:
            check_postings(write.postings)
            _check_words(write)
        outcomes = await self._committer.submit(run)
        stored: list[Entry | WriteRefused] = []
        for outcome in outcomes:
            if not isinstance(outcome, Entry | WriteRefused):
                raise outcome
            stored.append(outcome)
        return stored

    async def read(self, stream: str, after: int = 0, to: int | None = None) -> list[Entry]:
        """A stream's entries in order, after one version and up to another."""
        return await self.query(reads.stream(stream, after, to))

    async def since(self, seq: int, limit: int = 1000) -> list[Entry]:
        """Entries of all streams after a place in the one order of everything."""
        return await self.query(reads.since(seq, limit))

    async def newest(self) -> tuple[int, bytes]:
        """The chain's last place and hash: whoever writes them down can tell later that nothing was cut off."""
        return await self.query(reads.newest)

    async def snapshot(self, stream: str, at: int | None = None) -> tuple[int, bytes] | None:
        """The newest snapshot of a stream (not newer than a version), with the version it was taken at."""
        return await self.query(reads.snapshot(stream, at))

    async def save_snapshot(self, stream: str, version: int, state: bytes) -> None:
        await self.change(reads.keep(schema.snapshots, (stream, version, state), "state", "seal"))

    async def answer(self, who: str, command: str) -> bytes | None:
        """What a command was answered, if it was stored."""
        return await self.query(reads.answer(who, command))

    async def balance(self, account: str) -> int:
        return await self.query(reads.balance(account))

    async def balances(self, prefix: str = "") -> dict[str, int]:
        return await self.query(reads.balances(prefix))

    async def total(self) -> int:
        """The sum of all balances, which is always 0."""
        return await self.query(reads.total)

    async def statement(
        self, account: str, limit: int = 100, before: tuple[int, int] | int | None = None
    ) -> list[StatementLine]:
        """An account's postings, newest first: before a line's `seq` and `place`, or before all of an entry's."""
        return await self.query(reads.statement(account, limit, before))

    async def secret(self, key: str) -> bytes | None:
        return await self.query(reads.secret(key))

    async def round(self, round_id: str) -> RoundIndex | None:
        return await self.query(reads.round_by_id(round_id))

    async def rounds(self, stream: str, before: int | None = None, limit: int = 50) -> list[RoundIndex]:
        """A table's rounds, newest first, with numbers under `before`."""
        return await self.query(reads.rounds(stream, before, limit))

    async def streams(self, prefix: str = "") -> list[StreamState]:
        return await self.query(reads.streams(prefix))

    async def overdue(self, now: int) -> list[str]:
        """Streams whose deadline has come, the longest waiting first."""
        return await self.query(reads.overdue(now))

    async def put_book(self, digest: str, text: str) -> None:
        """Keep a rule book's text by its digest; the same digest again changes nothing."""
        await self.change(reads.keep(schema.books, (digest, text)))

    async def book(self, digest: str) -> str | None:
        return await self.query(reads.book(digest))

    async def heard(self, after: int) -> AsyncIterator[tuple[str, int]]:
        """Streams and versions that other nodes append after a place, as they do, each at least once; on SQLite there are none."""
        if parse(self.url).drivername == "sqlite":
            await asyncio.Event().wait()
        async for each in listen(self.url, self.node, after, self.since):
            yield each

    async def query(self, work: Work[T]) -> T:
        """Read as of the last commit; for rooms with tables of their own, too."""
        self._check_open()
        return await self._answered(self._connections.read(work))

    async def change(self, work: Work[T]) -> T:
        """Change, in a transaction of its own, what is no part of the journal: a snapshot, a book, another room's table."""
        self._check_open()
        return await self._answered(self._connections.write(work))

    async def _answered(self, doing: Awaitable[T]) -> T:
        try:
            return await doing
        except TROUBLES as error:
            if is_about_a_value(error):  # the asker's mistake, and it stops no table
                raise ValueError(f"the database does not take this: {reason(error)}") from error
            raise StoreDown(reason(error)) from error

    async def probe(self) -> None:
        """Raise `StoreDown` unless a write could be stored now: the head is written again as it is."""
        await self.change(_touch)

    async def close(self) -> None:
        """Store what waits, and let go of the database."""
        if self._closed:
            return
        self._closed = True
        await self._committer.close()
        await self._connections.close()

    def _check_open(self) -> None:
        if self._closed:
            raise StoreDown("the store is closed")


def _touch(connection: Connection) -> None:
    connection.execute(update(schema.head).values(seq=schema.head.c.seq))


def _check_words(write: Write) -> None:
    """Text that no database takes is the caller's mistake, and must not stop the batch it would travel in."""
    words = [write.stream, write.who, write.command]
    for posting in write.postings:
        words += (posting.giver, posting.taker, posting.why, posting.clause)
    said = "".join(words)
    if "\0" in said or said != said.encode("utf-8", "ignore").decode():
        raise ValueError("a write's names must be text without NUL")
    if not write.stream or write.expected < 0:
        raise ValueError("a write needs a stream and the version it expects there")
