"""Subscriptions: every open WebSocket, the streams it watches, and its queue of unsent frames.

Frames are written at once to every socket that is free. Backpressure: a slow reader gets the newest frame of a stream when it is
ready, and misses those between.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from typing import Any, Protocol

from boxseat.house.house import House
from boxseat.house.live_stream import LiveStream, NoSuchStream
from boxseat.people.roles import Person
from boxseat.server.websocket.feeds import StreamFeed, feed_of, is_staff
from boxseat.table.names import stream_of


def stream_named(name: str) -> str:
    """The stream that clients call by this name: a table by its own name, any other by kind and name, ``account/ann``."""
    return name if "/" in name else stream_of(name)


def may_watch(live: LiveStream[Any], person: Person) -> bool:
    """Whether a person may watch a stream."""
    return bool(live.kind.may_watch(live.state, person))


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
        "is_staff",
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
        self.is_staff = is_staff(person)
        self.watching: dict[str, StreamFeed[Any]] = {}
        """Feeds by the names that the client knows them by."""
        self.closing: int | None = None
        """Close code, once the socket has to close."""
        self.last = ""
        """Last frame, sent before closing."""
        self.on_close: Callable[[], object] = lambda: None
        self._answers: deque[str] = deque()
        self._snapshots: dict[StreamFeed[Any], None] = {}
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

    def show(self, feed: StreamFeed[Any]) -> None:
        """Send the newest frame of a feed as soon as the socket is free."""
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
                if feed in self.watching.values():
                    yield feed.frame(self)
            else:
                return

    def forget(self, feed: StreamFeed[Any]) -> None:
        """Drop a feed's frame from the queue."""
        self._snapshots.pop(feed, None)


class Hub:
    """All open WebSockets and subscriptions of this node."""

    def __init__(self, house: House) -> None:
        self._house = house
        self._feeds: dict[str, StreamFeed[Any]] = {}
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
        for name in list(subscriber.watching):
            self.unwatch(subscriber, name)
        self.subscribers.discard(subscriber)
        name = subscriber.person.name
        if theirs := self.people.get(name):
            theirs.discard(subscriber)
            if not theirs:
                del self.people[name]
                self.changed(name)

    async def watch(self, subscriber: Subscriber, name: str) -> None:
        """Subscribe a socket to a stream; `NoSuchStream` where there is none that the person may watch."""
        feed = self._feeds.get(name)
        live = await self._house.stream(stream_named(name)) if feed is None else feed.live
        if not may_watch(live, subscriber.person):
            raise NoSuchStream(name)
        feed = self._feeds.get(name)  # another socket may have made it meanwhile
        if feed is None:
            feed = self._feeds[name] = feed_of(self._house, live)
        feed.subscribers.add(subscriber)
        subscriber.watching[name] = feed
        subscriber.show(feed)

    def unwatch(self, subscriber: Subscriber, name: str) -> None:
        """End a subscription."""
        feed = subscriber.watching.pop(name, None)
        if feed is None:
            return
        subscriber.forget(feed)
        feed.forget(subscriber)
        if not feed.subscribers:
            feed.close()
            self._feeds.pop(name, None)

    def is_here(self, name: str) -> bool:
        """Whether a person has an open socket on this node."""
        return name in self.people
