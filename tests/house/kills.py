"""L1: a process that runs the house on SQLite is killed at random moments, and the next process continues from its
data.

No cent is lost or created, the tables are as they were last acknowledged, and no acknowledged command is missing.
`python -m tests.house.kills --kills 1000` for the long run. Each child is forked from a process that has everything
loaded and no threads, so that a kill costs a tenth of a second.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import json
import os
import select
import signal
import sys
import tempfile
import time
import traceback
from pathlib import Path
from random import Random

import msgspec

from boxseat.clock import Clock
from boxseat.house.answers import Answer, Done, decode
from boxseat.house.house import Change, House
from boxseat.house.live_table import RECORDS, Request, TableVersion
from boxseat.journal.address import database_url
from boxseat.journal.store import Store
from boxseat.ledger.double_entry import overdrawn
from boxseat.rulebook.book import Book
from boxseat.table import commands as c
from boxseat.table.codec import decode_table, encode
from boxseat.table.desk import Entropy
from boxseat.table.fold import fold_entry
from boxseat.table.state import Table
from tests.house.memory_store import MemoryStore
from tests.house.random_evening import Evening, Opened, tables_of_all_games
from tests.house.reference import table_is_the_ledger

TABLES: tuple[Opened, ...] = tables_of_all_games()[::2]
"""A Canberra table, a Star table, and one of each with a device."""
CLIENTS = 4
SECONDS = 0.08
"""The longest time that a child plays before it is killed."""


class Ack(msgspec.Struct, frozen=True):
    """A command that a child acknowledged."""

    table: str
    version: int
    who: str
    command: str
    digest: str
    """The digest of the table at that version; empty if the table had changed since."""


class TellingHouse(House):
    """A house that writes every acknowledgement to a pipe, as if to its clients."""

    pipe: int

    def __init__(self, store: Store, clock: Clock, entropy: Entropy) -> None:
        super().__init__(store, clock, entropy)
        self._changing: set[tuple[str, str]] = set()

    def _judge(self, book: Book, standing: TableVersion, request: Request) -> Answer | Change:
        found = super()._judge(book, standing, request)
        if isinstance(found, Change):
            self._changing.add((request.who, request.id))
        return found

    async def submit_authorized(
        self, who: str, table_id: str, command_id: str, version: int, command: c.TableCommand
    ) -> Answer:
        answer = await super().submit_authorized(who, table_id, command_id, version, command)
        # A command that changes nothing leaves nothing to lose.
        if isinstance(answer, Done) and (who, command_id) in self._changing:
            table = (await self.table(table_id)).table
            digest = _digest(table) if table.version == answer.version else ""
            os.write(self.pipe, msgspec.json.encode(Ack(table_id, answer.version, who, command_id, digest)) + b"\n")
        return answer


def _digest(table: Table) -> str:
    return hashlib.sha256(encode(table)).hexdigest()


async def _child(url: str, seed: int, pipe: int, acked: list[Ack]) -> None:
    """Check what the last child left, then play until killed."""
    store = await Store.open(url)
    evening = Evening(store, seed, TABLES)
    house = evening.house = TellingHouse(store, evening.clock, os.urandom)
    house.pipe = pipe
    evening.name_commands(f"k{seed}.")
    if await store.streams("table/"):
        await _look(store, house, acked)
    else:
        await evening.open()
    os.write(pipe, b"ready\n")
    await asyncio.gather(*(_client(evening, place) for place in range(CLIENTS)))


async def _client(evening: Evening, place: int) -> None:
    while True:
        await evening.step(TABLES[place % len(TABLES)].id)


async def _look(store: Store, house: House, acked: list[Ack]) -> None:
    """Check that everything acknowledged is there, and that the money is consistent."""
    assert await store.total() == 0, "money was lost or created"
    money = await store.balances()
    assert not overdrawn(money), overdrawn(money)
    for table in TABLES:
        live = await house.table(table.id)
        table_is_the_ledger(live.table, money)
        theirs = [ack for ack in acked if ack.table == table.id]
        for ack in theirs:
            assert live.table.version >= ack.version, f"{ack} is gone"
            if ack.command:
                stored = await store.answer(ack.who, ack.command)
                assert stored is not None, f"{ack} is missing"
                assert decode(stored) == Done(ack.version)
        seen = [ack for ack in theirs if ack.digest]
        if seen:
            assert _digest(await _at(store, house, table.id, seen[-1].version)) == seen[-1].digest, "a different table"


async def _at(store: Store, house: House, table_id: str, version: int) -> Table:
    """A table as it was at a version, from the journal alone."""
    stream = f"table/{table_id}"
    found = await store.snapshot(stream, version)
    table = Table() if found is None else decode_table(found[1])
    for entry in await store.read(stream, table.version, version):
        table = fold_entry((await house.table(table_id)).book, table, RECORDS.decode(entry.records), entry.at)
    return table


def _fork(url: str, seed: int, acked: list[Ack]) -> tuple[int, int]:
    """Fork a child that plays; returns its id, and the pipe that it writes its acknowledgements to."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:
        os.close(reading)
        try:
            asyncio.run(_child(url, seed, writing, acked))
        except BaseException:
            traceback.print_exc()
        os._exit(1)
    os.close(writing)
    return child, reading


