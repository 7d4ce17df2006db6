"""L5: the whole floor in one process on virtual time, with every kind of failure.

Nodes crash; messages are lost, late, doubled and out of order; the store goes away; clocks jump. All invariants are
checked after every journal entry. The same seed gives the same evening, to the byte.
`python -m tests.house.simulation --seeds 100000` for the long run: a simulated year.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import sys
from collections.abc import Callable, Coroutine
from contextlib import suppress
from contextvars import ContextVar
from random import Random
from typing import Any, NamedTuple
from unittest.mock import patch

from boxseat.clock import MINUTE, SECOND, Moment
from boxseat.fairness.shuffle import cut_bounds
from boxseat.house import judgement
from boxseat.house.answers import Answer, Behind, Done, Paused
from boxseat.house.house import House
from boxseat.house.live_stream import NoSuchStream
from boxseat.journal.batch import Run
from boxseat.journal.entry import Entry, StoreDown, WriteRefused
from boxseat.money import Cents, parse_dollars
from boxseat.people.roles import Person, Role
from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from boxseat.table.names import stream_of, table_of
from boxseat.table.picture import ChoiceSeen
from boxseat.table.questions import open_questions
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from boxseat.table.signs.commands import AnnounceClosure
from boxseat.table.state import Status
from boxseat.table.view import seen_by
from tests.house.board import BOARDS, KINDS, Pin, PinLike
from tests.house.board import stream as board_stream
from tests.house.board_commands import BOARDS as FIRST_BOARDS
from tests.house.board_commands import author, board_command, newest, next_name, set_up
from tests.house.memory_store import Disk, MemoryStore, endow
from tests.house.onlooker import Onlooker
from tests.house.random_evening import BEGAN, any_ruling, book_of, book_text
from tests.house.virtual_time import VirtualLoop, run_virtually
from tests.parallel import in_parts
from tests.progress import say

PEOPLE = ("ann", "bob", "cat", "dan")
SUPERVISOR = Person("sue", Role.SUPERVISOR)
TABLES = ("t1", "t2")
NODES = ("north", "south")
BOARD_OPEN_S = (20, 120)
"""The shortest and the longest time that a board is open."""
TROUBLED = 272.0
"""Seconds during which failures occur; then everything is repaired, and the evening ends."""
BATCH = 100
SNAPSHOT_EVERY = 20
"""Entries per snapshot: few, so that an evening has several snapshots and nodes start from any of them."""
TICK = 2.0
"""Seconds between two looks of a node at its clock."""
PATIENCE = 3.0
"""Seconds that a client waits for an answer before it sends the same command again."""
_node: ContextVar[str] = ContextVar("node", default="")


class NodeClock:
    """A node's clock. It may be set forward or back, but the time it gives never goes back."""

    def __init__(self, loop: VirtualLoop) -> None:
        self._loop = loop
        self.set_by = 0
        self._last = 0

    def now(self) -> int:
        self._last = max(self._last, BEGAN + int(self._loop.time() * SECOND) + self.set_by)
        return self._last


class WatchedStore(MemoryStore):
    """A node's connection to the store; the onlooker checks whatever is stored."""

    def __init__(self, world: World, node: str) -> None:
        super().__init__(world.disk, world.step, node)
        self._world = world

    async def _commit(self, run: Run) -> list[Entry | WriteRefused]:
        try:
            return await super()._commit(run)
        finally:
            for entry in self._world.onlooker.look():
                self._world.note(f"entry {entry.seq} {entry.hash.hex()}")


