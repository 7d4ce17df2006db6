"""The store: the one place that remembers. Everything else on the floor can be rebuilt from it."""

from __future__ import annotations

from collections.abc import AsyncIterator

from boxseat.journal.entry import Entry, RoundIndex, StatementLine, StreamState, Write


class Store:
    """A journal on SQLite or PostgreSQL, with the ledger's balances beside it."""

    @classmethod
    async def open(cls, url: str, *, migrate: bool = True) -> Store:
        """Open the journal at an address, making or upgrading its tables; `BadDatabase` says why it cannot be."""
        raise NotImplementedError

    async def append(self, write: Write) -> Entry:
        """Store one write, whole and for good, or raise `Conflict`, `Duplicate`, `Insufficient` or `StoreDown`."""
        raise NotImplementedError

    async def read(self, stream: str, after: int = 0, to: int | None = None) -> list[Entry]:
        """A stream's entries in order, after one version and up to another."""
        raise NotImplementedError

    async def since(self, seq: int, limit: int = 1000) -> list[Entry]:
        """Entries of all streams after a place in the one order of everything."""
        raise NotImplementedError

    async def snapshot(self, stream: str, at: int | None = None) -> tuple[int, bytes] | None:
        """The newest snapshot of a stream (not newer than a version), with the version it was taken at."""
        raise NotImplementedError

    async def save_snapshot(self, stream: str, version: int, state: bytes) -> None:
        raise NotImplementedError

    async def answer(self, who: str, command: str) -> bytes | None:
        """What a command was answered, if it was stored."""
        raise NotImplementedError

    async def balance(self, account: str) -> int:
        raise NotImplementedError

    async def balances(self, prefix: str = "") -> dict[str, int]:
        raise NotImplementedError

    async def total(self) -> int:
        """The sum of all balances, which is always 0."""
        raise NotImplementedError

    async def statement(self, account: str, limit: int = 100, before: int | None = None) -> list[StatementLine]:
        """An account's postings, newest first, of entries before a `seq`."""
        raise NotImplementedError

    async def secret(self, key: str) -> bytes | None:
        raise NotImplementedError

    async def round(self, round_id: str) -> RoundIndex | None:
        raise NotImplementedError

    async def rounds(self, stream: str, before: int | None = None, limit: int = 50) -> list[RoundIndex]:
        """A table's rounds, newest first, with numbers under `before`."""
        raise NotImplementedError

    async def streams(self, prefix: str = "") -> list[StreamState]:
        raise NotImplementedError

    async def overdue(self, now: int) -> list[str]:
        """Streams whose deadline has come, the longest waiting first."""
        raise NotImplementedError

    async def put_book(self, digest: str, text: str) -> None:
        raise NotImplementedError

    async def book(self, digest: str) -> str | None:
        raise NotImplementedError

    def heard(self) -> AsyncIterator[tuple[str, int]]:
        """Streams and versions that other nodes append, as they do; on SQLite there are none."""
        raise NotImplementedError

    async def probe(self) -> None:
        """Raise `StoreDown` unless a write could be stored now."""
        raise NotImplementedError

    async def close(self) -> None:
        raise NotImplementedError
