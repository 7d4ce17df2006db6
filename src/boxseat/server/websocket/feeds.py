"""Live feeds: a stream's subscribers, and the frames encoded for them.

A stream only signals that it has changed. Its picture is encoded once for all subscribers, in the next turn of the event loop.
Everybody gets the public picture, a player their own part besides, and staff theirs.
"""

from __future__ import annotations

import asyncio
from typing import Any, Generic, Protocol, TypeVar

from msgspec.structs import replace

from boxseat.house.house import House
from boxseat.house.live_stream import LiveStream
from boxseat.house.table_stream import TABLES, LiveTable
from boxseat.people.roles import Person, Power, may
from boxseat.server.rulings.live_round import live_ruling
from boxseat.server.websocket.frame_codec import ENCODE, stream_head, table_head, tail
from boxseat.table.view import Pictured, seen_by, seen_by_all

L = TypeVar("L", bound=LiveStream[Any])


class FeedSubscriber(Protocol):
    """Who gets the frames of a feed."""

    person: Person
    plays: bool
    """Whether they may play, and so get a part of their own."""
    is_staff: bool
    """Whether they get the part for staff."""

    def show(self, feed: StreamFeed[Any]) -> None:
        """Send the newest frame of a feed as soon as possible."""


class StreamFeed(Generic[L]):
    """Live feed of one stream of any kind."""

    def __init__(self, house: House, live: L) -> None:
        self.house = house
        self.live = live
        self.subscribers: set[FeedSubscriber] = set()
        self._due = False
        self._paused: str | None = None
        self._tail = ""
        self._pictured: object = None
        """The state that `_head` and `_staff` show."""
        self._head = ""
        self._staff: str | None = None
        """Encoded when somebody who gets it is there."""
        live.watchers.add(self.on_change)

    def on_change(self, live: L) -> None:
        """Called when the stream has changed, or play has been paused or resumed."""
        if not self._due:  # several versions in one turn of the loop are one frame
            self._due = True
            asyncio.get_running_loop().call_soon(self._show)

    def _show(self) -> None:
        self._due = False
        for subscriber in self.subscribers:
            subscriber.show(self)

    def frame(self, subscriber: FeedSubscriber) -> str:
        """The frame for one subscriber, at the stream's current version."""
        if self._pictured is not self.live.state:
            self._picture()
            self._pictured, self._staff = self.live.state, None
        if self._paused != self.house.paused:
            self._tail, self._paused = tail(self.house.paused), self.house.paused
        you = self._you(subscriber.person) if subscriber.plays else "null"
        return f"{self._head}{you}{self._staff_part() if subscriber.is_staff else ''}{self._tail}"

    def _picture(self) -> None:
        """Encode what is the same for all subscribers."""
        kind, context, state = self.live.kind, self.live.context, self.live.state
        self._head = stream_head(self.live.stream, state.version, ENCODE(kind.picture(context, state)))

    def _staff_part(self) -> str:
        """The part for staff; empty for kinds without one."""
        if self._staff is None:
            seen = self.live.kind.staff_picture(self.live.context, self.live.state)
            self._staff = "" if seen is None else f',"staff":{ENCODE(seen).decode()}'
        return self._staff

    def _you(self, person: Person) -> str:
        """One person's own part."""
        return ENCODE(self.live.kind.private_picture(self.live.context, self.live.state, person)).decode()

    def forget(self, subscriber: FeedSubscriber) -> None:
        """Remove a subscriber."""
        self.subscribers.discard(subscriber)

    def close(self) -> None:
        """Stop listening to the stream."""
        self.live.watchers.discard(self.on_change)


class TableFeed(StreamFeed[LiveTable]):
    """Live feed of one table, with the dealer's announcements. Private parts that have not changed are not encoded again."""

    def __init__(self, house: House, live: LiveTable) -> None:
        super().__init__(house, live)
        self._seen: Pictured | None = None
        self._asked: frozenset[str] = frozenset()
        self._heard = live.table.version
        self._unsaid: tuple[str, ...] = ()
        self._yous: dict[str, tuple[object, object, object, str]] = {}
        """Encoded private parts by person, each with what it depends on: the patron, the seats, the shoe's regulars."""

    def on_change(self, live: LiveTable) -> None:
        """Called when the table has changed, or play has been paused or resumed."""
        if live.table.version != self._heard:
            self._heard = live.table.version
            self._unsaid += live.said
        super().on_change(live)

    def _picture(self) -> None:
        live, table = self.live, self.live.table
        waiting = live.waiting()
        seen = seen_by_all(live.book, table, waiting, live.said, self._seen)
        # Several versions at once are sent as one picture, with all their announcements.
        picture = ENCODE(replace(seen, said=self._unsaid) if self._unsaid else seen)
        self._head, self._unsaid = table_head(table.id, table.version, picture), ()
        self._seen, self._asked = Pictured(table, seen), frozenset([entry.player for entry in waiting])

    def _you(self, person: Person) -> str:
        """One person's own part; cached while they have no question and nothing in it changes."""
        table, name = self.live.table, person.name
        if name in self._asked or (table.permissions.round_face_down and table.in_play):
            return self._encode_you(name)
        pack = table.pack
        patron, regulars = table.patrons.get(name), (None if pack is None else pack.regulars, table.permissions.minimum)
        cached = self._yous.get(name)
        if cached is None or cached[0] is not patron or cached[1] is not table.seats or cached[2] != regulars:
            cached = self._yous[name] = patron, table.seats, regulars, self._encode_you(name)
        return cached[3]

    def _encode_you(self, name: str) -> str:
        live = self.live
        return ENCODE(seen_by(live.book, live.table, live.waiting(), name)).decode()

    def _staff_part(self) -> str:
        """The part for staff; at a hand-dealt table also the round as its dealer needs it."""
        if self._staff is None:
            table, part = self.live.table, super()._staff_part()
            ruled = table.by_hand is not None and table.round is not None
            ruling = ENCODE(live_ruling(self.live.book, table.current_round)).decode() if ruled else ""
            self._staff = f'{part},"ruling":{ruling}' if ruled else part
        return self._staff

    def forget(self, subscriber: FeedSubscriber) -> None:
        """Remove a subscriber."""
        super().forget(subscriber)
        self._yous.pop(subscriber.person.name, None)


FEEDS: dict[str, type[StreamFeed[Any]]] = {TABLES.prefix: TableFeed}
"""Kinds of streams whose feed is more than a `StreamFeed`."""


def feed_of(house: House, live: LiveStream[Any]) -> StreamFeed[Any]:
    """A feed of a stream."""
    return FEEDS.get(live.kind.prefix, StreamFeed)(house, live)


def is_staff(person: Person) -> bool:
    """Whether a person sees the part of a picture that is for staff."""
    return may(person, Power.SEE_FLOOR)
