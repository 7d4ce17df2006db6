"""Sessions: tokens, time-outs, signing out, ending on any node within a second, and socket tickets (S4, ASVS 7)."""

from __future__ import annotations

import asyncio
import base64
from collections.abc import Callable

import pytest
from sqlalchemy import Connection

from boxseat.clock import SECOND
from boxseat.journal.entry import StoreDown
from boxseat.people.schema import sessions as rows
from boxseat.people.settings import HOUR, MINUTE
from boxseat.people.tokens import digest
from tests.people.conftest import PASSWORD, Casino, MovedClock, admitted

pytestmark = pytest.mark.anyio


async def test_7_2_3_tokens_are_long_and_new_at_each_login(casino: Casino) -> None:
    tokens = {(await casino.ann()).token} | {
        admitted(await casino.login.login("ann", PASSWORD)).token for _ in range(5)
    }
    assert len(tokens) == 6
    assert all(len(base64.urlsafe_b64decode(token + "=")) * 8 >= 256 for token in tokens)


@pytest.mark.parametrize("token", ["", "x", "é", "a" * 43, "a" * 10_000, "\0"])
async def test_other_tokens_open_nothing(casino: Casino, token: str) -> None:
    await casino.ann()
    assert await casino.sessions.find(token) is None
    assert await casino.sessions.ticket(token) is None
    assert await casino.sessions.redeem(token) is None


async def test_7_3_1_an_idle_session_ends_after_half_an_hour(casino: Casino, clock: MovedClock) -> None:
    token = (await casino.ann()).token
    for _ in range(4):
        clock.at += 29 * MINUTE
        assert await casino.sessions.find(token) is not None
    clock.at += 30 * MINUTE
    assert await casino.sessions.find(token) is None
    clock.at -= MINUTE
    await casino.sessions.prune()
    assert await casino.sessions.find(token) is not None, "only the clock must have ended it"


async def test_7_3_2_a_session_ends_after_twelve_hours_however_used(casino: Casino, clock: MovedClock) -> None:
    token = (await casino.ann()).token
    for _ in range(12 * 6 - 1):
        clock.at += 10 * MINUTE
        assert await casino.sessions.find(token) is not None
    clock.at += 10 * MINUTE
    assert await casino.sessions.find(token) is None
    await casino.sessions.prune()
    assert await casino.store.query(lambda connection: connection.execute(rows.select()).all()) == []


