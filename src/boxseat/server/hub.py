"""Who is looking at what: every open socket, the tables it watches, and what waits to be sent to it.

A table tells its audience that it has changed, and no more. The picture is made once for all, in the loop's next turn, and goes at
once to everybody whose socket is free; a slow reader is sent the newest when it is ready, and never the ones between.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Protocol

from msgspec.structs import replace

from boxseat.house.house import House
from boxseat.house.live_table import LiveTable, NoSuchTable
from boxseat.people.roles import Person, Power, may
from boxseat.server.frames import ENCODE, table_head, table_tail
from boxseat.table.state import Table
from boxseat.table.view import Pictured, seen_by, seen_by_all


def may_look(table: Table, person: Person) -> bool:
    """Whether somebody may look at a table: at a practice table its owner may, and staff."""
    return table.settings.owner in ("", person.name) or may(person, Power.SEE_FLOOR)


class Wire(Protocol):
    """Somebody's socket, as far as it can be written to without waiting."""

    def is_free(self) -> bool:
        """Whether what is written goes out at once."""

    def write(self, text: str) -> None: ...


class Caller:
    """Somebody's open socket: what waits to be sent, and when it has to close."""

    __slots__ = (
        "_answers",
        "_most",
        "_pictures",
        "_waker",
        "_wire",
        "closing",
        "last",
        "on_close",
        "person",
        "plays",
        "session",
        "watching",
    )

    def __init__(self, person: Person, session: str, *, plays: bool, most: int, wire: Wire | None = None) -> None:
        self.person = person
        self.session = session
        self.plays = plays
        self.watching: dict[str, Audience] = {}
        self.closing: int | None = None
        """The code to close with, once it has to be."""
        self.last = ""
        """A frame to send before closing."""
        self.on_close: Callable[[], object] = lambda: None
        self._answers: deque[str] = deque()
        self._pictures: dict[Audience, None] = {}
        self._most = most
        self._waker: asyncio.Future[None] | None = None
        self._wire = wire

    def send(self, text: str) -> None:
        """Send something that must not be left out; whoever lets too much of it wait is not reading."""
        if wire := self._free():
            wire.write(text)
        elif len(self._answers) >= self._most:
            self.close(1008)
        else:
            self._answers.append(text)
            self._wake()

    def show(self, audience: Audience) -> None:
        """Send the newest picture of a table, when there is time."""
        if wire := self._free():
            with suppress(Exception):  # what cannot be drawn closes this caller's own socket, below, and nobody else's
                wire.write(audience.frame(self))
                return
        self._pictures[audience] = None
        self._wake()

    def _free(self) -> Wire | None:
        """The socket, where nothing is being sent and nothing waits: the task that writes is asleep."""
        wire, asleep = self._wire, self._waker is not None and not self._waker.done()
        return wire if wire is not None and asleep and wire.is_free() else None

    def close(self, code: int, last: str = "") -> None:
        if self.closing is None:
            self.closing, self.last = code, last
            self.on_close()
            self._wake()

    def _wake(self) -> None:
        if self._waker is not None and not self._waker.done():
            self._waker.set_result(None)

    async def wait(self) -> None:
        """Until there is something to send."""
        if not self._answers and not self._pictures and self.closing is None:
            self._waker = asyncio.get_running_loop().create_future()
            await self._waker
            self._waker = None

    def unsent(self) -> Iterator[str]:
        """What there is to send now, answers first."""
        while self.closing is None:
            if self._answers:
                yield self._answers.popleft()
            elif self._pictures:
                audience = next(iter(self._pictures))
                del self._pictures[audience]
                if audience.table_id in self.watching:
                    yield audience.frame(self)
            else:
                return

    def forget(self, audience: Audience) -> None:
        self._pictures.pop(audience, None)


