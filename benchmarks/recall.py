"""Time to recall a round, and to open a table, with very many rounds stored at one table. F5 requires 200 ms at most.

A few hundred rounds are played through the house. The rounds between two snapshots are then copied many times, each
copy with versions, numbers and snapshots of its own. The copies have no valid hash chain, because recall does not read
it.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import statistics
import tempfile
import time
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

from msgspec.structs import replace

from boxseat.house.house import House
from boxseat.house.judgement import ENTRIES_PER_SNAPSHOT
from boxseat.inspection.audit import audit
from boxseat.inspection.recall import recall
from boxseat.journal.address import DATABASE_FILE, database_url
from boxseat.journal.schema import seal
from boxseat.journal.store import Store
from boxseat.money import Cents
from boxseat.people.roles import Person, Role
from boxseat.table import commands as c
from boxseat.table.codec import decode_table, encode
from boxseat.table.questions import open_to
from tests.house.random_evening import PEOPLE, Evening, Opened, command_of

TABLE = "t1"
STREAM = f"table/{TABLE}"


async def play(url: str, players: int, rounds: int) -> float:
    """Play this many rounds with this many players; returns the seconds per round."""
    store = await Store.open(url)
    evening = Evening(store, 1, [Opened(TABLE, "star-pontoon")], people=PEOPLE[:players], wild=0, staff=0)
    await evening.open()
    people = [Person(name, Role.PLAYER) for name in PEOPLE[:players]]
    for box, person in enumerate(people, start=1):
        await evening.ask(person, TABLE, c.BuyIn(Cents(4_000_000)))
        await evening.ask(person, TABLE, c.Sit(box))
    began = time.perf_counter()
    live = await evening.house.table(TABLE)
    while live.table.round_number < rounds or live.table.in_round:
        await _round(evening, people)
    seconds = time.perf_counter() - began
    await store.close()
    return seconds / rounds


async def _round(evening: Evening, people: list[Person]) -> None:
    live = await evening.house.table(TABLE)
    while live.table.cut_offer is not None:
        await evening.time_up(TABLE)
    for box, person in enumerate(people, start=1):
        await evening.ask(person, TABLE, c.Lay(box, Cents(1000)))
    for person in people:
        await evening.ask(person, TABLE, c.Ready())
    while live.table.in_round:
        (entry, *_) = live.waiting()
        assert live.table.round is not None
        found = live.table.round.find_box(entry.box)
        assert found is not None
        choices = open_to(live.book, live.table, found[0], entry.player)
        declines = not choices or (entry.what != "decision" and evening.rng.random() < 0.7)
        command = c.Decline(entry.box) if declines else command_of(evening.rng.choice(choices).act)  # type: ignore[arg-type]
        await evening.ask(Person(entry.player, Role.PLAYER), TABLE, command)


def multiply(path: Path, rounds: int) -> tuple[int, int]:
    """Copy the entries between the first and the last snapshot until there are this many rounds.

    Returns the number of rounds and of entries that are stored then.
    """
    database = sqlite3.connect(path)
    for pragma in ("journal_mode = OFF", "synchronous = OFF", "cache_size = -400000", "foreign_keys = OFF"):
        database.execute(f"PRAGMA {pragma}")
    (head, top) = database.execute("SELECT max(seq), max(version) FROM entries").fetchone()
    first = ENTRIES_PER_SNAPSHOT
    last = top // ENTRIES_PER_SNAPSHOT * ENTRIES_PER_SNAPSHOT
    database.execute(
        "DELETE FROM postings WHERE seq IN (SELECT seq FROM entries WHERE stream = ? AND version > ?)", (STREAM, last)
    )
    database.execute("DELETE FROM entries WHERE stream = ? AND version > ?", (STREAM, last))
    database.execute("DELETE FROM rounds WHERE stream = ? AND (last IS NULL OR last > ?)", (STREAM, last))
    (low, held) = database.execute(
        "SELECT min(number), count(*) FROM rounds WHERE stream = ? AND first > ?", (STREAM, first)
    ).fetchone()
    times = -(-rounds // held)
    database.execute(
        "CREATE TEMP TABLE n AS WITH RECURSIVE n(k) AS (SELECT 1 UNION ALL SELECT k + 1 FROM n WHERE k < ?)"
        " SELECT k FROM n",
        (times - 1,),
    )
    database.execute(
        "INSERT INTO entries SELECT seq + k * ?, stream, version + k * ?, at, who,"
        " CASE command WHEN '' THEN '' ELSE command || '#' || k END, records, answer, previous, hash"
        " FROM n CROSS JOIN entries WHERE stream = ? AND version > ? AND version <= ?",
        (head, last - first, STREAM, first, last),
    )
    database.execute(
        "INSERT INTO postings SELECT p.seq + k * ?, place, giver, taker, cents, why, clause FROM n CROSS JOIN postings p"
        " JOIN entries e ON e.seq = p.seq WHERE e.stream = ? AND version > ? AND version <= ?",
        (head, STREAM, first, last),
    )
    database.execute(
        "INSERT INTO rounds SELECT ? || '-' || (number + k * ?), stream, number + k * ?, first + k * ?, last + k * ?, at, x''"
        " FROM n CROSS JOIN rounds WHERE stream = ? AND first > ?",
        (TABLE, held + low, held + low, last - first, last - first, STREAM, first),
    )
    _snapshots(database, first, last, times)
    entries = last + (times - 1) * (last - first)
    row = (STREAM, entries, None)
    database.execute(
        "UPDATE streams SET version = ?, deadline = NULL, seal = ? WHERE stream = ?", (entries, seal(*row), STREAM)
    )
    database.commit()
    (stored,) = database.execute("SELECT count(*) FROM rounds WHERE stream = ?", (STREAM,)).fetchone()
    database.close()
    return stored, entries


def _snapshots(database: sqlite3.Connection, first: int, last: int, times: int) -> None:
    kept = database.execute(
        "SELECT version, state FROM snapshots WHERE stream = ? AND version >= ? AND version < ?", (STREAM, first, last)
    ).fetchall()
    # The copied entries begin again after the last snapshot, so the state there is that of the first snapshot.
    database.execute("DELETE FROM snapshots WHERE stream = ? AND version >= ?", (STREAM, last))
    for version, state in kept:
        table = decode_table(state)
        rows = []
        for k in range(1, times):
            moved = version + k * (last - first)
            raw = encode(replace(table, version=moved, asked_since=moved, open_since=moved))
            rows.append((STREAM, moved, raw, seal(STREAM, moved, raw)))
        database.executemany("INSERT INTO snapshots VALUES (?, ?, ?, ?)", rows)


async def measure(url: str, stored: int, times: int) -> None:
    store = await Store.open(url)
    chance = Random(1)
    names = [index.id for index in await store.rounds(STREAM, limit=stored)]
    await _timed("recall of any round", times, lambda: recall(store, chance.choice(names)))
    await _timed("recall of one of the newest fifty", times, lambda: recall(store, chance.choice(names[:50])))
    await _timed("a page of rounds", times, lambda: store.rounds(STREAM, chance.randint(60, stored), 50))
    await _timed("opening the table", min(times, 50), lambda: House(store).table(TABLE))
    await store.close()


async def _timed(what: str, times: int, work: Callable[[], Awaitable[object]]) -> None:
    taken: list[float] = []
    for _ in range(times):
        began = time.perf_counter()
        await work()
        taken.append((time.perf_counter() - began) * 1000)
    taken.sort()
    p99 = taken[int(len(taken) * 0.99)]
    say(f"  {what:<34} median {statistics.median(taken):6.1f} ms, p99 {p99:6.1f} ms, most {taken[-1]:6.1f} ms")


def say(line: str) -> None:
    print(line, flush=True)  # noqa: T201


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__)
    asked.add_argument("--rounds", type=int, default=100_000)
    asked.add_argument("--players", type=int, default=3)
    asked.add_argument("--times", type=int, default=300)
    asked.add_argument(
        "--audit", type=int, default=400, help="Rounds that are played, and audited before they are copied."
    )
    given = asked.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url = database_url(folder)
        a_round = asyncio.run(play(url, given.players, given.audit))
        began, spent = time.perf_counter(), time.process_time()
        found = asyncio.run(audit(url))
        seconds, spent = time.perf_counter() - began, time.process_time() - spent
        assert found.balanced, found.faults
        say(f"{given.audit} rounds with {given.players} players, {a_round * 1000:.1f} ms of the house's time each")
        say(
            f"  audit: {found.rounds / seconds:,.0f} rounds/s, {found.entries / seconds:,.0f} entries/s"
            f" ({found.rounds / spent:,.0f} and {found.entries / spent:,.0f} a second of one core)"
        )
        began = time.perf_counter()
        stored, entries = multiply(Path(folder) / DATABASE_FILE, given.rounds)
        size = (Path(folder) / DATABASE_FILE).stat().st_size / 1e9
        took = time.perf_counter() - began
        say(f"{stored:,} rounds, {entries:,} entries, {size:.1f} GB at one table (laid down in {took:.0f} s)")
        asyncio.run(measure(url, stored, given.times))


if __name__ == "__main__":
    main()
