"""L3: the disk loses the end of what was written, or a bit flips.

`python -m tests.journal.torn_files` tries every offset of a log. A power failure may lose the end of SQLite's
write-ahead log: the rest must be an exact beginning of what was stored, complete entries with their money, or it must
be refused.
"""

from __future__ import annotations

import argparse
import asyncio
import hashlib
import os
import sqlite3
import sys
import tempfile
from contextlib import closing, suppress
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from sqlalchemy import Connection, create_engine, select

from boxseat.journal import schema
from boxseat.journal.address import DATABASE_FILE, database_url
from boxseat.journal.verify import READ_ERRORS, examine
from boxseat.ledger.double_entry import fold
from tests.journal.floor import evening, opened, play
from tests.parallel import in_parts
from tests.progress import say

ROUNDS = 10
WRITES = evening(ROUNDS)
BATCH = 20_000
Files = tuple[bytes, bytes]
"""The database and its write-ahead log."""


class Evidence(NamedTuple):
    """What was acknowledged, for comparison with what is read."""

    entries: list[tuple[int, bytes]]
    beside: dict[str, list[Any]]
    """Every other table as it was after all entries were stored."""


async def log_of_an_evening(folder: Path, *, checkpoint: bool) -> tuple[Files, Evidence]:
    """The files as they were on disk while the store was open; all data is in the log unless it was checkpointed."""
    async with opened(database_url(folder)) as store:
        await store.put_book("digest", "decks = 8")
        stored = await play(store, WRITES)
        if checkpoint:
            copy = sqlite3.connect(folder / DATABASE_FILE)
            copy.execute("PRAGMA wal_checkpoint(TRUNCATE)")
            copy.close()
        files = ((folder / DATABASE_FILE).read_bytes(), (folder / f"{DATABASE_FILE}-wal").read_bytes())
        beside = await store.query(_beside)
    return files, Evidence([(entry.seq, entry.hash) for entry in stored], beside)


def cut(files: Files, place: int) -> Files:
    """The log cut off at this offset."""
    return files[0], files[1][:place]


def flip(files: Files, which: int, place: int, bit: int) -> Files:
    """The files with one bit flipped."""
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
    """How the files mislead; None if they hold a beginning of what was acknowledged, or if the audit refuses them."""
    engine = create_engine(f"sqlite:///{_written(files, folder)}")
    try:
        with engine.connect() as connection:
            # Only to make the tests faster: nothing here must survive a power failure.
            with suppress(*READ_ERRORS):
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


class Cuts(NamedTuple):
    """Offsets at which a log is cut, the longest first."""

    files: Files
    evidence: Evidence
    places: range


def cut_at(cuts: Cuts) -> list[str]:
    """Cut the log shorter and shorter; returns the cuts that mislead, and how.

    SQLite ignores an incomplete page, so most cuts leave it the same pages to read. Each such database is checked once,
    and every cut is compared with those checked.
    """
    judged: dict[bytes, str | None] = {}
    wrong: list[str] = []
    with tempfile.TemporaryDirectory() as name:
        path = _written(cuts.files, Path(name))
        (Path(name) / "judged").mkdir()
        for place in cuts.places:
            os.truncate(f"{path}-wal", place)
            pages = _as_read(path)
            if pages not in judged:
                judged[pages] = deceived(cut(cuts.files, place), Path(name) / "judged", cuts.evidence)
            if (why := judged[pages]) is not None:
                wrong.append(f"cut at {place}: {why}")
    return wrong


def _as_read(path: Path) -> bytes:
    """A digest of what SQLite reads in the files, page by page; the files do not change."""
    Path(f"{path}-shm").unlink(missing_ok=True)
    try:
        with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
            return hashlib.blake2b(connection.serialize()).digest()
    except sqlite3.DatabaseError as error:
        return str(error).encode()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--step", type=int, default=1, help="distance between the offsets tried")
    parser.add_argument("--flips", type=int, default=2_000, help="number of bits flipped, in log and database")
    parser.add_argument("--workers", type=int, default=2)
    asked = parser.parse_args()
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        files, evidence = asyncio.run(log_of_an_evening(folder, checkpoint=False))
        places = range(len(files[1]), -1, -asked.step)
        parts = [Cuts(files, evidence, places[at : at + BATCH]) for at in range(0, len(places), BATCH)]
        tried = faults = 0
        for part, (wrong, left) in zip(parts, in_parts(cut_at, parts, asked.workers), strict=True):
            tried, faults = tried + len(part.places), faults + len(wrong)
            for each in wrong:
                say(each)
            say(f"{tried:,} cuts, {faults} deceived, {left:.0f} minutes left")
        (folder / "settled").mkdir()
        settled, same = asyncio.run(log_of_an_evening(folder / "settled", checkpoint=True))
        chance = Random(1)
        for number in range(asked.flips):
            tried += 2
            place, bit = chance.randrange(len(files[1])), chance.randrange(8)
            faults += _told(f"log {place}.{bit}", deceived(flip(files, 1, place, bit), folder, evidence))
            place = chance.randrange(len(settled[0]))
            faults += _told(f"file {place}.{bit} ({number})", deceived(flip(settled, 0, place, bit), folder, same))
    say(f"{tried:,} torn logs and turned bits, {faults} deceived")
    return int(faults > 0)


def _told(what: str, why: str | None) -> int:
    if why is not None:
        say(f"{what}: {why}")
    return int(why is not None)


if __name__ == "__main__":
    sys.exit(main())