def _told(pipe: int, until: float) -> tuple[bytes, bool]:
    """Read what a child writes until a given time; also returns whether it has closed the pipe."""
    said = b""
    while (left := until - time.monotonic()) > 0:
        if select.select([pipe], [], [], left)[0]:
            part = os.read(pipe, 65_536)
            said += part
            if not part:
                return said, True
    return said, False


def _killed(child: int, pipe: int, rng: Random) -> bytes:
    """Let a child play for a random time and kill it; returns all that it wrote."""
    said, gone = b"", False
    if rng.random() < 0.1:  # during its start
        said, gone = _told(pipe, time.monotonic() + rng.random() * 0.1)
    else:
        while b"ready" not in said and not gone:
            part, gone = _told(pipe, time.monotonic() + 0.02)
            said += part
        if not gone:
            part, gone = _told(pipe, time.monotonic() + rng.random() * SECONDS)
            said += part
    os.kill(child, signal.SIGKILL)
    while part := os.read(pipe, 65_536):
        said += part
    os.close(pipe)
    _, status = os.waitpid(child, 0)
    assert os.WIFSIGNALED(status), "the child ended by itself: it found a fault"
    assert not gone
    return said


def _acks(said: bytes) -> list[Ack]:
    """The acknowledgements that arrived complete."""
    lines = said.split(b"\n")[:-1]
    return [msgspec.json.decode(line, type=Ack) for line in lines if line != b"ready"]


async def _read_books() -> None:
    """Read the books once here, so that no child has to."""
    await Evening(MemoryStore(), 0, TABLES).open()


def kills(count: int, seed: int, *, say_every: int = 0) -> dict[str, float]:
    """Kill a child this many times; returns how many commands were acknowledged, among other figures."""
    rng = Random(seed)
    start, acknowledged = time.monotonic(), 0
    acked: list[Ack] = []
    asyncio.run(_read_books())
    with tempfile.TemporaryDirectory() as folder:
        url = database_url(Path(folder))
        for number in range(count + 1):
            said = _killed(*_fork(url, number, acked), rng)
            fresh = _acks(said)
            # A child killed before its check leaves the older acknowledgements for the next child to check.
            acked = fresh if b"ready" in said else acked + fresh
            acknowledged += len(fresh)
            if say_every and number % say_every == 0:
                sys.stdout.write(f"{number} kills, {acknowledged:,} acknowledged, {time.monotonic() - start:.0f} s\n")
                sys.stdout.flush()
    return {"kills": count, "acknowledged": acknowledged, "seconds": round(time.monotonic() - start, 1)}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--kills", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--quiet", action="store_true")
    asked = parser.parse_args()
    found = kills(asked.kills, asked.seed, say_every=0 if asked.quiet else 100)
    sys.stdout.write(json.dumps(found) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
