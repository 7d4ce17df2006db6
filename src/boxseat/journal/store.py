"""The store: append to and read the journal on SQLite or PostgreSQL. All other state can be rebuilt from it."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable, Sequence
from copy import copy
from functools import partial
from typing import Any, Self

from sqlalchemy import Connection, update

from boxseat.journal import queries as reads
from boxseat.journal import schema
from boxseat.journal.address import parse, shown
from boxseat.journal.batch import Run
from boxseat.journal.connections import Connections, FaultHook, T, Work, connect, no_fault
from boxseat.journal.db_errors import DATABASE_ERRORS, is_rejected_value, reason, store_down
from boxseat.journal.entry import (
    BadDatabase,
    Entry,
    NoticeLine,
    PersonalValue,
    RoundIndex,
    StatementLine,
    StoreDown,
    StreamState,
    Write,
    WriteRefused,
)
from boxseat.journal.group_commit import Committer
from boxseat.journal.migrate import bring_up_to_date
from boxseat.journal.personal import check_personal
from boxseat.journal.subscription import listen
from boxseat.ledger.accounts import DOLLARS
from boxseat.ledger.double_entry import check_postings


class Store:
    """A journal on SQLite or PostgreSQL, with the ledger's balances beside it."""

    def __init__(self, url: str, connections: Connections, fault: FaultHook = no_fault) -> None:
        self.url = url
        """Its URL, with the password: `address.shown` for printing."""
        self.node = secrets.token_hex(8)
        """A random id of this node among those on the same server."""
        self._connections = connections
        self._committer = Committer(connections, self.node, fault)
        self._read: Callable[[Work[Any]], Awaitable[Any]] = connections.read
        self._closed = False

    @classmethod
    async def open(cls, url: str, *, reads_only: bool = False, fault: FaultHook = no_fault) -> Self:
        """Open the journal at a URL, creating or upgrading its tables; `BadDatabase` says why it cannot be opened.

        With `reads_only` nothing is created or upgraded, and an older schema is refused.
        """
        address = parse(url)
        connections: Connections | None = None
        try:
            connections = connect(url, reads_only=reads_only)
            prepare = connections.read if reads_only else connections.write
            await prepare(partial(bring_up_to_date, migrate=not reads_only))
            await connections.read(reads.newest)
            if not reads_only:
                await connections.scrub()  # a store that was killed after an erasure did not
        except BaseException as error:
            if connections is not None:
                await connections.close()
            if isinstance(error, DATABASE_ERRORS):
                raise BadDatabase(f"The database {shown(address)} cannot be opened: {reason(error)}.") from None
            raise
        return cls(url, connections, fault)

    async def append(self, write: Write) -> Entry:
        """Store one write durably, or raise `Conflict`, `Duplicate`, `Insufficient` or `StoreDown`."""
        outcome = (await self.append_run([write]))[0]
        if isinstance(outcome, Entry):
            return outcome
        raise outcome

    async def append_run(self, run: Sequence[Write]) -> list[Entry | WriteRefused]:
        """Store writes that were each decided on the state after the one before, in order, up to the first rejected one.

        All of them are stored in one commit, or `StoreDown` is raised.
        """
        _check(run)
        return await self._commit(Run(run))

    async def append_all(self, writes: Sequence[Write]) -> list[Entry]:
        """Store writes to several streams, all or nothing; or raise as `append` does for the first that is rejected.

        They were decided together: what each relied on is compared with the versions before all of them. The first carries the
        command's id and answer, and each stream is written to once.
        """
        _check(writes)
        if len({write.stream for write in writes}) < len(writes):
            raise ValueError("writes that are stored together are each to another stream")
        if any(write.command or write.answer for write in writes[1:]):
            raise ValueError("of writes that are stored together, the first carries the command and its answer")
        entries: list[Entry] = []
        for outcome in await self._commit(Run(writes, whole=True)) if writes else ():
            if not isinstance(outcome, Entry):
                raise outcome
            entries.append(outcome)
        return entries

    async def _commit(self, run: Run) -> list[Entry | WriteRefused]:
        """Store a run of checked writes: the outcome of each, in order."""
        stored: list[Entry | WriteRefused] = []
        for outcome in await self._committer.submit(run):
            if not isinstance(outcome, Entry | WriteRefused):
                raise outcome
            stored.append(outcome)
        return stored

    async def read(self, stream: str, after: int = 0, to: int | None = None) -> list[Entry]:
        """A stream's entries in order, after one version and up to another."""
        return await self.query(reads.stream(stream, after, to))

    async def since(self, seq: int, limit: int = 1000) -> list[Entry]:
        """Entries of all streams after a sequence number."""
        return await self.query(reads.since(seq, limit))

    async def newest(self) -> tuple[int, bytes]:
        """The head of the hash chain: sequence number and hash, to verify later that nothing was cut off."""
        return await self.query(reads.newest)

    async def snapshot(self, stream: str, at: int | None = None) -> tuple[int, bytes] | None:
        """The newest snapshot of a stream (not newer than a version), with the version it was taken at."""
        return await self.query(reads.snapshot(stream, at))

    async def save_snapshot(self, stream: str, version: int, state: bytes) -> None:
        """Store or replace a snapshot of a stream at a version."""
        await self.change(reads.upsert_sealed(schema.snapshots, (stream, version, state), "state", "seal"))

    async def answer(self, who: str, command: str) -> bytes | None:
        """The answer to a command, if it was stored."""
        return await self.query(reads.answer(who, command))

    async def balance(self, account: str) -> int:
        """The cents that an account holds."""
        return await self.query(reads.balance(account))

    async def balances(self, prefix: str = "") -> dict[str, int]:
        """The balances of all accounts whose names begin with a prefix."""
        return await self.query(reads.balances(prefix))

    async def total(self) -> int:
        """The sum of all balances of dollars, which is always 0."""
        return (await self.totals()).get(DOLLARS, 0)

    async def totals(self) -> dict[str, int]:
        """The sum of all balances of each unit, which is always 0."""
        return await self.query(reads.totals)

    async def statement(
        self, account: str, limit: int = 100, before: tuple[int, int] | int | None = None
    ) -> list[StatementLine]:
        """An account's postings, newest first: before a line's `seq` and `place`, or before all of an entry's."""
        return await self.query(reads.statement(account, limit, before))

    async def notices(self, desk: str, after: tuple[int, int] | int = 0, limit: int = 100) -> list[NoticeLine]:
        """A desk's notices in order: after a line's `seq` and `position`, or after all of an entry's."""
        return await self.query(reads.notices(desk, after, limit))

    async def secret(self, key: str) -> bytes | None:
        """The secret stored under a key."""
        return await self.query(reads.secret(key))

    async def personal(self, keys: Iterable[str]) -> dict[str, PersonalValue]:
        """The personal values of keys, without those that were erased or never stored."""
        return await self.query(reads.personal(keys))

    async def overdue_personal(self, now: int, limit: int = 100) -> list[tuple[str, str]]:
        """Stream and key of personal values whose `keep_until` has passed, earliest first: they must be erased."""
        return await self.query(reads.overdue_personal(now, limit))

    async def round(self, round_id: str) -> RoundIndex | None:
        """The index entry of a round."""
        return await self.query(reads.round_by_id(round_id))

    async def rounds(self, stream: str, before: int | None = None, limit: int = 50) -> list[RoundIndex]:
        """A table's rounds, newest first, with numbers under `before`."""
        return await self.query(reads.rounds(stream, before, limit))

    async def streams(self, prefix: str = "") -> list[StreamState]:
        """The states of all streams whose names begin with a prefix."""
        return await self.query(reads.streams(prefix))

    async def overdue(self, now: int) -> list[str]:
        """Streams whose deadline has passed, earliest deadline first."""
        return await self.query(reads.overdue(now))

    async def put_book(self, digest: str, text: str) -> None:
        """Store a rule book's text under its digest; an existing digest is left as it is."""
        await self.change(reads.upsert_sealed(schema.books, (digest, text)))

    async def book(self, digest: str) -> str | None:
        """A rule book's text by its digest."""
        return await self.query(reads.book(digest))

    async def subscribe(self, after: int) -> AsyncIterator[tuple[str, int]]:
        """Streams that other nodes append to, each with its new version, as they do."""
        if parse(self.url).drivername == "sqlite":
            await asyncio.Event().wait()
        async for each in listen(self.url, self.node, after, self.since):
            yield each

    async def query(self, work: Work[T]) -> T:
        """Run a query, which sees the last commit; for other packages' tables too."""
        self._check_open()
        found: T = await self._answered(self._read(work))
        return found

    def reading_by(self, read: Callable[[Work[Any]], Awaitable[Any]]) -> Self:
        """The same store with another way to read."""
        other = copy(self)
        other._read = read
        return other

    async def query_history(self, work: Work[T]) -> T:
        """Run a query on the connections for history, so that it delays nothing else."""
        self._check_open()
        return await self._answered(self._connections.read_history(work))

    async def change(self, work: Work[T]) -> T:
        """Run a change outside the journal in its own transaction: a snapshot, a book, another package's table."""
        self._check_open()
        return await self._answered(self._connections.write(work))

    async def _answered(self, doing: Awaitable[T]) -> T:
        try:
            return await doing
        except DATABASE_ERRORS as error:
            if is_rejected_value(error):  # the caller's mistake, not a failure of the store
                raise ValueError(f"the database does not take this: {reason(error)}") from error
            raise store_down(error) from error

    async def probe(self) -> None:
        """Check that a write can be stored now, else raise `StoreDown`: the head row is updated to its own value."""
        await self.change(_touch)

    async def close(self) -> None:
        """Commit the writes that wait, and close the database."""
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


def _check(writes: Sequence[Write]) -> None:
    for write in writes:
        check_postings(write.postings)
        _check_words(write)
        check_personal(write)


def _check_words(write: Write) -> None:
    """Refuse text that no database takes before it can fail the batch it would be in."""
    words = [write.stream, write.who, write.command, *(stream for stream, _ in write.relied_on)]
    for posting in write.postings:
        words += (posting.giver, posting.taker, posting.why, posting.clause)
    for notice in write.notices:
        words += (notice.desk, notice.text, notice.clause, notice.about)
    words += write.erased
    words += (word for each in write.personal for word in (each.key, each.value))
    said = "".join(words)
    if "\0" in said or said != said.encode("utf-8", "ignore").decode():
        raise ValueError("a write's names must be text without NUL")
    if not write.stream or write.expected < 0:
        raise ValueError("a write needs a stream and the version it expects there")
    if not all(notice.desk for notice in write.notices):
        raise ValueError("a notice needs a desk")
    if any(not stream or version < 0 for stream, version in write.relied_on):
        raise ValueError("what a write relies on is a stream and the version it was at")
