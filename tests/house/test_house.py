"""Guarantees of the house: authority, stale commands, one transaction, tables rebuilt, and stateless nodes."""

from __future__ import annotations

import asyncio
import hashlib
from random import Random
from typing import NamedTuple

import pytest
from msgspec.structs import replace

from boxseat.clock import MINUTE, SECOND, Moment, WallClock
from boxseat.house import house as house_module
from boxseat.house import table_stream
from boxseat.house.answers import Answer, Behind, Done, Paused, Refused, decode, encode
from boxseat.house.authority import STAFF_COMMANDS
from boxseat.house.house import HOUSE_ACTOR, House
from boxseat.house.live_stream import NoSuchStream
from boxseat.house.table_stream import LiveTable
from boxseat.journal.entry import StoreDown
from boxseat.money import Cents
from boxseat.people.roles import Person, Role
from boxseat.rulebook.load import GAMES, parse_book
from boxseat.rulebook.stored_book import parse_kept
from boxseat.table import commands as c
from boxseat.table.dispatch import carry_out
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from boxseat.table.signs.commands import AnnounceClosure, FollowSigns
from tests.books import earlier_text
from tests.databases import run_async
from tests.house.memory_store import Disk, MemoryStore, Step, at_once, endow
from tests.house.onlooker import Onlooker
from tests.house.random_evening import Evening, Opened, SteppedClock, book_text
from tests.house.test_matrix import every_command

ANN, BOB = Person("ann", Role.PLAYER), Person("bob", Role.PLAYER)
SUPERVISOR = Person("sue", Role.SUPERVISOR)


class Node:
    """A house with one table, on a disk that other nodes may share."""

    def __init__(self, disk: Disk | None = None, step: Step = at_once, name: str = "north", seed: int = 1) -> None:
        self.disk = disk or Disk()
        self.clock = SteppedClock()
        self.house = House(MemoryStore(self.disk, step, name), self.clock, Random(seed).randbytes)
        self.number = 0
        self.name = name

    async def open(self, game: str = "star-pontoon", **settings: object) -> LiveTable:
        endow(self.disk, ("ann", "bob"), 1_000_000)
        text = book_text(game)
        chosen = Settings(**{"sign": SIGN, **settings})  # type: ignore[arg-type]
        assert await self.house.open_table("t1", parse_book(text, source=game), text, chosen) == Done(1)
        await self.done(SUPERVISOR, c.OpenForPlay())
        await self.done(ANN, c.BuyIn(Cents(100_000)), c.Sit(1))
        return await self.house.table("t1")

    async def do(self, person: Person, command: c.TableCommand, version: int | None = None) -> Answer:
        self.number += 1
        live = await self.house.table("t1")
        seen = live.table.version if version is None else version
        return await self.house.submit(person, "t1", f"{self.name}{self.number}", seen, command)

    async def done(self, person: Person, *commands: c.TableCommand) -> None:
        for command in commands:
            answer = await self.do(person, command)
            assert isinstance(answer, Done), (person.name, command, answer)

    async def time_up(self) -> Answer:
        live = await self.house.table("t1")
        return await self.house.submit_authorized(HOUSE_ACTOR, "t1", "", live.table.version, c.TimeUp())

    async def played_out(self) -> None:
        """No one answers until the table has closed and the last seed is shown."""
        closing = self.clock.at + 20 * MINUTE
        await self.do(SUPERVISOR, AnnounceClosure(Moment(closing)))
        self.clock.at = closing
        live = await self.house.table("t1")
        await self.house.submit_authorized(HOUSE_ACTOR, "t1", "", live.table.version, FollowSigns())
        while live.table.status != "closed":
            await self.time_up()


