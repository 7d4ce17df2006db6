"""Accounts managed by an administrator: roles, passwords, closing, ending sessions, and the first administrator."""

from __future__ import annotations

import asyncio
from typing import Any
from unittest.mock import patch

import pytest
from sqlalchemy import select

from boxseat.journal.entry import Write
from boxseat.ledger.accounts import Posting, chips, wager, wallet
from boxseat.people.administration import NO_SUCH_ACCOUNT, OWN_ACCOUNT, AccountLine, OneTimePassword
from boxseat.people.login import NAME_TAKEN, WRONG_LOGIN, Admitted
from boxseat.people.roles import Person, Power, Role, may
from boxseat.people.schema import credentials
from boxseat.people.sessions import Visit
from boxseat.refusal import Refusal
from tests.people.conftest import NOON, PASSWORD, Casino, MovedClock, admitted

pytestmark = pytest.mark.anyio
NEW = "kettle off the verandah"


async def visit(casino: Casino, token: str) -> Visit:
    found = await casino.sessions.find(token)
    assert found is not None
    return found


async def test_the_first_administrator_changes_the_password_before_anything_else(casino: Casino) -> None:
    made = await casino.administration.create_first_administrator()
    assert isinstance(made, OneTimePassword)
    first = admitted(await casino.login.login(made.name, made.password))
    assert first.person.password_due
    assert not may(first.person, Power.MANAGE_ACCOUNTS)
    refused = await casino.administration.disable(first.person, "ann")
    assert isinstance(refused, Refusal)
    assert refused.code == "password/due"
    changed = admitted(
        await casino.administration.change_password(await visit(casino, first.token), made.password, NEW)
    )
    assert may(changed.person, Power.MANAGE_ACCOUNTS)
    assert await casino.login.login(made.name, made.password) == WRONG_LOGIN
    assert await casino.store.balances() == {}


async def test_there_is_one_first_administrator(casino: Casino, second: Casino) -> None:
    for _ in range(3):
        await casino.login.open_guest()
    await casino.ann()
    answers = await asyncio.gather(*(node.administration.create_first_administrator() for node in (casino, second)))
    assert sorted(type(answer).__name__ for answer in answers) == ["OneTimePassword", "Refusal"]
    again = await casino.administration.create_first_administrator("other")
    assert isinstance(again, Refusal)
    assert again.code == "administrator/exists"


async def test_a_password_of_two_nodes_at_once_is_the_one_written_last(casino: Casino, second: Casino) -> None:
    """A hash is stored with the entry that names it: the slower node writes its change again, and one hash is left."""
    await casino.ann()
    by = await casino.administrator()
    first_done = asyncio.Event()
    second_writes = second.administration._accounts.write

    async def waits(*words: Any, **more: Any) -> Any:
        await first_done.wait()
        return await second_writes(*words, **more)

    async def resets_first() -> None:
        await casino.administration.reset_password(by, "ann")
        first_done.set()

    with patch.object(second.administration._accounts, "write", waits):
        last, _ = await asyncio.gather(second.administration.reset_password(by, "ann"), resets_first())
    assert isinstance(last, OneTimePassword)
    assert admitted(await casino.login.login("ann", last.password)).person.password_due
    query = select(credentials.c.name).where(credentials.c.name == "ann")
    assert await casino.store.query(lambda connection: connection.execute(query).scalars().all()) == ["ann"]


async def test_another_password_ends_all_other_sessions(casino: Casino) -> None:
    ann = await casino.ann()
    other = admitted(await casino.login.login("ann", PASSWORD))
    changed = admitted(await casino.administration.change_password(await visit(casino, ann.token), PASSWORD, NEW))
    assert await casino.sessions.find(ann.token) is None
    assert await casino.sessions.find(other.token) is None
    assert await casino.sessions.find(changed.token) is not None
    assert await casino.login.login("ann", PASSWORD) == WRONG_LOGIN
    assert isinstance(await casino.login.login("ann", NEW), Admitted)
    rows = await casino.store.query(lambda connection: connection.exec_driver_sql("SELECT id FROM credentials").all())
    assert len(rows) == 1, "the old password is stored nowhere"


