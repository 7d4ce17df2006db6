"""L4: whatever fails, and wherever, a write is stored completely or not at all, and the store recovers afterwards."""

from __future__ import annotations

import asyncio
import sqlite3
import threading
from collections.abc import Awaitable, Callable
from contextlib import suppress

import pytest
from sqlalchemy import text

from boxseat.journal import connections
from boxseat.journal.entry import Conflict, Duplicate, Entry, StoreDown, Write
from boxseat.journal.store import Store
from boxseat.journal.verify import verify
from boxseat.ledger.double_entry import fold
from tests.databases import Postgres, run_async
from tests.journal.floor import all_entries, evening, opened, plain, play, together
from tests.tiers import size

FAULTS = (
    sqlite3.OperationalError("database or disk is full"),
    OSError(5, "Input/output error"),
    sqlite3.OperationalError("database is locked"),
    ConnectionResetError("gone"),
)
SCRIPT = evening(4)
EVERY_STEP = {
    "begin", "find", "entries", "postings", "notices", "balances", "streams", "rounds", "snapshots", "secrets", "personal",
    "head", "commit", "after commit",
}  # fmt: skip


class At:
    """Fails at the given step of the store, counted from the first, as a database would."""

    def __init__(self, index: int, error: Exception) -> None:
        self.left = index
        self.error = error
        self.steps: list[str] = []

    def __call__(self, step: str) -> None:
        self.steps.append(step)
        self.left -= 1
        if self.left == -1:
            raise self.error


async def _check_whole(store: Store, stream: str, stored: list[Write]) -> None:
    """Check that exactly these writes are stored, completely, and nothing of any other."""
    assert len(await all_entries(store)) == len(stored)
    assert await store.balances() == fold(posting for write in stored for posting in write.postings)
    assert await store.total() == 0
    own = [write for write in stored if write.stream == stream]
    rounds = {each.id: each for write in own for each in write.rounds}
    indexed = [*await store.rounds(stream), *await store.rounds(f"shoes of {stream}")]
    assert {each.id: each for each in indexed} == rounds
    told = [(write.stream, notice) for write in stored for notice in write.notices if notice.desk == "surveillance"]
    assert [(line.stream, line.notice) for line in await store.notices("surveillance", 0, 10_000)] == told
    snapshots = [(write.expected + 1, write.snapshot) for write in own if write.snapshot]
    assert await store.snapshot(stream) == (snapshots[-1] if snapshots else None)
    papers = {each.key: each for write in stored for each in write.personal}
    assert await store.personal([*papers, stream.removeprefix("table/") + "/paper/1"]) == papers
    assert (await store.secret(stream.removeprefix("table/") + "/shoe/1") is not None) == bool(own)


@run_async
async def test_a_fault_at_each_step_leaves_each_write_whole_or_not_there(store_url: str) -> None:
    told = At(-1, FAULTS[0])
    stored = evening(2, "t")
    async with opened(store_url, told) as store:
        await play(store, stored)
    assert set(told.steps) == EVERY_STEP
    tried: set[str] = set()
    for index, step in enumerate(told.steps):
        if step not in tried or index % size(6, 1) == 0:
            await _fault_at(index, step, store_url, stored)
            tried.add(step)
    assert tried == EVERY_STEP
    async with opened(store_url) as store:
        assert (await verify(store)).fault is None


async def _fault_at(index: int, step: str, url: str, stored: list[Write]) -> None:
    """Play an evening at a separate table until the fault has occurred and the write was sent again."""
    fault = At(index, FAULTS[index % len(FAULTS)])
    async with opened(url, fault) as store:
        for write in evening(2, f"t{index}"):
            with suppress(StoreDown):
                await store.append(write)
                stored.append(write)
                continue
            kept = step == "after commit"
            assert (await store.answer(write.who, write.command) is not None) == kept
            await _check_whole(store, write.stream, [*stored, write] if kept else stored)
            if kept:
                with pytest.raises(Duplicate) as again:
                    await store.append(write)
                assert again.value.answer == write.answer
            else:
                await store.append(write)
            stored.append(write)
            await _check_whole(store, write.stream, stored)
            return
    raise AssertionError(f"nothing failed at step {index}")


