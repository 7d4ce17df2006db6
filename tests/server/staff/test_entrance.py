"""Ways in without a password: people of a demo floor, and the link for the first administrator. Refused everywhere else."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from boxseat.clock import WallClock
from boxseat.consistency import Inconsistent
from boxseat.inspection.audit import audit
from boxseat.journal.address import database_url
from boxseat.journal.store import Store
from boxseat.people.demo import DEMO_ADMINISTRATOR
from boxseat.people.front import Front
from boxseat.people.roles import Role
from boxseat.refusal import Refusal
from boxseat.rehearsal.demo_day import play_demo_day
from tests.server.server_thread import PASSWORD, Caller, Running, running


@pytest.fixture(scope="module")
def demo(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server on a demo floor."""
    folder = tmp_path_factory.mktemp("demo")

    async def play() -> None:
        store = await Store.open(database_url(folder))
        await play_demo_day(store, WallClock().now())
        await store.close()

    asyncio.run(play())
    with running(folder) as one:
        yield one


def test_a_demo_has_a_person_of_every_role_whom_one_can_be(demo: Running) -> None:
    people = demo.stranger().get("/api/visit").json()["demo"]
    assert {one["role"] for one in people} == set(Role)
    for one in people:
        answer = demo.stranger().post("/api/demo", {"name": one["name"]})
        assert answer.status_code == 200, answer.text
        me = Caller(demo, one["name"], answer.json()["token"]).get("/api/me").json()
        assert me["person"]["role"] == one["role"]
        assert me["person"]["password_due"] is False


def test_a_day_has_been_played_on_a_demo_and_its_journal_is_sound(demo: Running) -> None:
    token = demo.stranger().post("/api/demo", {"name": "demo-supervisor"}).json()["token"]
    sue = Caller(demo, "demo-supervisor", token)
    played = sum(line["round_number"] for line in sue.get("/api/tables").json())
    assert played >= 4
    found = demo.run(audit(demo.database))
    assert not found.faults, found.faults


@pytest.mark.parametrize("name", ["admin", "ann", "demo-nobody", ""])
def test_nobody_else_is_let_into_a_demo_by_one_click(demo: Running, name: str) -> None:
    answer = demo.stranger().post("/api/demo", {"name": name})
    assert (answer.status_code, answer.json()["code"]) == (403, "demo/none")


def test_a_floor_that_was_not_born_a_demo_has_no_such_people(floor: Running) -> None:
    assert floor.stranger().get("/api/visit").json()["demo"] == []
    for name in (DEMO_ADMINISTRATOR, "admin", "demo-supervisor"):
        answer = floor.stranger().post("/api/demo", {"name": name})
        assert (answer.status_code, answer.json()["code"]) == (403, "demo/none")


def test_nobody_can_be_given_the_name_of_a_demos_person(floor: Running) -> None:
    """So the mark of a demo cannot be made later, by players, by administrators, or at the terminal."""
    own = floor.stranger().post("/api/accounts", {"name": DEMO_ADMINISTRATOR, "password": PASSWORD})
    assert own.json()["code"] == "name/reserved"
    boss = floor.staff(Role.ADMINISTRATOR)
    given = boss.post("/api/people", {"name": DEMO_ADMINISTRATOR, "role": "administrator"})
    assert given.json()["code"] == "name/reserved"


def test_the_terminal_cannot_make_one_and_a_floor_that_exists_plays_no_demo_day(tmp_path: Path) -> None:
    async def work() -> None:
        store = await Store.open(database_url(tmp_path))
        front = Front(store, WallClock())
        try:
            refused = await front.administration.create_first_administrator(DEMO_ADMINISTRATOR)
            assert isinstance(refused, Refusal)
            assert refused.code == "name/reserved"
            assert not isinstance(await front.administration.create_first_administrator(), Refusal)
            with pytest.raises(Inconsistent, match="does not become a demo"):
                await play_demo_day(store, time.time_ns() // 1000)
        finally:
            await front.close()
            await store.close()

    asyncio.run(work())


def test_the_link_of_the_first_start_makes_one_administrator_once(tmp_path: Path) -> None:
    with running(tmp_path) as new:
        token = new.node.first_token
        assert token
        body = {"token": token, "name": "olga", "password": PASSWORD}
        for wrong in ("", token[:-1], f"{token}x", "ß"):
            answer = new.stranger().post("/api/first-administrator", {**body, "token": wrong})
            assert (answer.status_code, answer.json()["code"]) == (403, "administrator/link")
        weak = new.stranger().post("/api/first-administrator", {**body, "password": "password"})
        assert weak.status_code == 422
        taken = new.stranger().post("/api/first-administrator", {**body, "name": DEMO_ADMINISTRATOR})
        assert taken.json()["code"] == "name/reserved"
        made = new.stranger().post("/api/first-administrator", body)
        assert made.status_code == 201, made.text
        olga = Caller(new, "olga", made.json()["token"])
        assert olga.get("/api/people").status_code == 200
        again = new.stranger().post("/api/first-administrator", {**body, "name": "otto"})
        assert again.json()["code"] == "administrator/link"
        audited = new.run(audit(new.database))
        assert not audited.faults, audited.faults
    with running(tmp_path) as later:
        assert later.node.first_token == ""