async def test_a_wrong_old_password_counts_as_at_the_door(casino: Casino) -> None:
    ann = await visit(casino, (await casino.ann()).token)
    for _ in range(3):
        assert await casino.administration.change_password(ann, "wrong", NEW) == WRONG_LOGIN
    assert await casino.administration.change_password(ann, PASSWORD, NEW) == WRONG_LOGIN
    assert (await casino.written("ann"))[-1] == "locked.1"


async def test_passwords_that_cannot_be_changed_to(casino: Casino) -> None:
    ann = await visit(casino, (await casino.ann()).token)
    guest = await visit(casino, (await casino.login.open_guest()).token)
    for who, old, new, code in [
        (ann, PASSWORD, PASSWORD, "password/same"),
        (ann, PASSWORD, "password1", "password/common"),
        (guest, "", NEW, "password/none"),
    ]:
        refused = await casino.administration.change_password(who, old, new)
        assert isinstance(refused, Refusal)
        assert refused.code == code


async def test_two_changes_of_a_password_at_once_leave_one_password(casino: Casino, second: Casino) -> None:
    ann = await visit(casino, (await casino.ann()).token)
    nodes = (casino, second)
    answers = await asyncio.gather(
        *(node.administration.change_password(ann, PASSWORD, f"{NEW} {i}") for i, node in enumerate(nodes))
    )
    won = [i for i, answer in enumerate(answers) if isinstance(answer, Admitted)]
    assert len(won) == 1
    assert isinstance(await casino.login.login("ann", f"{NEW} {won[0]}"), Admitted)
    assert await casino.login.login("ann", f"{NEW} {1 - won[0]}") == WRONG_LOGIN


async def test_7_4_2_a_closed_account_loses_all_sessions(casino: Casino) -> None:
    administrator, ann = await casino.administrator(), await casino.ann()
    assert await casino.administration.disable(administrator, "Ann") == Person("ann", Role.PLAYER, disabled=True)
    assert await casino.sessions.find(ann.token) is None
    assert await casino.login.login("ann", PASSWORD) == WRONG_LOGIN
    assert await casino.administration.enable(administrator, "ann") == Person("ann", Role.PLAYER)
    assert await casino.sessions.find(ann.token) is None
    assert isinstance(await casino.login.login("ann", PASSWORD), Admitted)
    assert (await casino.written("ann"))[2:] == ["disabled.1", "login-failed.1", "enabled.1", "logged-in.2"]
    whose = [entry.who for entry in await casino.store.read("account/ann")]
    assert whose == ["ann", "admin", "door", "admin", "ann"]


async def test_an_administrator_lifts_a_lock_out(casino: Casino) -> None:
    administrator = await casino.administrator()
    await casino.ann()
    for _ in range(3):
        await casino.login.login("ann", "wrong")
    assert await casino.login.login("ann", PASSWORD) == WRONG_LOGIN
    await casino.administration.enable(administrator, "ann")
    assert isinstance(await casino.login.login("ann", PASSWORD), Admitted)


async def test_a_role_is_given_and_counts_from_the_next_login(casino: Casino) -> None:
    administrator, ann = await casino.administrator(), await casino.ann()
    assert await casino.administration.give_role(administrator, "ann", Role.SUPERVISOR) == Person(
        "ann", Role.SUPERVISOR
    )
    assert await casino.sessions.find(ann.token) is None
    assert admitted(await casino.login.login("ann", PASSWORD)).person.role is Role.SUPERVISOR
    assert await casino.administration.person("ann") == Person("ann", Role.SUPERVISOR)
    guest = await casino.login.open_guest()
    for name, role, code in [("ann", Role.SUPERVISOR, "role/same"), (guest.person.name, Role.DEALER, "role/guest")]:
        refused = await casino.administration.give_role(administrator, name, role)
        assert isinstance(refused, Refusal)
        assert refused.code == code