class World:
    """The nodes, the store, the network and the people, all from one seed."""

    def __init__(self, seed: int, loop: VirtualLoop) -> None:
        self.rng = Random(seed)
        self.loop = loop
        self.disk = Disk()
        self.onlooker = Onlooker(self.disk)
        self.clocks = {name: NodeClock(loop) for name in NODES}
        self.up: dict[str, House] = {}
        self.tasks: dict[str, dict[asyncio.Task[Any], None]] = {name: {} for name in NODES}
        self.store_gone = False
        self.troubled = True
        self.log = hashlib.sha256()
        self.done: list[tuple[Person, str, str, int, Any, Done]] = []
        """The acknowledged commands, as they were sent and answered."""
        self.faults: list[str] = []

    def note(self, line: str) -> None:
        self.log.update(f"{self.loop.time():.9f} {line}\n".encode())

    # Nodes

    def start(self, name: str) -> None:
        store = WatchedStore(self, name)
        self.up[name] = house = House(store, self.clocks[name], self.rng.randbytes, KINDS)
        self.note(f"{name} starts")
        self.in_node(name, house.keep_time(TICK))
        self.in_node(name, _following(house))

    def crash(self, name: str) -> None:
        """Crash a node: all its tasks stop where they are."""
        self.note(f"{name} crashes")
        del self.up[name]
        self.disk.listeners.pop(name, None)
        for task in list(self.tasks[name]):
            task.cancel()
        self.tasks[name].clear()

    def in_node(self, name: str, doing: Coroutine[Any, Any, Any]) -> asyncio.Task[Any]:
        """Run a task in a node; it ends when the node crashes."""
        token = _node.set(name)
        try:
            return self.loop.create_task(doing)
        finally:
            _node.reset(token)

    def make_task(self, loop: asyncio.AbstractEventLoop, doing: Any, **more: Any) -> asyncio.Task[Any]:
        """A task that a node's task starts belongs to the node too."""
        task: asyncio.Task[Any] = asyncio.Task(doing, loop=loop, **more)
        name = _node.get()
        if name:
            self.tasks[name][task] = None
            task.add_done_callback(lambda done: self._ended(name, done))
        return task

    def _ended(self, name: str, task: asyncio.Task[Any]) -> None:
        self.tasks[name].pop(task, None)
        error = None if task.cancelled() else task.exception()
        if error is not None and not isinstance(error, StoreDown | NoSuchStream):
            self.faults.append(f"{task.get_name()} in {name}: {error!r}")

    # The store, which all nodes share

    async def step(self, name: str) -> None:
        await asyncio.sleep(self.rng.random() * 0.004)
        if self.store_gone or (self.troubled and self.rng.random() < 0.001):
            self.note(f"the store fails at {name}")
            raise StoreDown("the disk is full")

    # The network

    async def send(self, person: Person, stream: str, command_id: str, version: int, command: Any) -> Answer:
        """Send until there is an answer. Messages and answers may be lost, late or doubled."""
        while True:
            copies = 2 if self.troubled and self.rng.random() < 0.05 else 1
            sent = (person, stream, command_id, version, command)
            answers = [self.loop.create_task(self._deliver(*sent)) for _ in range(copies)]
            done, late = await asyncio.wait(answers, timeout=PATIENCE, return_when=asyncio.FIRST_COMPLETED)
            for task in late:
                task.cancel()
            answer = next((task.result() for task in answers if task in done), None)
            if answer is not None and not isinstance(answer, Paused):
                if isinstance(answer, Done):
                    self.done.append((*sent, answer))
                self.note(f"{person.name} {command_id} {answer}")
                return answer
            await asyncio.sleep(0.5)

    async def _deliver(self, person: Person, stream: str, command_id: str, version: int, command: Any) -> Answer | None:
        await self._travel()
        name = self.rng.choice(NODES)
        if name not in self.up or self._lost():
            await asyncio.sleep(2 * PATIENCE)
            return None
        answer: Answer = await asyncio.shield(
            self.in_node(name, self.up[name].command(person, stream, command_id, version, command))
        )
        await self._travel()
        return None if self._lost() else answer

    async def _travel(self) -> None:
        await asyncio.sleep(self.rng.expovariate(20 if self.troubled else 200))

    def _lost(self) -> bool:
        return self.troubled and self.rng.random() < 0.03


