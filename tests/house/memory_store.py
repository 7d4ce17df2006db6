"""A store in memory, for tests that need thousands of floors or virtual time.

The journal's own code decides which writes are accepted; everything else is dictionaries. Several stores may share one
`Disk`, as nodes share a database: each hears of the others' entries.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from copy import copy
from typing import Any, NoReturn

from boxseat.journal.batch import Run, StoredState, build_batch
from boxseat.journal.chain import GENESIS_HASH
from boxseat.journal.entry import (
    Entry,
    NoticeLine,
    PersonalValue,
    RoundIndex,
    StatementLine,
    StreamState,
    Write,
    WriteRefused,
)
from boxseat.journal.store import Store
from boxseat.ledger.accounts import Posting
from boxseat.ledger.double_entry import totals

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
        self.personal: dict[str, tuple[str, PersonalValue]] = {}
        self.rounds: dict[str, RoundIndex] = {}
        self.books: dict[str, str] = {}
        self.postings: list[StatementLine] = []
        self.notices: list[NoticeLine] = []
        self.listeners: dict[str, asyncio.Queue[tuple[str, int]]] = {}

    def take(self, run: Run) -> list[Entry | WriteRefused]:
        """Store a run of writes: the outcome of each."""
        outcomes = build_batch(self.found, [run]).outcomes
        for write, outcome in zip(run.writes, outcomes, strict=True):
            if isinstance(outcome, Entry):
                self._store(write, outcome)
        return outcomes

    def _store(self, write: Write, entry: Entry) -> None:
        self.entries.append(entry)
        self.streams.setdefault(write.stream, []).append(entry)
        self.deadlines[write.stream] = write.deadline
        if write.snapshot is not None:
            self.snapshots.setdefault(write.stream, {})[entry.version] = write.snapshot
        self.secrets.update(write.secrets)
        self.personal.update((each.key, (write.stream, each)) for each in write.personal)
        for key in write.erased:
            self.personal.pop(key, None)
        for each in write.rounds:
            self.rounds[each.id] = each
        for place, posting in enumerate(write.postings):
            self.postings.append(StatementLine(entry.seq, write.at, posting, place))
        for position, notice in enumerate(write.notices):
            self.notices.append(NoticeLine(entry.seq, write.at, write.stream, notice, position))

    def copied(self) -> Disk:
        """A copy, for an experiment."""
        other = copy(self)
        found = self.found
        other.found = StoredState(found.seq, found.hash, {**found.versions}, {**found.answers}, {**found.balances})
        other.entries, other.postings, other.notices = [*self.entries], [*self.postings], [*self.notices]
        other.streams = {stream: [*entries] for stream, entries in self.streams.items()}
        other.snapshots = {stream: {**kept} for stream, kept in self.snapshots.items()}
        for name in ("deadlines", "secrets", "personal", "rounds", "books"):
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

    async def _commit(self, run: Run) -> list[Entry | WriteRefused]:
        await self._step("append")
        stored = self.disk.take(run)
        for entry in stored:
            for node, queue in self.disk.listeners.items():
                if node != self.node and isinstance(entry, Entry):
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

    async def totals(self) -> dict[str, int]:
        return totals(self.disk.found.balances.items())

    async def statement(self, account: str, limit: int = 100, before: Any = None) -> list[StatementLine]:
        lines = [line for line in self.disk.postings if account in (line.posting.giver, line.posting.taker)]
        return lines[::-1][:limit]

    async def notices(self, desk: str, after: tuple[int, int] | int = 0, limit: int = 100) -> list[NoticeLine]:
        lines = [line for line in self.disk.notices if line.notice.desk == desk]
        if isinstance(after, tuple):
            return [line for line in lines if (line.seq, line.position) > after][:limit]
        return [line for line in lines if line.seq > after][:limit]

    async def secret(self, key: str) -> bytes | None:
        await self._step("secret")
        return self.disk.secrets.get(key)

    async def personal(self, keys: Iterable[str]) -> dict[str, PersonalValue]:
        return {key: self.disk.personal[key][1] for key in keys if key in self.disk.personal}

    async def overdue_personal(self, now: int, limit: int = 100) -> list[tuple[str, str]]:
        found = [
            (each.keep_until, each.key, stream)
            for stream, each in self.disk.personal.values()
            if each.keep_until is not None and each.keep_until <= now
        ]
        return [(stream, key) for _, key, stream in sorted(found)[:limit]]

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

    async def query(self, work: Any) -> Any:
        """It has no tables to ask: a command that needs evidence of the past finds none."""
        return None

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
        disk.take(Run([Write(f"account/{name}", 0, 0, name, "", b"[]", postings=money)]))
