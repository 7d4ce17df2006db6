"""Runs the computer players at all tables: they get the same questions as people, and send the same commands.

They wager only if a person has a wager on the table, and without delay once a person is ready. A perfect player's computations run
elsewhere (`computation.py`) from the moment it sits down; it lays no wager before they are done, so that nobody waits for it.
"""

from __future__ import annotations

import asyncio
from random import Random, SystemRandom
from typing import Any

from boxseat.clock import SECOND
from boxseat.computer import Computer, Kind, computer, thinking_time
from boxseat.computer.computation import Computation, ThreadComputation
from boxseat.computer.replies import decision_command, join_command, lay_command, to_decide, to_join
from boxseat.house.house import House
from boxseat.house.live_stream import LiveStream, NoSuchStream
from boxseat.house.table_stream import LiveTable
from boxseat.journal.entry import StoreDown
from boxseat.money import Cents
from boxseat.play.legal import Choice
from boxseat.play.state import Wager
from boxseat.table import commands as c
from boxseat.table.questions import OpenQuestion
from boxseat.table.sign import least_stake
from boxseat.table.state import Patron, Status
from boxseat.table.wager_rules import held_by

HURRY_TIMEOUT_S = 0.5
"""How long a player who is ready waits for a computer player's wager."""
NextCommand = tuple[str, c.TableCommand, Choice | None]
"""The computer player, its command, and the choice that it came from."""


