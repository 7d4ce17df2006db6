"""Subscriptions: every open WebSocket, the tables it watches, and its queue of unsent frames.

A table only signals that it has changed. Its snapshot is encoded once for all subscribers, in the next turn of the event loop,
and written at once to every socket that is free. Backpressure: a slow reader gets the newest snapshot when it is ready, and
misses those between.
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
from boxseat.server.frame_codec import ENCODE, table_head, table_tail
from boxseat.table.state import Table
from boxseat.table.view import Pictured, seen_by, seen_by_all


def may_look(table: Table, person: Person) -> bool:
    """Whether a person may watch a table; only its owner and staff may watch a practice table."""
    return table.settings.owner in ("", person.name) or may(person, Power.SEE_FLOOR)


class WritableSocket(Protocol):
    """A WebSocket that can be written to without waiting."""

    def is_free(self) -> bool:
        """Whether a frame goes out at once."""

    def write(self, text: str) -> None:
        """Send a text frame."""


class Subscriber:
    """One open WebSocket: its subscriptions, its queue of unsent frames, and its close code."""

    __slots__ = (
        "_answers",
        "_queued_max",
        "_snapshots",
        "_socket",
        "_waker",
        "closing",
        "last",
        "on_close",
        "person",
        "plays",
        "session",
        "watching",
    )

    def __init__(
        self, person: Person, session: str, *, plays: bool, queued_max: int, socket: WritableSocket | None = None
    ) -> None:
        self.person = person
        self.session = session
        self.plays = plays
        self.watching: dict[str, TableFeed] = {}
        self.closing: int | None = None
        """Close code, once the socket has to close."""
        self.last = ""
        """Last frame, sent before closing."""
        self.on_close: Callable[[], object] = lambda: None
        self._answers: deque[str] = deque()
        self._snapshots: dict[TableFeed, None] = {}
        self._queued_max = queued_max
        self._waker: asyncio.Future[None] | None = None
        self._socket = socket

    def send(self, text: str) -> None:
        """Send a frame that must not be dropped; a client that lets too many of them queue is disconnected."""
        if socket := self._free():
            socket.write(text)
        elif len(self._answers) >= self._queued_max:
            self.close(1008)
        else:
            self._answers.append(text)
            self._wake()

    def show(self, feed: TableFeed) -> None:
        """Send the newest snapshot of a table as soon as the socket is free."""
        if socket := self._free():
            with suppress(Exception):  # the writing task gets the same error, and closes this socket only
                socket.write(feed.frame(self))
                return
        self._snapshots[feed] = None
        self._wake()

    def _free(self) -> WritableSocket | None:
        """The socket, if nothing is being sent or queued: then the writing task waits. None otherwise."""
        socket, asleep = self._socket, self._waker is not None and not self._waker.done()
        return socket if socket is not None and asleep and socket.is_free() else None

    def close(self, code: int, last: str = "") -> None:
        """Close the socket with this code, after a last frame if there is one."""
        if self.closing is None:
            self.closing, self.last = code, last
            self.on_close()
            self._wake()

    def _wake(self) -> None:
        if self._waker is not None and not self._waker.done():
            self._waker.set_result(None)

    async def wait(self) -> None:
        """Wait until there is something to send."""
        if not self._answers and not self._snapshots and self.closing is None:
            self._waker = asyncio.get_running_loop().create_future()
            await self._waker
            self._waker = None

    def unsent(self) -> Iterator[str]:
        """Frames to send now, answers before snapshots."""
        while self.closing is None:
            if self._answers:
                yield self._answers.popleft()
            elif self._snapshots:
                feed = next(iter(self._snapshots))
                del self._snapshots[feed]
                if feed.table_id in self.watching:
                    yield feed.frame(self)
            else:
                return

    def forget(self, feed: TableFeed) -> None:
        """Drop a table's snapshot from the queue."""
        self._snapshots.pop(feed, None)


