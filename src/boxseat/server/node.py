"""One server node: house, accounts, sockets, metrics and background tasks."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import Any, TypeVar

from boxseat.clock import SECOND, WallClock
from boxseat.computer import Kind
from boxseat.computer.table_runner import Computers
from boxseat.house.answers import Answer, Refused
from boxseat.house.house import House
from boxseat.house.kinds import STREAM_KINDS
from boxseat.house.live_stream import NoSuchStream
from boxseat.house.streams import STREAM_NAME, StreamKinds
from boxseat.journal.batch import Run
from boxseat.journal.entry import Entry, StoreDown, WriteRefused
from boxseat.journal.store import Store
from boxseat.people.front import Front
from boxseat.people.roles import Person
from boxseat.people.settings import AccountSettings
from boxseat.server.bookshelf import Shelf
from boxseat.server.coach.idle_tables import IdleTables
from boxseat.server.gc_pace import run_gc_schedule
from boxseat.server.history import History
from boxseat.server.limits.connection_limits import ConnectionLimits
from boxseat.server.limits.turned_away import TurnedAway
from boxseat.server.logs import log
from boxseat.server.loop_lag import measure_lag
from boxseat.server.metrics import Metrics
from boxseat.server.odds_jobs.computer_processes import ProcessComputation
from boxseat.server.odds_jobs.pool import OddsPool
from boxseat.server.presence import Presence
from boxseat.server.problems import Problem, note_fault, too_fast
from boxseat.server.rate_limits import RateLimiter
from boxseat.server.settings import ServerSettings
from boxseat.server.websocket.hub import Hub, may_watch
from boxseat.table.commands import AskComputer, Ready
from boxseat.table.names import table_of

T = TypeVar("T")
TASK_RESTART_DELAY_S = 0.5
"""Delay before a background task that has failed is started again."""
CLOSING_REASON = "the house is closing; the round goes on when it opens again"


class TimedStore(Store):
    """Store that reports how long each write took."""

    committed: Callable[[float], None] = staticmethod(lambda seconds: None)
    _logged = ""

    async def _commit(self, run: Run) -> list[Entry | WriteRefused]:
        """Store a run of writes, and report how long it took."""
        began = time.perf_counter()
        try:
            stored = await super()._commit(run)
        except StoreDown as down:
            self._log_failure(down)
            raise
        self.committed(time.perf_counter() - began)
        return stored

    async def _answered(self, doing: Awaitable[T]) -> T:
        try:
            return await super()._answered(doing)
        except StoreDown as down:
            self._log_failure(down)
            raise

    def _log_failure(self, down: StoreDown) -> None:
        """Log the database's own error message, which clients do not get; a repeated message is logged once."""
        if down.detail != self._logged:
            self._logged = down.detail
            log().error("the database failed", reason=down.reason, detail=down.detail)


