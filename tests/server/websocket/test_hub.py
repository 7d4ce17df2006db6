"""Frames go to a socket in order, and at once if possible; an error for one person harms nobody else."""

from __future__ import annotations

import asyncio
import json
from contextlib import suppress

import pytest

from boxseat.house.answers import Done
from boxseat.house.house import House
from boxseat.people.roles import Person, Role
from boxseat.server.websocket.feeds import FeedSubscriber, TableFeed
from boxseat.server.websocket.hub import Hub, Subscriber
from boxseat.table import commands as c
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from tests.databases import run_async
from tests.house.memory_store import MemoryStore
from tests.house.random_evening import book_of, book_text

GAME = "canberra-pontoon"


class Paper:
    """A fake socket that records what it is sent; the test sets whether it is free."""

    def __init__(self) -> None:
        self.free = True
        self.sent: list[str] = []
        self.taken = asyncio.Event()
        """Until this is set, the socket takes no waiting frames."""

    def is_free(self) -> bool:
        return self.free

    def write(self, text: str) -> None:
        assert self.free
        self.sent.append(text)

    async def write_what_waits(self, caller: Subscriber) -> None:
        """Write waiting frames, as the server's task does."""
        while True:
            await caller.wait()
            for each in caller.unsent():
                await self.taken.wait()
                self.sent.append(each)


async def _turns() -> None:
    for _ in range(5):
        await asyncio.sleep(0)


def _caller(name: str, paper: Paper) -> Subscriber:
    return Subscriber(Person(name, Role.PLAYER), name, plays=True, queued_max=10, socket=paper)


@run_async
async def test_nothing_overtakes_what_waits_even_when_the_socket_is_free_again() -> None:
    paper = Paper()
    caller = _caller("ann", paper)
    writing = asyncio.create_task(paper.write_what_waits(caller))
    caller.send("before anybody writes")
    paper.taken.set()
    await _turns()
    caller.send("at once")
    assert paper.sent == ["before anybody writes", "at once"]
    paper.free = False
    paper.taken.clear()
    caller.send("waits")
    await _turns()  # the frame has left the queue, but the socket does not take it
    paper.free = True
    caller.send("behind it")
    assert paper.sent[2:] == []
    paper.taken.set()
    await _turns()
    assert paper.sent[2:] == ["waits", "behind it"]
    writing.cancel()
    with suppress(asyncio.CancelledError):
        await writing


@run_async
async def test_versions_of_one_moment_are_one_picture_with_all_that_was_said() -> None:
    house = House(MemoryStore())
    assert await house.open_table("t1", book_of(GAME), book_text(GAME), Settings(sign=SIGN)) == Done(1)
    paper, hub = Paper(), Hub(house)
    caller = _caller("ann", paper)
    writing = asyncio.create_task(paper.write_what_waits(caller))
    await _turns()
    await hub.watch(caller, "t1")
    assert [json.loads(text)["version"] for text in paper.sent] == [1]
    await asyncio.gather(
        house.submit_authorized("house", "t1", "", 1, c.OpenForPlay()),
        house.submit_authorized("house", "t1", "", 1, c.FinalRounds()),
    )
    await _turns()
    shown = json.loads(paper.sent[-1])
    assert (len(paper.sent), shown["version"]) == (2, 3)
    said = shown["table"]["said"]
    assert (said[0].split(":")[0], said[-1]) == ("The table is open", "Final 3 rounds.")
    writing.cancel()


@run_async
async def test_somebody_who_cannot_be_shown_the_table_keeps_it_from_nobody(monkeypatch: pytest.MonkeyPatch) -> None:
    house = House(MemoryStore())
    assert await house.open_table("t1", book_of(GAME), book_text(GAME), Settings(sign=SIGN)) == Done(1)
    hub, papers = Hub(house), {name: Paper() for name in ("ann", "bob", "cat")}
    callers = {name: _caller(name, paper) for name, paper in papers.items()}
    writing = {name: asyncio.create_task(papers[name].write_what_waits(callers[name])) for name in papers}
    await _turns()
    for caller in callers.values():
        await hub.watch(caller, "t1")
    drawn = TableFeed.frame

    def frame(self: TableFeed, caller: FeedSubscriber) -> str:
        if caller.person.name == "bob":
            raise ZeroDivisionError
        return drawn(self, caller)

    monkeypatch.setattr(TableFeed, "frame", frame)
    await house.submit_authorized("house", "t1", "", 1, c.OpenForPlay())
    await _turns()
    assert {name: len(paper.sent) for name, paper in papers.items()} == {"ann": 2, "bob": 1, "cat": 2}
    assert isinstance(writing["bob"].exception(), ZeroDivisionError), "only that person's task ends"
    for name in ("ann", "cat"):
        writing[name].cancel()
