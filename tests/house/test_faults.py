"""L4: the store fails at any of its steps.

The command is answered with a pause, the table does not change, and nothing is half done. The house continues by itself
when the fault is gone, and the same command sent again is done once.
"""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from boxseat.house import house as house_module
from boxseat.house.answers import Done, Paused, Refused
from boxseat.house.house import House
from boxseat.journal.entry import StoreDown
from boxseat.journal.store import Store
from boxseat.money import Cents
from boxseat.people.roles import Person, Role
from boxseat.rulebook.load import parse_book
from boxseat.table import commands as c
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from tests.databases import run_async
from tests.house.faults import (
    PROBE_INTERVAL_S,
    SAID,
    STEPS_OF_A_ROUND,
    TROUBLES,
    Seam,
    faulty_evening,
    recovered,
    sound,
    until_paused,
)
from tests.house.memory_store import MemoryStore
from tests.house.random_evening import Evening, Opened, book_text
from tests.tiers import cases, size

TABLES = (Opened("t1", "star-pontoon"), Opened("t2", "canberra-pontoon", Settings(sign=SIGN, cards_from="device")))


@pytest.fixture(autouse=True)
def _asked_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_module, "PROBE_INTERVAL_S", PROBE_INTERVAL_S)


@pytest.mark.parametrize("trouble", TROUBLES)
@run_async
async def test_a_fault_at_each_step_of_a_round(trouble: str, sqlite_url: str) -> None:
    """L4 on the real store: a fault at every step of one round; at fewer steps for faults that differ in name only."""
    seam = Seam()
    store = await Store.open(sqlite_url, fault=seam)
    evening = Evening(store, 4, TABLES, wild=0, staff=0.01)
    await evening.open()
    for index in range(0, STEPS_OF_A_ROUND, size(2, 1) if trouble == "disk-full" else size(12, 4)):
        table_id = TABLES[index // 4 % 2].id
        seam.wind(index, TROUBLES[trouble])
        await until_paused(evening, table_id, SAID[trouble])
    if trouble == "disk-full":
        assert set(seam.met) >= {"begin", "find", "entries", "postings", "streams", "head", "commit", "after commit"}
    await evening.close()
    await evening.house.close()
    await store.close()


@pytest.mark.parametrize("seed", cases(range(8), (0, 1)))
@run_async
async def test_random_faults_over_a_random_evening(seed: int, sqlite_url: str) -> None:
    """L4: the first seeds of the long run."""
    await faulty_evening(sqlite_url, seed)


@run_async
async def test_a_slow_disk_only_takes_its_time(sqlite_url: str) -> None:
    """L4: an fsync that hangs for a moment is no fault, and no pause is announced."""
    seam = Seam()
    store = await Store.open(sqlite_url, fault=seam)
    evening = Evening(store, 5, TABLES, wild=0)
    await evening.open()
    for index in range(0, STEPS_OF_A_ROUND, 3):
        seam.wind(index % 12, None)
        for _ in range(4):
            assert not isinstance(await evening.step("t1"), Paused)
    assert evening.house.paused == ""
    await sound(evening)
    await store.close()


@run_async
async def test_a_fault_at_each_call_of_the_store_readings_among_them() -> None:
    """L4: at every call of the store, also while the house checks whether the store is back."""
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
    for index in range(size(60, 150)):
        down["left"], down["for"] = index % 60, 2 + index % 8
        for _ in range(400):
            before, evening.last_sent = live.table.version, None
            answer = await evening.step("t1")
            if isinstance(answer, Paused):
                assert live.table.version == before
                await recovered(evening.house)
                assert before <= live.table.version <= before + 1
                await sound(evening)
                break
        down["left"] = -1
        await recovered(evening.house)
    assert {"append", "after append", "read", "snapshot", "probe", "answer"} <= set(met)


@run_async
async def test_the_clock_stands_still_with_the_store_and_goes_on_with_it() -> None:
    """A time limit that ran out during the fault takes effect afterwards, not before."""
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
    async with asyncio.timeout(5):
        while not house.paused:
            await asyncio.sleep(0.001)
    assert house.paused == "the disk is full"
    assert live.table.cut_offer is not None
    assert told[0] == "the disk is full", "watchers are informed"
    failing["now"] = False
    await recovered(house)
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
    await recovered(house)
    assert await house.open_table("t1", book, text, Settings(sign=SIGN)) == Done(1)
    again = await house.open_table("t1", book, text, Settings(sign=SIGN))
    assert isinstance(again, Refused)
    assert again.code == "table/exists"
    bad = await house.open_table("a/b", book, text, Settings(sign=SIGN))
    assert isinstance(bad, Refused)
    assert bad.code == "table/name"