class Audience:
    """Those who watch one table."""

    def __init__(self, house: House, live: LiveTable) -> None:
        self._house = house
        self.live = live
        self.table_id = live.table.id
        self.callers: set[Caller] = set()
        self._pictured: Pictured | None = None
        self._head = ""
        self._asked: frozenset[str] = frozenset()
        self._paused: str | None = None
        self._tail = ""
        self._heard = live.table.version
        self._unsaid: tuple[str, ...] = ()
        self._due = False
        self._yous: dict[str, tuple[object, object, object, str]] = {}
        """What was sent beside the picture, and what it was drawn from: the patron, the seats, the shoe's regulars."""
        live.watchers.add(self.told)

    def told(self, live: LiveTable) -> None:
        """The table has changed, or the house has paused or gone on."""
        if live.table.version != self._heard:
            self._heard = live.table.version
            self._unsaid += live.table.said
        if not self._due:  # several versions in one turn of the loop are one picture
            self._due = True
            asyncio.get_running_loop().call_soon(self._show)

    def _show(self) -> None:
        self._due = False
        for caller in self.callers:
            caller.show(self)

    def frame(self, caller: Caller) -> str:
        """The table as this caller sees it now."""
        live, table, paused = self.live, self.live.table, self._house.paused
        if self._pictured is None or self._pictured.table is not table:
            waiting = live.waiting()
            seen = seen_by_all(live.book, table, waiting, self._pictured)
            # Of several versions at once one picture is sent, with everything that was said.
            picture = ENCODE(replace(seen, said=self._unsaid) if self._unsaid else seen)
            self._head, self._unsaid = table_head(table.id, table.version, picture), ()
            self._pictured, self._asked = Pictured(table, seen), frozenset([entry.player for entry in waiting])
        if self._paused != paused:
            self._tail, self._paused = table_tail(paused), paused
        if not caller.plays:
            return f"{self._head}null{self._tail}"
        return f"{self._head}{self._you(caller.person.name)}{self._tail}"

    def _you(self, name: str) -> str:
        """What one person knows beside the picture; that of somebody who is asked nothing is kept while nothing of it changes."""
        table = self.live.table
        if name in self._asked:
            return self._drawn_for(name)
        pack = table.pack
        patron, regulars = table.patrons.get(name), None if pack is None else pack.regulars
        kept = self._yous.get(name)
        if kept is None or kept[0] is not patron or kept[1] is not table.seats or kept[2] != regulars:
            kept = self._yous[name] = patron, table.seats, regulars, self._drawn_for(name)
        return kept[3]

    def _drawn_for(self, name: str) -> str:
        live = self.live
        return ENCODE(seen_by(live.book, live.table, live.waiting(), name)).decode()

    def forget(self, caller: Caller) -> None:
        """Somebody looks elsewhere."""
        self.callers.discard(caller)
        self._yous.pop(caller.person.name, None)

    def leave(self) -> None:
        self.live.watchers.discard(self.told)


class Hub:
    """All sockets of this node."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._audiences: dict[str, Audience] = {}
        self.callers: set[Caller] = set()
        self.people: dict[str, set[Caller]] = {}
        """Who is connected, by name."""
        self.changed: Callable[[str], None] = lambda name: None
        """Called with somebody's name when their first socket opens or their last one closes."""

    def enter(self, caller: Caller) -> None:
        self.callers.add(caller)
        name = caller.person.name
        theirs = self.people.setdefault(name, set())
        theirs.add(caller)
        if len(theirs) == 1:
            self.changed(name)

    def leave(self, caller: Caller) -> None:
        for table_id in list(caller.watching):
            self.unwatch(caller, table_id)
        self.callers.discard(caller)
        name = caller.person.name
        if theirs := self.people.get(name):
            theirs.discard(caller)
            if not theirs:
                del self.people[name]
                self.changed(name)

    async def watch(self, caller: Caller, table_id: str) -> None:
        """Show a table to somebody from now on; `NoSuchTable` where there is none."""
        audience = self._audiences.get(table_id)
        if audience is None:
            live = await self._house.table(table_id)
            if not may_look(live.table, caller.person):
                raise NoSuchTable(table_id)
            audience = self._audiences.get(table_id) or Audience(self._house, live)
            self._audiences[table_id] = audience
        elif not may_look(audience.live.table, caller.person):
            raise NoSuchTable(table_id)
        audience.callers.add(caller)
        caller.watching[table_id] = audience
        caller.show(audience)

    def unwatch(self, caller: Caller, table_id: str) -> None:
        audience = caller.watching.pop(table_id, None)
        if audience is None:
            return
        caller.forget(audience)
        audience.forget(caller)
        if not audience.callers:
            audience.leave()
            self._audiences.pop(table_id, None)

    def is_here(self, name: str) -> bool:
        return name in self.people
