"""Seats of those whose connection is gone: kept for as long as the table says, on whichever node they were, and then given up."""

from __future__ import annotations

import asyncio

from structlog.testing import capture_logs

from boxseat.clock import SECOND, WallClock
from boxseat.house.answers import Done
from boxseat.house.house import House
from boxseat.journal.store import Store
from boxseat.money import Cents
from boxseat.people.roles import Person, Role
from boxseat.rulebook.load import book_text, open_book
from boxseat.server.node import Node as ServerNode
from boxseat.server.node import TimedStore
from boxseat.server.presence import AWAY_AFTER_US, Presence, database_time
from boxseat.server.settings import ServerSettings
from boxseat.server.websocket.hub import Hub, Subscriber
from boxseat.table import commands as c
from boxseat.table.settings import Settings, Times
from boxseat.table.sign import SIGN
from tests.databases import run_async

ANN = Person("ann", Role.PLAYER)
KEPT = 30 * SECOND


class Clock:
    def __init__(self) -> None:
        self.time = 1_800_000_000 * SECOND

    def now(self) -> int:
        return self.time


class Node:
    """One server of the house, without its network."""

    def __init__(self, store: Store, clock: Clock, database: Clock | None = None) -> None:
        self.store = store
        self.house = House(store, clock)
        self.hub = Hub(self.house)
        self.presence = Presence(store, self.house, self.hub, lambda _: (database or clock).time)
        self.caller = Subscriber(ANN, "s1", plays=True, queued_max=10)

    async def seated(self) -> bool:
        live = await self.house.table("t1")
        async with live.lock:
            await live.catch_up()
        return "ann" in live.table.patrons


async def _floor(url: str, clock: Clock, database: Clock | None = None) -> Node:
    """A table with somebody at it who is connected."""
    node = Node(await Store.open(url), clock, database)
    settings = Settings(sign=SIGN, times=Times(seat=KEPT))
    book = open_book("star-pontoon")
    assert await node.house.open_table("t1", book, book_text("star-pontoon"), settings) == Done(1)
    await node.house.submit_authorized("house", "t1", "", 1, c.OpenForPlay())
    await _money(node.store)
    assert isinstance(await node.house.submit(ANN, "t1", "c1", 2, c.BuyIn(Cents(100_00))), Done)
    assert isinstance(await node.house.submit(ANN, "t1", "c2", 3, c.Sit(1)), Done)
    node.hub.enter(node.caller)
    return node


async def _money(store: Store) -> None:
    from boxseat.journal.entry import Write
    from boxseat.ledger.accounts import BANK, Posting, wallet

    given = Posting(BANK, wallet("ann"), 500_00, "opening money")
    await store.append(Write("account/ann", 0, 1, "house", "", b"[]", postings=(given,)))


@run_async
async def test_a_seat_is_kept_for_its_time_and_then_given_up(store_url: str) -> None:
    clock = Clock()
    node = await _floor(store_url, clock)
    clock.time += 10 * KEPT
    await node.presence.refresh()
    assert await node.seated(), "somebody who is connected keeps their seat"
    node.hub.leave(node.caller)
    await node.presence.refresh()
    clock.time += KEPT - SECOND
    await node.presence.refresh()
    assert await node.seated(), "not before its time"
    clock.time += 2 * SECOND
    await node.presence.refresh()
    assert not await node.seated()
    assert await node.store.balance("wallet/ann") == 500_00, "the chips went with them"
    await node.store.close()


@run_async
async def test_somebody_without_a_connection_is_away_until_they_are_back(store_url: str) -> None:
    clock = Clock()
    node = await _floor(store_url, clock)
    node.hub.leave(node.caller)
    seen = []
    for wait in (0, AWAY_AFTER_US - 1, 1):
        clock.time += wait
        await node.presence.refresh()
        seen.append((await node.house.table("t1")).table.patrons["ann"].away)
    assert seen == [False, False, True]
    version = (await node.house.table("t1")).table.version
    await node.presence.refresh()
    node.hub.enter(node.caller)
    await node.presence.refresh()
    table = (await node.house.table("t1")).table
    assert not table.patrons["ann"].away
    assert table.version == version + 1, "each change is recorded once"
    await node.store.close()


@run_async
async def test_whoever_comes_back_in_time_keeps_the_seat(store_url: str) -> None:
    clock = Clock()
    node = await _floor(store_url, clock)
    for _ in range(5):
        node.hub.leave(node.caller)
        await node.presence.refresh()
        clock.time += KEPT - SECOND
        await node.presence.refresh()
        node.hub.enter(node.caller)
        await node.presence.refresh()
    assert await node.seated()
    await node.store.close()


