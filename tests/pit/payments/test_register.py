"""The register of wrong payments on a real database: restarts, several nodes, repeats, and forged records (SP 18.18-18.20)."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import pytest

from boxseat.clock import SECOND
from boxseat.house.answers import Answer, Done, Refused
from boxseat.house.house import HOUSE_ACTOR, House
from boxseat.house.payments_stream import NICC
from boxseat.inspection.audit import audit
from boxseat.journal.store import Store
from boxseat.ledger.accounts import BANK, table_float
from boxseat.money import Cents
from boxseat.people.account_store import AccountStore
from boxseat.people.administration import FIRST_ADMINISTRATOR
from boxseat.people.records import AccountOpened
from boxseat.people.roles import Person, Role
from boxseat.pit.payments.commands import IdentifyPatron, RecordPaymentError, RectifyPayment, RegisterCommand
from boxseat.pit.payments.state import PaymentsRegister
from boxseat.rulebook.load import book_text, parse_book
from boxseat.table import commands as c
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from tests.databases import run_async
from tests.house.random_evening import SteppedClock
from tests.inspection.forgeries import Forgery, edit_record, forge

ANN, SUE = Person("ann", Role.PLAYER), Person("sue", Role.SUPERVISOR)
REGISTER = "payments/house"
DAY_US = 86_400 * SECOND
LARGE = RecordPaymentError("t1", "over", Cents(1_200_00), "no", "ann")


class Node:
    """A house on one node."""

    def __init__(self, store: Store, clock: SteppedClock) -> None:
        self.clock = clock
        self.house = House(store, clock, Random(5).randbytes, zone="Australia/Sydney")

    async def do(self, command: RegisterCommand, command_id: str = "", by: Person = SUE) -> Answer:
        return await self.house.command(by, REGISTER, command_id, 0, command)

    async def register(self) -> PaymentsRegister:
        found: PaymentsRegister = (await self.house.stream(REGISTER)).state
        return found

    async def pass_time(self, days: int) -> None:
        self.clock.at += days * DAY_US
        await self.house.begin()
        await self.house.time_up(self.clock.at)


@asynccontextmanager
async def opened(url: str) -> AsyncIterator[tuple[Store, Node]]:
    """A house with a table, on a real database; every journal passes the audit."""
    store = await Store.open(url)
    node = Node(store, SteppedClock())
    roll = AccountStore(store)
    admin = Person(FIRST_ADMINISTRATOR, Role.ADMINISTRATOR)
    for person, who in ((admin, HOUSE_ACTOR), (ANN, "ann"), (SUE, admin.name)):
        account = AccountOpened(person.name, person.role, person.role is Role.PLAYER, 0, "", False)
        await roll.write(person.name, None, (account,), at=node.clock.at, who=who)
    await node.house.begin()
    text = book_text("star-pontoon")
    book = parse_book(text, source="star-pontoon")
    assert await node.house.open_table("t1", book, text, Settings(sign=SIGN)) == Done(1)
    assert isinstance(await node.house.submit(SUE, "t1", "o", 1, c.OpenForPlay()), Done)
    yield store, node
    await node.house.close()
    await store.close()


@run_async
async def test_18_20_2_the_report_that_was_due_while_nobody_was_there_is_sent_late_and_once(store_url: str) -> None:
    async with opened(store_url) as (store, node):
        assert await node.do(LARGE) == Done(2, {"error": 1})
        await node.pass_time(1)
        assert await store.notices(NICC) == [], "the month is still running"
        later = Node(store, node.clock)
        await later.pass_time(60)
        assert [line.notice.clause for line in await store.notices(NICC)] == ["18.20.2"]
        for one in (later, node, Node(store, node.clock)):
            await one.pass_time(0)
        assert len(await store.notices(NICC)) == 1
        assert (await Node(store, node.clock).register()).report_due == {}


@run_async
async def test_18_20_2_two_nodes_send_one_report(store_url: str) -> None:
    async with opened(store_url) as (store, node):
        other = Node(store, node.clock)
        assert isinstance(await node.do(LARGE), Done)
        await other.house.begin()
        await asyncio.gather(node.pass_time(60), other.pass_time(0))
        assert len(await store.notices(NICC)) == 1


@run_async
async def test_wrong_payments_recorded_at_the_same_time_have_numbers_of_their_own(store_url: str) -> None:
    async with opened(store_url) as (store, node):
        nodes = [node, Node(store, node.clock)]
        done = await asyncio.gather(*[nodes[at % 2].do(LARGE, f"p{at}") for at in range(6)])
        numbers = [each.result["error"] for each in done if isinstance(each, Done) and each.result]
        assert sorted(numbers) == [1, 2, 3, 4, 5, 6]
        assert (await store.balance(table_float("t1"))) - 25_000_00 == -6 * 1_200_00
        assert (await store.balance(BANK)) == -25_000_00 + 6 * 1_200_00
        again = await nodes[1].do(LARGE, "p0")
        assert again == done[0], "a repeat is done once, and gets the same number"


@run_async
async def test_what_is_refused_leaves_nothing_at_the_table_either(store_url: str) -> None:
    async with opened(store_url) as (_, node):
        table = (await node.house.table("t1")).table
        nowhere = await node.do(RecordPaymentError("t9", "over", Cents(5_00), "no", "ann"))
        stranger = await node.do(RecordPaymentError("t1", "over", Cents(5_00), "no", "zoe"))
        player = await node.do(LARGE, by=ANN)
        codes = [each.code for each in (nowhere, stranger, player) if isinstance(each, Refused)]
        assert codes == ["table/none", "patron/no-account", "power/none"]
        assert ((await node.register()).errors, (await node.house.table("t1")).table) == ({}, table)


@pytest.mark.parametrize(
    ("forgery", "fault"),
    [
        (
            edit_record("payment-error-recorded.1", lambda record: record.update(error=7)),
            "do not follow from the register",
        ),
        (edit_record("payment-found-wrong.1", lambda record: record.update(cents=5)), "posting 1 is"),
        (edit_record("payment-rectified.1", lambda record: record.update(how="reported")), "notices"),
        (edit_record("patron-identified.1", lambda record: record.update(error=1)), "do not follow from the register"),
    ],
)
@run_async
async def test_a_forged_register_is_found(sqlite_url: str, forgery: Forgery, fault: str) -> None:
    async with opened(sqlite_url) as (_, node):
        nameless = RecordPaymentError("t1", "under", Cents(30_00), "suspected")
        for command in (LARGE, nameless, IdentifyPatron(2, "ann"), RectifyPayment(2, "reimbursed")):
            assert isinstance(await node.do(command), Done)
        await node.pass_time(60)
    assert (await audit(sqlite_url)).faults == ()
    forge(Path(sqlite_url.removeprefix("sqlite:///")).parent, forgery)
    assert any(fault in each.what for each in (await audit(sqlite_url)).faults)
