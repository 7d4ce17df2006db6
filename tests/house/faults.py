"""L4, faults of the store: a full disk, a disk error, a lock that is not released, a slow fsync, at any of its steps.

`python -m tests.house.faults --seeds 10000` for the long run: random faults at random steps of random evenings, each
audited at its end.
"""

from __future__ import annotations

import argparse
import asyncio
import errno
import shutil
import sqlite3
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable
from pathlib import Path
from random import Random

from boxseat.house import house as house_module
from boxseat.house.answers import Behind, Done, Paused, Refused
from boxseat.house.house import House
from boxseat.inspection.audit import audit
from boxseat.journal.address import DATABASE_FILE, database_url
from boxseat.journal.store import Store
from boxseat.ledger.double_entry import imbalances
from boxseat.money import Cents
from boxseat.people.roles import Person, Role
from boxseat.table import commands as c
from tests.house.board import KINDS
from tests.house.board_commands import BOARDS
from tests.house.random_evening import Evening, tables_of_all_games
from tests.house.reference import table_is_the_ledger
from tests.parallel import in_parts
from tests.progress import say

STEPS_OF_A_ROUND = 90
"""More store calls than a round at these tables makes, so that a fault occurs at every one of them."""
SLOW_S = 0.05
PROBE_INTERVAL_S = 0.002
MOST_FAULTS = 6
OVER_WITHIN_S = 300
"""A generous limit: an evening takes a second or two, but the machine may be busy."""
AT_A_TIME = 100
"""Seeds per progress line."""
TROUBLES: dict[str, Callable[[], Exception]] = {
    "disk-full": lambda: sqlite3.OperationalError("database or disk is full"),
    "io-error": lambda: OSError(errno.EIO, "Input/output error"),
    "lock-time-out": lambda: sqlite3.OperationalError("database is locked"),
}
SAID = {
    "disk-full": "the disk is full",
    "io-error": "the disk cannot be read or written",
    "lock-time-out": "another program holds the database's lock",
}
STRANGER = Person("zoe", Role.PLAYER)


class Seam:
    """Injects one fault, after a set number of store steps."""

    def __init__(self) -> None:
        self.left = -1
        self.trouble: Callable[[], Exception] | None = None
        self.met: list[str] = []

    def wind(self, left: int, trouble: Callable[[], Exception] | None) -> None:
        self.left, self.trouble = left, trouble

    def __call__(self, step: str) -> None:
        if self.left < 0:
            return
        self.left -= 1
        if self.left < 0:
            self.met.append(step)
            if self.trouble is not None:
                raise self.trouble()
            time.sleep(SLOW_S)  # a slow fsync


async def recovered(house: House) -> None:
    async with asyncio.timeout(10):
        while house.paused:
            await asyncio.sleep(0.001)


async def sound(evening: Evening) -> None:
    money = await evening.store.balances()
    assert not imbalances(money)
    for table in evening.tables:
        table_is_the_ledger((await evening.house.table(table.id)).table, money)


async def _stands_still_and_goes_on(evening: Evening, table_id: str, before: int, said: str) -> None:
    """After a pause: nothing changes; then the command is done or not at all; and sent again, it is done once."""
    house = evening.house
    assert house.paused == said
    assert await house.submit(STRANGER, table_id, "elsewhere", 0, c.BuyIn(Cents(500))) == Paused(said)
    await recovered(house)
    live = await house.table(table_id)
    assert before <= live.table.version <= before + 1
    assert (await evening.store.streams(f"table/{table_id}"))[0].version == live.table.version
    await sound(evening)
    sent = evening.last_sent
    if sent is not None:
        answer = await house.submit(*sent)
        assert isinstance(answer, Done), (sent, answer)
        assert answer.version == before + 1
        assert await house.submit(*sent) == answer
    assert live.table.version == before + 1 or sent is None
    await sound(evening)


