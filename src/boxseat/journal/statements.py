"""The committing transaction's SQL, compiled once for a database from the tables, and said straight to its driver.

A command has about a millisecond of the server's time; SQLAlchemy's own layers over a dozen statements would take half of it."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec
from sqlalchemy import (
    ColumnElement,
    Connection,
    Dialect,
    Select,
    Table,
    Text,
    any_,
    bindparam,
    func,
    literal_column,
    select,
    update,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert
from sqlalchemy.engine.interfaces import DBAPICursor
from sqlalchemy.sql.expression import UpdateBase

from boxseat.journal import schema
from boxseat.journal.batch import Batch, Found, Row
from boxseat.journal.connections import Fault
from boxseat.journal.entry import Write

CHANNEL = "boxseat"


class Statements:
    """What one commit says to the database, in its own dialect."""

    def __init__(self, dialect: Dialect) -> None:
        self._dialect = dialect
        self._on_server = dialect.name == "postgresql"
        head = schema.head.c
        self._head = self._compiled(select(head.seq, head.hash).with_for_update())
        streams, entries, balances = schema.streams.c, schema.entries.c, schema.balances.c
        self._versions = self._compiled(self._listed(select(streams.stream, streams.version), streams.stream))
        self._answers = self._compiled(
            self._listed(select(entries.who, entries.command, entries.answer), entries.command).where(schema.NAMED)
        )
        self._balances = self._compiled(self._listed(select(balances.account, balances.cents), balances.account))
        self._entries = self._inserting(schema.entries)
        self._postings = self._inserting(schema.postings)
        self._set_balances = self._inserting(schema.balances, "cents")
        self._set_streams = self._inserting(schema.streams, "version", "deadline", "seal")
        self._set_rounds = self._inserting(schema.rounds, "last", "seal")
        self._set_snapshots = self._inserting(schema.snapshots, "state", "seal")
        self._secrets = self._inserting(schema.secrets)
        self._set_head = self._compiled(
            update(schema.head).values(seq=bindparam("s"), hash=bindparam("h"), entries=bindparam("e"))
        )
        self._notify = self._compiled(
            select(func.pg_notify(literal_column(f"'{CHANNEL}'"), bindparam("payload", type_=Text())))
        )

    def find(self, connection: Connection, writes: list[Write]) -> Found:
        """Lock the head, and read what the writes touch."""
        cursor = connection.connection.cursor()

        def rows(sql: str, names: set[str]) -> Sequence[Any]:
            cursor.execute(sql, self._list(names))
            return cursor.fetchall()

        cursor.execute(self._head, ())
        ((seq, last),) = cursor.fetchall()
        found = Found(seq, last, dict(rows(self._versions, {write.stream for write in writes})), {}, {})
        if commands := {write.command for write in writes if write.command}:
            found.answers = {(who, command): answer for who, command, answer in rows(self._answers, commands)}
        if accounts := {name for write in writes for p in write.postings for name in (p.giver, p.taker)}:
            found.balances = dict(rows(self._balances, accounts))
        return found

    def store(self, connection: Connection, found: Found, batch: Batch, notices: Sequence[str], fault: Fault) -> None:
        """Write a batch's rows and move the head."""
        cursor = connection.connection.cursor()
        self._many(cursor, "entries", self._entries, batch.entries, fault)
        self._many(cursor, "postings", self._postings, batch.postings, fault)
        self._many(cursor, "balances", self._set_balances, [*batch.balances.items()], fault)
        self._many(cursor, "streams", self._set_streams, [*batch.streams.values()], fault)
        self._many(cursor, "rounds", self._set_rounds, [*batch.rounds.values()], fault)
        self._many(cursor, "snapshots", self._set_snapshots, [*batch.snapshots.values()], fault)
        self._many(cursor, "secrets", self._secrets, batch.secrets, fault)
        fault("head")
        cursor.execute(self._set_head, (found.seq, found.hash, found.seq))
        for notice in notices:
            cursor.execute(self._notify, (notice,))

    @staticmethod
    def _many(cursor: DBAPICursor, step: str, sql: str, rows: Sequence[Row], fault: Fault) -> None:
        if rows:
            fault(step)
            cursor.executemany(sql, rows)

    def _compiled(self, statement: Select[tuple[object, ...]] | UpdateBase) -> str:
        return str(statement.compile(dialect=self._dialect))

    def _inserting(self, table: Table, *replaced: str) -> str:
        """An insert of whole rows in the order of their columns, replacing some where the row is there already."""
        if not replaced:
            return self._compiled(table.insert())
        insert = (postgresql_insert if self._on_server else sqlite_insert)(table)
        return self._compiled(
            insert.on_conflict_do_update(table.primary_key, set_={name: insert.excluded[name] for name in replaced})
        )

    def _listed(self, chosen: Select[tuple[object, ...]], column: ColumnElement[str]) -> Select[tuple[object, ...]]:
        """Rows whose column is one of a list, which is one value whatever its length: the statement stays the same."""
        if self._on_server:
            return chosen.where(column == any_(bindparam("list", type_=ARRAY(Text()))))
        values = func.json_each(bindparam("list")).table_valued("value")
        return chosen.where(column.in_(select(values.c.value)))

    def _list(self, names: set[str]) -> tuple[str | list[str]]:
        """A list of names as the database takes it, in order so that two nodes lock nothing crosswise."""
        return (sorted(names) if self._on_server else msgspec.json.encode(sorted(names)).decode(),)
