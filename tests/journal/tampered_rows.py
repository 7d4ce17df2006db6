"""L8: someone with access to the database changes one thing, and the audit must find it.

`python -m tests.journal.tampered_rows --times N` for the long run.
Each change is made in a transaction, audited and rolled back, so that the journal is intact for the next.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

from sqlalchemy import Connection, Engine, create_engine, event

from boxseat.journal.address import database_url
from boxseat.journal.chain import entry_hash
from boxseat.journal.verify import Verdict, examine
from tests.journal.floor import evening, opened, play

ROUNDS = 6
Tampering = Callable[[sqlite3.Cursor, Random], str]


async def small_journal(folder: Path) -> tuple[str, tuple[int, bytes]]:
    """A journal of two tables, with its newest place and hash, as an inspector wrote them down."""
    url = database_url(folder)
    async with opened(url) as store:
        await play(store, [*evening(ROUNDS), *evening(ROUNDS, "t2", "bob")])
        return url, await store.newest()


def edit_entry(cursor: sqlite3.Cursor, chance: Random) -> str:
    column = chance.choice(
        ("stream", "version", "at", "who", "command", "records", "answer", "previous", "hash", "seq")
    )
    return _edit(cursor, chance, "entries", column)


def edit_posting(cursor: sqlite3.Cursor, chance: Random) -> str:
    return _edit(
        cursor, chance, "postings", chance.choice(("seq", "place", "giver", "taker", "cents", "why", "clause"))
    )


def edit_beside(cursor: sqlite3.Cursor, chance: Random) -> str:
    places = {
        "balances": ("account", "cents"),
        "notices": ("seq", "position", "desk", "text", "clause", "seal"),
        "streams": ("stream", "version", "deadline", "seal"),
        "rounds": ("id", "stream", "number", "first", "last", "at"),
        "snapshots": ("stream", "version", "state"),
        "secrets": ("key", "value"),
        "personal": ("key", "stream", "value", "salt", "keep_until"),
        "head": ("seq", "hash", "entries"),
    }
    table = chance.choice(sorted(places))
    return _edit(cursor, chance, table, chance.choice(places[table]))


def delete_row(cursor: sqlite3.Cursor, chance: Random) -> str:
    table = chance.choice(("entries", "postings", "balances", "streams", "head"))
    key, values = _row(cursor, chance, table)
    cursor.execute(f"DELETE FROM {table} WHERE {key}", values)
    return f"a row of {table} deleted: {values}"


def delete_and_close_the_gap(cursor: sqlite3.Cursor, chance: Random) -> str:
    (seq,) = _any(cursor, chance, "SELECT seq FROM entries")
    cursor.execute("DELETE FROM postings WHERE seq = ?", (seq,))
    cursor.execute("DELETE FROM entries WHERE seq = ?", (seq,))
    for table in ("entries", "postings"):
        cursor.execute(f"UPDATE {table} SET seq = -seq WHERE seq > ?", (seq,))
        cursor.execute(f"UPDATE {table} SET seq = -seq - 1 WHERE seq < 0")
    cursor.execute("UPDATE head SET seq = seq - 1, entries = entries - 1")
    return f"entry {seq} deleted and the rest moved up"


def reorder(cursor: sqlite3.Cursor, chance: Random) -> str:
    seqs = [seq for (seq,) in cursor.execute("SELECT seq FROM entries")]
    one, other = chance.sample(seqs, 2)
    for table in ("entries", "postings"):
        cursor.execute(f"UPDATE {table} SET seq = -1 WHERE seq = ?", (one,))
        cursor.execute(f"UPDATE {table} SET seq = ? WHERE seq = ?", (one, other))
        cursor.execute(f"UPDATE {table} SET seq = ? WHERE seq = -1", (other,))
    return f"entries {one} and {other} change places"


def insert_entry(cursor: sqlite3.Cursor, chance: Random) -> str:
    """Insert a well-formed entry somewhere; those after it move down."""
    (seq, previous) = _any(cursor, chance, "SELECT seq, previous FROM entries")
    for table in ("entries", "postings"):
        cursor.execute(f"UPDATE {table} SET seq = -seq WHERE seq >= ?", (seq,))
        cursor.execute(f"UPDATE {table} SET seq = 1 - seq WHERE seq < 0")
    forged = ("table/forged", 1, 1, "eve", "", b"[]", b"")
    own = entry_hash(previous, seq, *forged, [])
    cursor.execute("INSERT INTO entries VALUES (?,?,?,?,?,?,?,?,?,?)", (seq, *forged, previous, own))
    cursor.execute("UPDATE head SET seq = seq + 1, entries = entries + 1")
    return f"an entry put in at {seq}"


def insert_posting(cursor: sqlite3.Cursor, chance: Random) -> str:
    """Add money from the cage, with matching balances."""
    (seq,) = _any(cursor, chance, "SELECT seq FROM entries")
    (place,) = cursor.execute("SELECT count(*) FROM postings WHERE seq = ?", (seq,)).fetchone()
    cursor.execute("INSERT INTO postings VALUES (?, ?, 'cage', 'wallet/ann', 5, 'gift', '')", (seq, place))
    cursor.execute("UPDATE balances SET cents = cents - 5 WHERE account = 'cage'")
    cursor.execute("UPDATE balances SET cents = cents + 5 WHERE account = 'wallet/ann'")
    return f"a posting put in at {seq}"


def truncate(cursor: sqlite3.Cursor, chance: Random) -> str:
    """Cut off the last entries, and set the head to match."""
    (seq, last) = _any(cursor, chance, "SELECT seq - 1, previous FROM entries WHERE seq > 1")
    for table in ("postings", "entries"):
        cursor.execute(f"DELETE FROM {table} WHERE seq > ?", (seq,))
    cursor.execute("UPDATE head SET seq = ?, hash = ?, entries = ?", (seq, last, seq))
    return f"cut off after {seq}"


def rewrite(cursor: sqlite3.Cursor, chance: Random) -> str:
    """Edit one answer and recompute every hash from there: only a head that was written down elsewhere shows it."""
    (seq,) = _any(cursor, chance, "SELECT seq FROM entries")
    cursor.execute("UPDATE entries SET answer = CAST(answer || x'20' AS BLOB) WHERE seq = ?", (seq,))
    (previous,) = cursor.execute("SELECT previous FROM entries WHERE seq = ?", (seq,)).fetchone()
    for row in cursor.execute("SELECT * FROM entries WHERE seq >= ? ORDER BY seq", (seq,)).fetchall():
        money = cursor.execute(
            "SELECT giver, taker, cents, why, clause FROM postings WHERE seq = ? ORDER BY place", (row[0],)
        ).fetchall()
        own = entry_hash(previous, *row[:8], money)  # type: ignore[call-arg]
        cursor.execute("UPDATE entries SET previous = ?, hash = ? WHERE seq = ?", (previous, own, row[0]))
        previous = own
    cursor.execute("UPDATE head SET hash = ?", (previous,))
    return f"all rewritten from {seq}"


KINDS: tuple[Tampering, ...] = (
    edit_entry,
    edit_entry,
    edit_posting,
    edit_posting,
    edit_beside,
    delete_row,
    delete_and_close_the_gap,
    reorder,
    insert_entry,
    insert_posting,
    truncate,
    rewrite,
)


def _any(cursor: sqlite3.Cursor, chance: Random, sql: str) -> tuple[Any, ...]:
    rows: list[tuple[Any, ...]] = cursor.execute(sql).fetchall()
    return chance.choice(rows)


def _row(cursor: sqlite3.Cursor, chance: Random, table: str) -> tuple[str, tuple[object, ...]]:
    """Choose a row; returns its key, for a WHERE."""
    keys = [row[1] for row in cursor.execute(f"PRAGMA table_info({table})") if row[5]]
    values = _any(cursor, chance, f"SELECT {', '.join(keys)} FROM {table}")
    return " AND ".join(f"{key} = ?" for key in keys), values


def _edit(cursor: sqlite3.Cursor, chance: Random, table: str, column: str) -> str:
    key, values = _row(cursor, chance, table)
    (old,) = cursor.execute(f"SELECT {column} FROM {table} WHERE {key}", values).fetchone()
    new: object
    if old is None or isinstance(old, int):
        new = (old or 0) + chance.choice((1, 2, 1000, 10**9))
    elif isinstance(old, bytes):
        place = chance.randrange(len(old))
        new = old[:place] + bytes([old[place] ^ (1 << chance.randrange(8))]) + old[place + 1 :]
    else:
        new = chance.choice((old + "x", old[:-1], old.upper(), "", old + " "))
        new = new if new != old else old + "y"
    cursor.execute(f"UPDATE {table} SET {column} = ? WHERE {key}", (new, *values))
    return f"{table}.{column} of {values} from {old!r} to {new!r}"


def engine_for(url: str) -> Engine:
    engine = create_engine(url, connect_args={"isolation_level": None})

    @event.listens_for(engine, "connect")
    def _loose(connection: sqlite3.Connection, _: object) -> None:
        """Switch constraints off where the file permits, as a forger would."""
        for pragma in ("foreign_keys = OFF", "ignore_check_constraints = ON"):
            connection.execute(f"PRAGMA {pragma}").close()

    @event.listens_for(engine, "begin")
    def _begin(connection: Connection) -> None:
        connection.exec_driver_sql("BEGIN IMMEDIATE")

    return engine


def tamper(connection: Connection, written_down: tuple[int, bytes], seed: int) -> tuple[str, Verdict] | None:
    """Make one change by a seed; returns it with the audit's verdict, or None if a unique index prevents it."""
    chance = Random(seed)
    transaction = connection.begin()
    raw = connection.connection.driver_connection
    assert isinstance(raw, sqlite3.Connection)
    try:
        kind = chance.choice(KINDS)
        what = kind(raw.cursor(), chance)
        return f"{kind.__name__}: {what}", examine(connection, written_down)
    except sqlite3.IntegrityError:
        return None
    finally:
        transaction.rollback()


def undetected(url: str, written_down: tuple[int, bytes], times: int, first_seed: int = 0) -> tuple[int, list[str]]:
    """How many changes were made, and those that the audit did not find."""
    engine = engine_for(url)
    done, missed, seed = 0, [], first_seed
    with engine.connect() as connection:
        while done < times:
            made = tamper(connection, written_down, seed)
            seed += 1
            if made is not None:
                done += 1
                if made[1].fault is None:
                    missed.append(f"seed {seed - 1}: {made[0]}")
    engine.dispose()
    return done, missed


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--times", type=int, default=100_000)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as folder:
        url, written_down = asyncio.run(small_journal(Path(folder)))
        done, missed = undetected(url, written_down, asked.times, first_seed=1_000_000)
    sys.stdout.write("".join(f"{line}\n" for line in missed[:20]))
    sys.stdout.write(f"{done:,} tamperings, {len(missed)} not found\n")
    return int(bool(missed))


if __name__ == "__main__":
    sys.exit(main())
