"""Notices: what a write tells a desk is stored with the write, and only with it."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, text

from boxseat.journal.backup import backup, restore
from boxseat.journal.backup_tails import take_tail
from boxseat.journal.entry import Conflict, Duplicate, Insufficient, Notice, NoticeLine, WriteRefused
from boxseat.journal.store import Store
from boxseat.journal.verify import verify
from boxseat.ledger.accounts import CAGE, Posting, wallet
from tests.databases import run_async
from tests.house.memory_store import MemoryStore
from tests.journal.floor import AT, everything, opened, plain
from tests.tiers import heavy

LARGE = Notice("inspector", "a payment above 10,000", "14.3")
VOID = Notice("surveillance", "the round is void", about="table/p1")
FILL = Notice("cashier", "fill of 500.00 wanted")


async def _told(store: Store) -> dict[str, list[Notice]]:
    return {
        desk: [line.notice for line in await store.notices(desk)] for desk in ("inspector", "surveillance", "cashier")
    }


async def _check_order_and_pages(store: Store) -> None:
    await store.append(plain(notices=(LARGE, VOID, FILL, VOID)))
    await store.append(plain("table/t2"))
    await store.append(plain(expected=1, notices=(VOID,)))
    lines = await store.notices("surveillance")
    assert lines == [
        NoticeLine(1, AT, "table/t1", VOID, 1),
        NoticeLine(1, AT, "table/t1", VOID, 3),
        NoticeLine(3, AT + 1, "table/t1", VOID, 0),
    ]
    assert await store.notices("surveillance", 0, 2) == lines[:2]
    assert await store.notices("surveillance", 1, 5) == lines[2:]
    assert await store.notices("surveillance", (1, 1), 1) == lines[1:2], "a page may end within an entry"
    assert await store.notices("surveillance", 3) == []
    assert [line.notice for line in await store.notices("inspector")] == [LARGE]
    assert await store.notices("surveil") == []


@run_async
async def test_each_desk_reads_its_own_in_order_and_page_by_page(store_url: str) -> None:
    async with opened(store_url) as store:
        await _check_order_and_pages(store)
    async with opened(store_url) as again:
        assert len(await again.notices("surveillance")) == 3
        assert (await verify(again)).fault is None


@run_async
async def test_the_store_in_memory_does_the_same() -> None:
    await _check_order_and_pages(MemoryStore())


@run_async
async def test_a_refused_write_tells_nobody(store_url: str) -> None:
    async with opened(store_url) as store:
        await store.append(plain(command="c", notices=(LARGE,)))
        theft = (Posting(wallet("zoe"), CAGE, 1, "theft"),)
        for write, why in (
            (plain(expected=7, notices=(VOID,)), Conflict),
            (plain(expected=1, command="c", notices=(VOID,)), Duplicate),
            (plain(expected=1, notices=(VOID,), postings=theft), Insufficient),
            (plain(expected=1, notices=(VOID,), relied_on=(("table/t2", 1),)), Conflict),
        ):
            with pytest.raises(why):
                await store.append(write)
        assert await _told(store) == {"inspector": [LARGE], "surveillance": [], "cashier": []}


@run_async
async def test_writes_stored_together_tell_all_or_nothing(store_url: str) -> None:
    writes = [
        plain("table/t1", command="c", notices=(LARGE, VOID)),
        plain("table/t2", answer=b"", notices=(FILL,)),
        plain("table/t3", answer=b""),
    ]
    async with opened(store_url) as store:
        with pytest.raises(WriteRefused):
            await store.append_all([*writes[:2], replace(writes[2], expected=4)])
        assert await _told(store) == {"inspector": [], "surveillance": [], "cashier": []}
        await store.append_all(writes)
        assert await _told(store) == {"inspector": [LARGE], "surveillance": [VOID], "cashier": [FILL]}
        outcomes = await store.append_run(
            [
                plain(expected=1, notices=(VOID,)),
                plain(expected=9, notices=(LARGE,)),
                plain(expected=2, notices=(FILL,)),
            ]
        )
        assert [type(outcome).__name__ for outcome in outcomes] == ["Entry", "Conflict", "Conflict"]
        assert await _told(store) == {"inspector": [LARGE], "surveillance": [VOID, VOID], "cashier": [FILL]}


@run_async
async def test_what_no_database_takes_is_refused_before_it_is_written(sqlite_url: str) -> None:
    async with opened(sqlite_url) as store:
        for bad in (
            Notice("", "to nobody"),
            Notice("cashier", "\0"),
            Notice("a\0", ""),
            Notice("a", "b", "\ud800"),
            Notice("a", "b", "", "\0"),
        ):
            with pytest.raises(ValueError, match=r"needs a desk|without NUL"):
                await store.append(plain(notices=(bad,)))
        assert await store.newest() == (0, bytes(32))


@run_async
async def test_a_write_without_notices_takes_no_statement_for_them(sqlite_url: str) -> None:
    asked: list[str] = []
    async with opened(sqlite_url) as store:
        engine = store._connections._writing  # type: ignore[attr-defined]
        raw = await asyncio.to_thread(engine.raw_connection)
        raw.driver_connection.set_trace_callback(asked.append)
        raw.close()
        await store.append(plain())
        assert asked
        assert not [sql for sql in asked if "notices" in sql]
        await store.append(plain(expected=1, notices=(LARGE,)))
        assert [sql for sql in asked if "notices" in sql]


@heavy
@run_async
async def test_backups_and_tails_carry_them_to_either_database(store_url: str, target_url: str, tmp_path: Path) -> None:
    async with opened(store_url) as store:
        await store.append(plain(notices=(LARGE, VOID)))
        await backup(store, tmp_path / "whole")
        await store.append(plain(expected=1, notices=(FILL,)))
        await take_tail(store, tmp_path / "whole", tmp_path / "one")
        await store.append(plain("table/t2", notices=(VOID,)))
        await take_tail(store, tmp_path / "one", tmp_path / "two")
        before = await _told(store)
    tail = await everything(f"sqlite:///{tmp_path}/two")
    assert len(tail["notices"]) == 1, "those of its own entries"
    await restore(tmp_path / "whole", target_url, [tmp_path / "one", tmp_path / "two"])
    async with opened(target_url) as again:
        assert await _told(again) == before
        assert before == {"inspector": [LARGE], "surveillance": [VOID, VOID], "cashier": [FILL]}
    assert await everything(target_url) == await everything(store_url)


@run_async
async def test_a_changed_notice_is_found(store_url: str) -> None:
    def spoil(connection: Connection) -> None:
        connection.execute(text("UPDATE notices SET text = 'nothing' WHERE desk = 'inspector'"))

    async with opened(store_url) as store:
        await store.append(plain(notices=(LARGE, VOID)))
        await store.change(spoil)
        fault = (await verify(store)).fault
        assert fault is not None
        assert "notices" in fault.why
