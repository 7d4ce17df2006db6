"""Backup files: written under a temporary name and renamed when complete; tables copied row by row."""

from __future__ import annotations

import os
import sqlite3
from collections.abc import Callable, Iterable, Iterator
from contextlib import closing, contextmanager, suppress
from functools import cache
from pathlib import Path

from sqlalchemy import URL, Connection, Engine, MetaData, Table, create_engine, insert, inspect, select

from boxseat.journal.connections import read_in_snapshot
from boxseat.journal.db_errors import DATABASE_ERRORS, reason
from boxseat.journal.migrate import VERSION_TABLE, bring_up_to_date
from boxseat.journal.verify import Verdict

ROWS_PER_INSERT = 1_000
"""Rows read and inserted at once when a table is copied."""


class BadBackup(Exception):
    """A backup could not be made or restored; the message is one sentence that says why."""


async def new_file(url: str, path: Path, work: Callable[[Connection, Path], Verdict]) -> Verdict:
    """Have `work` fill a new file from a snapshot of the journal; the file is kept only if it verifies."""
    if path.exists():
        raise BadBackup(f"{path} is there already, and a backup replaces nothing.")
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        verdict = await read_in_snapshot(url, lambda connection: work(connection, part))
        if verdict.fault is None:
            _settle(part, path)
    except DATABASE_ERRORS as error:
        raise BadBackup(f"The backup {path} could not be made: {reason(error)}.") from error
    finally:
        part.unlink(missing_ok=True)
    if verdict.fault is not None:
        raise BadBackup(f"The journal is not sound at entry {verdict.fault.seq}: {verdict.fault.why}.")
    return verdict


def _settle(part: Path, path: Path) -> None:
    """Give the file its final name once all of it is on the disk; a file of that name is never replaced."""
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
    """Open a backup or tail read-only."""
    if not path.is_file():
        raise BadBackup(f"There is no backup {path}.")
    try:
        with closing(sqlite3.connect(f"{path.resolve().as_uri()}?mode=ro", uri=True)) as source:
            yield source
    except DATABASE_ERRORS as error:
        raise BadBackup(f"{path} is no backup: {reason(error)}.") from error


def second_copy(path: Path, copy: Path) -> None:
    """Copy a backup file, so that the copy can be upgraded and extended while the file stays as it is."""
    with opened(path) as source, closing(sqlite3.connect(copy)) as target:
        source.backup(target)


def engine_of(path: Path) -> Engine:
    """A SQLAlchemy engine for a backup file."""
    return create_engine(URL.create("sqlite", database=str(path)), hide_parameters=True)


def tables_of(connection: Connection) -> list[Table]:
    """The tables of a database that are boxseat's own; other programs may have tables there too."""
    found = MetaData()
    found.reflect(connection, only=lambda name, _: name in _own_tables())
    return found.sorted_tables


@cache
def _own_tables() -> frozenset[str]:
    """The table names that the migrations create, including those of packages that are not imported."""
    engine = create_engine("sqlite://")
    try:
        with engine.begin() as new:
            bring_up_to_date(new, migrate=True)
            return frozenset(inspect(new).get_table_names()) - {VERSION_TABLE}
    finally:
        engine.dispose()


def carry(source: Connection, tables: Iterable[Table], target: Connection) -> None:
    """Copy all rows of some tables into the same tables of another database."""
    # The other database may have other types for the same columns.
    targets = {table.name: table for table in tables_of(target)}
    for table in tables:
        chosen = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=ROWS_PER_INSERT)
        for part in source.execute(chosen).mappings().partitions():
            target.execute(insert(targets[table.name]), [dict(row) for row in part])