async def test_no_role_is_given_to_somebody_with_chips_or_wagers_at_a_table(casino: Casino) -> None:
    """A supervisor with a wager would judge their own case."""
    administrator, _ = await casino.administrator(), await casino.ann()
    await casino.login.open_account("x-ann", PASSWORD)
    for place, account in enumerate((chips("t1", "ann"), wager("t1", 3, "ann"))):
        moved = Posting(wallet("ann"), account, 500, "chips")
        await casino.store.append(Write("table/t1", 2 * place, NOON, "ann", "", b"[]", postings=(moved,)))
        refused = await casino.administration.give_role(administrator, "ANN", Role.SUPERVISOR)
        assert isinstance(refused, Refusal)
        assert (refused.code, "table t1" in refused.reason) == ("role/at-table", True)
        back = Posting(account, wallet("ann"), 500, "chips")
        await casino.store.append(Write("table/t1", 2 * place + 1, NOON, "ann", "", b"[]", postings=(back,)))
    for name in ("x-ann", "ann"):
        assert isinstance(await casino.administration.give_role(administrator, name, Role.SUPERVISOR), Person)


async def test_staff_get_a_password_to_change_and_no_money(casino: Casino) -> None:
    administrator = await casino.administrator()
    made = await casino.administration.open_staff(administrator, "Dot", Role.DEALER)
    assert isinstance(made, OneTimePassword)
    assert await casino.store.balance("wallet/dot") == 0
    assert admitted(await casino.login.login("dot", made.password)).person.password_due
    assert await casino.administration.open_staff(administrator, "dot", Role.DEALER) == NAME_TAKEN
    reset = await casino.administration.reset_password(administrator, "dot")
    assert isinstance(reset, OneTimePassword)
    assert await casino.login.login("dot", made.password) == WRONG_LOGIN
    assert admitted(await casino.login.login("dot", reset.password)).person.password_due
    player = await casino.administration.open_staff(administrator, "eve", Role.PLAYER)
    assert isinstance(player, Refusal)


@pytest.mark.parametrize("role", Role)
async def test_s2_only_those_who_may_change_accounts(casino: Casino, role: Role) -> None:
    await casino.ann()
    by, people = Person("eve", role), casino.administration
    answers = [
        await people.disable(by, "ann"),
        await people.enable(by, "ann"),
        await people.give_role(by, "ann", Role.DEALER),
        await people.reset_password(by, "ann"),
        await people.open_staff(by, "dot", Role.DEALER),
        await people.end_sessions(by, "ann"),
        await people.page(by),
    ]
    allowed = [not (isinstance(answer, Refusal) and answer.code == "power/none") for answer in answers]
    assert allowed == [may(by, Power.MANAGE_ACCOUNTS)] * 5 + [may(by, Power.END_SESSIONS), may(by, Power.SEE_ACCOUNTS)]
    if not any(allowed):
        assert len(await casino.written("ann")) == 2


async def test_nobody_changes_their_own_account(casino: Casino) -> None:
    administrator = await casino.administrator()
    assert await casino.administration.disable(administrator, "admin") == OWN_ACCOUNT
    assert await casino.administration.give_role(administrator, "Admin", Role.PLAYER) == OWN_ACCOUNT
    assert await casino.administration.disable(administrator, "nobody-here") == NO_SUCH_ACCOUNT


async def test_a_page_of_accounts(casino: Casino, clock: MovedClock) -> None:
    administrator = await casino.administrator()
    await casino.ann()
    guest = await casino.login.open_guest()
    # Another room writes to an account's stream, and leaves no snapshot.
    await casino.store.append(Write("account/ann", 1, NOON, "house", "", b'[{"is":"restricted.1","to":"minimum"}]'))
    page = await casino.administration.page(administrator)
    assert isinstance(page, list)
    assert [line.name for line in page] == ["admin", "ann", guest.person.name]
    assert page[1] == AccountLine("ann", Role.PLAYER, False, False, False, NOON, NOON)
    assert isinstance(await casino.login.login("ann", PASSWORD), Admitted)
    rest = await casino.administration.page(administrator, after="admin", limit=1)
    assert isinstance(rest, list)
    assert [line.name for line in rest] == ["ann"]
