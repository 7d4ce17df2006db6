"""L7: floors that are backed up during play, killed, and restored from the backup and its tails.

`python -m tests.journal.backups --times 100` for the long run, from SQLite and PostgreSQL in turn, into either.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import signal
import sys
import tempfile
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from itertools import count, product
from pathlib import Path
from random import Random

import msgspec

from boxseat.journal.backup import backup, restore
from boxseat.journal.backup_tails import take_tail
from tests.databases import Postgres
from tests.journal.floor import all_entries, evening, everything, opened
from tests.progress import say

TABLES = 6
MOST_TAILS = 4
STARTED_WITHIN_S = 120
Acknowledged = dict[int, str]
"""Hashes by place in the journal, as they were acknowledged to the writer."""


class Night(msgspec.Struct, frozen=True):
    """What was written, what was restored, and what is missing."""

    tails: int
    acknowledged: int
    restored: int
    missing: list[int]
    differing: list[str]
    """Tables that are not as they were."""


async def night(folder: Path, url: str, target: str, seed: int) -> Night:
    """Back up a journal, with tails, while another process writes to it and is killed; then restore it elsewhere."""
    chance = Random(seed)
    files = [folder / "whole"]
    async with _writing(url, seed) as (writer, told):
        await _until(told, chance.randrange(1, 60))
        await backup(url, files[0])
        for number in range(chance.randrange(MOST_TAILS)):
            await _until(told, len(told) + chance.randrange(60))
            files.append(folder / f"tail-{number}")
            await take_tail(url, files[-2], files[-1])
        await _until(told, len(told) + chance.randrange(60))
        writer.send_signal(signal.SIGKILL)
    files.append(folder / "last")
    await take_tail(url, files[-2], files[-1])
    verdict = await restore(files[0], target, files[1:])
    async with opened(target) as again:
        stored = {entry.seq: entry.hash.hex() for entry in await all_entries(again)}
        assert await again.total() == 0
    before, after = await everything(url), await everything(target)
    return Night(
        tails=len(files) - 1,
        acknowledged=len(told),
        restored=verdict.entries,
        missing=[seq for seq, own in told.items() if stored.get(seq) != own],
        differing=[name for name in before if before[name] != after.get(name)],
    )


@asynccontextmanager
async def _writing(url: str, seed: int) -> AsyncIterator[tuple[asyncio.subprocess.Process, Acknowledged]]:
    """A process that writes until it is killed; on exit, all its acknowledgements are known."""
    told: Acknowledged = {}
    writer = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "tests.journal.backups", "--write", url, "--seed", str(seed)),
        stdout=asyncio.subprocess.PIPE,
    )
    assert writer.stdout is not None
    lines = writer.stdout

    async def listen() -> None:
        async for line in lines:
            if line.endswith(b"\n"):
                seq, own = line.decode().split()
                told[int(seq)] = own

    listening = asyncio.create_task(listen())
    try:
        yield writer, told
    finally:
        if writer.returncode is None:
            writer.kill()
        await writer.wait()
        await listening


async def _until(told: Acknowledged, number: int) -> None:
    async with asyncio.timeout(STARTED_WITHIN_S):
        while len(told) < number:
            await asyncio.sleep(0.001)


async def _write(url: str, seed: int) -> None:
    """Play evenings at several tables at once, one after another, and report each entry once it is stored."""
    async with opened(url) as store:

        async def table(place: int) -> None:
            chance = Random(seed * TABLES + place)
            for number in count():
                for write in evening(chance.randrange(1, 6), f"t{place}-{number}", f"p{place}"):
                    entry = await store.append(write)
                    os.write(1, f"{entry.seq} {entry.hash.hex()}\n".encode())
                await asyncio.sleep(chance.random() * 0.01)

        await asyncio.gather(*(table(place) for place in range(TABLES)))


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100)
    parser.add_argument("--seed", type=int, default=1, help="seed of the first night")
    parser.add_argument("--write", metavar="URL", help="only write to a journal until killed, and report entries")
    asked = parser.parse_args()
    if asked.write:
        asyncio.run(_write(asked.write, asked.seed))
    failed, acknowledged, tails, began = 0, 0, 0, time.monotonic()
    server = Postgres()
    kinds = list(product(("sqlite", "postgresql"), repeat=2))
    for number in range(asked.times):
        with tempfile.TemporaryDirectory() as name:
            folder = Path(name)
            here, there = (
                server.fresh() if kind == "postgresql" else f"sqlite:///{folder}/{place}/boxseat.db"
                for place, kind in zip(("here", "there"), kinds[number % len(kinds)], strict=True)
            )
            found = asyncio.run(night(folder, here, there, asked.seed + number))
        acknowledged, tails = acknowledged + found.acknowledged, tails + found.tails
        if found.missing or found.differing:
            failed += 1
            say(f"seed {asked.seed + number}: missing {found.missing[:5]}, differing {found.differing}")
        if (number + 1) % 10 == 0:
            say(f"{number + 1:,} of {asked.times:,} nights, {failed} with a loss, {time.monotonic() - began:.0f} s")
    server.close()
    say(f"{asked.times:,} nights with {tails:,} tails, {acknowledged:,} entries acknowledged, {failed} with a loss")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
