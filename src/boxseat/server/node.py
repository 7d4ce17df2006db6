"""The node: one node's house, front and sockets, put together, with everything that runs beside them."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress

from boxseat.computer.at_tables import Computers
from boxseat.house.answers import Answer, Refused
from boxseat.house.authority import refusal_to_ask
from boxseat.house.house import PRACTICE, TABLE_ID, House
from boxseat.house.live_table import NoSuchTable
from boxseat.journal.entry import Entry, StoreDown, Write, WriteRefused
from boxseat.journal.store import Store
from boxseat.people.front import Front
from boxseat.people.roles import Person
from boxseat.people.settings import DoorSettings
from boxseat.server.bookshelf import Shelf
from boxseat.server.coach.idle_tables import Tidying
from boxseat.server.gc_pace import keep_pace
from boxseat.server.hub import Hub, may_look
from boxseat.server.logs import log
from boxseat.server.metrics import Metrics
from boxseat.server.odds_jobs.pool import CountingRoom
from boxseat.server.presence import Presence
from boxseat.server.problems import Problem, note_fault, too_fast
from boxseat.server.rate_limits import Allowance
from boxseat.server.settings import ServerSettings
from boxseat.table.commands import Ready, TableCommand

AGAIN_AFTER = 0.5
"""What runs beside the house is begun again after so many seconds where it broke off."""
CLOSING = "the house is closing; the round goes on when it opens again"


class TimedStore(Store):
    """A store that tells how long each write took."""

    committed: Callable[[float], None] = staticmethod(lambda seconds: None)

    async def append_run(self, run: Sequence[Write]) -> list[Entry | WriteRefused]:
        began = time.perf_counter()
        stored = await super().append_run(run)
        self.committed(time.perf_counter() - began)
        return stored


class Node:
    """Everything a request or a socket needs."""

    def __init__(
        self,
        store: TimedStore,
        settings: ServerSettings,
        door: DoorSettings | None = None,
        shelf: Shelf | None = None,
    ) -> None:
        self.settings = settings
        self.shelf = shelf or Shelf(settings.books)
        self.store = store
        self.house = House(store)
        self.front = Front(store, self.house.clock, door)
        self.hub = Hub(self.house)
        self.presence = Presence(store, self.house, self.hub)
        self.metrics = Metrics()
        limits = settings.limits
        self.requests = Allowance(limits.requests, of="requests")
        self.logins = Allowance(limits.logins, of="logins")
        self.arrivals = Allowance(limits.arrivals, of="arrivals")
        self.commands = Allowance(limits.commands, of="commands")
        self.odds = Allowance(limits.odds, of="odds")
        self.solving = Allowance(limits.solving, of="solving")
        self.counting = CountingRoom()
        self.computers = Computers(self.house)
        self.tidying = Tidying(self.house, self.hub, self.computers)
        self._tasks: list[asyncio.Task[None]] = []
        store.committed = self.metrics.committed
        self.metrics.watch("sockets", "Open sockets.", lambda: len(self.hub.callers))
        self.metrics.watch("people_connected", "People with an open socket.", lambda: len(self.hub.people))
        self.metrics.watch("tables", "Tables at hand.", lambda: len(self.house.at_hand()))
        self.metrics.watch("paused", "1 while nothing can be written down.", lambda: float(bool(self.house.paused)))

    def start(self) -> None:
        """Begin what runs beside the house: the clock, other nodes' news, sessions, seats, computer players."""
        self.front.start()
        runs: list[tuple[str, Callable[[], Awaitable[None]]]] = [
            ("clock", self.house.keep_time),
            ("news", self.house.follow),
            ("presence", self.presence.run),
            ("tidying", self.tidying.run),
            ("pace", keep_pace),
        ]
        self.computers.start()
        self._tasks = [asyncio.create_task(self._kept_up(name, run), name=name) for name, run in runs]

    async def _kept_up(self, name: str, run: Callable[[], Awaitable[None]]) -> None:
        """Run something for as long as the house is open: a fault is noted, and it begins again."""
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
            await asyncio.sleep(AGAIN_AFTER)

    def stop_play(self) -> None:
        """Nothing new is begun from now on; what has been begun is finished."""
        self.house.paused = CLOSING

    async def close(self) -> None:
        """Stop, and let go of the store. A round in play stays as it is, to be resumed."""
        self.stop_play()
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await self.computers.close()
        await self.counting.close()
        with suppress(StoreDown):
            await self.presence.leave()
        await self.front.close()
        await self.house.close()
        await self.store.close()

    def slow_down(self, allowance: Allowance, name: str) -> None:
        """Take from what somebody may ask for; whoever asks too fast is counted, and told when it is not too early."""
        if wait := allowance.take(name):
            self.metrics.turned_away(allowance.of)
            raise too_fast(wait)

    async def command(
        self, person: Person, table_id: str, command_id: str, version: int, command: TableCommand
    ) -> Answer:
        """Have somebody's command carried out, unless they ask too fast."""
        began = time.perf_counter()
        answer: Answer
        try:
            self.slow_down(self.commands, person.name)
        except Problem as problem:
            return Refused(problem.error.code, "", problem.error.reason)
        if await self._is_hidden(table_id, person):
            answer = _not_there(person, table_id, command)
        else:
            if isinstance(command, Ready):
                await self.computers.keep_company(table_id, person.name)
            answer = await self.house.do(person, table_id, command_id, version, command)
        kind, said = type(command).__struct_config__.tag, type(answer).__struct_config__.tag
        self.metrics.command(str(kind), str(said), time.perf_counter() - began)
        if isinstance(answer, Refused) and answer.code.startswith("power/"):
            log().warning("denied", person=person.name, role=str(person.role), table=table_id, command=str(kind))
        return answer

    async def _is_hidden(self, table_id: str, person: Person) -> bool:
        """Whether a table is not there for this person: none can have that name, or it is somebody else's practice table."""
        if not TABLE_ID.fullmatch(table_id):
            return True
        if not table_id.startswith(PRACTICE) or self.house.paused:
            return False
        try:
            return not may_look((await self.house.table(table_id)).table, person)
        except NoSuchTable:
            return False


def _not_there(person: Person, table_id: str, command: TableCommand) -> Refused:
    """What the house says of a table that there is not, word for word."""
    if refused := refusal_to_ask(person, command):
        return Refused(refused.code, refused.clause, refused.reason)
    return Refused("table/none", "", f"there is no table {table_id[:40]}")