async def test_use_is_written_down_once_a_minute(
    casino: Casino, clock: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await casino.ann()
    await casino.sessions.find(ann.token)
    asked: list[str] = []
    change, query = casino.store.change, casino.store.query
    monkeypatch.setattr(casino.store, "change", lambda work: asked.append("change") or change(work))  # type: ignore[func-returns-value]
    monkeypatch.setattr(casino.store, "query", lambda work: asked.append("query") or query(work))  # type: ignore[func-returns-value]
    for _ in range(700):
        assert await casino.sessions.find(ann.token) is not None
        assert await casino.sessions.revalidate(ann.session) is not None
        clock.at += SECOND // 700
    assert asked == [], "a second of commands must not read the store"
    for _ in range(130):
        clock.at += SECOND
        await casino.sessions.find(ann.token)
    assert asked.count("change") == 2


async def test_7_4_1_leaving(casino: Casino, second: Casino, clock: MovedClock) -> None:
    token = (await casino.ann()).token
    visit = await casino.sessions.find(token)
    assert visit is not None
    assert await second.sessions.find(token) is not None
    await casino.login.logout(visit)
    assert await casino.sessions.find(token) is None
    clock.at += SECOND + 1
    assert await second.sessions.find(token) is None
    assert (await casino.written("ann"))[-1] == "logged-out.1"


async def test_7_4_5_an_administrator_ends_sessions_on_every_node(casino: Casino, second: Casino) -> None:
    """The node that follows the journal hears of it, removes the sessions and closes the sockets."""
    administrator, ann, bob = await casino.administrator(), await casino.ann(), await second.login.open_guest()
    closed: list[str] = []
    await second.sessions.follow()
    for token, name in ((ann.token, "ann"), (bob.token, "bob")):
        visit = await second.sessions.find(token)
        assert visit is not None
        second.sessions.watch(visit.session, lambda name=name: closed.append(name))  # type: ignore[misc]
    await second.sessions.follow()
    assert closed == []
    await casino.administration.end_sessions(administrator, "ann")
    await second.sessions.follow()
    await second.sessions.follow()
    assert closed == ["ann"]
    assert await second.sessions.find(ann.token) is None
    assert await second.sessions.revalidate(ann.session) is None
    assert await second.sessions.find(bob.token) is not None
    assert (await casino.written("ann"))[-1] == "sessions-ended.1"


async def test_s4_sockets_close_within_a_second(casino: Casino, second: Casino) -> None:
    administrator, ann = await casino.administrator(), await casino.ann()
    second.front.start()
    await asyncio.sleep(0.1)
    ended = asyncio.Event()
    assert await second.sessions.revalidate(ann.session) is not None
    second.sessions.watch(ann.session, ended.set)
    await casino.administration.disable(administrator, "ann")
    await asyncio.wait_for(ended.wait(), 1.0)


async def test_a_watched_session_that_times_out_is_told_of(casino: Casino, clock: MovedClock) -> None:
    ann, closed = await casino.ann(), asyncio.Event()
    await casino.sessions.find(ann.token)
    casino.sessions.watch(ann.session, closed.set)
    clock.at += 29 * MINUTE
    await casino.sessions.follow()
    assert not closed.is_set()
    clock.at += MINUTE
    await casino.sessions.follow()
    assert closed.is_set()


async def test_whoever_is_no_longer_watched_is_not_told(casino: Casino, clock: MovedClock) -> None:
    ann, closed = await casino.ann(), asyncio.Event()
    casino.sessions.watch(ann.session, closed.set)
    casino.sessions.unwatch(ann.session, closed.set)
    clock.at += HOUR
    await casino.sessions.follow()
    assert not closed.is_set()


async def test_an_end_while_a_session_is_looked_up_is_not_missed(
    casino: Casino, second: Casino, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A session read before it ended, and returned after the end is known, is not trusted."""
    administrator, ann = await casino.administrator(), await casino.ann()
    await second.sessions.follow()
    look = second.sessions._looks.do

    async def slow(work: Callable[[Connection], object]) -> object:
        found = await look(work)
        await casino.administration.end_sessions(administrator, "ann")
        await second.sessions.follow()
        return found

    monkeypatch.setattr(second.sessions._looks, "do", slow)
    await second.sessions.find(ann.token)
    monkeypatch.setattr(second.sessions._looks, "do", look)
    assert await second.sessions.find(ann.token) is None


async def test_while_the_store_is_down_nobody_is_trusted_for_long(
    casino: Casino, clock: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await casino.ann()
    assert await casino.sessions.find(ann.token) is not None

    async def down(_: object) -> object:
        raise StoreDown("the disk is full")

    monkeypatch.setattr(casino.store, "query", down)
    assert await casino.sessions.find(ann.token) is not None
    clock.at += SECOND + 1
    with pytest.raises(StoreDown):
        await casino.sessions.find(ann.token)


async def test_a_use_that_cannot_be_written_is_a_use_all_the_same(
    casino: Casino, clock: MovedClock, monkeypatch: pytest.MonkeyPatch
) -> None:
    ann = await casino.ann()
    change = casino.store.change

    async def down(_: object) -> object:
        raise StoreDown("the disk is full")

    monkeypatch.setattr(casino.store, "change", down)
    clock.at += 2 * MINUTE
    assert await casino.sessions.find(ann.token) is not None
    monkeypatch.setattr(casino.store, "change", change)
    clock.at += SECOND
    assert await casino.sessions.find(ann.token) is not None
    assert await casino.sessions_of("ann") == [clock.at]


async def test_a_login_and_a_closing_at_once_leave_no_session(casino: Casino, second: Casino) -> None:
    administrator = await casino.administrator()
    await casino.ann()
    answers = await asyncio.gather(
        *(second.login.login("ann", PASSWORD) for _ in range(5)),
        casino.administration.disable(administrator, "ann"),
        *(casino.login.login("ann", PASSWORD) for _ in range(5)),
    )
    for answer in answers:
        if token := getattr(answer, "token", ""):
            assert await casino.sessions.find(token) is None
    assert await casino.sessions_of("ann") == []


async def test_4_4_3_a_ticket_opens_one_socket(casino: Casino, second: Casino, clock: MovedClock) -> None:
    ann = await casino.ann()
    ticket = await casino.sessions.ticket(ann.token)
    assert ticket is not None
    assert await casino.sessions.find(ticket) is None, "a ticket is no token"
    tries = await asyncio.gather(*((casino, second)[i % 2].sessions.redeem(ticket) for i in range(20)))
    assert [visit.person.name for visit in tries if visit is not None] == ["ann"]
    late = await casino.sessions.ticket(ann.token)
    assert late is not None
    clock.at += 30 * SECOND
    assert await casino.sessions.redeem(late) is None


async def test_a_ticket_of_somebody_who_left_opens_nothing(casino: Casino) -> None:
    ann = await casino.ann()
    ticket, visit = await casino.sessions.ticket(ann.token), await casino.sessions.find(ann.token)
    assert ticket is not None
    assert visit is not None
    await casino.login.logout(visit)
    assert await casino.sessions.redeem(ticket) is None


async def test_hundreds_come_back_at_once(casino: Casino) -> None:
    """P3: the writes of many clients that reconnect are committed together."""
    token = (await casino.ann()).token
    tickets = await asyncio.gather(*(casino.sessions.ticket(token) for _ in range(400)))
    visits = await asyncio.gather(*(casino.sessions.redeem(ticket) for ticket in tickets if ticket))
    assert sum(visit is not None for visit in visits) == 400


async def test_logins_that_cannot_be_written_are_refused_each(casino: Casino, monkeypatch: pytest.MonkeyPatch) -> None:
    async def down(_: object) -> object:
        raise StoreDown("the disk is full")

    monkeypatch.setattr(casino.store, "append", down)
    answers = await asyncio.gather(*(casino.login.open_guest() for _ in range(3)), return_exceptions=True)
    assert [type(answer) for answer in answers] == [StoreDown] * 3
    monkeypatch.undo()
    assert (await casino.login.open_guest()).person.guest


async def test_a_session_counts_only_if_a_login_began_it(casino: Casino, second: Casino, clock: MovedClock) -> None:
    """A row added by someone with database access belongs to no one, whatever it says."""
    administrator, ann = await casino.administrator(), await casino.ann()
    (row,) = [row for row in await _rows(casino) if row["name"] == "ann"]
    forged: list[dict[str, object]] = [
        {"name": administrator.name},
        {"name": administrator.name, "version": 10**6},
        {"opened": clock.at + 100 * 365 * 24 * HOUR, "used": clock.at + 100 * 365 * 24 * HOUR},
        {"opened": clock.at + SECOND},
        {"version": 2},
        {},
    ]
    for place, change in enumerate(forged):
        token = f"forged-{place}"
        await _insert(casino, {**row, "id": f"id-{place}", "token": digest(token), **change})
        for node in (casino, second):
            assert await node.sessions.find(token) is None, change
            assert await node.sessions.revalidate(f"id-{place}") is None, change
    assert await casino.sessions.find(ann.token) is not None


async def test_a_session_that_was_ended_does_not_come_back_with_its_row(casino: Casino) -> None:
    ann = await casino.ann()
    (row,) = await _rows(casino)
    visit = await casino.sessions.find(ann.token)
    assert visit is not None
    await casino.login.logout(visit)
    assert await _rows(casino) == [], "the row must be removed with the entry"
    await _insert(casino, row)
    assert await casino.sessions.find(ann.token) is None


async def test_a_clock_that_was_ahead_leaves_no_session_that_lasts_too_long(casino: Casino, clock: MovedClock) -> None:
    await casino.ann()
    clock.at += 24 * HOUR
    ahead = admitted(await casino.login.login("ann", PASSWORD))
    clock.at -= 24 * HOUR
    assert await casino.sessions.find(ahead.token) is None
    again = admitted(await casino.login.login("ann", PASSWORD))
    assert await casino.sessions.find(again.token) is not None


async def test_a_use_from_the_future_counts_as_of_now(casino: Casino, second: Casino, clock: MovedClock) -> None:
    ann = await casino.ann()
    clock.at += 11 * HOUR
    await casino.store.change(lambda connection: connection.execute(rows.update().values(used=clock.at)))
    clock.at -= 11 * HOUR
    assert await second.sessions.find(ann.token) is not None
    clock.at += 30 * MINUTE
    assert await second.sessions.find(ann.token) is None


async def _rows(casino: Casino) -> list[dict[str, object]]:
    return await casino.store.query(
        lambda connection: [dict(row) for row in connection.execute(rows.select()).mappings()]
    )


async def _insert(casino: Casino, row: dict[str, object]) -> None:
    await casino.store.change(lambda connection: connection.execute(rows.insert(), row))
