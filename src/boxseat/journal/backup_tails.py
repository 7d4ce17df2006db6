"""Tails: incremental backups of what was written since the last backup or tail, small enough to be taken every minute.

A tail names the entry it follows, by sequence number and hash, and holds the later entries with all other rows that they changed.
Personal values that its records name and that it does not hold were erased: a restore erases them too.
Taking one costs time for the new entries only, not for the whole journal, and works on a database whose server was killed. Like a
backup it holds seeds of shoes in play.
"""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Iterable, Iterator, Sequence
from itertools import islice
from pathlib import Path
from typing import Any

import msgspec
from sqlalchemy import (
    Column,
    Connection,
    Engine,
    LargeBinary,
    MetaData,
    Select,
    Table,
    Text,
    bindparam,
    delete,
    func,
    insert,
    inspect,
    select,
    union,
)

from boxseat.journal import schema
from boxseat.journal.backup_files import (
    ROWS_PER_INSERT,
    BadBackup,
    carry,
    engine_of,
    new_file,
    opened,
    second_copy,
    tables_of,
)
from boxseat.journal.chain import GENESIS_HASH
from boxseat.journal.db_errors import DATABASE_ERRORS, reason
from boxseat.journal.migrate import bring_up_to_date, step_of
from boxseat.journal.record_codec import strings_in
from boxseat.journal.schema import Number
from boxseat.journal.store import Store
from boxseat.journal.verify import Verdict, examine

follows = Table("follows", MetaData(), Column("seq", Number), Column("hash", LargeBinary))
"""A table that only a tail's file has: the entry that it follows."""
JOURNAL_TABLES = {
    table.name
    for table in (
        schema.entries,
        schema.postings,
        schema.notices,
        schema.balances,
        schema.streams,
        schema.rounds,
        schema.snapshots,
        schema.secrets,
        schema.personal,
        schema.books,
        schema.head,
    )
}
"""Tables of which a tail holds the new rows. Other packages' tables are small, and copied whole."""
BY_ENTRY = (schema.entries, schema.postings, schema.notices)
"""Tables whose rows belong to one entry, by its sequence number, and never change."""

Head = tuple[int, bytes]
"""An entry's sequence number and hash."""
_OF, _SINCE = bindparam("of", type_=Text()), bindparam("since", type_=Number)
_SNAPSHOTS = select(schema.snapshots).where(schema.snapshots.c.stream == _OF, schema.snapshots.c.version >= _SINCE)
_earlier = schema.rounds.alias("earlier")
_OVER = (
    select(_earlier.c.number)
    .where(_earlier.c.stream == _OF, _earlier.c.last < _SINCE)
    .order_by(_earlier.c.number.desc())
    .limit(1)
    .scalar_subquery()
)
_ROUNDS = select(schema.rounds).where(schema.rounds.c.stream == _OF, schema.rounds.c.number > func.coalesce(_OVER, -1))
"""A table's rounds after the last one that was over before a version."""


class Tail(msgspec.Struct, frozen=True):
    """What a tail holds: the entries after one entry, up to another."""

    after: Head
    head: Head


async def take_tail(source: Store | str, last: Path | str, file: Path | str) -> Tail:
    """Copy what was written since a backup or tail into a new file, while the floor goes on writing, and verify it."""
    after = await asyncio.to_thread(_head_of, Path(last))
    url = source if isinstance(source, str) else source.url
    verdict = await new_file(url, Path(file), lambda connection, part: _copy_out(connection, part, Path(last), after))
    return Tail(after, (verdict.entries, verdict.head))


def _head_of(path: Path) -> Head:
    """The last entry of a backup or tail."""
    with opened(path) as source:
        head = source.execute("SELECT seq, hash FROM head").fetchone()
    return _head(head, f"{path} is no backup: it has no head.")


def _head(row: Sequence[object] | None, otherwise: str) -> Head:
    """A row as sequence number and hash; `BadBackup` with the message `otherwise` if it is none."""
    if row is not None and isinstance(row[0], int) and isinstance(row[1], bytes):
        return row[0], row[1]
    raise BadBackup(otherwise)


def _copy_out(connection: Connection, path: Path, last: Path, after: Head) -> Verdict:
    bring_up_to_date(connection, migrate=False)  # an older database is upgraded by opening it, not by a backup
    seq, own = after
    if _hash_at(connection, seq) != own:
        at = connection.execute(select(schema.head.c.seq)).scalar_one()
        ends = f", which ends at {at}" if at < seq else ""
        raise BadBackup(f"{last} ends with entry {seq}, and that is no entry of this journal{ends}.")
    engine = engine_of(path)
    try:
        with engine.begin() as target:
            bring_up_to_date(target, migrate=True)
            follows.create(target)
            target.execute(insert(follows), {"seq": seq, "hash": own})
            for table in BY_ENTRY:
                _put(target, table, _rows(connection, select(table).where(table.c.seq > seq)))
            for table, rows in _changed(connection, target):
                _put(target, table, rows)
            carry(connection, [table for table in tables_of(connection) if table.name not in JOURNAL_TABLES], target)
        with engine.connect() as copied:
            return examine(copied, after=after)
    finally:
        engine.dispose()


def _hash_at(connection: Connection, seq: int) -> bytes | None:
    if seq == 0:
        return GENESIS_HASH
    return connection.execute(select(schema.entries.c.hash).where(schema.entries.c.seq == seq)).scalar()


