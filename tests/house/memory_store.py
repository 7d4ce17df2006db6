"""A store in memory, for tests that need thousands of floors or virtual time.

The journal's own code decides which writes are accepted; everything else is dictionaries. Several stores may share one
`Disk`, as nodes share a database: each hears of the others' entries.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from copy import copy
from typing import Any, NoReturn

from boxseat.journal.batch import StoredState, build_batch
from boxseat.journal.chain import GENESIS_HASH
from boxseat.journal.entry import Conflict, Entry, RoundIndex, StatementLine, StreamState, Write, WriteRefused
from boxseat.journal.store import Store
from boxseat.ledger.accounts import Posting
from boxseat.ledger.double_entry import check_postings

Step = Callable[[str], Awaitable[None]]
"""Called at each step, before it is done or after a commit. It may wait, or raise what a store raises."""


async def at_once(step: str) -> None:
    """A `Step` that never waits and never fails."""


class Disk:
    """The contents of the database."""

    def __init__(self) -> None:
        self.found = StoredState(0, GENESIS_HASH, {}, {}, {})
        self.entries: list[Entry] = []
        self.streams: dict[str, list[Entry]] = {}
        self.deadlines: dict[str, int | None] = {}
        self.snapshots: dict[str, dict[int, bytes]] = {}
        self.secrets: dict[str, bytes] = {}
        self.rounds: dict[str, RoundIndex] = {}
        self.books: dict[str, str] = {}
        self.postings: list[StatementLine] = []
        self.listeners: dict[str, asyncio.Queue[tuple[str, int]]] = {}

    def take(self, write: Write) -> Entry:
        """Store a write, or raise the reason why not."""
        batch = build_batch(self.found, [[write]])
        outcome = batch.outcomes[0]
        if isinstance(outcome, WriteRefused):
            raise outcome
        self.entries.append(outcome)
        self.streams.setdefault(write.stream, []).append(outcome)
        self.deadlines[write.stream] = write.deadline
        if write.snapshot is not None:
            self.snapshots.setdefault(write.stream, {})[outcome.version] = write.snapshot
        self.secrets.update(write.secrets)
        for each in write.rounds:
            self.rounds[each.id] = each
        for place, posting in enumerate(write.postings):
            self.postings.append(StatementLine(outcome.seq, write.at, posting, place))
        return outcome

    def copied(self) -> Disk:
        """A copy, for an experiment."""
        other = copy(self)
        found = self.found
        other.found = StoredState(found.seq, found.hash, {**found.versions}, {**found.answers}, {**found.balances})
        other.entries, other.postings = [*self.entries], [*self.postings]
        other.streams = {stream: [*entries] for stream, entries in self.streams.items()}
        other.snapshots = {stream: {**kept} for stream, kept in self.snapshots.items()}
        for name in ("deadlines", "secrets", "rounds", "books"):
            setattr(other, name, {**getattr(self, name)})
        other.listeners = {}
        return other


class MemoryStore(Store):
    """One node's connection to the disk."""

    def __init__(self, disk: Disk | None = None, step: Step = at_once, node: str = "node") -> None:
        self.url = "memory"
        self.node = node
        self.disk = disk or Disk()
        self._step = step

    async def append_run(self, run: Sequence[Write]) -> list[Entry | WriteRefused]:
        for write in run:
            check_postings(write.postings)
        await self._step("append")
        stored: list[Entry | WriteRefused] = []
        for write in run:
            if stored and isinstance(stored[-1], WriteRefused):
                stored.append(Conflict(self.disk.found.versions.get(write.stream, 0)))
                continue
            try:
                entry = self.disk.take(write)
            except WriteRefused as refused:
                stored.append(refused)
                continue
            stored.append(entry)
            for node, queue in self.disk.listeners.items():
                if node != self.node:
                    queue.put_nowait((entry.stream, entry.version))
        await self._step("after append")
        return stored

    async def read(self, stream: str, after: int = 0, to: int | None = None) -> list[Entry]:
        await self._step("read")
        return self.disk.streams.get(stream, [])[after:to]

    async def since(self, seq: int, limit: int = 1000) -> list[Entry]:
        await self._step("since")
        return self.disk.entries[seq : seq + limit]

    async def newest(self) -> tuple[int, bytes]:
        await self._step("newest")
        return self.disk.found.seq, self.disk.found.hash

    async def snapshot(self, stream: str, at: int | None = None) -> tuple[int, bytes] | None:
        await self._step("snapshot")
        kept = self.disk.snapshots.get(stream, {})
        versions = [version for version in kept if at is None or version <= at]
        return (max(versions), kept[max(versions)]) if versions else None

    async def save_snapshot(self, stream: str, version: int, state: bytes) -> None:
        await self._step("save snapshot")
        self.disk.snapshots.setdefault(stream, {})[version] = state

    async def answer(self, who: str, command: str) -> bytes | None:
        await self._step("answer")
        return self.disk.found.answers.get((who, command))

    async def balance(self, account: str) -> int:
        return self.disk.found.balances.get(account, 0)

    async def balances(self, prefix: str = "") -> dict[str, int]:
        held = self.disk.found.balances
        return {account: held[account] for account in sorted(held) if account.startswith(prefix)}

    async def total(self) -> int:
        return sum(self.disk.found.balances.values())

    async def statement(self, account: str, limit: int = 100, before: Any = None) -> list[StatementLine]:
        lines = [line for line in self.disk.postings if account in (line.posting.giver, line.posting.taker)]
        return lines[::-1][:limit]

    async def secret(self, key: str) -> bytes | None:
        await self._step("secret")
        return self.disk.secrets.get(key)

    async def round(self, round_id: str) -> RoundIndex | None:
        return self.disk.rounds.get(round_id)

    async def rounds(self, stream: str, before: int | None = None, limit: int = 50) -> list[RoundIndex]:
        found = [each for each in self.disk.rounds.values() if each.stream == stream]
        found = [each for each in found if before is None or each.number < before]
        return sorted(found, key=lambda each: -each.number)[:limit]

    async def streams(self, prefix: str = "") -> list[StreamState]:
        await self._step("streams")
        versions, deadlines = self.disk.found.versions, self.disk.deadlines
        return [
            StreamState(stream, version, deadlines[stream])
            for stream, version in sorted(versions.items())
            if stream.startswith(prefix)
        ]

    async def overdue(self, now: int) -> list[str]:
        await self._step("overdue")
        due = [(at, stream) for stream, at in self.disk.deadlines.items() if at is not None and at <= now]
        return [stream for _, stream in sorted(due)]

    async def put_book(self, digest: str, text: str) -> None:
        await self._step("put book")
        self.disk.books.setdefault(digest, text)

    async def book(self, digest: str) -> str | None:
        await self._step("book")
        return self.disk.books.get(digest)

    async def subscribe(self, after: int) -> AsyncIterator[tuple[str, int]]:
        queue = self.disk.listeners.setdefault(self.node, asyncio.Queue())
        for entry in self.disk.entries[after:]:
            yield entry.stream, entry.version
        while True:
            yield await queue.get()

    async def query(self, work: object) -> NoReturn:
        raise NotImplementedError("a store in memory has no tables to ask")

    async def change(self, work: object) -> NoReturn:
        raise NotImplementedError("a store in memory has no tables to change")

    async def probe(self) -> None:
        await self._step("probe")

    async def close(self) -> None:
        self.disk.listeners.pop(self.node, None)


def endow(disk: Disk, names: tuple[str, ...], cents: int) -> None:
    """Put money in everyone's wallet, before the evening begins."""
    for name in names:
        money = (Posting("bank", f"wallet/{name}", cents, "opening money"),)
        disk.take(Write(f"account/{name}", 0, 0, name, "", b"[]", postings=money))