class Client:
    """A player who sees the table through any node, and does something that is allowed."""

    def __init__(self, world: World, name: str, table: str) -> None:
        self.world = world
        self.person = Person(name, Role.PLAYER)
        self.table = table
        self.rng = world.rng
        self.commands = 0

    async def play(self) -> None:
        while True:
            await asyncio.sleep(self.rng.uniform(0.5, 7.5))
            drawn = await self._draw()
            if drawn is not None:
                version, command = drawn
                self.commands += 1
                name = f"{self.person.name}-{self.commands}"
                await self.world.send(self.person, stream_of(self.table), name, version, command)

    async def _draw(self) -> tuple[int, c.TableCommand] | None:
        """A command that suits the table as some node shows it."""
        rng, name = self.rng, self.person.name
        shown = [
            live for house in self.world.up.values() for live in house.loaded_tables() if live.table.id == self.table
        ]
        if not shown:
            return 0, c.BuyIn(Cents(20_000))
        live = rng.choice(shown)
        table, book = live.table, live.book
        if table.status is not Status.OPEN and not table.in_round:
            return None
        if name not in table.patrons or table.patrons[name].chips < 2000:
            return table.version, c.BuyIn(Cents(20_000))
        if table.cut_offer is not None and table.cut_offer.player == name and table.pack is not None:
            place = rng.randint(*cut_bounds(book, table.pack.size))
            return table.version, rng.choice((c.Cut(place), c.Cut(place), c.DeclineCut()))
        if table.in_round:
            choices = seen_by(book, table, open_questions(book, table), name).choices
            return (table.version, _command(rng.choice(choices), rng)) if choices else None
        if not table.boxes_of(name) and rng.random() < 0.8:
            free = [box for box in range(1, 8) if box not in table.seats]
            return table.version, c.Sit(rng.choice(free)) if free else c.AskForBox()
        box = rng.choice([*table.boxes_of(name), rng.randint(1, 3)])
        stake = Cents(rng.choice((500, 1000, 2000, 2500)))
        wishes = (c.Lay(box, stake), c.Ready(), c.TakeBack(box), c.Leave(), c.GiveUp(box))
        return table.version, rng.choices(wishes, (10, 8, 0.5, 0.3, 0.3))[0]


def _command(choice: ChoiceSeen, rng: Random) -> c.TableCommand:
    box = choice.box
    match choice.do:
        case "insure":
            assert choice.amount is not None
            return c.DoInsure(box, parse_dollars(rng.choice((choice.amount.least, choice.amount.most))))
        case "double":
            return c.DoDouble(box, parse_dollars(choice.amount.most) if choice.amount else None)
    return _WORDS[choice.do](box)


_WORDS: dict[str, Callable[[int], c.TableCommand]] = {
    "even-money": c.DoEvenMoney,
    "surrender": c.DoSurrender,
    "split": c.DoSplit,
    "forfeit": c.DoForfeit,
    "hit": c.DoHit,
    "stand": c.DoStand,
    "decline": c.Decline,
    "join": c.Join,
    "pass": c.Pass,
}


async def _at_boards(world: World, number: int) -> None:
    """Somebody who sees the boards through any node, and does something at one of them."""
    rng, asked = world.rng, 0
    while True:
        await asyncio.sleep(rng.uniform(0.5, 12))
        there = world.onlooker.boards.boards
        newest_boards = [newest(first, [board.name for board in there.values()]) or first for first in FIRST_BOARDS]
        name = rng.choice(newest_boards)
        shown = [live for house in world.up.values() for live in house.cache if live.stream == board_stream(name)]
        board = rng.choice(shown).state if shown else there.get(board_stream(name), BOARDS.empty)
        now = BEGAN + int(world.loop.time() * SECOND)
        command = board_command(rng, board, newest_boards, TABLES, now)
        version = board.version if shown else 0
        if not board.version or (board.shown and not board.phones):
            version, name = 0, next_name(name) if board.version else name
            command = set_up(rng, name, now, BOARD_OPEN_S)
        asked += 1
        person = author(rng, command, PEOPLE, SUPERVISOR)
        sending = [world.send(person, board_stream(name), f"board-{number}-{asked}", version, command)]
        if isinstance(command, PinLike):  # while what it relies on changes
            pin = Pin(rng.randint(1, 5))
            sending.append(world.send(person, board_stream(command.other), f"beside-{number}-{asked}", 0, pin))
        await asyncio.gather(*sending)


