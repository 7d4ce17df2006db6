"""The register of persons through the house: one transaction for all tables, on every node, and what nobody else is shown."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count
from pathlib import Path
from random import Random
from typing import Any

import msgspec
import pytest

from boxseat.clock import SECOND
from boxseat.house.answers import Answer, Done, Refused
from boxseat.house.house import HOUSE_ACTOR, House
from boxseat.house.persons_stream import PERSONS, REGISTER, admissions_at
from boxseat.inspection.audit import audit
from boxseat.journal.store import Store
from boxseat.ledger.accounts import BANK, Posting, wallet
from boxseat.money import Cents
from boxseat.people.account_store import AccountStore
from boxseat.people.administration import FIRST_ADMINISTRATOR
from boxseat.people.login import OPENING_MONEY
from boxseat.people.records import AccountOpened
from boxseat.people.roles import Person, Role
from boxseat.pit.persons import commands as p
from boxseat.rulebook.load import book_text, parse_book
from boxseat.table import commands as c
from boxseat.table.admission.commands import CopyAdmissions
from boxseat.table.admission.state import Admissions
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from boxseat.table.view import seen_by_all
from tests.databases import run_async
from tests.house.random_evening import SteppedClock
from tests.inspection.forgeries import Forgery, edit_record, forge, say

ANN, BOB = Person("ann", Role.PLAYER), Person("bob", Role.PLAYER)
SUE, GUS, DAN = Person("sue", Role.SUPERVISOR), Person("gus", Role.GAMING_MANAGER), Person("dan", Role.DEALER)
IVY, PIA = Person("ivy", Role.INSPECTOR), Person("pia", Role.ADMINISTRATOR)
FROM_CASINO = p.Exclude("t1", "ann", "casino", "device", "a counting device in the shoe")
EXCLUDED = "person-excluded.1"
MONEY = 100_000
NUMBERS = count()


class Floor:
    """A house with tables t1 of The Star and t2 of Canberra."""

    def __init__(self, store: Store, clock: SteppedClock | None = None) -> None:
        self.store = store
        self.clock = clock or SteppedClock()
        self.house = House(store, self.clock, Random(5).randbytes)

    async def open(self) -> None:
        await self.house.begin()
        roll, admin = AccountStore(self.store), Person(FIRST_ADMINISTRATOR, Role.ADMINISTRATOR)
        for person in (admin, ANN, BOB, SUE, GUS, DAN, IVY, PIA):
            cents = MONEY if person.role is Role.PLAYER else 0
            who = HOUSE_ACTOR if person is admin else person.name if cents else admin.name
            opened = AccountOpened(person.name, person.role, False, cents, "", False)
            money = (Posting(BANK, wallet(person.name), cents, OPENING_MONEY),) if cents else ()
            await roll.write(person.name, None, (opened,), at=self.clock.at, who=who, postings=money)
        for name, game in (("t1", "star-pontoon"), ("t2", "canberra-blackjack")):
            await self.set_up(name, game)
            await self.at_table(SUE, name, c.OpenForPlay())

    async def set_up(self, name: str, game: str) -> None:
        text = book_text(game)
        answer = await self.house.open_table(name, parse_book(text, source=game), text, Settings(sign=SIGN))
        assert isinstance(answer, Done)

    async def do(self, person: Person, command: Any) -> Answer:
        return await self.house.command(person, REGISTER, f"c{next(NUMBERS)}", 0, command)

    async def at_table(self, person: Person, table: str, command: Any) -> Answer:
        version = (await self.house.table(table)).table.version
        return await self.house.submit(person, table, "", version, command)

    async def lay(self, person: Person, table: str) -> Answer:
        await self.at_table(person, table, c.BuyIn(Cents(10_000)))
        return await self.at_table(person, table, c.Lay(1, Cents(1000)))


@asynccontextmanager
async def floor(url: str) -> AsyncIterator[Floor]:
    made = Floor(await Store.open(url))
    await made.open()
    yield made
    await made.house.close()
    await made.store.close()


def code(answer: Answer) -> str:
    assert isinstance(answer, Refused), answer
    return f"{answer.code} {answer.clause}"


@run_async
async def test_20_4_3_one_transaction_returns_wagers_at_all_tables_on_every_node(store_url: str) -> None:
    async with floor(store_url) as made:
        for name in ("t1", "t2"):
            assert isinstance(await made.lay(ANN, name), Done)
        other = Floor(await Store.open(store_url), made.clock)
        for name in ("t1", "t2"):
            assert (await other.house.table(name)).table.wagers
        first, _ = await made.store.newest()
        assert isinstance(await made.do(SUE, FROM_CASINO), Done)
        entries = await made.store.since(first)
        assert [(entry.stream, entry.who, entry.at) for entry in entries] == [
            (stream, "sue", entries[0].at) for stream in (REGISTER, "table/t1", "table/t2")
        ]
        for name in ("t1", "t2"):
            assert code(await other.at_table(ANN, name, c.BuyIn(Cents(1000)))) == "person/excluded 20.4.3"
            table = (await other.house.table(name)).table
            assert (table.wagers, "ann" in table.patrons) == ((), False)
        assert await made.store.balance(wallet("ann")) == MONEY
        assert code(await other.do(SUE, FROM_CASINO)) == "person/excluded-already 20.4.3"
        assert isinstance(await other.do(GUS, p.Readmit("t1", "ann")), Done)
        await (await made.house.table("t2")).catch_up()
        assert isinstance(await made.lay(ANN, "t2"), Done)
        await other.house.close()
        await other.store.close()
    assert (await audit(store_url)).faults == ()


@run_async
async def test_a_table_set_up_later_knows_who_may_not_play(sqlite_url: str) -> None:
    async with floor(sqlite_url) as made:
        await made.do(SUE, FROM_CASINO)
        await made.do(SUE, p.CardStatus("bob", valid=False))
        await made.set_up("t3", "star-pontoon")
        assert isinstance(await made.at_table(SUE, "t3", c.OpenForPlay()), Done)
        assert (await made.house.table("t3")).table.admissions == Admissions({"ann": "20.4.3"}, ("bob",))
        assert code(await made.at_table(ANN, "t3", c.BuyIn(Cents(1000)))) == "person/excluded 20.4.3"
        assert code(await made.lay(BOB, "t3")) == "player-card/none 20.1"
    assert (await audit(sqlite_url)).faults == ()


@run_async
async def test_a_wager_and_an_exclusion_at_the_same_time_leave_no_wager(store_url: str) -> None:
    """Whichever comes first, nothing of an excluded player lies on a table afterwards."""
    async with floor(store_url) as made:
        other = Floor(await Store.open(store_url), made.clock)
        for name in ("t1", "t2"):
            await made.at_table(ANN, name, c.BuyIn(Cents(10_000)))
        lays = [
            each.at_table(ANN, name, c.Lay(box, Cents(1000)))
            for each in (made, other)
            for name in ("t1", "t2")
            for box in (1, 2)
        ]
        *_, excluded = await asyncio.gather(*lays, made.do(SUE, FROM_CASINO))
        assert isinstance(excluded, Done)
        for name in ("t1", "t2"):
            live = await other.house.table(name)
            await live.catch_up()
            assert (live.table.wagers, [*live.table.patrons]) == ((), [])
        await other.house.close()
        await other.store.close()
    assert (await audit(store_url)).faults == ()


def _at_random(rng: Random, person: str) -> tuple[Person, Any]:
    """A command at the register, allowed or not."""
    table, staff = rng.choice(("t1", "t2")), rng.choice((SUE, GUS, GUS, DAN))
    return staff, rng.choice(
        (
            p.Exclude(table, person, rng.choice(("game", "casino")), "device", "seen"),
            p.Readmit(table, person),
            p.Readmit("t1", person),
            p.Bar(person, "an order", "of a court"),
            p.Unbar(person),
            p.CardStatus(person, valid=rng.random() < 0.5),
            p.PresentCard(table, person, rng.choice(("ann", "bob"))),
            p.Detain(table, person, "seen"),
            p.HandOver(table, person, "police"),
        )
    )


@pytest.mark.parametrize("seed", range(2))
@run_async
async def test_every_table_is_always_in_line_with_the_register(sqlite_url: str, seed: int) -> None:
    """At random, in rounds too: no wager of somebody who may not play lies on a table, and the audit agrees with all of it."""
    rng = Random(seed)
    async with floor(sqlite_url) as made:
        done = 0
        for _ in range(300):
            made.clock.at += SECOND
            player = rng.choice((ANN, BOB))
            name = rng.choice(("t1", "t2"))
            if rng.random() < 0.4:
                done += isinstance(await made.do(*_at_random(rng, player.name)), Done)
            elif rng.random() < 0.6:
                await made.lay(player, name)
            else:
                table = (await made.house.table(name)).table
                await made.house.submit_authorized(HOUSE_ACTOR, name, "", table.version, c.TimeUp())
            register = (await made.house.stream(REGISTER)).state
            for each in ("t1", "t2"):
                table = (await made.house.table(each)).table
                assert table.admissions == admissions_at(register, table.game)
                lying = {laid.player for laid in table.wagers}
                assert lying.isdisjoint(table.admissions.shut_out)
                assert each == "t2" or lying.isdisjoint(table.admissions.without_card)
                assert all(table.patrons[one].leaving for one in table.admissions.shut_out if one in table.patrons)
        assert done > 30
        assert [(await made.house.table(each)).table.round_number for each in ("t1", "t2")] != [0, 0]
    assert (await audit(sqlite_url)).faults == ()


@run_async
async def test_nobody_but_staff_and_the_player_sees_an_exclusion(sqlite_url: str) -> None:
    """R50: the register has no public part, a player sees their own, and a reason of a bar is shown to nobody."""
    async with floor(sqlite_url) as made:
        await made.do(SUE, FROM_CASINO)
        await made.do(GUS, p.Bar("bob", "self-exclusion", "debts"))
        live = await made.house.stream(REGISTER)
        register = live.state
        assert PERSONS.picture(None, register) is None
        assert [PERSONS.may_watch(register, each) for each in (SUE, DAN, IVY, ANN)] == [True] * 4
        assert [PERSONS.may_watch(register, each) for each in (BOB, PIA)] == [False] * 2
        anns = msgspec.json.encode(PERSONS.private_picture(None, register, ANN))
        assert b'"20.4.3"' in anns
        assert b"bob" not in anns
        assert b"counting device" not in anns
        assert b"ann" not in msgspec.json.encode(PERSONS.private_picture(None, register, BOB))
        staff = msgspec.json.encode(PERSONS.staff_picture(None, register))
        assert b'"ann"' in staff
        assert b'"barred":[{"player":"bob"' in staff
        assert b"debts" not in staff
        assert b"self-exclusion" not in staff
        table = await made.house.table("t1")
        assert b"ann" not in msgspec.json.encode(seen_by_all(table.book, table.table, table.waiting(), table.said))


@run_async
async def test_nobody_but_the_house_copies_the_register_or_begins_it(sqlite_url: str) -> None:
    async with floor(sqlite_url) as made:
        for person in (ANN, GUS):
            assert code(await made.at_table(person, "t1", CopyAdmissions())) == "power/house-only "
            assert code(await made.do(person, p.OpenPersonsRegister("UTC"))) == "power/house-only "
        assert code(await made.do(SUE, p.Exclude("t9", "ann", "game", "device", "x"))) == "table/none "
        assert code(await made.do(SUE, p.Exclude("t1", "nobody", "game", "device", "x"))) == "patron/no-account "


@pytest.mark.parametrize(
    ("forgery", "what"),
    [
        (edit_record(EXCLUDED, lambda record: record.update(by="gus")), "it is of gus by its records, and by sue"),
        (
            say("UPDATE entries SET who = 'dan' WHERE stream = 'persons/register' AND version = 2"),
            "it is of sue by its records, and by dan",
        ),
        (
            say("UPDATE entries SET who = 'dan' WHERE stream = 'table/t2' AND version = 3"),
            "dan, who is dealer, may not exclude or detain somebody",
        ),
        (say("UPDATE notices SET text = 'nothing'"), "notices are not those"),
    ],
)
@run_async
async def test_50_the_audit_finds_who_did_not_attest_it(sqlite_url: str, forgery: Forgery, what: str) -> None:
    async with floor(sqlite_url) as made:
        await made.do(SUE, FROM_CASINO)
        await made.do(SUE, p.Detain("t1", "ann", "a phone"))
    forge(Path(sqlite_url.removeprefix("sqlite:///")).parent, forgery)
    assert what in " ".join(fault.what for fault in (await audit(sqlite_url)).faults)
