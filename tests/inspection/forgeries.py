"""Forgeries: someone with access to the database changes one thing, and makes chain, sums and seals fit again.

The journal is then sound by its hashes. Only a full recomputation finds the change.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from boxseat.journal.address import DATABASE_FILE
from boxseat.journal.chain import GENESIS_HASH, entry_hash
from boxseat.journal.schema import SEALED, seal

Forgery = Callable[[sqlite3.Cursor], None]


@contextmanager
def opened(folder: Path) -> Iterator[sqlite3.Cursor]:
    connection = sqlite3.connect(folder / DATABASE_FILE)
    yield connection.cursor()
    connection.commit()
    connection.close()


def forge(folder: Path, forgery: Forgery) -> None:
    """Change one thing, and make the rest fit."""
    with opened(folder) as cursor:
        forgery(cursor)
        rebalance(cursor)
        rechain(cursor)
        reseal(cursor)


def rechain(cursor: sqlite3.Cursor) -> None:
    """Number and hash all entries again."""
    previous = GENESIS_HASH
    money: dict[int, list[Any]] = {}
    for seq, *row in cursor.execute("SELECT seq, giver, taker, cents, why, clause FROM postings ORDER BY seq, place"):
        money.setdefault(seq, []).append(tuple(row))
    entries = cursor.execute(
        "SELECT seq, stream, version, at, who, command, records, answer FROM entries ORDER BY seq"
    ).fetchall()
    for row in entries:
        seq, stream, version, at, who, command, records, answer = row
        own = entry_hash(previous, seq, stream, version, at, who, command, records, answer, money.get(seq, []))
        cursor.execute("UPDATE entries SET previous = ?, hash = ? WHERE seq = ?", (previous, own, row[0]))
        previous = own
    cursor.execute("UPDATE head SET seq = ?, hash = ?, entries = ?", (entries[-1][0], previous, entries[-1][0]))


def rebalance(cursor: sqlite3.Cursor) -> None:
    """Recompute the balance of every account."""
    cursor.execute("PRAGMA ignore_check_constraints = ON")
    cursor.execute("DELETE FROM balances")
    cursor.execute(
        "INSERT INTO balances SELECT account, sum(cents) FROM (SELECT giver AS account, -cents AS cents FROM postings"
        " UNION ALL SELECT taker, cents FROM postings) GROUP BY account"
    )


def reseal(cursor: sqlite3.Cursor) -> None:
    for table in SEALED:
        columns = [column.name for column in table.columns]
        keys = [column.name for column in table.primary_key.columns]
        for row in cursor.execute(f"SELECT {', '.join(columns)} FROM {table.name}").fetchall():
            where = " AND ".join(f"{key} = ?" for key in keys)
            cursor.execute(f"UPDATE {table.name} SET seal = ? WHERE {where}", (seal(*row[:-1]), *row[: len(keys)]))


Record = dict[str, Any]


def records_of(cursor: sqlite3.Cursor, kind: str, where: Callable[[Record], bool]) -> tuple[int, list[Record], Record]:
    """The first entry with a matching record of a kind: its place, its records, and that record."""
    found = cursor.execute(
        "SELECT seq, records FROM entries WHERE instr(CAST(records AS TEXT), ?) ORDER BY seq", (f'"{kind}"',)
    )
    for seq, raw in found.fetchall():
        records = json.loads(raw)
        for record in records:
            if record["is"] == kind and where(record):
                return seq, records, record
    raise AssertionError(f"no such {kind}")


def put_records(cursor: sqlite3.Cursor, seq: int, records: list[dict[str, Any]]) -> None:
    cursor.execute("UPDATE entries SET records = ? WHERE seq = ?", (json.dumps(records).encode(), seq))


def edit_record(
    kind: str, change: Callable[[Record], None], where: Callable[[Record], bool] = lambda record: True
) -> Forgery:
    """A forgery that changes a record of a kind."""

    def forgery(cursor: sqlite3.Cursor) -> None:
        seq, records, record = records_of(cursor, kind, where)
        change(record)
        put_records(cursor, seq, records)

    return forgery


def say(statement: str) -> Forgery:
    """A forgery by one SQL statement."""

    def forgery(cursor: sqlite3.Cursor) -> None:
        cursor.execute(statement)
        assert cursor.rowcount == 1, statement

    return forgery


def another_card(cursor: sqlite3.Cursor) -> None:
    """Change the suit of a dealt card where suits do not matter."""
    found = cursor.execute(
        "SELECT seq, records FROM entries WHERE instr(CAST(records AS TEXT), '\"deal\"') ORDER BY seq"
    )
    seq, raw = found.fetchall()[0]
    records = json.loads(raw)
    acts = next(record["acts"] for record in records if record["is"] == "acted.2" and record["acts"][0]["do"] == "deal")
    card = acts[0]["card"]
    acts[0]["card"] = card[0] + ("H" if card[1] == "S" else "S")
    put_records(cursor, seq, records)


def without_entry(cursor: sqlite3.Cursor) -> None:
    """Remove an entry of a table; all later ones move up."""
    seq, stream, version = cursor.execute(
        "SELECT seq, stream, version FROM entries WHERE instr(CAST(records AS TEXT), 'player-ready')"
        " AND seq NOT IN (SELECT seq FROM postings) ORDER BY seq LIMIT 1"
    ).fetchone()
    cursor.execute("DELETE FROM entries WHERE seq = ?", (seq,))
    for table in ("entries", "postings"):
        cursor.execute(f"UPDATE {table} SET seq = -seq WHERE seq > ?", (seq,))
        cursor.execute(f"UPDATE {table} SET seq = -seq - 1 WHERE seq < 0")
    cursor.execute("UPDATE entries SET version = -version WHERE stream = ? AND version > ?", (stream, version))
    cursor.execute("UPDATE entries SET version = -version - 1 WHERE version < 0")
    cursor.execute("UPDATE streams SET version = version - 1 WHERE stream = ?", (stream,))


def swapped_entries(cursor: sqlite3.Cursor) -> None:
    """Swap two successive entries of a table, with all their effects."""
    rows = cursor.execute("SELECT seq, stream, who, command, records FROM entries ORDER BY seq").fetchall()
    last: dict[str, Any] = {}
    for row in rows:
        before = last.get(row[1])
        if before is not None and b"wager-laid" in before[4] and b'"acted.2"' in row[4]:
            break
        last[row[1]] = row
    else:
        raise AssertionError("no two entries to swap")
    for one, other in ((before, row), (row, before)):
        cursor.execute(
            "UPDATE entries SET who = ?, command = ?, records = ? WHERE seq = ?",
            (other[2], f"swapped {other[3]}", other[4], one[0]),
        )
    cursor.execute("UPDATE postings SET seq = -1 WHERE seq = ?", (before[0],))
    cursor.execute("UPDATE postings SET seq = ? WHERE seq = ?", (before[0], row[0]))
    cursor.execute("UPDATE postings SET seq = ? WHERE seq = -1", (row[0],))
