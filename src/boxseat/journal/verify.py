"""Verification of the journal: recomputes the hash chain from the first entry, all balances and all seals.

It finds entries that were edited, deleted, inserted, reordered or cut off. Someone who can rewrite the whole database can compute a
new chain: against that, keep the newest hash elsewhere (`expect_head`), and the chain must still contain it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, func, select, text

from boxseat.journal import schema
from boxseat.journal.chain import GENESIS_HASH, entry_hash
from boxseat.journal.connections import read_in_snapshot
from boxseat.journal.db_errors import DATABASE_ERRORS, reason
from boxseat.journal.schema import seal
from boxseat.journal.store import Store

ROWS_PER_FETCH = 2_000
READ_ERRORS = (*DATABASE_ERRORS, UnicodeError, ValueError, TypeError, AttributeError)
"""The exceptions that reading a damaged database raises."""
EntryVisitor = Callable[[Any, list[Any]], None]
"""Called with each verified entry's row and the rows of its postings."""


class ChainFault(msgspec.Struct, frozen=True):
    """The first fault found, and the entry it is in; 0 where it is in no entry."""

    seq: int
    why: str


class Verdict(msgspec.Struct, frozen=True):
    """The result of a verification."""

    entries: int
    """How many entries verified."""
    head: bytes
    """The hash of the last of them."""
    fault: ChainFault | None = None


class _FaultFound(Exception):
    """Ends the verification with its first fault."""

    def __init__(self, seq: int, why: str) -> None:
        super().__init__(why)
        self.fault = ChainFault(seq, why)


async def verify(store: Store | str, expect_head: tuple[int, bytes] | None = None) -> Verdict:
    """Verify a whole journal in one snapshot, while the floor goes on writing.

    `expect_head` is a sequence number and hash that were kept elsewhere, as `Store.newest` gave them.
    """
    url = store if isinstance(store, str) else store.url
    return await read_in_snapshot(url, lambda connection: examine(connection, expect_head))


def examine(
    connection: Connection,
    expect_head: tuple[int, bytes] | None = None,
    visit: EntryVisitor | None = None,
    after: tuple[int, bytes] | None = None,
) -> Verdict:
    """Verify the journal that a connection reads in one snapshot; `visit` is called with every entry that verifies.

    Of a tail, which follows the entry `after`, everything but the balances can be verified.
    """
    seen = _Verification(expect_head, visit)
    try:
        if after is not None:
            seen.begin(connection, after)
        seen.chain(connection)
        if after is None:
            seen.money(connection)
        seen.streams(connection)
        for table in schema.SEALED:
            _sealed(connection, table)
        if connection.dialect.name == "sqlite":
            _pages(connection)
    except _FaultFound as wrong:
        return Verdict(seen.seq, seen.hash, wrong.fault)
    except READ_ERRORS as error:
        return Verdict(seen.seq, seen.hash, ChainFault(seen.seq + 1, f"the database cannot be read: {reason(error)}"))
    return Verdict(seen.seq, seen.hash)


