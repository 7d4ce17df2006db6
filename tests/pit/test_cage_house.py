"""The cage through a real house: one transaction with the table, once only, on every node; forgeries are found by the audit."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boxseat.house.answers import Answer, Done, Refused
from boxseat.house.cage_stream import CAGE_STREAM
from boxseat.house.house import HOUSE_ACTOR, House
from boxseat.inspection.audit import audit
from boxseat.journal.store import Store
from boxseat.people.account_store import AccountStore
from boxseat.people.administration import FIRST_ADMINISTRATOR
from boxseat.people.records import AccountOpened
from boxseat.people.roles import Person, Role
from boxseat.pit.cage.commands import CountDrop, CountFloat, DealerIn, IssueFill, ReceiveFill, RequestFill
from boxseat.rulebook.load import book_text, parse_book
from boxseat.table.commands import MoveFloat, OpenForPlay
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from tests.databases import run_async
from tests.house.random_evening import SteppedClock
from tests.inspection.forgeries import Forgery, edit_record, forge, say

SUE, DAN, KIM = Person("sue", Role.SUPERVISOR), Person("dan", Role.DEALER), Person("kim", Role.CAGE)
CHIPS = {"25": 40}


@asynccontextmanager
async def floor(url: str) -> AsyncIterator[House]:
    """A house with a table that is open."""
    store, clock = await Store.open(url), SteppedClock()
    house = House(store, clock, Random(5).randbytes)
    await house.begin()
    roll, admin = AccountStore(store), Person(FIRST_ADMINISTRATOR, Role.ADMINISTRATOR)
    for person, who in ((admin, HOUSE_ACTOR), *((one, admin.name) for one in (SUE, DAN, KIM))):
        opened = AccountOpened(person.name, person.role, False, 0, "", False)
        await roll.write(person.name, None, (opened,), at=clock.at, who=who)
    text = book_text("canberra-pontoon")
    await house.open_table("t1", parse_book(text, source="canberra-pontoon"), text, Settings(sign=SIGN))
    assert isinstance(await house.submit(SUE, "t1", "o", 1, OpenForPlay()), Done)
    yield house
    await house.close()
    await store.close()


async def do(house: House, person: Person, command: Any, command_id: str) -> Answer:
    return await house.command(person, CAGE_STREAM, command_id, 0, command)


async def filled(house: House) -> None:
    assert await do(house, SUE, RequestFill("t1", CHIPS), "r") == Done(2, {"order": 1})
    assert await do(house, KIM, IssueFill(1, CHIPS), "i") == Done(3, {"difference": "0.00"})
    assert await do(house, DAN, ReceiveFill(1, {"25": 39}), "f") == Done(4, {"difference": "-25.00"})


@run_async
async def test_a_fill_is_received_once_by_the_table_and_the_cage_together(store_url: str) -> None:
    async with floor(store_url) as house:
        await filled(house)
        node = House(house.store, SteppedClock(), Random(6).randbytes)
        assert await do(node, DAN, ReceiveFill(1, {"25": 39}), "f") == Done(4, {"difference": "-25.00"})
        table = (await node.table("t1")).table
        assert table.float_cents == table.settings.opening_float + 97_500
        assert await house.store.balance("transit/t1") == 2_500
        assert await house.store.balance("cage") == -100_000
        assert (await audit(store_url)).faults == ()


@run_async
async def test_a_refused_step_changes_neither_the_table_nor_the_cage(store_url: str) -> None:
    async with floor(store_url) as house:
        assert await do(house, SUE, RequestFill("t1", CHIPS), "r") == Done(2, {"order": 1})
        before = await house.store.newest()
        refused = (
            (DAN, ReceiveFill(1, CHIPS), "order/done"),
            (KIM, IssueFill(2, CHIPS), "order/none"),
            (KIM, IssueFill(1, {"7": 1}), "chips/denomination"),
            (DAN, CountFloat("t2", CHIPS), "table/none"),
            (SUE, DealerIn("t1", "nobody"), "account/none"),
            (SUE, CountDrop("t1", {}), "power/none"),
            (SUE, MoveFloat(1, 100), "power/house-only"),
        )
        for place, (who, command, code) in enumerate(refused):
            answer = await do(house, who, command, f"x{place}")
            assert isinstance(answer, Refused)
            assert answer.code == code
        assert isinstance(await house.submit(SUE, "t1", "m", 1, MoveFloat(1, 100)), Refused)
        assert await house.store.newest() == before


@pytest.mark.parametrize(
    ("forgery", "what"),
    [
        (
            edit_record("fill-received.1", lambda record: record.update(by="sue")),
            "it is of sue by its records, and by dan",
        ),
        (say("UPDATE entries SET who = 'dan' WHERE stream = 'cage/house' AND version = 3"), "by dan"),
        (edit_record("fill-received.1", lambda record: record.update(pieces={"2500": 40})), "notices"),
        (edit_record("float-moved.1", lambda record: record.update(cents=98_000)), "posting"),
    ],
)
@run_async
async def test_forgeries_at_the_cage_are_found(sqlite_url: str, forgery: Forgery, what: str) -> None:
    async with floor(sqlite_url) as house:
        await filled(house)
    forge(Path(sqlite_url.removeprefix("sqlite:///")).parent, forgery)
    found = await audit(sqlite_url)
    assert what in " ".join(fault.what for fault in found.faults)
