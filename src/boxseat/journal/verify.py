"""The audit of the journal itself: every entry hashed again from the first, every balance added up again, every seal tried.

It finds what was edited, deleted, put in, put in another order or cut off. Someone who could rewrite the whole database could chain
it anew: against that, write down the newest hash elsewhere (`expect_head`), and the chain must still run through it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from itertools import groupby
from operator import itemgetter
from typing import Any

import msgspec
from sqlalchemy import Connection, Table, func, select, text

from boxseat.journal import schema
from boxseat.journal.chain import BEGINNING, link
from boxseat.journal.connections import aside
from boxseat.journal.db_errors import TROUBLES, reason
from boxseat.journal.schema import seal
from boxseat.journal.store import Store

CHUNK = 2_000
UNREADABLE = (*TROUBLES, UnicodeError, ValueError, TypeError, AttributeError)
"""What reading a damaged database raises: it fails in many ways."""
Visit = Callable[[Any, list[Any]], None]
"""Called with an entry's row and the rows of its postings."""


class ChainFault(msgspec.Struct, frozen=True):
    """The first thing that is wrong, and with which entry; 0 where it is with none in particular."""

    seq: int
    why: str


class Verdict(msgspec.Struct, frozen=True):
    """What an audit found."""

    entries: int
    """How many were found sound."""
    head: bytes
    """The hash of the last of them."""
    fault: ChainFault | None = None


class _Wrong(Exception):
    def __init__(self, seq: int, why: str) -> None:
        super().__init__(why)
        self.fault = ChainFault(seq, why)


async def verify(store: Store | str, expect_head: tuple[int, bytes] | None = None) -> Verdict:
    """Audit a whole journal beside the running floor, as of one moment.

    `expect_head` is a place and hash that were written down before, as `Store.newest` gave them.
    """
    url = store if isinstance(store, str) else store.url
    return await aside(url, lambda connection: examine(connection, expect_head))


def examine(
    connection: Connection,
    expect_head: tuple[int, bytes] | None = None,
    visit: Visit | None = None,
    after: tuple[int, bytes] | None = None,
) -> Verdict:
    """Audit the journal that a connection reads, in its one snapshot; `visit` is shown every entry that is sound.

    Of a journal's tail, which follows the entry `after`, everything but the balances can be told.
    """
    seen = _Seen(expect_head, visit)
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
    except _Wrong as wrong:
        return Verdict(seen.seq, seen.hash, wrong.fault)
    except UNREADABLE as error:
        return Verdict(seen.seq, seen.hash, ChainFault(seen.seq + 1, f"the database cannot be read: {reason(error)}"))
    return Verdict(seen.seq, seen.hash)


