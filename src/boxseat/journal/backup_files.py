"""Copies of the journal outside its database: files that have their name only once they are whole, and rows carried over."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, MetaData, Table, create_engine, insert, inspect, select

from boxseat.journal.connections import aside
from boxseat.journal.db_errors import TROUBLES, reason
from boxseat.journal.migrate import VERSION_TABLE, bring_up_to_date
from boxseat.journal.verify import Verdict

ROWS = 1_000


class BadBackup(Exception):
    """A backup could not be made or put back; the message is one sentence that says why."""


async def new_file(url: str, path: Path, work: Callable[[Connection, Path], Verdict]) -> Verdict:
    """Have a new file filled from one moment of a journal, beside whatever else is going on; it is kept if it is sound."""
    if path.exists():
        raise BadBackup(f"{path} is there already, and a backup replaces nothing.")
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        verdict = await aside(url, lambda connection: work(connection, part))
        if verdict.fault is None:
            _settle(part, path)
    except TROUBLES as error:
        raise BadBackup(f"The backup {path} could not be made: {reason(error)}.") from error
    finally:
        part.unlink(missing_ok=True)
    if verdict.fault is not None:
        raise BadBackup(f"The journal is not sound at entry {verdict.fault.seq}: {verdict.fault.why}.")
    return verdict


def _settle(part: Path, path: Path) -> None:
    """The file has its name only once all of it is on the disk, and then keeps it."""
    with open(part, "r+b") as written:
        os.fsync(written.fileno())
    try:
        os.link(part, path)
    except OSError:  # a stick that knows no links
        path.touch(exist_ok=False)
        os.replace(part, path)
    with suppress(OSError):  # where folders are not for opening, their names are kept without
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


@contextmanager
def opened(path: Path) -> Iterator[sqlite3.Connection]:
    """A backup or tail, to be read only."""
    if not path.is_file():
        raise BadBackup(f"There is no backup {path}.")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as source:
            yield source
    except TROUBLES as error:
        raise BadBackup(f"{path} is no backup: {reason(error)}.") from error


def second_copy(path: Path, copy: Path) -> None:
    """Copy a backup, so that it can be upgraded and added to while the file itself stays as it is."""
    with opened(path) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)


def engine_of(path: Path) -> Engine:
    return create_engine(URL.create("sqlite", database=str(path)), hide_parameters=True)


def tables_of(connection: Connection) -> list[Table]:
    """Every table of boxseat's in a database, which other programs may have tables in."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in _own_tables())
    return found.sorted_tables


@cache
def _own_tables() -> frozenset[str]:
    """What the steps of the tables' history make, also for rooms that this program has not loaded."""
    engine = create_engine("sqlite://")
    try:
        with engine.begin() as new:
            bring_up_to_date(new, migrate=True)
            return frozenset(inspect(new).get_table_names()) - {VERSION_TABLE}
    finally:
        engine.dispose()


def carry(source: Connection, tables: Iterable[Table], target: Connection) -> None:
    """All rows of some tables into the same tables elsewhere."""
    targets = {
        table.name: table for table in tables_of(target)
    }  # another database has other types for the same columns
    for table in tables:
        chosen = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=ROWS)
        for part in source.execute(chosen).mappings().partitions():
            target.execute(insert(targets[table.name]), [dict(row) for row in part])
