"""L4: the store fails at any of its steps. The command is answered with a pause, the table stands still, nothing is half done, the
house goes on by itself when the fault is gone, and the same command sent again is done once."""

from __future__ import annotations

import asyncio
import errno
import sqlite3
import time
from collections.abc import Callable
from random import Random

import pytest

from boxseat.floor.roles import Person, Role
from boxseat.house import house as house_module
from boxseat.house.answers import Behind, Done, Paused, Refused
from boxseat.house.house import House
from boxseat.journal.entry import StoreDown
from boxseat.journal.store import Store
from boxseat.money import Cents
from boxseat.rulebook.load import parse_book
from boxseat.table import commands as c
from boxseat.table.settings import SIGN, Settings
from tests.databases import run_async
from tests.house.driving import Evening, Opened, book_text
from tests.house.memory_store import MemoryStore
from tests.house.reference import table_is_the_ledger

TABLES = (Opened("t1", "star-pontoon"), Opened("t2", "canberra-pontoon", Settings(sign=SIGN, cards_from="device")))
STEPS_OF_A_ROUND = 90
"""More store calls than a round of these tables makes, so that each index of one is met."""
TROUBLES: dict[str, Callable[[], Exception]] = {
    "disk-full": lambda: sqlite3.OperationalError("database or disk is full"),
    "io-error": lambda: OSError(errno.EIO, "Input/output error"),
    "lock-time-out": lambda: sqlite3.OperationalError("database is locked"),
}
SAID = {
    "disk-full": "the disk is full",
    "io-error": "the disk cannot be read or written",
    "lock-time-out": "another program holds the database's lock",
}
STRANGER = Person("zoe", Role.PLAYER)


class Seam:
    """Fails once, at the step it is wound up for."""

    def __init__(self) -> None:
        self.left = -1
        self.trouble: Callable[[], Exception] | None = None
        self.met: list[str] = []

    def wind(self, left: int, trouble: Callable[[], Exception] | None) -> None:
        self.left, self.trouble = left, trouble

    def __call__(self, step: str) -> None:
        if self.left < 0:
            return
        self.left -= 1
        if self.left < 0:
            self.met.append(step)
            if self.trouble is not None:
                raise self.trouble()
            time.sleep(0.05)  # a disk that takes its time over an fsync


@pytest.fixture(autouse=True)
def _asked_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_module, "PROBED_EVERY", 0.002)


async def _recovered(house: House) -> None:
    async with asyncio.timeout(10):
        while house.paused:
            await asyncio.sleep(0.001)


async def _sound(evening: Evening) -> None:
    money = await evening.store.balances()
    assert sum(money.values()) == 0
    for table in TABLES:
        table_is_the_ledger((await evening.house.table(table.id)).table, money)


async def _stands_still_and_goes_on(evening: Evening, table_id: str, before: int, said: str) -> None:
    """From the moment of the pause: nothing moves, then everything is as before or done, and the command is done once."""
    house = evening.house
    assert house.paused == said
    assert await house.do(STRANGER, table_id, "elsewhere", 0, c.BuyIn(Cents(500))) == Paused(said)
    await _recovered(house)
    live = await house.table(table_id)
    assert before <= live.table.version <= before + 1
    assert (await evening.store.streams(f"table/{table_id}"))[0].version == live.table.version
    await _sound(evening)
    sent = evening.last_sent
    if sent is not None:
        answer = await house.do(*sent)
        assert isinstance(answer, Done), (sent, answer)
        assert answer.version == before + 1
        assert await house.do(*sent) == answer
    assert live.table.version == before + 1 or sent is None
    await _sound(evening)