@run_async
async def test_a_fault_refuses_every_write_of_its_batch_and_none_after(store_url: str) -> None:
    fault = At(9999, OSError(28, "No space left on device"))
    async with opened(store_url, fault) as store:
        await store.append(plain("table/first"))
        fault.left = fault.steps.index("head")
        outcomes = await together(store, [plain(f"table/{n}", command=f"c{n}") for n in range(20)])
        down = [outcome for outcome in outcomes if isinstance(outcome, StoreDown)]
        assert {outcome.reason for outcome in down} == {"the disk is full"}
        taken = [outcome for outcome in outcomes if isinstance(outcome, Entry)]
        assert len(down) + len(taken) == 20
        assert len(await all_entries(store)) == 1 + len(taken)
        again = await together(store, [plain(f"table/{n}", command=f"c{n}") for n in range(20)])
        assert sum(isinstance(outcome, Entry) for outcome in again) == len(down)
        assert (await verify(store)).fault is None


@run_async
async def test_a_house_act_that_was_stored_after_all_is_a_conflict_when_tried_again(store_url: str) -> None:
    fault = At(9999, ConnectionResetError("gone"))
    async with opened(store_url, fault) as store:
        await store.append(plain())
        fault.left = fault.steps.index("after commit")
        with pytest.raises(StoreDown):
            await store.append(plain(expected=1))
        with pytest.raises(Conflict) as refused:
            await store.append(plain(expected=1))
        assert refused.value.version == 2


@run_async
async def test_a_full_disk_is_said_and_passes(sqlite_url: str) -> None:
    """SQLite's own error: the file may not grow, and later it may again."""
    async with opened(sqlite_url) as store:
        await play(store, SCRIPT)
        engine = store._connections._writing  # type: ignore[attr-defined]

        def limit(pages: str) -> Callable[[], None]:
            def work() -> None:
                with engine.connect() as connection:
                    connection.execute(text(f"PRAGMA max_page_count = {pages}"))

            return work

        await asyncio.to_thread(limit("1"))
        big = plain("table/big", records=b"[" + b" " * 200_000 + b"]", command="big")
        with pytest.raises(StoreDown) as down:
            await store.append(big)
        assert down.value.reason == "the disk is full"
        assert len(await all_entries(store)) == len(SCRIPT)
        await store.append(big)
        assert (await verify(store)).fault is None


@run_async
async def test_a_lock_held_too_long_is_said_and_reading_goes_on(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "LOCK_TIMEOUT_MS", 50)
    async with opened(sqlite_url) as store:
        stored = await play(store, SCRIPT)
        other = sqlite3.connect(sqlite_url.removeprefix("sqlite:///"), isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        for try_it in (lambda: store.append(plain("table/t9")), store.probe):
            with pytest.raises(StoreDown) as down:
                await try_it()
            assert "lock" in down.value.reason
        assert await all_entries(store) == stored
        other.execute("ROLLBACK")
        other.close()
        await store.probe()
        await store.append(plain("table/t9"))


@run_async
async def test_readers_do_not_wait_for_a_slow_disk(sqlite_url: str) -> None:
    slow, waiting = threading.Event(), threading.Event()

    def fault(step: str) -> None:
        if step == "commit" and waiting.is_set():
            slow.wait(10)

    async with opened(sqlite_url, fault) as store:
        stored = await play(store, SCRIPT)
        waiting.set()
        late = asyncio.ensure_future(store.append(plain("table/t9")))
        assert await asyncio.wait_for(all_entries(store), 5) == stored
        assert not late.done()
        slow.set()
        await late


async def _until(try_it: Callable[[], Awaitable[object]]) -> None:
    for _ in range(200):
        try:
            await try_it()
            return
        except StoreDown:
            await asyncio.sleep(0.02)
    raise AssertionError("the store did not come back")


@run_async
async def test_a_lost_connection_is_opened_again(postgres_url: str) -> None:
    kill = text(
        "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid()"
    )
    async with opened(postgres_url) as store, opened(postgres_url) as other:
        await play(store, SCRIPT)
        await other.query(lambda connection: connection.execute(kill))
        assert len(await all_entries(store)) == len(SCRIPT), "a read must be repeated automatically"
        await other.query(lambda connection: connection.execute(kill))
        await _until(lambda: store.append(plain("table/t9", command="once")))
        await store.probe()
        assert (await verify(store)).fault is None


@run_async
async def test_a_server_that_goes_and_comes_back(postgres: Postgres, postgres_url: str) -> None:
    async with opened(postgres_url) as store:
        await play(store, SCRIPT)
        postgres.stop()
        for try_it in (lambda: store.append(plain("table/t9", command="c")), store.probe, store.newest):
            with pytest.raises(StoreDown):
                await try_it()
        postgres.start()
        await _until(store.probe)
        await store.append(plain("table/t9", command="c"))
        assert (await verify(store)).fault is None