async def until_paused(evening: Evening, table_id: str, said: str) -> None:
    """Play until the store fails, and check what happens from there."""
    live = await evening.house.table(table_id)
    for _ in range(400):
        before, evening.last_sent = live.table.version, None
        answer = await evening.step(table_id)
        if isinstance(answer, Paused):
            assert answer.reason == said, answer
            assert live.table.version == before, "the table stands still"
            await _stands_still_and_goes_on(evening, table_id, before, said)
            return
        assert isinstance(answer, Done | Refused | Behind)
    raise AssertionError("the step was never reached")


async def faulty_evening(url: str, seed: int) -> Counter[str]:
    """An evening at two tables with a few faults of the store; returns the steps at which they occurred."""
    chance = Random(seed)
    seam = Seam()
    store = await Store.open(url, fault=seam)
    evening = Evening(
        store, seed, chance.sample(tables_of_all_games(), 2), BOARDS, wild=0, staff=chance.choice((0, 0.01, 0.05))
    )
    try:
        await evening.open()
        for _ in range(chance.randint(1, MOST_FAULTS)):
            await evening.play(chance.randrange(30))
            table = chance.choice(evening.tables).id
            trouble = chance.choice((*TROUBLES, None))
            seam.wind(chance.randrange(STEPS_OF_A_ROUND), TROUBLES[trouble] if trouble else None)
            if trouble is not None:
                await until_paused(evening, table, SAID[trouble])
                continue
            while seam.left >= 0:
                assert not isinstance(await evening.step(table), Paused), "a slow disk is no fault"
        await evening.play(10)
        await sound(evening)
        newest = await store.newest()
        found = await audit(url, expect=newest, kinds=KINDS)
        assert found.balanced, found.faults
    finally:
        await evening.house.close()
        await store.close()
    return Counter(seam.met)


async def _within_time(url: str, seed: int) -> Counter[str]:
    """Run an evening with a time limit: a command that is never answered is a failure too."""
    async with asyncio.timeout(OVER_WITHIN_S):
        return await faulty_evening(url, seed)


async def _empty(folder: Path) -> None:
    """Make an empty database once, to be copied for each evening."""
    await (await Store.open(database_url(folder))).close()


def _batch(batch: tuple[Path, range]) -> tuple[Counter[str], list[str]]:
    """Run some seeds; returns the faults that occurred, and the failures."""
    empty, seeds = batch
    house_module.PROBE_INTERVAL_S = PROBE_INTERVAL_S
    met: Counter[str] = Counter()
    wrong: list[str] = []
    for seed in seeds:
        with tempfile.TemporaryDirectory() as folder:
            shutil.copy(empty / DATABASE_FILE, Path(folder) / DATABASE_FILE)
            try:
                met += asyncio.run(_within_time(database_url(Path(folder)), seed))
            except Exception:
                wrong.append(f"seed {seed}:\n{traceback.format_exc()}")
    return met, wrong


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=10_000)
    parser.add_argument("--first", type=int, default=1_000, help="the first seed")
    parser.add_argument("--workers", type=int, default=4, help="may exceed the cores: they wait for the disk")
    asked = parser.parse_args()
    met: Counter[str] = Counter()
    last, done, failed = asked.first + asked.seeds, 0, 0
    with tempfile.TemporaryDirectory() as name:
        asyncio.run(_empty(Path(name)))
        batches = [(Path(name), range(at, min(at + AT_A_TIME, last))) for at in range(asked.first, last, AT_A_TIME)]
        for (found, wrong), left in in_parts(_batch, batches, asked.workers):
            met += found
            done, failed = min(done + AT_A_TIME, asked.seeds), failed + len(wrong)
            for each in wrong:
                say(each)
            say(f"{done:,} of {asked.seeds:,} seeds, {failed} failed, {left:.0f} minutes left")
    steps = ", ".join(f"{step} {times:,}" for step, times in met.most_common())
    say(f"{asked.seeds:,} evenings, {met.total():,} faults ({steps}), {failed} failed")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