@run_async
async def test_somebody_on_another_node_is_here(store_url: str) -> None:
    clock = Clock()
    node = await _floor(store_url, clock)
    await node.presence.refresh()
    other = Node(await Store.open(store_url), clock)
    await other.house.table("t1")
    for _ in range(20):
        clock.time += KEPT // 5
        await node.presence.refresh()
        await other.presence.refresh()
    assert await other.seated(), "the node they are on says so"
    for _ in range(20):  # that node is gone without a word
        clock.time += KEPT // 5
        await other.presence.refresh()
    assert not await other.seated()
    await asyncio.gather(node.store.close(), other.store.close())


@run_async
async def test_a_node_whose_clock_is_ahead_leaves_the_seats_of_others_alone(store_url: str) -> None:
    """Absence is counted by the database's time, whatever a node's own clock says."""
    clock, skewed, database = Clock(), Clock(), Clock()
    skewed.time += 10 * KEPT
    database.time -= 3 * KEPT
    node = await _floor(store_url, clock, database)
    await node.presence.refresh()
    other = Node(await Store.open(store_url), skewed, database)
    await other.house.table("t1")
    for _ in range(20):
        for each in (clock, skewed, database):
            each.time += KEPT // 5
        await node.presence.refresh()
        await other.presence.refresh()
    assert await other.seated()
    node.hub.leave(node.caller)
    for _ in range(6):
        for each in (clock, skewed, database):
            each.time += KEPT // 5
        await node.presence.refresh()
        await other.presence.refresh()
    assert not await other.seated(), "those who are gone are given up by the same time"
    await asyncio.gather(node.store.close(), other.store.close())


@run_async
async def test_a_jump_of_the_databases_clock_costs_nobody_a_seat(sqlite_url: str) -> None:
    """Everybody has the full time again, and whoever runs the house is told."""
    clock, database = Clock(), Clock()
    node = await _floor(sqlite_url, clock, database)
    moved: list[int] = []
    node.presence.clocks_moved = moved.append
    await node.presence.refresh()
    node.hub.leave(node.caller)
    for jump in (100 * KEPT, -100 * KEPT):
        database.time += jump
        await node.presence.refresh()
        assert await node.seated()
    assert moved == [100 * KEPT, -100 * KEPT]
    for each in (clock, database):
        each.time += KEPT
    await node.presence.refresh()
    assert not await node.seated()
    await node.store.close()


@run_async
async def test_the_database_tells_its_own_time(store_url: str) -> None:
    store = await Store.open(store_url)
    told = await store.query(database_time)
    await store.close()
    if store_url.startswith("postgresql"):
        assert told is not None
        assert abs(told - WallClock().now()) < 3600 * SECOND
    else:
        assert told is None


@run_async
async def test_after_a_restart_everybody_has_their_time_again(sqlite_url: str) -> None:
    clock = Clock()
    node = await _floor(sqlite_url, clock)
    await node.presence.refresh()
    await node.store.close()
    clock.time += 100 * KEPT
    again = Node(await Store.open(sqlite_url), clock)
    await again.house.table("t1")
    await again.presence.refresh()
    clock.time += KEPT - SECOND
    await again.presence.refresh()
    assert await again.seated()
    clock.time += 2 * SECOND
    await again.presence.refresh()
    assert not await again.seated()
    await again.store.close()


@run_async
async def test_whoever_plays_without_a_socket_is_here_too(sqlite_url: str) -> None:
    clock = Clock()
    node = await _floor(sqlite_url, clock)
    node.hub.leave(node.caller)
    for _ in range(5):
        clock.time += KEPT - SECOND
        node.presence.note_request("ann")
        await node.presence.refresh()
    assert await node.seated()
    await node.store.close()


@run_async
async def test_a_wrong_clock_is_logged_and_counted(sqlite_url: str) -> None:
    """A significant event is a line in the log and a number in the metrics (GLI-19, 2.2)."""
    node = ServerNode(await TimedStore.open(sqlite_url), ServerSettings())
    assert isinstance(node.house.clock, WallClock)
    with capture_logs() as lines:
        node.house.clock.jumped(86_400 * SECOND)
        node.house.cache.stamped_ahead("table/t1", 3_600 * SECOND)
        node.presence.clocks_moved(-60 * SECOND)
    await node.close()
    assert [(line["event"], line["log_level"], line["seconds"]) for line in lines] == [
        ("significant event", "error", 86_400.0),
        ("significant event", "error", 3_600.0),
        ("significant event", "error", -60.0),
    ]
    assert lines[1]["stream"] == "table/t1"
    told = node.metrics.text().decode()
    for what in (
        "the system clock jumped",
        "a stream's last entry is ahead of the clock",
        "the database's clock jumped",
    ):
        assert f'boxseat_clock_events_total{{what="{what}"}} 1.0' in told
