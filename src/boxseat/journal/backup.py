"""Backups: the whole journal in one SQLite file, whichever database it came from, and back into either. Both ways it is audited.

A backup is taken of one moment while the floor plays on. It holds the seeds of shoes still in play: guard it like the cage's keys.
"""

from __future__ import annotations

import asyncio
import os
import sqlite3
import tempfile
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, MetaData, Table, create_engine, insert, select

from boxseat.journal import schema
from boxseat.journal.address import parse, shown
from boxseat.journal.connections import aside, connect
from boxseat.journal.entry import BadDatabase
from boxseat.journal.migrate import VERSION_TABLE, bring_up_to_date
from boxseat.journal.store import Store
from boxseat.journal.trouble import TROUBLES, reason
from boxseat.journal.verify import Verdict, examine, verify

ROWS = 1_000


class BadBackup(Exception):
    """A backup could not be made or put back; the message is one sentence that says why."""


async def backup(source: Store | str, file: Path | str) -> Verdict:
    """Copy a journal into a file, beside whatever else is going on, and audit the copy."""
    path = Path(file)
    if path.exists():
        raise BadBackup(f"{path} is there already, and a backup replaces nothing.")
    url = source if isinstance(source, str) else source.url
    part = path.with_name(path.name + ".part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        part.unlink(missing_ok=True)
        os.close(os.open(part, os.O_CREAT | os.O_EXCL | os.O_RDWR, 0o600))
        verdict = await aside(url, lambda connection: _copy_out(connection, part))
        if verdict.fault is None:
            _settle(part, path)
    except TROUBLES as error:
        raise BadBackup(f"The backup {path} could not be made: {reason(error)}.") from error
    finally:
        part.unlink(missing_ok=True)
    if verdict.fault is not None:
        raise BadBackup(f"The journal is not sound at entry {verdict.fault.seq}: {verdict.fault.why}.")
    return verdict


async def restore(file: Path | str, url: str) -> Verdict:
    """Fill an empty database from a backup of this or an earlier version, and audit it there."""
    path, target = Path(file), parse(url)
    if not path.is_file():
        raise BadBackup(f"There is no backup {path}.")
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "backup.db"
        try:
            await asyncio.to_thread(_copy_in, path, copy)
        except TROUBLES as error:
            raise BadBackup(f"{path} is no backup: {reason(error)}.") from error
        kept = URL.create("sqlite", database=str(copy)).render_as_string()
        older = await Store.open(
            kept
        )  # a backup of an earlier boxseat is brought up to date here, the file itself is not
        await older.close()
        sound = await verify(kept)
        if sound.fault is not None:
            raise BadBackup(f"{path} is not sound at entry {sound.fault.seq}: {sound.fault.why}.")
        await _fill(copy, url)
    verdict = await verify(url)
    if verdict.fault is not None or verdict.head != sound.head:
        raise BadBackup(f"{shown(target)} is not as {path} was, and must not be used.")
    return verdict


def _copy_out(connection: Connection, path: Path) -> Verdict:
    if connection.dialect.name == "sqlite":
        source: Any = connection.connection.driver_connection
        with sqlite3.connect(path) as target:
            source.backup(target)  # in one step, so in one snapshot; the log lets others write meanwhile
        target.execute("PRAGMA journal_mode = DELETE").close()  # one file, with no log beside it
        target.close()
        return _examine(path)
    bring_up_to_date(connection, migrate=False)  # an older database is upgraded by opening it, not by a backup
    engine = _engine(path)
    try:
        with engine.begin() as target_connection:
            bring_up_to_date(target_connection, migrate=True)
            target_connection.execute(schema.head.delete())
            _copy_rows(connection, target_connection)
    finally:
        engine.dispose()
    return _examine(path)


def _copy_in(path: Path, copy: Path) -> None:
    source = sqlite3.connect(f"file:{path.resolve()}?mode=ro", uri=True)
    target = sqlite3.connect(copy)
    try:
        source.backup(target)
    finally:
        source.close()
        target.close()


async def _fill(copy: Path, url: str) -> None:
    try:
        connections = connect(url)
    except TROUBLES as error:
        raise BadDatabase(f"The database {shown(url)} cannot be opened: {reason(error)}.") from None
    engine = _engine(copy)
    try:
        await connections.write(lambda connection: _fill_tables(engine, connection, url))
    except TROUBLES as error:
        raise BadBackup(f"{shown(url)} could not be filled: {reason(error)}.") from error
    finally:
        engine.dispose()
        await connections.close()


def _fill_tables(engine: Engine, connection: Connection, url: str) -> None:
    """In one transaction: a restore that fails half way leaves the database empty."""
    bring_up_to_date(connection, migrate=True)
    for table in _tables(connection):
        first = connection.execute(select(table).limit(1)).first()
        if first is not None and (table.name != "head" or first.seq > 0):
            raise BadBackup(f"{shown(url)} is not empty, and a restore replaces nothing.")
    connection.execute(schema.head.delete())
    with engine.connect() as source:
        _copy_rows(source, connection)


def _copy_rows(source: Connection, target: Connection) -> None:
    """Every table of the database, also those of rooms that this program has not loaded."""
    targets = {table.name: table for table in _tables(target)}
    for table in _tables(source):
        chosen = select(table).order_by(*table.primary_key.columns).execution_options(yield_per=ROWS)
        rows = source.execute(chosen)
        for part in rows.mappings().partitions():
            target.execute(insert(targets[table.name]), [dict(row) for row in part])


def _tables(connection: Connection) -> list[Table]:
    found = MetaData()
    found.reflect(connection)
    return [table for table in found.sorted_tables if table.name != VERSION_TABLE]


def _examine(path: Path) -> Verdict:
    engine = _engine(path)
    try:
        with engine.connect() as connection:
            return examine(connection)
    finally:
        engine.dispose()


def _engine(path: Path) -> Engine:
    return create_engine(URL.create("sqlite", database=str(path)), hide_parameters=True)


def _settle(part: Path, path: Path) -> None:
    """The file has its name only once all of it is on the disk."""
    with open(part, "rb") as written:
        os.fsync(written.fileno())
    os.link(part, path)