class _Verification:
    """The state of a verification: the last verified entry, and the versions and balances up to it."""

    def __init__(self, expect_head: tuple[int, bytes] | None, visit: EntryVisitor | None) -> None:
        self.seq, self.hash = 0, GENESIS_HASH
        self._visit = visit
        self._expected = expect_head
        self._versions: dict[str, int] = {}
        self._balances: dict[str, int] = {}

    def begin(self, connection: Connection, after: tuple[int, bytes]) -> None:
        """Start after an entry, with every stream at the version before its first."""
        self.seq, self.hash = after
        c = schema.entries.c
        for stream, first in connection.execute(select(c.stream, func.min(c.version)).group_by(c.stream)):
            self._versions[stream] = first - 1

    def chain(self, connection: Connection) -> None:
        """Recompute the hash of every entry with its postings, from the first to the head."""
        head = connection.execute(select(schema.head)).all()
        if len(head) != 1:
            raise _FaultFound(0, "the journal has no head")
        if self._expected is not None and self._expected[0] == 0 and self._expected[1] != GENESIS_HASH:
            raise _FaultFound(0, "the beginning is not the one written down")
        postings = _postings(connection)
        money_seq, money = next(postings, (None, []))
        for entry in _rows(connection, schema.entries):
            if money_seq is not None and money_seq < entry.seq:
                raise _FaultFound(money_seq, "there are postings without an entry")
            own: list[Any] = []
            if money_seq == entry.seq:
                own = money
                money_seq, money = next(postings, (None, []))
            self._follow(entry, own)
        if money_seq is not None:
            raise _FaultFound(money_seq, "there are postings without an entry")
        if (head[0].seq, head[0].hash, head[0].entries) != (self.seq, self.hash, self.seq):
            raise _FaultFound(self.seq + 1, f"the journal ends at {self.seq} and its head says {head[0].seq}")
        if self._expected is not None and self._expected[0] > self.seq:
            raise _FaultFound(self.seq + 1, f"the journal ends at {self.seq}; it had reached {self._expected[0]}")

    def _follow(self, entry: Any, money: list[Any]) -> None:
        seq = self.seq + 1
        if entry.seq != seq:
            raise _FaultFound(seq, f"the entry after {self.seq} is {entry.seq}")
        if entry.previous != self.hash:
            raise _FaultFound(seq, "it does not follow the entry before it")
        if [row.place for row in money] != list(range(len(money))):
            raise _FaultFound(seq, "a posting is missing or out of place")
        rows = [(row.giver, row.taker, row.cents, row.why, row.clause) for row in money]
        parts = (entry.stream, entry.version, entry.at, entry.who, entry.command, entry.records, entry.answer)
        if entry_hash(self.hash, seq, *parts, rows) != entry.hash:
            raise _FaultFound(seq, "its hash is not that of its records, postings and answer")
        if entry.version != self._versions.get(entry.stream, 0) + 1:
            raise _FaultFound(seq, f"it is version {entry.version} of {entry.stream} out of turn")
        if self._expected is not None and self._expected[0] == seq and self._expected[1] != entry.hash:
            raise _FaultFound(seq, "its hash is not the one that was written down")
        self._versions[entry.stream] = entry.version
        for giver, taker, cents, _, _ in rows:
            self._balances[giver] = self._balances.get(giver, 0) - cents
            self._balances[taker] = self._balances.get(taker, 0) + cents
        self.seq, self.hash = seq, entry.hash
        if self._visit is not None:
            self._visit(entry, money)

    def money(self, connection: Connection) -> None:
        """Check that the stored balances are the sums of the postings."""
        stored = {row.account: row.cents for row in connection.execute(select(schema.balances))}
        if stored != self._balances:
            account = min(name for name in {*stored, *self._balances} if stored.get(name) != self._balances.get(name))
            raise _FaultFound(
                0,
                f"{account} is said to hold {stored.get(account)} and its postings come to {self._balances.get(account)}",
            )

    def streams(self, connection: Connection) -> None:
        """Check that each stream's stored version is that of its last entry."""
        versions = {row.stream: row.version for row in connection.execute(select(schema.streams))}
        if versions != self._versions:
            stream = min(
                name for name in {*versions, *self._versions} if versions.get(name) != self._versions.get(name)
            )
            raise _FaultFound(
                0, f"{stream} is said to be at version {versions.get(stream)} and is at {self._versions.get(stream)}"
            )


def _postings(connection: Connection) -> Iterator[tuple[int, list[Any]]]:
    for seq, rows in groupby(_rows(connection, schema.postings), itemgetter(0)):
        yield seq, list(rows)


def _rows(connection: Connection, table: Table) -> Iterator[Any]:
    """A table's rows in key order, fetched in parts."""
    chosen = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=ROWS_PER_FETCH)
    yield from connection.execute(chosen)


def _sealed(connection: Connection, table: Table) -> None:
    for row in _rows(connection, table):
        if seal(*row[:-1]) != row[-1]:
            raise _FaultFound(0, f"a row of {table.name} is not as it was sealed")


def _pages(connection: Connection) -> None:
    """SQLite's own integrity check of pages and indexes."""
    for pragma in ("integrity_check(1)", "foreign_key_check"):
        found = connection.execute(text(f"PRAGMA {pragma}")).first()
        if found is not None and found[0] != "ok":
            raise _FaultFound(0, f"the database file is damaged: {str(found[0]).splitlines()[-1]}")