def _changed(connection: Connection, news: Connection) -> Iterator[tuple[Table, Iterable[Any]]]:
    """The rows of other tables that a tail's entries inserted or changed, each found by its key or an index.

    The keys are read from the tail, where every entry is new; reading them from the journal would scan all of it.
    """
    e, p = schema.entries.c, schema.postings.c
    streams = [(row[0], row[1]) for row in news.execute(select(e.stream, func.min(e.version)).group_by(e.stream))]
    accounts = news.execute(union(select(p.giver), select(p.taker))).scalars().all()
    names = _names(news)
    yield schema.balances, _by_name(connection, schema.balances, accounts)
    yield schema.streams, _by_name(connection, schema.streams, (stream for stream, _ in streams))
    yield schema.snapshots, _of_streams(connection, _SNAPSHOTS, streams)
    yield schema.rounds, _of_streams(connection, _ROUNDS, streams)
    yield schema.rounds, _by_name(connection, schema.rounds, names)
    yield schema.secrets, _by_name(connection, schema.secrets, names)
    yield schema.personal, _by_name(connection, schema.personal, names)
    yield schema.books, _rows(connection, select(schema.books))
    yield schema.head, _rows(connection, select(schema.head))


def _names(connection: Connection) -> set[str]:
    """All strings in a tail's records: among them the keys of secrets, personal values and rounds, such as the ids of shoes."""
    found: set[str] = set()
    for records in connection.execute(
        select(schema.entries.c.records).execution_options(yield_per=ROWS_PER_INSERT)
    ).scalars():
        found |= strings_in(records)
    return found


def _by_name(connection: Connection, table: Table, names: Iterable[str]) -> Iterator[Any]:
    left = iter(names)
    key = next(iter(table.primary_key.columns))
    while part := list(islice(left, ROWS_PER_INSERT)):
        yield from connection.execute(select(table).where(key.in_(part))).mappings()


def _of_streams(connection: Connection, chosen: Select[Any], streams: Iterable[tuple[str, int]]) -> Iterator[Any]:
    for stream, first in streams:
        yield from connection.execute(chosen, {"of": stream, "since": first}).mappings()


def _rows(connection: Connection, chosen: Select[Any]) -> Iterator[Any]:
    yield from connection.execute(chosen.execution_options(yield_per=ROWS_PER_INSERT)).mappings()


def _put(target: Connection, table: Table, rows: Iterable[Any]) -> None:
    """Insert rows into a file, replacing existing ones; those that belong to one entry are never replaced."""
    way = insert(table)
    if table.name not in {each.name for each in BY_ENTRY}:
        way = way.prefix_with("OR REPLACE")
    left = iter(rows)
    while part := [dict(row) for row in islice(left, ROWS_PER_INSERT)]:
        target.execute(way, part)


def add_tails(copy: Path, tails: Sequence[Path]) -> None:
    """Add tails to a copy of the backup that they follow, each after the entry where the one before it ended."""
    engine = engine_of(copy)
    try:
        for path in tails:
            with tempfile.TemporaryDirectory() as folder:
                second_copy(path, Path(folder) / "tail.db")
                tail = engine_of(Path(folder) / "tail.db")
                try:
                    _add(engine, tail, path)
                except DATABASE_ERRORS as error:
                    raise BadBackup(f"{path} cannot be added: {reason(error)}.") from error
                finally:
                    tail.dispose()
    finally:
        engine.dispose()


def _add(copy: Engine, tail: Engine, path: Path) -> None:
    with tail.begin() as upgraded:
        told = upgraded.execute(select(follows)).first() if inspect(upgraded).has_table(follows.name) else None
        after = _head(told, f"{path} is no tail: it does not say which entry it follows.")
        bring_up_to_date(upgraded, migrate=True)
    with copy.begin() as target, tail.connect() as source:
        _check_place(target, after, path)
        sound = examine(source, after=after)
        if sound.fault is not None:
            raise BadBackup(f"{path} is not sound at entry {sound.fault.seq}: {sound.fault.why}.")
        _erase(target, _names(source))
        others = []
        for table in tables_of(source):
            if table.name in JOURNAL_TABLES:
                _put(target, table, _rows(source, select(table)))
            else:
                target.execute(delete(table))
                others.append(table)
        carry(source, others, target)


def _erase(target: Connection, names: Iterable[str]) -> None:
    """Delete the personal values that a tail's records name: the tail holds those that were not erased meanwhile."""
    left = iter(names)
    while part := list(islice(left, ROWS_PER_INSERT)):
        target.execute(delete(schema.personal).where(schema.personal.c.key.in_(part)))


def _check_place(target: Connection, after: Head, path: Path) -> None:
    """Check that a tail follows exactly the last entry."""
    seq, own = after
    at = target.execute(select(schema.head.c.seq)).scalar_one()
    if seq > at:
        raise BadBackup(f"{path} follows entry {seq}, and what comes before it ends at {at}: a tail is missing.")
    if _hash_at(target, seq) != own:
        raise BadBackup(f"{path} follows an entry {seq} of another journal.")
    if seq < at:
        raise BadBackup(f"{path} follows entry {seq}, and what comes before it goes on to {at}: it is there already.")


def check_is_whole(copy: Path, path: Path) -> None:
    """Check that a file is a whole backup, with which a restore must begin."""
    engine = engine_of(copy)
    try:
        with engine.connect() as connection:
            if inspect(connection).has_table(follows.name):
                raise BadBackup(f"{path} is a tail, and a restore begins with the backup that it follows.")
            if step_of(connection) is None:
                raise BadBackup(f"{path} is no backup: there is no journal in it.")
    finally:
        engine.dispose()
