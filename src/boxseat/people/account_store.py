"""The roll: everybody the casino knows, each by the stream of what happened to their account."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

import msgspec
from sqlalchemy import Connection, select

from boxseat.journal import queries as reads
from boxseat.journal.entry import Write
from boxseat.journal.schema import snapshots, streams
from boxseat.journal.store import Store
from boxseat.ledger.accounts import Posting
from boxseat.people.account import Account, fold
from boxseat.people.names import is_name
from boxseat.people.records import Record, decode, encode

STREAM = "account/"
_PAST = "account0"
"""The first name after all that begin with `STREAM`."""

_encode = msgspec.json.Encoder().encode
_account = msgspec.json.Decoder(Account).decode


def account_of(name: str) -> Callable[[Connection], Account | None]:
    """Reads somebody's account as of the last commit; none where nobody has that name."""

    def work(connection: Connection) -> Account | None:
        if not is_name(name):
            return None
        stream = STREAM + name
        snapshot = reads.snapshot(stream, None)(connection)
        account = _account(snapshot[1]) if snapshot else None
        for entry in reads.stream(stream, account.version if account else 0, None)(connection):
            account = fold(account, entry.version, entry.at, decode(entry.records))
        return account

    return work


class Roll:
    """Reads accounts and writes to them, one writer at a time each."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()

    async def load(self, name: str) -> Account | None:
        """Somebody's account as of the last commit; none where nobody has that name."""
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
    ) -> Account:
        """Write to an account as it was read, none for a new one. `Conflict` where somebody else wrote first."""
        expected = account.version if account else 0
        after = fold(account, expected + 1, at, records)
        assert after is not None
        await self._store.append(
            Write(
                stream=STREAM + name,
                expected=expected,
                at=at,
                who=who,
                command="",
                records=encode(records),
                postings=postings,
                # Every entry leaves a snapshot: an account is read at each login, and what it comes to is small.
                snapshot=_encode(after),
            )
        )
        return after

    @asynccontextmanager
    async def turn(self, name: str) -> AsyncIterator[None]:
        """One at a time on this node, so that only other nodes are met with a `Conflict`."""
        lock = self._turns.setdefault(name, asyncio.Lock())
        async with lock:
            yield

    async def page(self, after: str = "", limit: int = 100) -> list[Account]:
        """Accounts in the order of their names."""

        def work(connection: Connection) -> list[tuple[str, bytes | None]]:
            newest = (snapshots.c.stream == streams.c.stream) & (snapshots.c.version == streams.c.version)
            rows = connection.execute(
                select(streams.c.stream, snapshots.c.state)
                .select_from(streams.outerjoin(snapshots, newest))
                .where(streams.c.stream > STREAM + after, streams.c.stream < _PAST)
                .order_by(streams.c.stream)
                .limit(limit)
            )
            return [(stream, state) for stream, state in rows]

        accounts: list[Account] = []
        for stream, state in await self._store.query(work):
            account = _account(state) if state is not None else await self.load(stream.removeprefix(STREAM))
            if account is not None:
                accounts.append(account)
        return accounts
