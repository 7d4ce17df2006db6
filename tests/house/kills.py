"""L1: a process that runs the house on SQLite is killed at random moments, and the next process continues from its
data.

No cent is lost or created, tables and boards are as they were last acknowledged, and no acknowledged command is missing. At the
end the audit finds everything in order.
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
from typing import Any

import msgspec

from boxseat.clock import Clock
from boxseat.house.answers import Answer, Done, decode
from boxseat.house.house import House
from boxseat.house.judgement import Judged
from boxseat.house.live_stream import LiveStream, Request, StreamVersion
from boxseat.house.streams import StreamKinds
from boxseat.inspection.audit import audit
from boxseat.journal.address import database_url
from boxseat.journal.store import Store
from boxseat.ledger.double_entry import imbalances, overdrawn
from boxseat.people.roles import Role
from boxseat.table.desk import Entropy
from boxseat.table.names import stream_of
from tests.house.board import BOARDS, KINDS
from tests.house.board_commands import BOARDS as FIRST_BOARDS
from tests.house.memory_store import MemoryStore
from tests.house.random_evening import Evening, Opened, tables_of_all_games
from tests.house.reference import table_is_the_ledger

TABLES: tuple[Opened, ...] = tables_of_all_games()[::2]
"""A Canberra table, a Star table, and one of each with a device."""
CLIENTS = 4
"""Those at tables; each board has one more."""
SECONDS = 0.08
"""The longest time that a child plays before it is killed."""


class Ack(msgspec.Struct, frozen=True):
    """A command that a child acknowledged."""

    stream: str
    version: int
    who: str
    command: str
    result: dict[str, Any] | None
    digest: str
    """The digest of the stream's state at that version; empty if it had changed since."""


class TellingHouse(House):
    """A house that writes every acknowledgement to a pipe, as if to its clients."""

    pipe: int

    def __init__(self, store: Store, clock: Clock, entropy: Entropy, kinds: StreamKinds) -> None:
        super().__init__(store, clock, entropy, kinds)
        self._changing: set[tuple[str, str]] = set()

    async def judge(
        self,
        live: LiveStream[Any],
        current: StreamVersion[Any],
        request: Request,
        leader: tuple[str, Any] | None = None,
    ) -> Answer | Judged:
        found = await super().judge(live, current, request, leader)
        if isinstance(found, Judged):
            self._changing.add((request.who, request.id))
        return found

    async def submit_to(
        self, who: str, stream: str, command_id: str, version: int, command: Any, role: Role | None = None
    ) -> Answer:
        answer = await super().submit_to(who, stream, command_id, version, command, role)
        # A command that changes nothing leaves nothing to lose.
        if isinstance(answer, Done) and (who, command_id) in self._changing:
            live = await self.stream(stream)
            digest = _digest(live, live.state) if live.state.version == answer.version else ""
            ack = Ack(stream, answer.version, who, command_id, dict(answer.result) if answer.result else None, digest)
            os.write(self.pipe, msgspec.json.encode(ack) + b"\n")
        return answer


def _digest(live: LiveStream[Any], state: Any) -> str:
    return hashlib.sha256(live.kind.encode(state)).hexdigest()


async def _child(url: str, seed: int, pipe: int, acked: list[Ack]) -> None:
    """Check what the last child left, then play until killed."""
    store = await Store.open(url)
    evening = Evening(store, seed, TABLES, FIRST_BOARDS)
    house = evening.house = TellingHouse(store, evening.clock, os.urandom, KINDS)
    house.pipe = pipe
    evening.name_commands(f"k{seed}.")
    if await store.streams("table/"):
        await _look(store, house, acked)
        await evening.find_boards()
    else:
        await evening.open()
    os.write(pipe, b"ready\n")
    at_boards = (_client_at_board(evening, place) for place in range(len(FIRST_BOARDS)))
    await asyncio.gather(*(_client(evening, place) for place in range(CLIENTS)), *at_boards)


async def _client(evening: Evening, place: int) -> None:
    while True:
        await evening.step(TABLES[place % len(TABLES)].id)


async def _client_at_board(evening: Evening, place: int) -> None:
    while True:
        await evening.step_board(place)


async def _look(store: Store, house: House, acked: list[Ack]) -> None:
    """Check that everything acknowledged is there, and that the money is consistent."""
    money = await store.balances()
    assert not imbalances(money), "money was lost or created"
    assert not overdrawn(money), overdrawn(money)
    for table in TABLES:
        table_is_the_ledger((await house.table(table.id)).table, money)
    boards = {ack.stream for ack in acked if ack.stream.startswith(BOARDS.prefix)}
    for name in [*(stream_of(table.id) for table in TABLES), *sorted(boards)]:
        live = await house.stream(name)
        theirs = [ack for ack in acked if ack.stream == name]
        for ack in theirs:
            assert live.state.version >= ack.version, f"{ack} is gone"
            if ack.command:
                stored = await store.answer(ack.who, ack.command)
                assert stored is not None, f"{ack} is missing"
                assert decode(stored) == Done(ack.version, ack.result)
        seen = [ack for ack in theirs if ack.digest]
        if seen:
            assert _digest(live, await _at(store, live, seen[-1].version)) == seen[-1].digest, "a different stream"


async def _at(store: Store, live: LiveStream[Any], version: int) -> Any:
    """A stream's state at a version, from the journal alone."""
    kind = live.kind
    found = await store.snapshot(live.stream, version)
    state = kind.empty if found is None else kind.decode(found[1])
    for entry in await store.read(live.stream, state.version, version):
        state = kind.fold(live.context, state, kind.records.decode(entry.records), entry.at)
    return state


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
    await Evening(MemoryStore(), 0, TABLES, FIRST_BOARDS).open()


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
        found = asyncio.run(audit(url, kinds=KINDS))
        assert not found.faults, found.faults
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
