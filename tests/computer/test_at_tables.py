"""Computer players at a table of the house: they wager what they may, and a refusal to one does not stop the others."""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from boxseat.computer.table_runner import Computers
from boxseat.house.answers import Done
from boxseat.house.house import HOUSE_ACTOR, House
from boxseat.house.table_stream import LiveTable
from boxseat.money import Cents
from boxseat.people.roles import Person, Role
from boxseat.play.state import Wager
from boxseat.rulebook.load import parse_book
from boxseat.table import commands as c
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from tests.databases import run_async
from tests.house.memory_store import Disk, MemoryStore, endow
from tests.house.random_evening import SteppedClock, book_text

GAME = "canberra-pontoon"
BOXES = (2, 3, 4)


class Floor:
    """Ann at box 1, in the middle of a shoe, and three computer players who have just sat down."""

    def __init__(self) -> None:
        disk = Disk()
        endow(disk, ("ann",), 5_000_000)
        self.clock = SteppedClock()
        self.house = House(MemoryStore(disk), self.clock, Random(3).randbytes)
        self.computers = Computers(self.house, at_once=True, chance=Random(5))
        self.live: LiveTable
        self._asked = 0

    async def open(self, *, late_to_minimum: bool = True) -> None:
        text = book_text(GAME)
        settings = Settings(sign=SIGN, late_to_minimum=late_to_minimum)
        await self.house.open_table("t1", parse_book(text, source=GAME), text, settings)
        self.live = await self.house.table("t1")
        await self.ask("sue", c.OpenForPlay(), Role.SUPERVISOR)
        await self.ask("ann", c.BuyIn(Cents(100_000)))
        await self.ask("ann", c.Sit(1))
        await self.time_up()
        await self.ask("ann", c.Lay(1, Cents(500)))
        while self.live.table.deadline is not None:
            await self.time_up()
        for box in BOXES:
            await self.ask("ann", c.AskComputer(box, "loose"))

    async def ask(self, who: str, command: c.TableCommand, role: Role = Role.PLAYER) -> None:
        self._asked += 1
        version = self.live.table.version
        answer = await self.house.submit(Person(who, role), "t1", f"c{self._asked}", version, command)
        assert isinstance(answer, Done), answer

    async def time_up(self) -> None:
        self.clock.at = max(self.clock.at, self.live.table.deadline or 0)
        await self.house.submit_authorized(HOUSE_ACTOR, "t1", "", self.live.table.version, c.TimeUp())

    async def laid(self) -> dict[int, int]:
        """The stakes on the boxes, after ann has laid hers and asked for the cards."""
        for patron in self.live.table.patrons.values():
            if patron.computer:
                self.computers._is_ready(self.live, self.computers._player(self.live, patron))
        await asyncio.gather(*self.computers._ready.values())
        await self.ask("ann", c.Lay(1, Cents(500)))
        await self.computers.place_wagers_now("t1", "ann")
        return {laid.box: laid.stake for laid in self.live.table.wagers}


@run_async
async def test_those_held_to_the_minimum_wager_it() -> None:
    """CP 4.6, CB 4.7, SP 6.11: a player who joins during a shoe wagers the minimum until the next; computers too."""
    floor = Floor()
    await floor.open()
    assert await floor.laid() == dict.fromkeys((1, *BOXES), 500)


@run_async
async def test_one_that_is_refused_silences_no_other(monkeypatch: pytest.MonkeyPatch) -> None:
    floor = Floor()
    await floor.open(late_to_minimum=False)
    first = floor.live.table.patrons[floor.live.table.seats[2]]
    player = floor.computers._player(floor.live, first)
    monkeypatch.setattr(player, "wager", lambda *given: Wager(2, first.name, 500, perfect_pairs=90_000))
    assert sorted(await floor.laid()) == [1, 3, 4]
