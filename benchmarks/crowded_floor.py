"""Floor for load tests: tables of all games in turn, guests who are logged in, and the real server."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path

import httpx

from benchmarks.crowd import Measured, Player, Seat, in_turn
from benchmarks.http_pool import Swift
from boxseat.clock import SECOND
from boxseat.journal.address import database_url
from boxseat.play.state import TableLimits
from boxseat.rulebook.load import GAMES
from boxseat.table.settings import Settings
from boxseat.table.settings import Times as TableTimes
from boxseat.table.sign import Sign
from tests.server_process import SETTINGS, Guest, Serving, TableWanted, furnish, serving

BOXES = 7
LOOP_LAG = "boxseat_loop_lag_seconds"
WOKEN_EVERY_S = 0.1
CONNECTING = 64
"""Clients that connect at the same time, where the connections themselves are not measured."""
SIGN = Sign(box=TableLimits(500, 50_000), side_bet=TableLimits(100, 10_000))
Histogram = dict[float, float]
TIMES = TableTimes(wager=20 * SECOND, decide=25 * SECOND, cut=5 * SECOND)


class Evening:
    """A floor with its tables, its server, and the connections of the crowd."""

    def __init__(self, server: Serving, guests: list[Guest], tables: list[str], http: httpx.AsyncClient) -> None:
        self.server = server
        self.guests = guests
        self.tables = tables
        self.http = http
        self.measured = Measured()
        self.seats: list[Seat] = []

    async def seat(self, table_id: str, *, watch: bool = True) -> Seat:
        """Connect the next guest, who watches a table."""
        seat = Seat(self.guests[len(self.seats)], self.server.url, self.http)
        self.seats.append(seat)
        if watch:
            await seat.watch(table_id)
        return seat

    async def players(self, tables: int, boxes: int, every_s: float) -> list[Player]:
        """Seat players at full tables; each has a neighbour whose snapshots are measured too."""
        wanted = [(table, box) for table in self.tables[:tables] for box in range(1, boxes + 1)]
        seated: dict[tuple[str, int], Player] = {}

        async def come(table: str, box: int) -> None:
            seat = await self.seat(table)
            seated[table, box] = Player(seat, box, self.measured, every_s, seed=len(seated))

        await in_turn([bound(come, table, box) for table, box in wanted], CONNECTING)
        await in_turn([player.sit for player in seated.values()], CONNECTING)
        for table, box in wanted:
            seated[table, box].neighbour = seated[table, box % boxes + 1].seat
        return [seated[one] for one in wanted]

    async def play(self, players: list[Player], seconds: float) -> None:
        until = time.perf_counter() + seconds
        lag = asyncio.create_task(self.measured.keep_lag())
        playing = asyncio.gather(*(player.play(until) for player in players))
        while not playing.done():
            await asyncio.wait([playing], timeout=max(WOKEN_EVERY_S, until - time.perf_counter()))
            for player in players:
                player.stop()
        await playing
        lag.cancel()

    def measure_anew(self, players: list[Player]) -> None:
        """Discard all measurements so far."""
        self.measured = Measured()
        for player in players:
            player.measured = self.measured

    def disconnects(self) -> int:
        return sum(max(0, seat.client.line.opened - 1) for seat in self.seats)

    async def histogram(self, name: str) -> Histogram:
        """Cumulative histogram of the server's metrics since its start: counts by upper bound in seconds."""
        said = (await self.http.get(f"{self.server.url}/metrics")).text
        found = re.findall(rf'^{name}_bucket{{le="([^"]+)"}} (\S+)$', said, flags=re.MULTILINE)
        return {float(limit): float(times) for limit, times in found}

    async def close(self) -> None:
        await in_turn([seat.client.close for seat in self.seats], CONNECTING)


def within(before: Histogram, after: Histogram, part: float) -> str:
    """Upper bound of this quantile for everything between two readings of a histogram."""
    done = {limit: after[limit] - before.get(limit, 0) for limit in sorted(after)}
    if not done or not done[max(done)]:
        return "nothing done"
    return f"<= {next(limit for limit, times in done.items() if times >= part * done[max(done)]) * 1000:g} ms"


def over(before: Histogram, after: Histogram, limit_s: float) -> str:
    """How often something took longer than a limit between two looks."""
    done = {limit: after[limit] - before.get(limit, 0) for limit in after}
    total = done[max(done)] if done else 0
    return f"{total - done.get(limit_s, 0):.0f} of {total:.0f}"


def bound(do: Callable[[str, int], Awaitable[None]], table: str, box: int) -> Callable[[], Awaitable[None]]:
    return lambda: do(table, box)


@asynccontextmanager
async def evening(
    data: Path, tables: int, guests: int, database: str, settings_file: str = SETTINGS
) -> AsyncIterator[Evening]:
    """Set up a floor and start its server, which is always stopped at the end."""
    names = [f"t{number}" for number in range(1, tables + 1)]
    settings = Settings(sign=SIGN, times=TIMES)
    wanted = [TableWanted(name, GAMES[place % len(GAMES)], settings) for place, name in enumerate(names)]
    people = await furnish(database or database_url(data), wanted, guests)
    async with serving(data, database=database, settings=settings_file) as server:
        yield Evening(server, people, names, httpx.AsyncClient(timeout=120, transport=Swift()))