async def _following(house: House) -> None:
    """Follow the other nodes' entries, and again once the store is back, as a server does."""
    while True:
        with suppress(StoreDown):
            await house.follow()
        await asyncio.sleep(1)


async def _staff(world: World) -> None:
    """A supervisor who sometimes acts."""
    rng, number = world.rng, 0
    while True:
        await asyncio.sleep(rng.expovariate(1 / 12))
        table, number = rng.choice(TABLES), number + 1
        live = world.onlooker.tables[table]
        wishes = (any_ruling(rng, live), any_ruling(rng, live), c.ShuffleNow(), c.Restrict(rng.choice(PEOPLE)))
        command: c.TableCommand = rng.choice(wishes)
        if live.status is Status.CLOSED:
            command = c.OpenForPlay()
        await world.send(SUPERVISOR, stream_of(table), f"staff-{number}", live.version, command)


async def _trouble(world: World) -> None:
    """Now and then something breaks, and is repaired after a while."""
    rng = world.rng
    while True:
        await asyncio.sleep(rng.expovariate(1 / 15))
        what = rng.random()
        if what < 0.45:
            name = rng.choice(NODES)
            if name in world.up:
                world.crash(name)
                await asyncio.sleep(rng.uniform(0.1, 8))
                world.start(name)
        elif what < 0.65:
            world.store_gone = True
            await asyncio.sleep(rng.uniform(0.05, 6))
            world.store_gone = False
        else:
            name = rng.choice(NODES)
            world.clocks[name].set_by += int(rng.choice((-30, -1, 0.3, 5, 60)) * SECOND)
            world.note(f"the clock of {name} is set by {world.clocks[name].set_by}")


async def _evening(seed: int, troubled: float) -> tuple[str, int, float]:
    loop = asyncio.get_running_loop()
    assert isinstance(loop, VirtualLoop)
    world = World(seed, loop)
    loop.set_task_factory(world.make_task)
    endow(world.disk, PEOPLE, 1_000_000)
    world.onlooker.look()
    for name in NODES:
        world.start(name)
    games = world.rng.sample(GAMES, len(TABLES))
    for table, game in zip(TABLES, games, strict=True):
        await _open(world, table, game)
    clients = [Client(world, name, table) for name in PEOPLE for table in TABLES if (name < "c") == (table == "t1")]
    clients += [Client(world, "dan", "t1")]
    clients[-1].commands = 1_000_000
    playing = [loop.create_task(client.play()) for client in clients]
    playing.append(loop.create_task(_staff(world)))
    playing += [loop.create_task(_at_boards(world, number)) for number in range(3)]
    breaking = loop.create_task(_trouble(world))
    await asyncio.sleep(troubled)
    breaking.cancel()
    for task in playing:
        task.cancel()
    await _mended(world)
    world.onlooker.all_is_home()
    for person, stream, command_id, version, command, answer in world.done:
        if isinstance(command, c.Ready | c.Leave):  # repeated, these change nothing, and nothing is stored
            continue
        world.onlooker.holds(person.name, command_id, answer)
        if stream.startswith(BOARDS.prefix):
            world.onlooker.boards.was_done(stream, answer.version, person.name, command)
        else:
            world.onlooker.was_asked(table_of(stream), version, command, answer)
    await _all_nodes_agree(world)
    assert not world.faults, world.faults
    return world.log.hexdigest(), world.disk.found.seq, world.loop.time()


