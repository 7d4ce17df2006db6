"""L2: the server is killed in the middle of play, again and again, while clients resend what was not answered.

They play at tables, and send commands to boards (`tests/house/board.py`).

`python -m tests.live_server.kills --kills 1000` is the long run; the short one is a test.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import sys
import tempfile
import time
from pathlib import Path
from random import Random

import httpx

from boxseat.client.bots import RandomBot, play
from boxseat.client.client import Client
from boxseat.clock import SECOND
from boxseat.people.roles import Role
from boxseat.rulebook.load import GAMES
from boxseat.table.settings import Settings, Times
from boxseat.table.sign import SIGN
from tests.live_server.board_clients import BoardClient, BoardsKnown
from tests.live_server.witness import Findings, Witness, compare
from tests.server_process import Guest, QuickServing, TableWanted, employ, furnish

TIMES = Times(wager=3 * SECOND, decide=3 * SECOND, cut=2 * SECOND)
SEATED, BEHIND = 3, 1
AT_BOARDS = 2
"""Players at boards; a supervisor is there too."""
ASIDE = "aside"
"""A table at which nobody plays, to be closed with a board."""
MONEY = 1_000_000_00
LIVES_S = 0.25
"""The longest time that a server runs after a command was done."""
SOMETHING_WITHIN_S = 120.0


async def under_fire(
    data: Path, kills: int, seed: int, *, database: str = "", tables: int = 4
) -> tuple[Witness, Findings]:
    """Kill the server this often while people play, and compare the journal with what they were told."""
    chance, witness, seats = Random(seed), Witness(), tables * (SEATED + BEHIND)
    all_in, known = asyncio.Barrier(seats + AT_BOARDS + 2), BoardsKnown()
    server = QuickServing(data, database=database)
    wanted = [TableWanted(f"t{n}", GAMES[n % len(GAMES)], Settings(sign=SIGN, times=TIMES)) for n in range(tables)]
    guests = await furnish(server.database, [*wanted, TableWanted(ASIDE, GAMES[0])], seats + AT_BOARDS, MONEY)
    staff = await employ(server.database, "ursula", Role.SUPERVISOR)
    try:
        await server.start()
        async with httpx.AsyncClient(timeout=10, trust_env=False) as http:
            players = [
                asyncio.create_task(_player(server.url, guest, place, http, witness, chance.random(), all_in))
                for place, guest in enumerate(guests[:seats])
            ]
            at_boards = [(guest, Role.PLAYER) for guest in guests[seats:]] + [(staff, Role.SUPERVISOR)]
            players += [
                asyncio.create_task(_at_boards(server.url, guest, role, http, known, witness, chance.random(), all_in))
                for guest, role in at_boards
            ]
            async with asyncio.timeout(SOMETHING_WITHIN_S):
                await all_in.wait()
            for _ in range(kills):
                await _something_done(witness, players)
                await asyncio.sleep(chance.uniform(0, LIVES_S))
                await server.kill()
                await server.start()
            await _something_done(witness, players)
            for player in players:
                player.cancel()
            ended = await asyncio.gather(*players, return_exceptions=True)
            broken = [error for error in ended if isinstance(error, Exception)]
            assert not broken, broken
    finally:
        await server.kill()
    return witness, await compare(server.database, witness)


async def _player(
    url: str,
    guest: Guest,
    place: int,
    http: httpx.AsyncClient,
    witness: Witness,
    seed: float,
    all_in: asyncio.Barrier,
) -> None:
    number, seat = divmod(place, SEATED + BEHIND)
    boxes = (1, 4, 6)
    async with Client.connect(url, token=guest.token, http=http, patience_s=None) as me:
        table = await me.watch(f"t{number}")
        witness.attend(me.name, table)
        await all_in.wait()  # a client that cannot connect at first would give up
        seated = seat < SEATED
        own, others = (boxes[seat : seat + 1], ()) if seated else ((), boxes[:2])
        await play(table, RandomBot(boxes=own, behind=others, buy_in="2000", chance=Random(seed)))


async def _at_boards(
    url: str,
    guest: Guest,
    role: Role,
    http: httpx.AsyncClient,
    known: BoardsKnown,
    witness: Witness,
    seed: float,
    all_in: asyncio.Barrier,
) -> None:
    async with Client.connect(url, token=guest.token, http=http, patience_s=None) as me:
        await me.hello()
        client = BoardClient(me, role, known, witness, seed, [ASIDE])
        if role is Role.SUPERVISOR:
            await client.set_up_first()
        await all_in.wait()
        await client.run()


async def _something_done(witness: Witness, players: list[asyncio.Task[None]]) -> None:
    """Wait for commands at a table and at a board to be done: killing a server before it does anything proves little."""
    before = len(witness.done)
    async with asyncio.timeout(SOMETHING_WITHIN_S):
        while {one.stream.partition("/")[0] for one in witness.done[before:]} != {"table", "board"}:
            for player in players:
                if player.done() and player.exception() is not None:
                    await player
            await asyncio.sleep(0.005)


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--database", default="", help="an empty database to use instead of a file")
    asked = parser.parse_args()
    began = time.monotonic()
    with tempfile.TemporaryDirectory(prefix="kills") as folder:
        witness, found = asyncio.run(under_fire(Path(folder), asked.kills, asked.seed, database=asked.database))
    at_boards = sum(one.stream.startswith("board/") for one in witness.done)
    figures = {
        "at_boards": at_boards,
        "kills": asked.kills,
        "seconds": round(time.monotonic() - began),
        **found._asdict(),
    }
    sys.stdout.write(json.dumps(figures | {"answers": dict(witness.answers)}, default=str) + "\n")
    return 0 if found.clean else 1


if __name__ == "__main__":
    sys.exit(main())
