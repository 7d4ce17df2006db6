"""A crowd of simulated players who act at a steady pace; measures how long each waits for answers and snapshots.

Times are taken in the crowd's own process, so that its own delays make the server look slower, never faster.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter, deque
from collections.abc import Awaitable, Callable, Iterable, Sequence
from random import Random

import httpx

from boxseat.client.bots import Bot
from boxseat.client.client import Client
from boxseat.client.errors import ClientError, Refused
from boxseat.client.frames import Picture
from boxseat.client.table import TableWatched
from boxseat.journal.store import Store
from boxseat.journal.verify import verify
from tests.server_process import Guest

LEAST_GAP_S = 0.2
"""Minimum time between two commands of a player, however late the player is."""
OVERDUE = 6
"""Commands that a player may make up for after a wait for others, so that the pace holds over a whole round."""
REMEMBERED = 64
IN_ROUND = b'"in_round":true'
LAG_EVERY_S = 0.05


class Times:
    """Waiting times, in seconds."""

    def __init__(self) -> None:
        self.all: list[float] = []

    def summary(self) -> dict[str, float | int]:
        """How many, and their p50, p99 and longest in milliseconds."""
        ordered = sorted(self.all)
        if not ordered:
            return {"count": 0}
        p50, p99 = (ordered[min(len(ordered) - 1, int(len(ordered) * part))] for part in (0.5, 0.99))
        return {"count": len(ordered)} | {
            name: round(seconds * 1000, 1) for name, seconds in (("p50", p50), ("p99", p99), ("max", ordered[-1]))
        }


class Measured:
    """Measurements of a whole crowd."""

    def __init__(self) -> None:
        self.answers = Times()
        """From a command to its answer."""
        self.own = Times()
        """From a command to the snapshot that shows it to its sender."""
        self.others = Times()
        """From a command to the snapshot that shows it to another player at the table."""
        self.lag = Times()
        """How late the crowd's own event loop is; other measurements cannot be better than this."""
        self.said = 0
        self.answered: Counter[str] = Counter()
        self.refusals: Counter[str] = Counter()
        self.done: list[tuple[str, str]] = []
        """Names and command ids of the commands that were answered with done."""
        self.errors: Counter[str] = Counter()

    async def keep_lag(self) -> None:
        while True:
            due = time.perf_counter() + LAG_EVERY_S
            await asyncio.sleep(LAG_EVERY_S)
            self.lag.all.append(time.perf_counter() - due)


class Seat:
    """One viewer of a table: when each version came, and which versions are still expected."""

    def __init__(self, guest: Guest, url: str | Sequence[str], http: httpx.AsyncClient) -> None:
        self.client = Client.connect(url, token=guest.token, http=http, patience_s=90.0)
        self.name = guest.name
        self.table: TableWatched
        self._came: deque[tuple[int, float]] = deque(maxlen=REMEMBERED)
        self._expected: list[tuple[int, float, Times]] = []
        self._now = time.perf_counter
        self.seen = 0
        """Number of snapshots received."""

    async def watch(self, table_id: str) -> None:
        self.table = await self.client.watch(table_id)
        self.table.seen = self._see

    def _see(self, picture: Picture) -> None:
        now, version = self._now(), picture.version
        self.seen += 1
        self._came.append((version, now))
        if self._expected:
            waiting, self._expected = self._expected, []
            for entry in waiting:
                if entry[0] <= version:
                    entry[2].all.append(now - entry[1])
                else:
                    self._expected.append(entry)

    def expect(self, version: int, said_at: float, times: Times) -> None:
        """Measure the time from `said_at` to this version here, now or when it comes."""
        for came, at in self._came:
            if came >= version:
                times.all.append(at - said_at)
                return
        self._expected.append((version, said_at, times))

    @property
    def unseen(self) -> int:
        """Number of expected versions that have not come."""
        return len(self._expected)


class Player:
    """A player at a box, who acts about every `every_s` seconds while there is something to do."""

    def __init__(self, seat: Seat, box: int, measured: Measured, every_s: float, seed: int) -> None:
        self.seat = seat
        self.neighbour = seat
        self._bot = Bot(boxes=(box,), buy_in="200", chance=Random(seed))
        self.measured = measured
        self._every_s = every_s
        self._chance = Random(seed)

    async def sit(self) -> None:
        """Buy chips, and sit down at the box."""
        table = self.seat.table
        await table.buy_in(self._bot.buy_in)
        await table.sit(self._bot.boxes[0])

    async def play(self, until: float) -> None:
        """Play until this time; `stop` wakes a player who waits for the table."""
        now, table = time.perf_counter, self.seat.table
        due = now() + self._chance.uniform(0, self._every_s)
        last = 0.0
        while now() < until:
            command = self._next(table.picture)
            if command is None:
                await table.change()
                continue
            wait = max(due, last + LEAST_GAP_S) - now()
            if wait > 0:
                await asyncio.sleep(wait)
                continue  # The table may have changed meanwhile.
            last = now()
            due = max(due, last - OVERDUE * self._every_s) + self._every_s * self._chance.uniform(0.7, 1.3)
            await self._say(command)

    def _next(self, picture: Picture) -> dict[str, object] | None:
        """The bot's next command; the snapshot is not decoded where others clearly have to act."""
        you = picture.you
        if you is not None and not you.asked and IN_ROUND in picture.as_sent:
            return None
        return self._bot.next(picture)

    def stop(self) -> None:
        self.seat.table.wake()

    async def _say(self, command: dict[str, object]) -> None:
        measured, now, table = self.measured, time.perf_counter, self.seat.table
        measured.said += 1
        named = f"{self.seat.name}:{measured.said}"
        said_at = now()
        try:
            answer = await table.ask(command, command_id=named)
        except ClientError as error:
            measured.errors[type(error).__name__] += 1
            return
        measured.answers.all.append(now() - said_at)
        measured.answered[answer.answer] += 1
        if answer.answer == "done":
            measured.done.append((self.seat.name, named))
            self.seat.expect(answer.version, said_at, measured.own)
            if self.neighbour is not self.seat:
                self.neighbour.expect(answer.version, said_at, measured.others)
            await table.at(answer.version)
            return
        if answer.answer == "refused":
            measured.refusals[answer.code] += 1
            self._bot.refused(command, Refused(answer.code, answer.clause, answer.reason))
        await table.change()


async def in_turn(work: Iterable[Callable[[], Awaitable[None]]], at_once: int) -> None:
    """Run many tasks, at most `at_once` at a time."""
    gate = asyncio.Semaphore(at_once)

    async def one(do: Callable[[], Awaitable[None]]) -> None:
        async with gate:
            await do()

    await asyncio.gather(*(one(do) for do in work))


async def lost_in(url: str, measured: Measured) -> dict[str, object]:
    """Check of the journal: answered commands that are missing or stored twice, the ledger's sum, the hash chain."""
    store = await Store.open(url)
    try:
        found: Counter[tuple[str, str]] = Counter()
        seq = 0
        while entries := await store.since(seq, 5_000):
            seq = entries[-1].seq
            found.update((entry.who, entry.command) for entry in entries if entry.command)
        total = await store.total()
    finally:
        await store.close()
    fault = (await verify(url)).fault
    return {
        "answered done": len(measured.done),
        "missing": sum(1 for one in measured.done if not found[one]),
        "twice": sum(1 for times in found.values() if times > 1),
        "entries": seq,
        "ledger sum": total,
        "fault in the chain": None if fault is None else str(fault),
    }
