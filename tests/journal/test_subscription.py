"""Several nodes on one server: each hears of the others' entries, also of those made while it was disconnected."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

import pytest
from sqlalchemy import text

from boxseat.journal import subscription as heard
from boxseat.journal.entry import Entry
from boxseat.journal.store import Store
from tests.databases import run_async
from tests.journal.floor import opened, plain, together


class Ear:
    """What a node has heard."""

    def __init__(self) -> None:
        self.heard: dict[str, int] = {}
        self.times = 0
        self.caught_up = asyncio.Event()
        """Set once all entries from before the subscription are read; until then a node reads its own too."""

    async def until(self, stream: str, version: int) -> None:
        async with asyncio.timeout(20):
            while self.heard.get(stream, 0) < version:
                await asyncio.sleep(0.01)


@asynccontextmanager
async def listening(store: Store) -> AsyncIterator[Ear]:
    ear, read = Ear(), store.since

    async def since(seq: int, limit: int) -> list[Entry]:
        found = await read(seq, limit)
        if not found:
            ear.caught_up.set()
        return found

    store.since = since  # type: ignore[method-assign,assignment]

    async def listen() -> None:
        async for stream, version in store.subscribe((await store.newest())[0]):
            ear.heard[stream] = max(version, ear.heard.get(stream, 0))
            ear.times += 1

    task = asyncio.create_task(listen())
    try:
        yield ear
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task


async def _line_is_open(store: Store) -> None:
    asked = text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'")
    async with asyncio.timeout(20):
        while not await store.query(lambda connection: connection.execute(asked).scalar()):
            await asyncio.sleep(0.01)


@run_async
async def test_a_node_hears_what_others_append_and_not_what_it_appends(postgres_url: str) -> None:
    async with opened(postgres_url) as one, opened(postgres_url) as other, listening(one) as ear:
        await _line_is_open(one)
        await ear.caught_up.wait()
        await one.append(plain("table/mine"))
        await other.append(plain("table/yours"))
        await ear.until("table/yours", 1)
        assert ear.heard == {"table/yours": 1}


@run_async
async def test_a_commit_of_many_streams_is_heard_whole(postgres_url: str) -> None:
    """One notification holds 8,000 bytes; 200 long names need more."""
    async with opened(postgres_url) as one, opened(postgres_url) as other, listening(one) as ear:
        await _line_is_open(one)
        names = [f"table/{'long' * 30}{number}" for number in range(200)]
        await together(other, [plain(name) for name in names])
        for name in names:
            await ear.until(name, 1)


@run_async
async def test_what_was_appended_while_the_line_was_down_is_looked_up(
    postgres_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(heard, "RECONNECT_DELAY_S", 0.3)
    cut = text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND query LIKE 'LISTEN%'"
    )
    async with opened(postgres_url) as one, opened(postgres_url) as other, listening(one) as ear:
        await _line_is_open(one)
        await other.append(plain("table/before"))
        await ear.until("table/before", 1)
        await other.query(lambda connection: connection.execute(cut))
        await other.append(plain("table/while"))
        await ear.until("table/while", 1)
        await _line_is_open(one)
        await other.append(plain("table/after"))
        await ear.until("table/after", 1)
        assert set(ear.heard) == {"table/before", "table/while", "table/after"}


@run_async
async def test_a_file_has_no_other_nodes(sqlite_url: str) -> None:
    async with opened(sqlite_url) as one, opened(sqlite_url) as other, listening(one) as ear:
        await other.append(plain())
        await asyncio.sleep(0.05)
        assert ear.heard == {}