class TableFeed:
    """Live feed of one table: its subscribers, and the frames encoded for them."""

    def __init__(self, house: House, live: LiveTable) -> None:
        self._house = house
        self.live = live
        self.table_id = live.table.id
        self.subscribers: set[Subscriber] = set()
        self._pictured: Pictured | None = None
        self._head = ""
        self._asked: frozenset[str] = frozenset()
        self._paused: str | None = None
        self._tail = ""
        self._heard = live.table.version
        self._unsaid: tuple[str, ...] = ()
        self._due = False
        self._yous: dict[str, tuple[object, object, object, str]] = {}
        """Encoded private parts by person, each with what it depends on: the patron, the seats, the shoe's regulars."""
        live.watchers.add(self.on_change)

    def on_change(self, live: LiveTable) -> None:
        """Called when the table has changed, or play has been paused or resumed."""
        if live.table.version != self._heard:
            self._heard = live.table.version
            self._unsaid += live.said
        if not self._due:  # several versions in one turn of the loop are one snapshot
            self._due = True
            asyncio.get_running_loop().call_soon(self._show)

    def _show(self) -> None:
        self._due = False
        for subscriber in self.subscribers:
            subscriber.show(self)

    def frame(self, subscriber: Subscriber) -> str:
        """Table frame for one subscriber, at the table's current version."""
        live, table, paused = self.live, self.live.table, self._house.paused
        if self._pictured is None or self._pictured.table is not table:
            waiting = live.waiting()
            seen = seen_by_all(live.book, table, waiting, live.said, self._pictured)
            # Several versions at once are sent as one snapshot, with all their announcements.
            picture = ENCODE(replace(seen, said=self._unsaid) if self._unsaid else seen)
            self._head, self._unsaid = table_head(table.id, table.version, picture), ()
            self._pictured, self._asked = Pictured(table, seen), frozenset([entry.player for entry in waiting])
        if self._paused != paused:
            self._tail, self._paused = table_tail(paused), paused
        if not subscriber.plays:
            return f"{self._head}null{self._tail}"
        return f"{self._head}{self._you(subscriber.person.name)}{self._tail}"

    def _you(self, name: str) -> str:
        """One person's private part of the frame; cached while they have no question and nothing in it changes."""
        table = self.live.table
        if name in self._asked:
            return self._encode_you(name)
        pack = table.pack
        patron, regulars = table.patrons.get(name), None if pack is None else pack.regulars
        kept = self._yous.get(name)
        if kept is None or kept[0] is not patron or kept[1] is not table.seats or kept[2] != regulars:
            kept = self._yous[name] = patron, table.seats, regulars, self._encode_you(name)
        return kept[3]

    def _encode_you(self, name: str) -> str:
        live = self.live
        return ENCODE(seen_by(live.book, live.table, live.waiting(), name)).decode()

    def forget(self, subscriber: Subscriber) -> None:
        """Remove a subscriber."""
        self.subscribers.discard(subscriber)
        self._yous.pop(subscriber.person.name, None)

    def close(self) -> None:
        """Stop listening to the table."""
        self.live.watchers.discard(self.on_change)


class Hub:
    """All open WebSockets and subscriptions of this node."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._feeds: dict[str, TableFeed] = {}
        self.subscribers: set[Subscriber] = set()
        self.people: dict[str, set[Subscriber]] = {}
        """Open sockets by person."""
        self.changed: Callable[[str], None] = lambda name: None
        """Called with a person's name when their first socket opens or their last one closes."""

    def enter(self, subscriber: Subscriber) -> None:
        """Register a socket that has opened."""
        self.subscribers.add(subscriber)
        name = subscriber.person.name
        theirs = self.people.setdefault(name, set())
        theirs.add(subscriber)
        if len(theirs) == 1:
            self.changed(name)

    def leave(self, subscriber: Subscriber) -> None:
        """Remove a closed socket and its subscriptions."""
        for table_id in list(subscriber.watching):
            self.unwatch(subscriber, table_id)
        self.subscribers.discard(subscriber)
        name = subscriber.person.name
        if theirs := self.people.get(name):
            theirs.discard(subscriber)
            if not theirs:
                del self.people[name]
                self.changed(name)

    async def watch(self, subscriber: Subscriber, table_id: str) -> None:
        """Subscribe a socket to a table; `NoSuchTable` where there is none that the person may watch."""
        feed = self._feeds.get(table_id)
        if feed is None:
            live = await self._house.table(table_id)
            if not may_look(live.table, subscriber.person):
                raise NoSuchTable(table_id)
            feed = self._feeds.get(table_id) or TableFeed(self._house, live)
            self._feeds[table_id] = feed
        elif not may_look(feed.live.table, subscriber.person):
            raise NoSuchTable(table_id)
        feed.subscribers.add(subscriber)
        subscriber.watching[table_id] = feed
        subscriber.show(feed)

    def unwatch(self, subscriber: Subscriber, table_id: str) -> None:
        """End a subscription."""
        feed = subscriber.watching.pop(table_id, None)
        if feed is None:
            return
        subscriber.forget(feed)
        feed.forget(subscriber)
        if not feed.subscribers:
            feed.close()
            self._feeds.pop(table_id, None)

    def is_here(self, name: str) -> bool:
        """Whether a person has an open socket on this node."""
        return name in self.people
