"""Two nodes on one database: people at both play at the same tables, and one node dies under load."""

from __future__ import annotations

import asyncio
from pathlib import Path
from random import Random

from boxseat.client.bots import RandomBot, play
from boxseat.client.client import Client
from boxseat.client.table import TableWatched
from tests.databases import run_async
from tests.live_server.crowd import MONEY, clients
from tests.live_server.witness import Witness, compare
from tests.server_process import QuickServing, TableWanted, furnish
from tests.tiers import heavy, size

TABLES = (TableWanted("t1", "star-pontoon"), TableWanted("t2", "canberra-blackjack"))
PLAYERS_EACH = 4
BEFORE, AFTER = size((25, 25), (150, 150))
"""Commands done before one node is killed, and after."""
SEEN_WITHIN_S = 5.0


@heavy
@run_async
async def test_one_of_two_nodes_is_killed_under_load_and_the_other_serves_on(tmp_path: Path, postgres_url: str) -> None:
    witness = Witness()
    guests = await furnish(postgres_url, TABLES, len(TABLES) * PLAYERS_EACH + 2, MONEY)
    nodes = [QuickServing(tmp_path, database=postgres_url) for _ in range(2)]
    try:
        first, second = [await node.start() for node in nodes]
        tokens = [guest.token for guest in guests]
        half = len(tokens) // 2
        async with (
            clients([first, second], tokens[:half], patience_s=60) as here,
            clients([second, first], tokens[half:], patience_s=60) as there,
        ):
            viewers = [await here.pop().watch("t1"), await there.pop().watch("t1")]
            for name, viewer in zip("ab", viewers, strict=True):
                witness.attend(name, viewer)
            playing = [asyncio.create_task(_play(one, place, witness)) for place, one in enumerate(here + there)]
            await _done(witness, BEFORE, playing)
            await _both_see(viewers)
            await nodes[0].kill()
            await _done(witness, AFTER, playing)
            await _both_see(viewers)
            await nodes[0].start()
            await _done(witness, AFTER // 3, playing)
            for task in playing:
                task.cancel()
            await asyncio.gather(*playing, return_exceptions=True)
            await _both_see(viewers)
    finally:
        for node in nodes:
            await node.kill()
    found = await compare(postgres_url, witness)
    assert found.clean, found
    assert found.done >= BEFORE + AFTER


async def _play(person: Client, place: int, witness: Witness) -> None:
    """Play; neighbours at a table are connected to different nodes."""
    table = await person.watch(TABLES[place % len(TABLES)].id)
    witness.attend(person.name, table)
    await play(table, RandomBot(boxes=(place // len(TABLES) + 1,), buy_in="2000", chance=Random(place)))


async def _done(witness: Witness, more: int, playing: list[asyncio.Task[None]]) -> None:
    enough = len(witness.done) + more
    async with asyncio.timeout(60):
        while len(witness.done) < enough:
            assert not any(task.done() for task in playing), [task for task in playing if task.done()]
            await asyncio.sleep(0.01)


async def _both_see(viewers: list[TableWatched]) -> None:
    """Wait until both nodes show the same version."""
    newest = max(viewer.picture.version for viewer in viewers)
    async with asyncio.timeout(SEEN_WITHIN_S):
        await asyncio.gather(*(viewer.at(newest) for viewer in viewers))
