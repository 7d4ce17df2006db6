"""The SQL of a group commit: compiled once from the schema, and executed directly on the database driver.

A command has about a millisecond of the server's time; SQLAlchemy's own layers over a dozen statements would take half of it.
SQLite's thread gives way to the event loop at every step that SQLite takes, and each time waits for its turn to come again: so
there are few steps, and hardly more for a hundred writes than for one.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    CompoundSelect,
    Connection,
    Dialect,
    LargeBinary,
    Select,
    Table,
    Text,
    any_,
    bindparam,
    cast,
    func,
    literal_column,
    null,
    select,
    union_all,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.sql.expression import UpdateBase

from boxseat.journal import schema
from boxseat.journal.batch import Batch, Row, StoredState
from boxseat.journal.connections import FaultHook
from boxseat.journal.entry import Write

NOTIFY_CHANNEL = "boxseat"
"""The channel of PostgreSQL's LISTEN and NOTIFY."""
ROWS_PER_INSERT = (256, 128, 64, 32)
"""Rows in one SQLite insert: a few fixed sizes, so that few statements are prepared. Fewer rows go in one insert."""
_VERSIONS, _ANSWER, _BALANCES = 1, 2, 3
"""The kinds of row that the one query for the stored state returns."""


class Statements:
    """The statements of one group commit, in the database's own dialect."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._on_server = dialect.name == "postgresql"
        head = schema.head.c
        self._head = self._compiled(select(head.seq, head.hash).with_for_update())
        self._find = self._compiled(self._touched())
        self._entries = self._inserting(schema.entries)
        self._postings = self._inserting(schema.postings)
        self._notices = self._inserting(schema.notices)
        self._set_balances = self._inserting(schema.balances, "cents")
        self._set_streams = self._inserting(schema.streams, "version", "deadline", "seal")
        self._set_rounds = self._inserting(schema.rounds, "last", "seal")
        self._set_snapshots = self._inserting(schema.snapshots, "state", "seal")
        self._secrets = self._inserting(schema.secrets)
        self._personal = self._inserting(schema.personal)
        personal = schema.personal
        self._erase = self._compiled(personal.delete().where(self._listed(personal.c.key, "keys")))
        self._all_personal = self._compiled(select(personal).order_by(personal.c.key))
        self._erase_all = self._compiled(personal.delete())
        notify = func.pg_notify(literal_column(f"'{NOTIFY_CHANNEL}'"), bindparam("notification", type_=Text()))
        moved = update(schema.head).values(seq=bindparam("s"), hash=bindparam("h"), entries=bindparam("e"))
        self._set_head = self._compiled(moved.returning(notify) if self._on_server else moved)
        self._notify = self._compiled(select(notify))

    def find(self, connection: Connection, writes: list[Write]) -> StoredState:
        """Lock the head row, and read the stored state that the writes depend on."""
        cursor = connection.connection.cursor()
        cursor.execute(self._head, ())
        ((seq, last),) = cursor.fetchall()
        found = StoredState(seq, last, {}, {}, {})
        named = (
            {write.stream for write in writes} | {stream for write in writes for stream, _ in write.relied_on},
            {write.command for write in writes if write.command},
            {name for write in writes for p in write.postings for name in (p.giver, p.taker)},
        )
        cursor.execute(self._find, tuple(self._list(names) for names in named))
        for kind, said, command, answer in cursor.fetchall():
            if kind == _ANSWER:
                found.answers[said, command] = answer
            elif kind == _VERSIONS:
                found.versions = _numbers(said)
            else:
                found.balances = _numbers(said)
        return found

    def store(
        self, connection: Connection, found: StoredState, batch: Batch, notifications: Sequence[str], fault: FaultHook
    ) -> bool:
        """Insert a batch's rows, move the head and send the notifications; says whether personal values were erased."""
        cursor = connection.connection.cursor()
        self._many(cursor, "entries", self._entries, batch.entries, fault)
        self._many(cursor, "postings", self._postings, batch.postings, fault)
        self._many(cursor, "notices", self._notices, batch.notices, fault)
        self._many(cursor, "balances", self._set_balances, [*batch.balances.items()], fault)
        self._many(cursor, "streams", self._set_streams, [*batch.streams.values()], fault)
        self._many(cursor, "rounds", self._set_rounds, [*batch.rounds.values()], fault)
        self._many(cursor, "snapshots", self._set_snapshots, [*batch.snapshots.values()], fault)
        self._many(cursor, "secrets", self._secrets, batch.secrets, fault)
        erased = self._store_personal(cursor, batch.personal, fault) if batch.personal else False
        fault("head")
        cursor.execute(self._set_head, (found.seq, found.hash, found.seq, *notifications[:1]))
        for notification in notifications[1:]:
            cursor.execute(self._notify, (notification,))
        return erased

    def _store_personal(self, cursor: DBAPICursor, rows: dict[str, Row | None], fault: FaultHook) -> bool:
        """Erase the values stored under these keys, and store the new ones; says whether there were any to erase."""
        fault("personal")
        cursor.execute(self._erase, (self._list(set(rows)),))
        erased = cursor.rowcount > 0
        stored = [row for row in rows.values() if row is not None]
        if erased and not self._on_server:
            # When SQLite moves rows from one page to another, it leaves their bytes in the first, and deleting a row later does
            # not overwrite them (`secure_delete` overwrites the row where it is now, and whole pages that are freed). So
            # all pages of the table are freed, and the values that stay are stored anew.
            cursor.execute(self._all_personal, ())
            stored = [*cursor.fetchall(), *stored]
            cursor.execute(self._erase_all, ())
        self._many(cursor, "personal", self._personal, stored, fault)
        return erased

    def _many(self, cursor: DBAPICursor, step: str, sql: str, rows: Sequence[Row], fault: FaultHook) -> None:
        if not rows:
            return
        fault(step)
        if self._on_server:
            cursor.executemany(sql, rows)  # one journey, however many rows
            return
        start = 0
        while (left := len(rows) - start) > 0:
            count = next((size for size in ROWS_PER_INSERT if size <= left), left)
            part = rows[start : start + count]
            cursor.execute(_repeated(sql, count), [value for row in part for value in row])
            start += count

    def _compiled(self, statement: Select[Any] | CompoundSelect[Any] | UpdateBase) -> str:
        return str(statement.compile(dialect=self._dialect))

    def _inserting(self, table: Table, *replaced: str) -> str:
        """An insert of whole rows in column order; or an upsert that replaces the columns named."""
        if not replaced:
            return self._compiled(table.insert())
        insert = (postgresql_insert if self._on_server else sqlite_insert)(table)
        return self._compiled(
            insert.on_conflict_do_update(table.primary_key, set_={name: insert.excluded[name] for name in replaced})
        )

    def _touched(self) -> CompoundSelect[Any]:
        """One query for versions, answers and balances; versions and balances come as one JSON object each."""
        together = func.json_object_agg if self._on_server else func.json_group_object
        nothing: tuple[ColumnElement[str], ColumnElement[bytes]] = (literal_column("''"), cast(null(), LargeBinary))
        streams, entries, balances = schema.streams.c, schema.entries.c, schema.balances.c
        versions = cast(together(streams.stream, streams.version), Text)
        held = cast(together(balances.account, balances.cents), Text)
        return union_all(
            select(literal_column(str(_VERSIONS)), versions, *nothing).where(self._listed(streams.stream, "streams")),
            select(literal_column(str(_ANSWER)), entries.who, entries.command, entries.answer).where(
                self._listed(entries.command, "commands"), schema.HAS_COMMAND_ID
            ),
            select(literal_column(str(_BALANCES)), held, *nothing).where(self._listed(balances.account, "accounts")),
        )

    def _listed(self, column: ColumnElement[str], name: str) -> ColumnElement[bool]:
        """Whether a column is in a list that is bound as one parameter: the statement is the same for any length."""
        if self._on_server:
            return column == any_(bindparam(name, type_=ARRAY(Text())))
        values = func.json_each(bindparam(name)).table_valued("value")
        return column.in_(select(values.c.value))

    def _list(self, names: set[str]) -> str | list[str]:
        """A list of names as the database takes it: an array, or JSON for SQLite."""
        return list(names) if self._on_server else msgspec.json.encode(names).decode()


def _numbers(said: str | None) -> dict[str, int]:
    return {} if said is None else msgspec.json.decode(said, type=dict[str, int])


@cache
def _repeated(sql: str, rows: int) -> str:
    """An insert of one row, made an insert of several."""
    start = sql.index("(?")
    end = sql.index(")", start) + 1
    return sql[:end] + f", {sql[start:end]}" * (rows - 1) + sql[end:]
