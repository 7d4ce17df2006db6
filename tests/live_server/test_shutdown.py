"""An operator stops the server during play: it ends cleanly, nothing is lost, and the same round continues."""

from __future__ import annotations

import asyncio
import time
from decimal import Decimal
from pathlib import Path
from random import Random

import msgspec

from boxseat.client.bots import RandomBot, play
from boxseat.client.client import Client
from boxseat.client.table import TableWatched
from boxseat.clock import SECOND
from boxseat.journal.entry import RoundIndex
from boxseat.journal.store import Store
from boxseat.ledger.accounts import chips, wager
from boxseat.rulebook.load import GAMES
from boxseat.server.runner import SHUTDOWN_TIMEOUT_S
from boxseat.table.settings import Settings, Times
from boxseat.table.sign import SIGN
from tests.databases import run_async
from tests.live_server.crowd import floor
from tests.live_server.witness import Witness, compare
from tests.server_process import Serving, TableWanted
from tests.tiers import heavy, size

UNHURRIED = Settings(sign=SIGN, times=Times(wager=600 * SECOND, decide=600 * SECOND, cut=600 * SECOND))
STOPS = size(1, 3)
GRACE_S = 15.0
"""Generous, as the machine may be busy."""


@run_async
async def test_told_to_stop_in_a_round_it_goes_on_with_it_after_a_restart(tmp_path: Path) -> None:
    witness = Witness()
    async with floor(tmp_path, [TableWanted("t1", "star-pontoon", UNHURRIED)], 2) as (server, (me, other)):
        table, watching = await me.watch("t1"), await other.watch("t1")
        witness.attend(me.name, table)
        witness.attend(other.name, watching)
        await table.buy_in(500)
        await table.sit(2)
        await _until_asked(table)
        before = table.picture
        assert before.table.round is not None
        await _stop(server)
        held, laid, (index, *_) = await _kept(server.database, me.name)
        assert (index.id, index.last) == (before.table.round.id, None), "the round is open"
        assert laid == 10_00, "and the wager is on the layout"

        await server.start()
        await me.ping()
        again = (await me.get("/api/tables/t1"))["table"]
        assert again == msgspec.json.decode(before.as_sent)
        assert table.picture.you == before.you
        await _finish(table)
        await watching.until(lambda seen: seen.version >= table.picture.version)
        net = (await me.recall(index.id))["net"][me.name]
        await _stop(server)
        paid, laid, (ended, *_) = await _kept(server.database, me.name)
        assert ended.last is not None
        assert ended.first == index.first
        assert laid == 0
        assert paid == held + 10_00 + int(Decimal(net) * 100)
    found = await compare(server.database, witness)
    assert found.clean, found


@heavy
@run_async
async def test_told_to_stop_again_and_again_under_live_players_nothing_is_lost(tmp_path: Path) -> None:
    witness = Witness()
    tables = [TableWanted(f"t{n}", game) for n, game in enumerate(GAMES)]
    async with floor(tmp_path, tables, len(tables) * 2) as (server, people):
        playing = [
            asyncio.create_task(_play(person, tables[place // 2].id, place % 2 + 1, witness))
            for place, person in enumerate(people)
        ]
        for _ in range(STOPS):
            done = len(witness.done) + 20
            async with asyncio.timeout(120):
                while len(witness.done) < done:
                    await asyncio.sleep(0.005)
            await _stop(server)
            await server.start()
        for player in playing:
            player.cancel()
        ended = await asyncio.gather(*playing, return_exceptions=True)
        assert not [error for error in ended if isinstance(error, Exception)]
        await _stop(server)
    found = await compare(server.database, witness)
    assert found.done >= STOPS * 20
    assert found.clean, found


async def _stop(server: Serving) -> None:
    """Stop the server as an operator does; it may finish its requests, and must exit with 0."""
    began = time.monotonic()
    assert await server.stop() == 0
    assert time.monotonic() - began < SHUTDOWN_TIMEOUT_S + GRACE_S


async def _kept(url: str, name: str) -> tuple[int, int, list[RoundIndex]]:
    """According to the journal: a player's chips at the table, their wager on box 2, and the table's rounds."""
    store = await Store.open(url)
    try:
        mine = await store.balance(chips("t1", name)), await store.balance(wager("t1", 2, name))
        return *mine, await store.rounds("table/t1")
    finally:
        await store.close()


async def _until_asked(table: TableWatched) -> None:
    """Wait for a decision; rounds that end with the first cards do not count."""
    while not (table.picture.table.in_round and table.picture.table.asked):
        if table.picture.table.cut is not None:
            await table.decline_cut()
        elif not table.picture.table.in_round:
            await table.wager(2, 10)
            await table.ready()


async def _finish(table: TableWatched) -> None:
    while table.picture.table.in_round:
        you = table.picture.you
        assert you is not None
        open_to = [choice.do for choice in you.choices]
        await table.command({"do": next(do for do in ("decline", "stand", "hit") if do in open_to), "box": 2})


async def _play(person: Client, table_id: str, box: int, witness: Witness) -> None:
    table = await person.watch(table_id)
    witness.attend(person.name, table)
    await play(table, RandomBot(boxes=(box,), buy_in="2000", chance=Random(box)))
