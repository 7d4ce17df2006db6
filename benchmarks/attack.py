"""Password guessing during play: a hundred wrong logins per second under many names (S3)."""

from __future__ import annotations

import argparse
import asyncio
import time
from collections import Counter
from contextlib import suppress
from itertools import count
from pathlib import Path
from typing import Any

import httpx

from benchmarks.crowd import Times
from benchmarks.crowded_floor import BOXES, evening
from benchmarks.http_pool import Swift
from tests.server_process import settings_with

CONNECTIONS = 128
ACCOUNTS = 30
"""Names that have an account; wrong logins are stored there, and lock the account."""
NAMES = 1_000
DOORS = {
    "every one is hashed": settings_with(),
    "default limits": settings_with(limited=("logins",)),
}
"""Two cases: attackers with so many addresses that no limit applies, the worst case; and one address with limits."""


class Attack:
    """Wrong logins at a steady rate, whether or not earlier ones are answered."""

    def __init__(self, url: str, a_second: float) -> None:
        self._url = url
        self._every_s = 1 / a_second
        self._http = httpx.AsyncClient(timeout=60, transport=Swift(CONNECTIONS))
        self._tries: set[asyncio.Task[None]] = set()
        self.said = 0
        self.answered: Counter[str] = Counter()
        self.times = Times()

    async def open_accounts(self) -> None:
        for number in range(ACCOUNTS):
            body = {"name": f"victim{number}", "password": f"a long night of {number} cards"}
            (await self._http.post(f"{self._url}/api/accounts", json=body)).raise_for_status()

    async def run(self) -> None:
        began = time.monotonic()
        for number in count():
            trying = asyncio.create_task(self._try(number))
            self._tries.add(trying)
            trying.add_done_callback(self._tries.discard)
            await asyncio.sleep(max(0.0, began + (number + 1) * self._every_s - time.monotonic()))

    async def _try(self, number: int) -> None:
        name = f"victim{number % NAMES}"
        self.said += 1
        at = time.monotonic()
        body = {"name": name, "password": f"guess number {number}"}
        try:
            answer = await self._http.post(f"{self._url}/api/login", json=body)
        except httpx.HTTPError as error:
            self.answered[type(error).__name__] += 1
            return
        self.times.all.append(time.monotonic() - at)
        self.answered[f"{answer.status_code} {answer.json().get('code', '')}"] += 1

    async def close(self) -> None:
        await asyncio.gather(*self._tries)
        await self._http.aclose()


async def attack(asked: argparse.Namespace, data: Path) -> dict[str, Any]:
    """S3: a hundred wrong logins per second; latency at the tables with and without them."""
    figures: dict[str, Any] = {}
    for number, (door, settings) in enumerate(DOORS.items()):
        if number and asked.database:
            break  # a given database can be used for one floor only
        folder = data / str(number)
        folder.mkdir()
        async with evening(folder, asked.tables, asked.tables * BOXES, asked.database, settings) as floor:
            players = await floor.players(asked.tables, BOXES, asked.every)
            attacking = Attack(floor.server.url, asked.logins)
            await attacking.open_accounts()
            await floor.play(players, asked.warm_up)
            for part in ("without", "with"):
                floor.measure_anew(players)
                trying = asyncio.create_task(attacking.run()) if part == "with" else None
                cpu, began = floor.server.cpu_s(), time.monotonic()
                await floor.play(players, asked.seconds)
                took = time.monotonic() - began
                spent = (floor.server.cpu_s() - cpu) / took
                if trying is not None:
                    trying.cancel()
                    with suppress(asyncio.CancelledError):
                        await trying
                figures[f"{door}, {part}: answers ms"] = floor.measured.answers.summary()
                figures[f"{door}, {part}: others' pictures ms"] = floor.measured.others.summary()
                figures[f"{door}, {part}: crowd's own lag ms"] = floor.measured.lag.summary()
                figures[f"{door}, {part}: server CPU"] = f"{spent:.0%} of a core"
            await attacking.close()
            figures[f"{door}: logins a second"] = round(attacking.said / took, 1)
            figures[f"{door}: logins answered"] = dict(attacking.answered)
            figures[f"{door}: logins' answers ms"] = attacking.times.summary()
            figures[f"{door}: disconnects"] = floor.disconnects()
            await floor.close()
            await floor.server.stop()
    return figures