class Node:
    """Everything that the requests and sockets of one node share."""

    def __init__(
        self,
        store: TimedStore,
        settings: ServerSettings,
        door: AccountSettings | None = None,
        shelf: Shelf | None = None,
        kinds: StreamKinds = STREAM_KINDS,
    ) -> None:
        self.settings = settings
        self.shelf = shelf or Shelf(settings.books)
        self.store = store
        self.house = House(store, kinds=kinds, zone=settings.time_zone)
        self.front = Front(store, self.house.clock, door)
        self.hub = Hub(self.house)
        self.presence = Presence(store, self.house, self.hub)
        self.metrics = Metrics()
        self.turned_away = TurnedAway(self.metrics)
        self.connections = ConnectionLimits(settings, self.turned_away)
        limits = settings.limits
        self.requests = RateLimiter(limits.requests, of="requests")
        self.logins = RateLimiter(limits.logins, of="logins")
        self.arrivals = RateLimiter(limits.arrivals, of="arrivals")
        self.commands = RateLimiter(limits.commands, of="commands")
        self.odds = RateLimiter(limits.odds, of="odds")
        self.solving = RateLimiter(limits.solving, of="solving")
        self.rulings = RateLimiter(limits.rulings, of="rulings")
        self._history_each = RateLimiter(limits.history, of="history")
        self._history_here = RateLimiter(limits.history_an_address, of="history")
        self.history = History(store)
        self.odds_pool = OddsPool()
        self.computation = ProcessComputation(self.odds_pool)
        self.computers = Computers(self.house, computation=self.computation)
        self.idle_tables = IdleTables(self.house, self.hub, self.computers)
        self._tasks: list[asyncio.Task[None]] = []
        self.first_token = ""
        """The token of the link that makes the first administrator; empty once there is one. It is held in memory only."""
        store.committed = self.metrics.committed
        if isinstance(self.house.clock, WallClock):
            self.house.clock.jumped = lambda by_us: self._note_clock("the system clock jumped", by_us)
        self.house.cache.stamped_ahead = lambda stream, by_us: self._note_clock(
            "a stream's last entry is ahead of the clock", by_us, stream=stream
        )
        self.presence.clocks_moved = lambda by_us: self._note_clock("the database's clock jumped", by_us)
        self.metrics.watch("sockets", "Open sockets.", lambda: len(self.hub.subscribers))
        self.metrics.watch("connections", "Open connections.", lambda: len(self.connections))
        self.metrics.watch("people_connected", "People with an open socket.", lambda: len(self.hub.people))
        self.metrics.watch("tables", "Tables in memory.", lambda: len(self.house.loaded_tables()))
        self.metrics.watch("paused", "1 while play is paused.", lambda: float(bool(self.house.paused)))

    def _note_clock(self, what: str, by_us: int, **fields: str) -> None:
        """Log a wrong clock as a significant event, and count it."""
        self.metrics.clock_event(what)
        log().error("significant event", what=what, seconds=round(by_us / SECOND, 3), **fields)

    def start(self) -> None:
        """Start the background tasks: clock, other nodes' changes, presence, idle tables, garbage collection, computer players."""
        self.front.start()
        runs: list[tuple[str, Callable[[], Awaitable[None]]]] = [
            ("clock", self.house.keep_time),
            ("news", self.house.follow),
            ("presence", self.presence.run),
            ("tidying", self.idle_tables.run),
            ("pace", run_gc_schedule),
            ("loop lag", lambda: measure_lag(self.metrics.loop_lag)),
            ("files", self.connections.watch_files),
        ]
        self.computers.start()
        self._tasks = [asyncio.create_task(self._supervise(name, run), name=name) for name, run in runs]

    async def _supervise(self, name: str, run: Callable[[], Awaitable[None]]) -> None:
        """Run a background task until the node closes; when it fails, the error is logged and it is started again."""
        while True:
            try:
                await run()
                return
            except StoreDown as down:
                log().warning("broken off", task=name, reason=down.reason)
                self.house.pause(down.reason)
            except Exception as error:
                self.metrics.fault()
                note_fault(error, task=name)
            await asyncio.sleep(TASK_RESTART_DELAY_S)

    def stop_play(self) -> None:
        """Pause play before the node closes: nothing new begins, and commands in progress are finished."""
        self.house.paused = CLOSING_REASON

    async def close(self) -> None:
        """Stop all tasks and close the store. A round in play stays as it is, and is resumed at the next start."""
        self.stop_play()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.computers.close()
        await self.computation.close()
        await self.odds_pool.close()
        with suppress(StoreDown):
            await self.presence.leave()
        await self.front.close()
        await self.house.close()
        await self.store.close()

    def check_rate(self, limiter: RateLimiter, name: str) -> None:
        """Take a token from a rate limit; where there is none, count it and raise `Problem` with the time to wait."""
        if wait := limiter.take(name):
            self.turned_away.note(limiter.of, name)
            raise too_fast(wait)

    def check_history(self, person: Person, address: str) -> None:
        """Take a token from the rate limits for reading history: the address's and the person's own."""
        self.check_rate(self._history_here, address)
        self.check_rate(self._history_each, person.name)

    async def command(self, person: Person, stream: str, command_id: str, version: int, command: Any) -> Answer:
        """Carry out a person's command at a stream, within their rate limit."""
        began = time.perf_counter()
        answer: Answer
        try:
            self.check_rate(self.commands, person.name)
        except Problem as problem:
            return Refused(problem.error.code, "", problem.error.reason)
        if not STREAM_NAME.fullmatch(stream) or await self._is_hidden(stream, person):
            answer = self.house.not_there(person, stream, command)
        else:
            if isinstance(command, AskComputer) and (busy := await self._refusal_to_learn(person, stream, command)):
                return busy
            if isinstance(command, Ready):
                await self.computers.place_wagers_now(table_of(stream), person.name)
            answer = await self.house.command(person, stream, command_id, version, command)
        kind, said = type(command).__struct_config__.tag, type(answer).__struct_config__.tag
        self.metrics.command(str(kind), str(said), time.perf_counter() - began)
        if isinstance(answer, Refused) and answer.code.startswith("power/"):
            log().warning("denied", person=person.name, role=str(person.role), stream=stream, command=str(kind))
        return answer

    async def _refusal_to_learn(self, person: Person, stream: str, command: AskComputer) -> Refused | None:
        """Refusal of a computer player that has to learn a book, if the person is above the rate limit; else None."""
        try:
            live = await self.house.table(table_of(stream))
        except (NoSuchStream, StoreDown):
            return None  # the house answers that itself
        if command.kind == "loose" or self.computers.knows(live, Kind(command.kind)):
            return None
        try:
            self.check_rate(self.solving, person.name)
        except Problem as problem:
            return Refused(problem.error.code, "", problem.error.reason, live.table.version)
        return None

    async def _is_hidden(self, stream: str, person: Person) -> bool:
        """Whether a stream is hidden from a person, as another person's practice table is; they are told that there is none."""
        if self.house.paused:
            return False  # nothing is done
        try:
            return not may_watch(await self.house.stream(stream), person)
        except (NoSuchStream, StoreDown):
            return False  # the house answers that itself