async def _open(world: World, table: str, game: str) -> None:
    text, book = book_text(game), book_of(game)
    device = world.rng.random() < 0.5
    settings = Settings(sign=SIGN, cards_from="device" if device else "shoe")
    house = world.up[NODES[0]]
    while not isinstance(await house.open_table(table, book, text, settings), Done):
        await asyncio.sleep(1)
        if any(entry.stream == f"table/{table}" for entry in world.disk.entries):
            break
    await world.send(SUPERVISOR, stream_of(table), f"open-{table}", 0, c.OpenForPlay())


async def _all_nodes_agree(world: World) -> None:
    """Check that every node, after reading the journal, has the same tables and boards."""
    for house in world.up.values():
        assert not house.paused
        for live in house.loaded_tables():
            await live.catch_up()
            assert live.table == world.onlooker.tables[live.table.id], "a node has a different table"
        for name in list(world.onlooker.boards.boards):
            found = await house.stream(name)
            await found.catch_up()
            world.onlooker.look()  # meanwhile the house may have erased what is overdue
            assert found.state == world.onlooker.boards.boards[name], "a node has a different board"


async def _mended(world: World) -> None:
    """Everything works again. Within minutes every node runs, every round is over, and both tables are closed and
    every board whose time is up."""
    world.troubled = False
    world.store_gone = False
    for name in NODES:
        if name not in world.up:
            world.start(name)
    for table in TABLES:
        answer: Answer = Behind(0)
        while not isinstance(answer, Done) and world.onlooker.tables[table].status is Status.OPEN:
            name = f"close-{table}-{world.loop.time()}"
            closing = Moment(max(clock.now() for clock in world.clocks.values()) + 20 * MINUTE)
            answer = await world.send(SUPERVISOR, stream_of(table), name, 0, AnnounceClosure(closing))
    until = world.loop.time() + 3600
    while (
        any(world.onlooker.tables[table].status is not Status.CLOSED for table in TABLES)
        or any(house.paused for house in world.up.values())
        or not world.onlooker.boards.all_closed(min(clock.now() for clock in world.clocks.values()) - 10 * SECOND)
    ):
        assert world.loop.time() < until, "the floor does not come to rest"
        await asyncio.sleep(1)


def simulate(seed: int, troubled: float = TROUBLED) -> tuple[str, int, float]:
    """Run one evening; returns the digest of its log, the number of journal entries, and its length in seconds."""
    with patch.object(judgement, "ENTRIES_PER_SNAPSHOT", SNAPSHOT_EVERY):
        return run_virtually(_evening(seed, troubled))


class Simulated(NamedTuple):
    """The results of some evenings."""

    digests: list[str]
    entries: int
    seconds: float
    """Simulated time."""


def _batch(batch: tuple[range, float]) -> Simulated:
    seeds, troubled = batch
    digests, entries, seconds = [], 0, 0.0
    for seed in seeds:
        try:
            digest, stored, took = simulate(seed, troubled)
        except BaseException:
            say(f"seed {seed} fails")
            raise
        digests.append(f"{seed} {digest}")
        entries, seconds = entries + stored, seconds + took
    return Simulated(digests, entries, seconds)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=100_000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--seconds", type=float, default=TROUBLED, help="how long failures occur in each evening")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--digests", action="store_true", help="show each evening's digest")
    wanted = parser.parse_args()
    last = wanted.first + wanted.seeds
    batches = [(range(at, min(at + BATCH, last)), wanted.seconds) for at in range(wanted.first, last, BATCH)]
    evenings, entries, seconds = 0, 0, 0.0
    for simulated, left in in_parts(_batch, batches, wanted.workers):
        evenings += len(simulated.digests)
        entries, seconds = entries + simulated.entries, seconds + simulated.seconds
        if wanted.digests:
            say("\n".join(simulated.digests))
        else:
            days = seconds / 86_400
            say(f"{evenings:,} evenings, {days:.1f} days, {entries:,} entries, no fault, {left:.0f} minutes left")
    return 0


if __name__ == "__main__":
    sys.exit(main())
