"""Backup and restore: the whole journal in one SQLite file, from either database into either; each copy is verified.

A backup is a consistent snapshot, taken while the floor plays on. It holds the seeds of shoes still in play: guard it like the
cage's keys. What was written after it can be added as incremental backups (`tails.py`).
"""

from __future__ import annotations

import asyncio
import sqlite3
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

from sqlalchemy import URL, Connection, Engine, select

from boxseat.journal import schema
from boxseat.journal.address import parse, shown
from boxseat.journal.backup_files import BadBackup, carry, engine_of, new_file, second_copy, tables_of
from boxseat.journal.backup_tails import add_tails, check_is_whole
from boxseat.journal.connections import connect
from boxseat.journal.db_errors import DATABASE_ERRORS, reason
from boxseat.journal.entry import BadDatabase
from boxseat.journal.migrate import bring_up_to_date, step_of
from boxseat.journal.store import Store
from boxseat.journal.verify import Verdict, examine, verify

NOT_RESTORED = ("sessions", "tickets")
"""Tables of logins, which do not outlast a restore."""


async def backup(source: Store | str, file: Path | str) -> Verdict:
    """Copy a journal into a new file while the floor goes on writing, and verify the copy."""
    return await new_file(source if isinstance(source, str) else source.url, Path(file), _copy_out)


async def restore(file: Path | str, url: str, tails: Sequence[Path | str] = ()) -> Verdict:
    """Fill an empty database from a backup of this or an earlier version and its tails, and verify the result."""
    path, target = Path(file), parse(url)
    with tempfile.TemporaryDirectory() as folder:
        copy = Path(folder) / "backup.db"
        await asyncio.to_thread(second_copy, path, copy)
        check_is_whole(copy, path)
        kept = URL.create("sqlite", database=str(copy)).render_as_string()
        # A backup of an earlier boxseat is upgraded here, in the copy; the file itself is not touched.
        older = await Store.open(kept)
        await older.close()
        await asyncio.to_thread(add_tails, copy, [Path(tail) for tail in tails])
        sound = await verify(kept)
        if sound.fault is not None:
            what = f"{path} with its tails" if tails else path
            raise BadBackup(f"{what} is not sound at entry {sound.fault.seq}: {sound.fault.why}.")
        await _fill(copy, url)
    verdict = await verify(url)
    if verdict.fault is not None or verdict.head != sound.head:
        raise BadBackup(f"{shown(target)} is not as {path} was, and must not be used.")
    return verdict


def _copy_out(connection: Connection, path: Path) -> Verdict:
    step_of(connection)  # what a newer boxseat wrote cannot be checked by this one
    if connection.dialect.name == "sqlite":
        source: Any = connection.connection.driver_connection
        with sqlite3.connect(path) as target:
            source.backup(target)  # in one step, so in one snapshot; the log lets others write meanwhile
        target.execute("PRAGMA journal_mode = DELETE").close()  # one file, with no log beside it
        target.close()
    else:
        bring_up_to_date(connection, migrate=False)  # an older database is upgraded by opening it, not by a backup
        engine = engine_of(path)
        try:
            with engine.begin() as target_connection:
                bring_up_to_date(target_connection, migrate=True)
                _copy_rows(connection, target_connection)
        finally:
            engine.dispose()
    engine = engine_of(path)
    try:
        with engine.connect() as copied:
            return examine(copied)
    finally:
        engine.dispose()


async def _fill(copy: Path, url: str) -> None:
    with _nothing_left(parse(url)):
        try:
            connections = connect(url)
        except DATABASE_ERRORS as error:
            raise BadDatabase(f"The database {shown(url)} cannot be opened: {reason(error)}.") from None
        engine = engine_of(copy)
        try:
            await connections.write(lambda connection: _fill_tables(engine, connection, url))
        except DATABASE_ERRORS as error:
            raise BadBackup(f"{shown(url)} could not be filled: {reason(error)}.") from error
        finally:
            engine.dispose()
            await connections.close()


@contextmanager
def _nothing_left(target: URL) -> Iterator[None]:
    """Delete a new SQLite file, and the folders made for it, if it cannot be filled."""
    file = Path(str(target.database))
    if target.drivername != "sqlite" or file.exists():
        yield
        return
    new = [folder for folder in file.parents if not folder.exists()]
    try:
        yield
    except BaseException:
        for end in ("", "-wal", "-shm"):
            with suppress(OSError):
                file.with_name(file.name + end).unlink()
        for folder in new:
            with suppress(OSError):
                folder.rmdir()
        raise


def _fill_tables(engine: Engine, connection: Connection, url: str) -> None:
    """Fill the tables in one transaction: a restore that fails half way leaves the database empty."""
    bring_up_to_date(connection, migrate=True)
    for table in tables_of(connection):
        first = connection.execute(select(table).limit(1)).first()
        if first is not None and (table.name != "head" or first.seq > 0):
            raise BadBackup(f"{shown(url)} is not empty, and a restore replaces nothing.")
    with engine.connect() as source:
        _copy_rows(source, connection)
    # Sessions that ended after the backup would be open again: everybody logs in anew.
    for table in tables_of(connection):
        if table.name in NOT_RESTORED:
            connection.execute(table.delete())


def _copy_rows(source: Connection, target: Connection) -> None:
    target.execute(schema.head.delete())
    carry(source, tables_of(source), target)