class Computers:
    """Plays for all computer players of a house; with `at_once` they act without delay."""

    def __init__(
        self,
        house: House,
        *,
        at_once: bool = False,
        chance: Random | None = None,
        computation: Computation | None = None,
    ) -> None:
        self._house = house
        self._computation = computation or ThreadComputation()
        self._at_once = at_once
        self._chance = chance or SystemRandom()
        self._players: dict[tuple[str, str], Computer] = {}
        self._ready: dict[tuple[str, str], asyncio.Task[None]] = {}
        self._playing: dict[str, asyncio.Task[None]] = {}

    def start(self) -> None:
        """Start to play at all tables, and at those opened later."""
        self._house.cache.on_load.append(self._on_load)
        for live in self._house.loaded_tables():
            self._take_on(live)

    def _on_load(self, live: LiveStream[Any]) -> None:
        if isinstance(live, LiveTable):
            self._take_on(live)

    async def close(self) -> None:
        """Stop playing for all of them."""
        tasks = [*self._playing.values(), *self._ready.values()]
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)

    def forget(self, table_id: str) -> None:
        """Drop the players of a table that is no longer in memory; they are made again when it is loaded."""
        self._playing.pop(table_id, None)
        for key in [key for key in self._players if key[0] == table_id]:
            del self._players[key]

    def _take_on(self, live: LiveTable) -> None:
        live.watchers.add(self._look)
        self._look(live)

    def _look(self, live: LiveTable) -> None:
        """Called when a table changes: if a computer player is there, check whether it has to act."""
        table = live.table
        if not _has_computers(live) or self._house.paused:
            return
        for patron in table.patrons.values():
            if patron.computer:
                self._is_ready(live, self._player(live, patron))
        running = self._playing.get(table.id)
        if running is None or running.done():
            self._playing[table.id] = asyncio.create_task(self._play(live), name=f"computers at {table.id}")

    async def _play(self, live: LiveTable) -> None:
        refused: set[str] = set()
        while not self._house.paused:
            version = live.table.version
            step = await self._next(live, refused)
            if step is None:
                if version == live.table.version:
                    return
                continue
            who, command, choice = step
            await self._think(live, who, choice)
            if live.table.version == version:
                await self._house.submit_authorized(who, live.table.id, f"{live.table.id}:{version}", version, command)
            # Whoever is refused is silent until something changes; the others go on.
            refused = {*refused, who} if live.table.version == version else set()

    async def place_wagers_now(self, table_id: str, player: str) -> None:
        """Called when a player is ready: computer players that would wager soon do so now."""
        try:
            live = await self._house.table(table_id)
        except (NoSuchStream, StoreDown):
            return  # whoever is ready is told so
        if player not in live.table.patrons:
            return
        refused: set[str] = set()
        while _has_computers(live) and live.table.status is Status.OPEN and not live.table.in_round:
            version = live.table.version
            try:
                async with asyncio.timeout(HURRY_TIMEOUT_S):
                    step = await self._wager(live, refused)
            except TimeoutError:
                return  # it is busy with another table
            if step is None:
                return
            who, command, _ = step
            await self._house.submit_authorized(who, table_id, f"{table_id}:{version}", version, command)
            refused = {*refused, who} if live.table.version == version else set()

    async def _think(self, live: LiveTable, who: str, choice: Choice | None) -> None:
        patron = live.table.patrons[who]
        seconds = thinking_time(Kind(patron.computer), Random(self._chance.random()), choice, at_once=self._at_once)
        if live.table.deadline is not None:
            left = (live.table.deadline - self._house.clock.now()) / SECOND
            seconds = max(0.0, min(seconds, left / 2))
        await asyncio.sleep(seconds)

    async def _next(self, live: LiveTable, refused: set[str]) -> NextCommand | None:
        """The next action of a computer player at the table; a refused one is not tried again."""
        table = live.table
        if table.status is not Status.OPEN and not table.in_round:
            return None
        if not table.in_round:
            return await self._wager(live, refused)
        for entry in live.waiting():
            if table.patrons[entry.player].computer and entry.player not in refused:
                player = self._player(live, table.patrons[entry.player])
                if entry.what == "join":
                    return await self._join(live, entry, player)
                return await self._decision(live, entry, player)
        return None

    async def _wager(self, live: LiveTable, refused: set[str]) -> NextCommand | None:
        """A wager, once a person has a wager on the table."""
        table = live.table
        if not any(laid.stake and not table.patrons[laid.player].computer for laid in table.wagers):
            return None
        for box, name in sorted(table.seats.items()):
            patron = table.patrons[name]
            if not patron.computer or patron.leaving or name in refused or table.wager_of(name, box) is not None:
                continue
            player = self._player(live, patron)
            if not self._is_ready(live, player):
                continue
            args = live.book, table.sign_at(box), box, table.wagers, patron.chips
            wager: Wager | None = await self._computation.ask(player, "wager", *args)
            if wager is not None:
                if held_by(live.book, table, name) is not None:
                    return name, c.Lay(box, Cents(least_stake(live.book, table.sign))), None
                return name, lay_command(wager), None
        return None

    def _player(self, live: LiveTable, patron: Patron) -> Computer:
        key = live.table.id, patron.name
        if key not in self._players or self._players[key].kind != patron.computer:
            self._players[key] = computer(Kind(patron.computer), patron.name, Random(self._chance.random()))
        return self._players[key]

    def _is_ready(self, live: LiveTable, player: Computer) -> bool:
        """Whether its book is solved; the first call starts solving it."""
        key = self._book_key(live, player.kind)
        if key not in self._ready:
            self._ready[key] = asyncio.create_task(self._learn(live, player), name=f"learning {live.table.game}")
        return self._ready[key].done()

    async def _learn(self, live: LiveTable, player: Computer) -> None:
        await self._computation.learn(player, live.book)
        asyncio.get_running_loop().call_soon(self._look, live)

    def knows(self, live: LiveTable, kind: Kind) -> bool:
        """Whether the table's book is solved for this kind of player, or is being solved."""
        return self._book_key(live, kind) in self._ready

    def _book_key(self, live: LiveTable, kind: Kind) -> tuple[str, str]:
        options = live.table.options | live.table.permissions.round_options
        return str(kind), live.table.book + str(sorted(options.items()))

    async def _decision(self, live: LiveTable, entry: OpenQuestion, player: Computer) -> NextCommand:
        choices = to_decide(live.book, live.table, entry)
        round_ = live.table.current_round
        choice: Choice | None = await self._computation.ask(player, "decide", live.book, round_, choices)
        return entry.player, decision_command(live.table, entry, choice), choice

    async def _join(self, live: LiveTable, entry: OpenQuestion, player: Computer) -> NextCommand:
        table = live.table
        choice, joiner = to_join(live.book, table, entry)
        cents: int | None = await self._computation.ask(player, "joins", live.book, table.current_round, choice, joiner)
        return entry.player, join_command(table, entry, cents), choice


def _has_computers(live: LiveTable) -> bool:
    return any(patron.computer for patron in live.table.patrons.values())