@pytest.mark.parametrize("trouble", TROUBLES)
@run_async
async def test_a_fault_at_each_step_of_a_round(trouble: str, sqlite_url: str) -> None:
    """L4 on the real store: every index of the store's steps in one round, and every fourth for faults that differ in name only."""
    seam = Seam()
    store = await Store.open(sqlite_url, fault=seam)
    evening = Evening(store, 4, TABLES, wild=0, staff=0.01)
    await evening.open()
    for index in range(0, STEPS_OF_A_ROUND, 1 if trouble == "disk-full" else 4):
        table_id = TABLES[index // 4 % 2].id
        seam.wind(index, TROUBLES[trouble])
        await _until_paused(evening, table_id, SAID[trouble], seam, index)
    if trouble == "disk-full":
        assert set(seam.met) >= {"begin", "find", "entries", "postings", "streams", "head", "commit", "after commit"}
    await evening.close()
    await evening.house.close()
    await store.close()


async def _until_paused(evening: Evening, table_id: str, said: str, seam: Seam, index: int) -> None:
    live = await evening.house.table(table_id)
    for _ in range(400):
        before, evening.last_sent = live.table.version, None
        answer = await evening.step(table_id)
        if isinstance(answer, Paused):
            assert answer.reason == said, (index, answer)
            assert live.table.version == before, "the table stands still"
            await _stands_still_and_goes_on(evening, table_id, before, said)
            return
        assert isinstance(answer, Done | Refused | Behind)
    raise AssertionError(f"step {index} was never reached")


@run_async
async def test_a_slow_disk_only_takes_its_time(sqlite_url: str) -> None:
    """L4: an fsync that hangs for a moment is no fault; nobody is told of a pause."""
    seam = Seam()
    store = await Store.open(sqlite_url, fault=seam)
    evening = Evening(store, 5, TABLES, wild=0)
    await evening.open()
    for index in range(0, STEPS_OF_A_ROUND, 3):
        seam.wind(index % 12, None)
        for _ in range(4):
            assert not isinstance(await evening.step("t1"), Paused)
    assert evening.house.paused == ""
    await _sound(evening)
    await store.close()


@run_async
async def test_a_fault_at_each_call_of_the_store_readings_among_them() -> None:
    """L4: wherever the store is asked for anything, and while the house asks whether it is back."""
    down = {"left": -1, "for": 0}
    met: list[str] = []
    rng = Random(6)

    async def step(name: str) -> None:
        if down["left"] < 0:
            return
        if down["left"] > 0:
            down["left"] -= 1
            return
        down["for"] -= 1
        if down["for"] <= 0:
            down["left"] = -1
        if rng.random() < 0.6:
            met.append(name)
            raise StoreDown("the disk is full")

    evening = Evening(MemoryStore(step=step), 6, TABLES, wild=0.1, staff=0.01)
    await evening.open()
    live = await evening.house.table("t1")
    for index in range(150):
        down["left"], down["for"] = index % 60, 2 + index % 8
        for _ in range(400):
            before, evening.last_sent = live.table.version, None
            answer = await evening.step("t1")
            if isinstance(answer, Paused):
                assert live.table.version == before
                await _recovered(evening.house)
                assert before <= live.table.version <= before + 1
                await _sound(evening)
                break
        down["left"] = -1
        await _recovered(evening.house)
    assert {"append", "after append", "read", "snapshot", "probe", "answer"} <= set(met)


@run_async
async def test_the_clock_stands_still_with_the_store_and_goes_on_with_it() -> None:
    """A time that ran out meanwhile has run out afterwards, and not before."""
    failing = {"now": False}

    async def step(name: str) -> None:
        if failing["now"]:
            raise StoreDown("the disk is full")

    evening = Evening(MemoryStore(step=step), 7, TABLES[:1])
    await evening.open()
    house = evening.house
    live = await house.table("t1")
    ann = Person("ann", Role.PLAYER)
    await evening.ask(ann, "t1", c.BuyIn(Cents(10_000)))
    await evening.ask(ann, "t1", c.Sit(1))
    assert live.table.cut_offer is not None
    assert live.table.deadline is not None
    told: list[str] = []
    live.watchers.add(lambda _: told.append(house.paused))
    keeping = asyncio.create_task(house.keep_time(0.001))
    failing["now"] = True
    evening.clock.at = live.table.deadline + 1
    await asyncio.sleep(0.02)
    assert house.paused == "the disk is full"
    assert live.table.cut_offer is not None
    assert told[0] == "the disk is full", "those who watch are told"
    failing["now"] = False
    await _recovered(house)
    async with asyncio.timeout(5):
        while live.table.cut_offer is not None:
            await asyncio.sleep(0.001)
    assert told[-1] == ""
    keeping.cancel()


@run_async
async def test_a_table_cannot_be_set_up_while_the_store_is_gone() -> None:
    failing = {"now": True}

    async def step(name: str) -> None:
        if failing["now"]:
            raise StoreDown("the disk is full")

    house = House(MemoryStore(step=step))
    text = book_text("star-pontoon")
    book = parse_book(text, source="star-pontoon")
    assert await house.open_table("t1", book, text, Settings(sign=SIGN)) == Paused("the disk is full")
    failing["now"] = False
    await _recovered(house)
    assert await house.open_table("t1", book, text, Settings(sign=SIGN)) == Done(1)
    again = await house.open_table("t1", book, text, Settings(sign=SIGN))
    assert isinstance(again, Refused)
    assert again.code == "table/exists"
    bad = await house.open_table("a/b", book, text, Settings(sign=SIGN))
    assert isinstance(bad, Refused)
    assert bad.code == "table/name"
