"""L3: the disk loses the end of what was written, or a bit turns over. `python -m tests.journal.torn` tries every offset of a log.

Power that fails takes the end of SQLite's write-ahead log with it; what is then read must be an exact beginning of what was stored,
whole entries with their money, or opening or the audit must refuse it loudly.
"""

from __future__ import annotations

import argparse
import asyncio
import sqlite3
import sys
import tempfile
from contextlib import suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from sqlalchemy import Connection, create_engine, select
from sqlalchemy.exc import SQLAlchemyError

from boxseat.journal import schema
from boxseat.journal.address import FILE, database_url
from boxseat.journal.verify import examine
from boxseat.ledger.books import fold
from tests.journal.floor import evening, opened, play

ROUNDS = 10
WRITES = evening(ROUNDS)
Files = tuple[bytes, bytes]
"""The database and its write-ahead log."""


class Evidence(NamedTuple):
    """What was acknowledged, to hold what is read against."""

    entries: list[tuple[int, bytes]]
    beside: dict[str, list[Any]]
    """Every other table as it was when all entries were stored."""


async def log_of_an_evening(folder: Path, *, checkpoint: bool) -> tuple[Files, Evidence]:
    """The files as they lay on the disk while the store was open, all of it in the log unless it was checkpointed."""
    async with opened(database_url(folder)) as store:
        await store.put_book("digest", "decks = 8")
        stored = await play(store, WRITES)
        if checkpoint:
            copy = sqlite3.connect(folder / FILE)
            copy.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            copy.close()
        files = ((folder / FILE).read_bytes(), (folder / f"{FILE}-wal").read_bytes())
        beside = await store.query(_beside)
    return files, Evidence([(entry.seq, entry.hash) for entry in stored], beside)


def cut(files: Files, place: int) -> Files:
    """The log ends here."""
    return files[0], files[1][:place]


def flip(files: Files, which: int, place: int, bit: int) -> Files:
    """One bit of a file turned over."""
    changed = bytearray(files[which])
    changed[place] ^= 1 << bit
    return (bytes(changed), files[1]) if which == 0 else (files[0], bytes(changed))


def _written(files: Files, folder: Path) -> Path:
    path = folder / "torn.db"
    for end, data in (("", files[0]), ("-wal", files[1]), ("-shm", None)):
        there = Path(f"{path}{end}")
        there.unlink(missing_ok=True)
        if data is not None:
            there.write_bytes(data)
    return path


def _beside(connection: Connection) -> dict[str, list[Any]]:
    return {
        table.name: [tuple(row) for row in connection.execute(select(table).order_by(*table.primary_key.columns))]
        for table in (schema.postings, schema.balances, schema.head, *schema.SEALED)
    }


def deceived(files: Files, folder: Path, evidence: Evidence) -> str | None:
    """How the files deceive; none if what they hold is a beginning of what was acknowledged, or if the audit refuses them."""
    engine = create_engine(f"sqlite:///{_written(files, folder)}")
    try:
        with engine.connect() as connection:
            # Only so that the tests are quick: nothing here needs to outlast the power.
            with suppress(SQLAlchemyError):
                connection.exec_driver_sql("PRAGMA synchronous = OFF")
            if examine(connection).fault is not None:
                return None
            entries = [(row.seq, row.hash) for row in connection.execute(schema.entries.select())]
            beside = _beside(connection)
    finally:
        engine.dispose()
    if entries != evidence.entries[: len(entries)]:
        return "its entries are not a beginning of those that were acknowledged"
    if dict(beside["balances"]) != fold(posting for write in WRITES[: len(entries)] for posting in write.postings):
        return "its money is not that of its entries"
    if len(entries) == len(evidence.entries) and beside != evidence.beside:
        return "something beside the entries is not as it was"
    return None


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--step", type=int, default=1, help="every so many-th offset")
    parser.add_argument("--flips", type=int, default=2_000, help="bits turned over, in log and database")
    asked = parser.parse_args()
    faults = tried = 0
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files, evidence = asyncio.run(log_of_an_evening(folder, checkpoint=False))
        for place in range(0, len(files[1]) + 1, asked.step):
            tried += 1
            faults += _told(f"cut at {place}", deceived(cut(files, place), folder, evidence))
        (folder / "settled").mkdir()
        settled, same = asyncio.run(log_of_an_evening(folder / "settled", checkpoint=True))
        chance = Random(1)
        for number in range(asked.flips):
            tried += 2
            place, bit = chance.randrange(len(files[1])), chance.randrange(8)
            faults += _told(f"log {place}.{bit}", deceived(flip(files, 1, place, bit), folder, evidence))
            place = chance.randrange(len(settled[0]))
            faults += _told(f"file {place}.{bit} ({number})", deceived(flip(settled, 0, place, bit), folder, same))
    sys.stdout.write(f"{tried:,} torn logs and turned bits, {faults} deceived\n")
    return int(faults > 0)


def _told(what: str, why: str | None) -> int:
    if why is not None:
        sys.stdout.write(f"{what}: {why}\n")
    return int(why is not None)


if __name__ == "__main__":
    sys.exit(main())
