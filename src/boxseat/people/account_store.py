"""Account store: each account is a stream of the journal, read by folding its records from the last snapshot."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy import Connection, or_, select

from boxseat.consistency import present
from boxseat.journal import queries as reads
from boxseat.journal.entry import Write
from boxseat.journal.schema import balances, snapshots, streams
from boxseat.journal.store import Store
from boxseat.ledger.accounts import PLAYERS_MONEY_AT_TABLES, Posting
from boxseat.people.account import Account, fold
from boxseat.people.names import is_name
from boxseat.people.records import Record, decode, encode

STREAM_PREFIX = "account/"
"""Begins the names of all accounts' streams."""
_AFTER_LAST_STREAM = "account0"
"""The first name after all that begin with `STREAM_PREFIX`, in the order of the index."""

_encode = msgspec.json.Encoder().encode
_account = msgspec.json.Decoder(Account).decode


def account_of(name: str) -> Callable[[Connection], Account | None]:
    """A query for an account; none where nobody has that name."""

    def work(connection: Connection) -> Account | None:
        if not is_name(name):
            return None
        stream = account_stream(name)
        snapshot = reads.snapshot(stream, None)(connection)
        account = _account(snapshot[1]) if snapshot else None
        for entry in reads.stream(stream, account.version if account else 0, None)(connection):
            account = fold(account, entry.version, entry.at, decode(entry.records))
        return account

    return work


def account_stream(name: str) -> str:
    """The stream of an account's entries."""
    return STREAM_PREFIX + name


def is_account_stream(stream: str) -> bool:
    """Whether a stream is an account's."""
    return stream.startswith(STREAM_PREFIX)


class AccountStore:
    """Reads and writes accounts, with optimistic concurrency between nodes and a lock per account within one."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def load(self, name: str) -> Account | None:
        """An account as of the last commit; none where nobody has that name."""
        return await self._store.query(account_of(name))

    async def write(
        self,
        name: str,
        account: Account | None,
        records: tuple[Record, ...],
        *,
        at: int,
        who: str,
        postings: tuple[Posting, ...] = (),
        beside: Callable[[Connection], None] | None = None,
    ) -> Account:
        """Append records to an account as it was read (none for a new one); `Conflict` if somebody else wrote first.

        `beside` changes the rows of sessions and password hashes that the records speak of, in the same transaction.
        """
        expected = account.version if account else 0
        after = present(fold(account, expected + 1, at, records), f"account {name}")
        await self._store.append(
            Write(
                stream=account_stream(name),
                expected=expected,
                at=at,
                who=who,
                command="",
                records=encode(records),
                postings=postings,
                # Every entry leaves a snapshot: an account is read at each login, and what it comes to is small.
                snapshot=_encode(after),
                beside=beside,
            )
        )
        return after

    @asynccontextmanager
    async def lock(self, name: str) -> AsyncIterator[None]:
        """Lock an account on this node, so that only other nodes cause a `Conflict`."""
        lock = self._locks.setdefault(name, asyncio.Lock())
        async with lock:
            yield

    async def tables_with_money_of(self, name: str) -> list[str]:
        """The tables at which somebody has chips or wagers."""
        at_tables = or_(*(balances.c.account.startswith(prefix) for prefix in PLAYERS_MONEY_AT_TABLES))
        query = select(balances.c.account).where(
            at_tables, balances.c.account.endswith(f"/{name}", autoescape=True), balances.c.cents > 0
        )
        accounts = await self._store.query(lambda connection: list(connection.execute(query).scalars()))
        return sorted({account.split("/")[1] for account in accounts})

    async def page(self, after: str = "", limit: int = 100) -> list[Account]:
        """Accounts in the order of their names, after one name."""

        def work(connection: Connection) -> list[tuple[str, bytes | None]]:
            newest = (snapshots.c.stream == streams.c.stream) & (snapshots.c.version == streams.c.version)
            rows = connection.execute(
                select(streams.c.stream, snapshots.c.state)
                .select_from(streams.outerjoin(snapshots, newest))
                .where(streams.c.stream > account_stream(after), streams.c.stream < _AFTER_LAST_STREAM)
                .order_by(streams.c.stream)
                .limit(limit)
            )
            return [(stream, state) for stream, state in rows]

        accounts: list[Account] = []
        for stream, state in await self._store.query(work):
            account = _account(state) if state is not None else await self.load(stream.removeprefix(STREAM_PREFIX))
            if account is not None:
                accounts.append(account)
        return accounts