@pytest.fixture(autouse=True)
def _asked_often(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(house_module, "PROBE_INTERVAL_S", 0.001)


def _failing_once(at: str) -> tuple[Step, dict[str, bool]]:
    switch = {"on": False}

    async def step(name: str) -> None:
        if switch["on"] and name == at:
            switch["on"] = False
            raise StoreDown("the disk is full")

    return step, switch


async def _recovered(house: House) -> None:
    async with asyncio.timeout(5):
        while house.paused:
            await asyncio.sleep(0.001)


@pytest.mark.parametrize("game", GAMES)
@run_async
async def test_a_cut_that_was_not_stored_leaves_nothing_of_its_order(game: str) -> None:
    """F2: cards are cut and dealt, the store fails, and another node cuts. The cards follow the cut that was stored."""
    step, failing = _failing_once("append")
    node = Node(step=step)
    live = await node.open(game)
    await node.done(ANN, c.Lay(1, Cents(1000)), c.Ready())
    assert live.table.cut_offer is not None
    failing["on"] = True
    assert isinstance(await node.do(ANN, c.Cut(60)), Paused)
    await _recovered(node.house)
    await node.done(ANN, c.Cut(100))
    assert live.table.round_number == 1, "the round begins with the cut, since everyone is ready"
    await node.played_out()
    Onlooker(node.disk).look_from_the_beginning()


@pytest.mark.parametrize("game", GAMES)
@run_async
async def test_a_shuffle_that_was_not_stored_leaves_nothing_of_its_seed(game: str) -> None:
    """F2: cards are shuffled and dealt but not stored. The next shuffle has the same name and another seed."""
    step, failing = _failing_once("append")
    node = Node(step=step)
    live = await node.open(game, cards_from="device")
    await node.done(ANN, c.Lay(1, Cents(1000)))
    for _ in range(4):
        failing["on"] = True
        assert isinstance(await node.do(ANN, c.Ready()), Paused)
        await _recovered(node.house)
        await node.do(ANN, c.Ready())
        while live.table.in_round:
            failing["on"] = True
            await node.time_up()
            await _recovered(node.house)
            await node.time_up()
        await node.done(ANN, c.Lay(1, Cents(1000)))
    await node.played_out()
    Onlooker(node.disk).look_from_the_beginning()


@run_async
async def test_another_nodes_cut_is_the_one_that_is_dealt_from() -> None:
    """F2 between nodes: both deal in memory, the database accepts one, and both continue with that one."""
    north = Node()
    live = await north.open(supervisor_cuts=True)
    await north.done(ANN, c.Lay(1, Cents(1000)), c.Ready())
    south = Node(north.disk, name="south", seed=2)
    other = await south.house.table("t1")
    version = live.table.version
    answers = await asyncio.gather(north.do(ANN, c.Cut(60), version), south.do(ANN, c.Cut(120), version))
    assert [type(answer) for answer in answers].count(Done) == 1
    for _ in range(6):
        for node, mine in ((north, live), (south, other)):
            await mine.catch_up()
            if mine.table.in_round:
                await node.time_up()
    await live.catch_up()
    await north.played_out()
    Onlooker(north.disk).look_from_the_beginning()


@run_async
async def test_whoever_hangs_up_in_mid_command_has_still_asked() -> None:
    """A command that has begun is finished, and watchers are informed, although the sender hung up."""
    gate = asyncio.Event()

    async def slow(name: str) -> None:
        if name == "append" and waiting["on"]:
            await gate.wait()

    waiting = {"on": False}
    node = Node(step=slow)
    live = await node.open()
    told: list[int] = []
    live.watchers.add(lambda table: told.append(table.table.version))
    before = live.table.version
    waiting["on"] = True
    asking = asyncio.create_task(node.do(ANN, c.BuyIn(Cents(500))))
    await asyncio.sleep(0.01)
    asking.cancel()
    with pytest.raises(asyncio.CancelledError):
        await asking
    gate.set()
    await asyncio.sleep(0.01)
    assert told == [before + 1]
    assert live.table.version == before + 1
    await node.house.close()


@run_async
async def test_a_table_is_read_once_however_many_ask_for_it() -> None:
    """Even if the first who asked has hung up, all watch the same table object."""
    node = Node()
    await node.open()
    slow = House(MemoryStore(node.disk, lambda name: asyncio.sleep(0.005)), node.clock)
    first = asyncio.create_task(slow.table("t1"))
    await asyncio.sleep(0)
    second = asyncio.create_task(slow.table("t1"))
    await asyncio.sleep(0.002)
    first.cancel()
    await asyncio.sleep(0.002)
    third = asyncio.create_task(slow.table("t1"))
    assert await second is await third
    assert slow.loaded_tables() == [await second]


@run_async
async def test_there_is_no_such_table() -> None:
    node = Node()
    answer = await node.house.submit(ANN, "t9", "x1", 0, c.Ready())
    assert isinstance(answer, Refused)
    assert answer.code == "table/none"
    with pytest.raises(NoSuchStream):
        await node.house.table("t9")


@run_async
async def test_an_answer_to_an_older_question_is_behind() -> None:
    node = Node()
    live = await node.open()
    asked = live.table.version
    await node.done(ANN, c.DeclineCut())
    assert await node.do(ANN, c.Cut(100), asked) == Behind(live.table.version)
    future = await node.do(ANN, c.Ready(), live.table.version + 1)
    assert isinstance(future, Refused)
    assert future.code == "version/unknown"


@run_async
async def test_what_is_done_is_answered_the_same_for_ever() -> None:
    """However much the table has changed since, and whichever version the command is sent with."""
    node = Node()
    live = await node.open()
    await node.time_up()
    first = await node.house.submit(ANN, "t1", "same", live.table.version, c.Ready())
    await node.done(BOB, c.BuyIn(Cents(1000)))
    assert await node.house.submit(ANN, "t1", "same", live.table.version, c.Ready()) == first
    assert await node.house.submit(ANN, "t1", "same", 0, c.Ready()) == first
    others = await node.house.submit(BOB, "t1", "same", live.table.version, c.Ready())
    assert others == Done(live.table.version), "the same id from someone else is another command"


@run_async
async def test_a_commands_id_is_for_that_command_alone() -> None:
    """A client that uses an id again, here or at another table, is refused: nothing is reported done that was not."""
    node = Node()
    live = await node.open()
    text = book_text("canberra-blackjack")
    assert isinstance(await node.house.open_table("t2", parse_book(text, source="x"), text, Settings(sign=SIGN)), Done)
    first = await node.house.submit(BOB, "t1", "c1", live.table.version, c.BuyIn(Cents(1_000)))
    assert isinstance(first, Done)
    assert await node.house.submit(BOB, "t1", "c1", live.table.version, c.BuyIn(Cents(1_000))) == first
    for table, command in (
        ("t1", c.BuyIn(Cents(2_000))),
        ("t1", c.Sit(2)),
        ("t1", c.Sit(1)),
        ("t2", c.BuyIn(Cents(1_000))),
    ):
        again = await node.house.submit(BOB, table, "c1", 1, command)
        assert isinstance(again, Refused)
        assert again.code == "command/reused"
    assert live.table.version == first.version
    assert await node.house.submit(ANN, "t1", "c1", live.table.version, c.Sit(2)) == Done(first.version + 1)


@run_async
async def test_an_answer_that_an_earlier_program_stored_is_given_again() -> None:
    node = Node()
    live = await node.open()
    done = await node.house.submit(BOB, "t1", "c1", live.table.version, c.BuyIn(Cents(1_000)))
    assert isinstance(done, Done)
    node.disk.found.answers["bob", "c1"] = encode(done)
    assert await node.house.submit(BOB, "t1", "c1", live.table.version, c.BuyIn(Cents(1_000))) == done


@run_async
async def test_a_node_keeps_no_seed_but_the_one_in_use() -> None:
    node = Node()
    live = await node.open(cards_from="device")
    for _ in range(5):
        await node.done(ANN, c.Lay(1, Cents(1000)), c.Ready())
        while live.table.in_round:
            await node.time_up()
    assert live.table.pack is not None
    assert list(live.secrets) == [live.table.pack.shoe]
    assert all(shoe == live.table.pack.shoe for shoe, _ in live.cached)


@run_async
async def test_other_nodes_hear_of_it_and_tell_those_who_watch_there() -> None:
    north = Node()
    await north.open()
    south = Node(north.disk, name="south")
    told: list[int] = []
    other = await south.house.table("t1")
    other.watchers.add(lambda live: told.append(live.table.version))
    following = asyncio.create_task(south.house.follow())
    await asyncio.sleep(0.01)
    await north.done(BOB, c.BuyIn(Cents(1000)))
    await asyncio.sleep(0.01)
    assert told == [other.table.version]
    assert "bob" in other.table.patrons
    following.cancel()


@run_async
async def test_those_who_watch_are_told_however_the_node_learned_of_it() -> None:
    """A command based on another node's entry arrives before the entry itself; watchers still see the new picture."""
    north = Node()
    await north.open()
    south = Node(north.disk, name="south")
    told: list[int] = []
    other = await south.house.table("t1")
    other.watchers.add(lambda live: told.append(live.table.version))
    await north.done(BOB, c.BuyIn(Cents(1000)))
    refused = await south.do(BOB, c.Sit(1), version=other.table.version + 1)
    assert isinstance(refused, Refused)
    assert told == [other.table.version]
    assert "bob" in other.table.patrons


@pytest.mark.parametrize("held_up_at", ["secret", "book"])
@run_async
async def test_what_is_appended_while_a_table_is_being_read_is_heard(held_up_at: str) -> None:
    north = Node()
    await north.open()
    let_go = asyncio.Event()

    async def step(name: str) -> None:
        if name == held_up_at:
            await let_go.wait()

    south = Node(north.disk, step, name="south")
    following = asyncio.create_task(south.house.follow())
    reading = asyncio.create_task(south.house.table("t1"))
    await asyncio.sleep(0.01)
    await north.done(BOB, c.BuyIn(Cents(1000)))
    await asyncio.sleep(0.01)
    let_go.set()
    live = await reading
    await asyncio.sleep(0.01)
    assert "bob" in live.table.patrons
    following.cancel()


@run_async
async def test_what_is_appended_between_reading_the_tables_and_listening_is_seen() -> None:
    north = Node()
    await north.open()
    south = Node(north.disk, name="south")
    live = await south.house.table("t1")
    await north.done(BOB, c.BuyIn(Cents(1000)))
    following = asyncio.create_task(south.house.follow())
    await asyncio.sleep(0.01)
    assert "bob" in live.table.patrons
    following.cancel()


@run_async
async def test_a_node_takes_over_the_clock_of_one_that_is_gone() -> None:
    """The table waits for a cut and its node is gone. Another continues within two seconds after the time is up."""
    north = Node()
    live = await north.open()
    assert live.table.deadline is not None
    south = Node(north.disk, name="south")
    south.clock.at = live.table.deadline + SECOND + 1
    keeping = asyncio.create_task(south.house.keep_time(0.001))
    async with asyncio.timeout(5):
        while not south.house.loaded_tables() or south.house.loaded_tables()[0].table.cut_offer is not None:
            await asyncio.sleep(0.001)
    keeping.cancel()


@run_async
async def test_time_never_goes_back_at_a_table() -> None:
    """GLI-19 2.2: not if the clock is set back, and not on a node that has just read the table."""
    node = Node()
    live = await node.open()
    node.clock.at -= 100 * SECOND
    await node.done(BOB, c.BuyIn(Cents(1000)))
    other = Node(node.disk, name="south")
    other.clock.at -= 100 * SECOND
    await other.done(BOB, c.BuyIn(Cents(1000)))
    times = [entry.at for entry in node.disk.streams["table/t1"]]
    assert times == sorted(times)
    assert live.last_at == times[-2]


@run_async
async def test_a_clock_that_was_ahead_for_a_moment_makes_nobody_wait_that_long() -> None:
    """Timestamps stay in order, and every question gets its full time: on this node, another, and after a restart."""
    node = Node()
    node.clock.at += 3600 * SECOND
    await node.open()
    right = Node(node.disk, name="south")
    live = await right.house.table("t1")
    assert live.table.cut_offer is not None
    for _ in range(2):  # the cut, and then the wagers
        limits = live.table.settings.times
        limit = limits.cut if live.table.cut_offer is not None else limits.wager
        assert limit is not None
        before = live.table.version
        await right.house.time_up(right.clock.at + limit - 1)
        assert live.table.version == before
        right.clock.at += limit
        await right.house.time_up(right.clock.at)
        assert live.table.version > before
        if not live.table.in_round:
            await right.done(ANN, c.Lay(1, Cents(1000)))
            await right.done(BOB, c.BuyIn(Cents(1000)))
    assert live.table.in_round
    again = Node(node.disk, name="again")
    again.clock.at = right.clock.at
    live = await again.house.table("t1")
    limit = live.table.settings.times.decide
    assert limit is not None
    before = live.table.version
    await again.house.time_up(again.clock.at + limit)
    assert live.table.version > before
    times = [entry.at for entry in node.disk.streams["table/t1"]]
    assert times == sorted(times)


def test_the_machines_clock_goes_on_when_it_is_set_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """It never goes back and never stands still, however the system clock is set, and every jump is reported once."""
    wall, passed = 1_800_000_000 * 10**9, 5 * 10**9
    monkeypatch.setattr("time.time_ns", lambda: wall)
    monkeypatch.setattr("boxseat.clock.elapsed_ns", lambda: passed)
    clock = WallClock()
    told: list[int] = []
    clock.jumped = told.append
    at = clock.now()
    assert at == 1_800_000_000 * SECOND
    for set_by, jumps in (
        (0, 0),
        (0.5, 0),
        (-0.5, 0),
        (86_400, 1),
        (0, 1),
        (-86_400, 2),
        (0, 2),
        (-3600, 3),
        (3600, 4),
    ):
        for _ in range(2):
            wall += 10**9 + int(set_by * 10**9)
            passed += 10**9
            set_by = 0
            before, at = at, clock.now()
            assert at == clock.now(), "it advances by the time that has passed"
            assert 0.95 * SECOND <= at - before <= 1.5 * SECOND, "a jump must not end a session or a decision"
        assert len(told) == jumps
    assert told[0] // SECOND in (86_400, 86_399)


def test_the_machines_clock_is_made_up_for_little_by_little(monkeypatch: pytest.MonkeyPatch) -> None:
    """A difference of ten seconds is corrected within some minutes, forwards and backwards."""
    wall, passed = 1_800_000_000 * 10**9, 0
    monkeypatch.setattr("time.time_ns", lambda: wall)
    monkeypatch.setattr("boxseat.clock.elapsed_ns", lambda: passed)
    for ahead in (10, -10):
        clock = WallClock()
        clock.now()
        wall += ahead * 10**9
        for _ in range(250):
            wall, passed = wall + 10**9, passed + 10**9
            clock.now()
        assert abs(clock.now() * 1000 - wall) < 10**6


@run_async
async def test_a_table_stamped_ahead_of_the_clock_is_told_of_once() -> None:
    """The operator is informed; the round continues."""
    node = Node()
    await node.open()
    node.clock.at += 86_400 * SECOND
    await node.done(ANN, c.Sit(2))
    again = Node(node.disk, name="south")
    told: list[tuple[str, int]] = []
    again.house.cache.stamped_ahead = lambda stream, by_us: told.append((stream, by_us // SECOND))
    live = await again.house.table("t1")
    await again.house.cache.renew(live, live.catch_up)
    assert told == [("table/t1", 86_400)]
    await again.done(ANN, c.Sit(3))


@run_async
async def test_every_table_is_the_same_from_its_journal_after_an_evening() -> None:
    """L6 in the house: from snapshots, and from the first entry."""
    store = MemoryStore()
    evening = Evening(store, 8, (Opened("t1", "star-pontoon"), Opened("t2", "canberra-blackjack")), staff=0.02)
    await evening.open()
    await evening.play(700)
    for whole in (False, True):
        if whole:
            store.disk.snapshots = {}
        again = House(store, evening.clock)
        for live in await again.tables():
            assert live.table == (await evening.house.table(live.table.id)).table


def test_answers_read_back_as_they_were_written() -> None:
    answers: list[Answer] = [
        Done(3),
        Refused("seat/taken", "4.5", "ann is seated at box 1", 7),
        Behind(9),
        Paused("the disk is full"),
    ]
    assert [decode(encode(answer)) for answer in answers] == answers


@run_async
async def test_a_mistake_at_one_table_stops_the_clock_at_no_other() -> None:
    """Last resort: an error in the program is reported, and the other tables continue."""
    node = Node()
    await node.open()
    text = book_text("star-pontoon")
    await node.house.open_table("t2", parse_book(text, source="star-pontoon"), text, Settings(sign=SIGN))
    await node.house.submit(SUPERVISOR, "t2", "o2", 0, c.OpenForPlay())
    await node.house.submit(BOB, "t2", "b2", 0, c.BuyIn(Cents(1000)))
    await node.house.submit(BOB, "t2", "s2", 0, c.Sit(1))
    first, second = [await node.house.table(name) for name in ("t1", "t2")]
    first.context = None
    reported: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: reported.append(told["message"]))
    assert second.table.deadline is not None
    await node.house.time_up(second.table.deadline)
    assert second.table.cut_offer is None
    assert reported == ["the house could not go on at table t1"]


@run_async
async def test_a_table_of_an_earlier_program_plays_on() -> None:
    """Its book lacks keys that were added to books later."""
    node = Node()
    endow(node.disk, ("ann", "bob"), 1_000_000)
    text = earlier_text("star-pontoon")
    book = parse_kept(text, source="star-pontoon")
    assert await node.house.open_table("t1", book, text, Settings(sign=SIGN)) == Done(1)
    again = Node(node.disk)
    await again.done(SUPERVISOR, c.OpenForPlay())
    await again.done(ANN, c.BuyIn(Cents(1000)), c.Sit(1), c.Lay(1, Cents(500)), c.Ready())
    await again.played_out()
    refused = await again.do(SUPERVISOR, c.ShuffleNow(replace_cards=True))
    assert isinstance(refused, Refused)
    assert refused.clause == "4.5.1"


@run_async
async def test_a_table_whose_book_cannot_be_read_is_not_opened_and_the_others_are() -> None:
    node = Node()
    await node.open()
    text = book_text("canberra-blackjack")
    await node.house.open_table("t2", parse_book(text, source="canberra-blackjack"), text, Settings(sign=SIGN))
    lost = hashlib.sha256(text.encode()).hexdigest()
    node.disk.books[lost] = text.replace("[cards]", "[carts]")
    reported: list[dict[str, object]] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: reported.append(told))
    again = Node(node.disk)
    for _ in range(2):
        assert [live.table.id for live in await again.house.tables()] == ["t1"]
    assert reported == [{"message": "table t2 is not opened: canberra-blackjack: carts: unknown key"}]
    answer = await again.house.submit(SUPERVISOR, "t2", "x", 1, c.OpenForPlay())
    assert isinstance(answer, Refused)
    assert answer.code == "table/none"
    await again.done(ANN, c.Lay(1, Cents(500)))


class TwoTables(NamedTuple):
    """A disk with two tables that wait for someone; the first can no longer be read."""

    node: Node
    reported: list[str]

    def spoil(self) -> None:
        entries = self.node.disk.streams["table/t1"]
        entries[-1] = replace(entries[-1], records=b'[{"is": "nothing-known.1"}]')


async def _two_tables() -> TwoTables:
    node = Node()
    await node.open()
    text = book_text("star-pontoon")
    await node.house.open_table("t2", parse_book(text, source="star-pontoon"), text, Settings(sign=SIGN))
    asked: list[tuple[Person, c.TableCommand]] = [
        (SUPERVISOR, c.OpenForPlay()),
        (BOB, c.BuyIn(Cents(1000))),
        (BOB, c.Sit(1)),
    ]
    for number, (person, command) in enumerate(asked):
        assert isinstance(await node.house.submit(person, "t2", f"t2-{number}", 1 + number, command), Done)
    reported: list[str] = []
    asyncio.get_running_loop().set_exception_handler(lambda _, told: reported.append(told["message"]))
    return TwoTables(node, reported)


@run_async
async def test_a_table_that_cannot_be_read_keeps_no_other_from_being_taken_over() -> None:
    north = await _two_tables()
    north.spoil()
    south = Node(north.node.disk, name="south")
    south.clock.at = max(at for at in north.node.disk.deadlines.values() if at is not None) + 2 * SECOND
    keeping = asyncio.create_task(south.house.keep_time(0.001))
    async with asyncio.timeout(5):
        while not south.house.loaded_tables() or south.house.loaded_tables()[0].table.cut_offer is not None:
            await asyncio.sleep(0.001)
        south.clock.at += 2 * SECOND
        await asyncio.sleep(0.05)
    assert not keeping.done()
    keeping.cancel()
    assert [live.table.id for live in south.house.loaded_tables()] == ["t2"]
    assert north.reported == ["the house could not go on at table t1"]


@run_async
async def test_a_table_that_cannot_be_read_again_keeps_the_house_from_nothing() -> None:
    """The store was gone and is back. One table cannot be read, and play continues at the others."""
    floor = await _two_tables()
    house = floor.node.house
    broken = await house.table("t1")
    floor.spoil()
    house.pause("the disk is full")
    await _recovered(house)
    assert floor.reported == ["the house could not go on at table t1"]
    live = await house.table("t2")
    assert isinstance(await house.submit(BOB, "t2", "lay", live.table.version, c.Lay(1, Cents(500))), Done)
    assert broken in house.loaded_tables()


@run_async
async def test_nobody_has_staff_powers_at_a_table_where_they_play() -> None:
    """A player made supervisor still has a wager in the round, and may not declare it void; others may."""
    node = Node()
    live = await node.open()
    await node.done(ANN, c.Lay(1, Cents(1000)))
    promoted = Person("ann", Role.GAMING_MANAGER)
    staff = {type(command): command for command in every_command() if type(command) in STAFF_COMMANDS}.values()
    assert {type(command) for command in staff} == STAFF_COMMANDS
    before = live.table.version
    for command in staff:
        answer = await node.do(promoted, command)
        assert isinstance(answer, Refused)
        assert answer.code == "power/own-table", command
    assert live.table.version == before
    await node.done(SUPERVISOR, c.MarkBox(2, Cents(20_000)))


@run_async
async def test_a_command_that_meets_a_fault_fails_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    """Other commands waiting for the same commit are carried out, in order, each once."""
    node = Node()
    live = await node.open()
    await node.done(BOB, c.BuyIn(Cents(100_000)))

    def carry(desk: object, who: str, command: c.TableCommand) -> object:
        if isinstance(command, c.ReserveBox):
            raise RuntimeError("a fault")
        return carry_out(desk, who, command)  # type: ignore[arg-type]

    monkeypatch.setattr(table_stream, "carry_out", carry)
    asked: list[tuple[Person, c.TableCommand]] = [(BOB, c.Sit(box)) for box in range(2, 6)]
    asked.insert(2, (SUPERVISOR, c.ReserveBox(7, "bob")))
    answers = await asyncio.gather(
        *(node.do(*each, version=live.table.version) for each in asked), return_exceptions=True
    )
    assert [type(answer) for answer in answers] == [Done, Done, RuntimeError, Done, Done]
    assert live.table.boxes_of("bob") == [2, 3, 4, 5]


@run_async
async def test_a_write_that_the_store_refuses_fails_alone() -> None:
    """No database accepts a name with a NUL; all other commands of the group are stored."""
    node = Node()
    live = await node.open()
    asked = [node.do(ANN, c.Sit(box), live.table.version) for box in range(2, 6)]
    nul = node.house.submit(Person("a\0", Role.PLAYER), "t1", "x", live.table.version, c.BuyIn(Cents(1000)))
    answers = await asyncio.gather(*asked[:2], nul, *asked[2:], return_exceptions=True)
    assert [isinstance(answer, Done) for answer in answers] == [True, True, False, True, True]
    assert live.table.boxes_of("ann") == [1, 2, 3, 4, 5]


@run_async
async def test_while_the_clock_is_behind_the_last_entry_stamps_go_on_by_a_microsecond() -> None:
    """A clock was a day ahead for a moment: no two entries have the same time, and none goes back."""
    node = Node()
    await node.open()
    node.clock.at += 86_400 * SECOND
    await node.done(ANN, c.Sit(2))
    node.clock.at -= 86_400 * SECOND
    for box in (3, 4, 5):
        node.clock.at += 2 * SECOND
        await node.done(ANN, c.Sit(box))
    times = [entry.at for entry in node.disk.streams["table/t1"]][-4:]
    assert [later - times[0] for later in times] == [0, 1, 2, 3]