class _Seen:
    """What has been found sound so far, and what follows from it."""

    def __init__(self, expect_head: tuple[int, bytes] | None, visit: Visit | None) -> None:
        self.seq, self.hash = 0, BEGINNING
        self._visit = visit
        self._expected = expect_head
        self._versions: dict[str, int] = {}
        self._balances: dict[str, int] = {}

    def begin(self, connection: Connection, after: tuple[int, bytes]) -> None:
        """Go on from an entry, with every stream at the version before its first."""
        self.seq, self.hash = after
        c = schema.entries.c
        for stream, first in connection.execute(select(c.stream, func.min(c.version)).group_by(c.stream)):
            self._versions[stream] = first - 1

    def chain(self, connection: Connection) -> None:
        """Hash every entry with its postings again, from the first to the head."""
        head = connection.execute(select(schema.head)).all()
        if len(head) != 1:
            raise _Wrong(0, "the journal has no head")
        if self._expected is not None and self._expected[0] == 0 and self._expected[1] != BEGINNING:
            raise _Wrong(0, "the beginning is not the one written down")
        postings = _postings(connection)
        money_seq, money = next(postings, (None, []))
        for entry in _rows(connection, schema.entries):
            if money_seq is not None and money_seq < entry.seq:
                raise _Wrong(money_seq, "there are postings without an entry")
            own: list[Any] = []
            if money_seq == entry.seq:
                own = money
                money_seq, money = next(postings, (None, []))
            self._follow(entry, own)
        if money_seq is not None:
            raise _Wrong(money_seq, "there are postings without an entry")
        if (head[0].seq, head[0].hash, head[0].entries) != (self.seq, self.hash, self.seq):
            raise _Wrong(self.seq + 1, f"the journal ends at {self.seq} and its head says {head[0].seq}")
        if self._expected is not None and self._expected[0] > self.seq:
            raise _Wrong(self.seq + 1, f"the journal ends at {self.seq}; it had reached {self._expected[0]}")

    def _follow(self, entry: Any, money: list[Any]) -> None:
        seq = self.seq + 1
        if entry.seq != seq:
            raise _Wrong(seq, f"the entry after {self.seq} is {entry.seq}")
        if entry.previous != self.hash:
            raise _Wrong(seq, "it does not follow the entry before it")
        if [row.place for row in money] != list(range(len(money))):
            raise _Wrong(seq, "a posting is missing or out of place")
        rows = [(row.giver, row.taker, row.cents, row.why, row.clause) for row in money]
        parts = (entry.stream, entry.version, entry.at, entry.who, entry.command, entry.records, entry.answer)
        if link(self.hash, seq, *parts, rows) != entry.hash:
            raise _Wrong(seq, "its hash is not that of its records, postings and answer")
        if entry.version != self._versions.get(entry.stream, 0) + 1:
            raise _Wrong(seq, f"it is version {entry.version} of {entry.stream} out of turn")
        if self._expected is not None and self._expected[0] == seq and self._expected[1] != entry.hash:
            raise _Wrong(seq, "its hash is not the one that was written down")
        self._versions[entry.stream] = entry.version
        for giver, taker, cents, _, _ in rows:
            self._balances[giver] = self._balances.get(giver, 0) - cents
            self._balances[taker] = self._balances.get(taker, 0) + cents
        self.seq, self.hash = seq, entry.hash
        if self._visit is not None:
            self._visit(entry, money)

    def money(self, connection: Connection) -> None:
        """Balances must be what the postings come to."""
        stored = {row.account: row.cents for row in connection.execute(select(schema.balances))}
        if stored != self._balances:
            account = min(name for name in {*stored, *self._balances} if stored.get(name) != self._balances.get(name))
            raise _Wrong(
                0,
                f"{account} is said to hold {stored.get(account)} and its postings come to {self._balances.get(account)}",
            )

    def streams(self, connection: Connection) -> None:
        """Streams must stand where their last entries do."""
        versions = {row.stream: row.version for row in connection.execute(select(schema.streams))}
        if versions != self._versions:
            stream = min(
                name for name in {*versions, *self._versions} if versions.get(name) != self._versions.get(name)
            )
            raise _Wrong(
                0, f"{stream} is said to be at version {versions.get(stream)} and is at {self._versions.get(stream)}"
            )


def _postings(connection: Connection) -> Iterator[tuple[int, list[Any]]]:
    for seq, rows in groupby(_rows(connection, schema.postings), itemgetter(0)):
        yield seq, list(rows)


def _rows(connection: Connection, table: Table) -> Iterator[Any]:
    """A table's rows in order, without holding them all."""
    chosen = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=CHUNK)
    yield from connection.execute(chosen)


def _sealed(connection: Connection, table: Table) -> None:
    for row in _rows(connection, table):
        if seal(*row[:-1]) != row[-1]:
            raise _Wrong(0, f"a row of {table.name} is not as it was sealed")


def _pages(connection: Connection) -> None:
    """SQLite's own look at its pages and indexes."""
    for pragma in ("integrity_check(1)", "foreign_key_check"):
        found = connection.execute(text(f"PRAGMA {pragma}")).first()
        if found is not None and found[0] != "ok":
            raise _Wrong(0, f"the database file is damaged: {str(found[0]).splitlines()[-1]}")
