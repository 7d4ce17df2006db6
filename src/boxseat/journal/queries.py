"""What the journal is asked for: streams, rounds, balances, statements. Each is a function of a connection."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, TypeVar

from sqlalchemy import Column, ColumnElement, Connection, Row, Table, bindparam, func, or_, select, union_all
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from boxseat.journal import schema
from boxseat.journal.entry import Entry, RoundIndex, StatementLine, StoreDown, StreamState
from boxseat.journal.schema import seal
from boxseat.ledger.accounts import Posting

T = TypeVar("T")
Work = Callable[[Connection], T]
_E = schema.entries.c
_ENTRY = (_E.seq, _E.stream, _E.version, _E.at, _E.who, _E.command, _E.records, _E.previous, _E.hash)
_ANSWER = select(_E.answer).where(_E.command == bindparam("command"), _E.who == bindparam("who"), schema.NAMED)
_BALANCE = select(schema.balances.c.cents).where(schema.balances.c.account == bindparam("account"))
_LAST = 2**62
"""A version that no stream comes to."""
_STREAM = (
    select(*_ENTRY)
    .where(_E.stream == bindparam("stream"), _E.version > bindparam("after"), _E.version <= bindparam("to"))
    .order_by(_E.version)
)
_SNAPSHOT = (
    select(schema.snapshots)
    .where(schema.snapshots.c.stream == bindparam("stream"), schema.snapshots.c.version <= bindparam("at"))
    .order_by(schema.snapshots.c.version.desc())
    .limit(1)
)


def stream(name: str, after: int, to: int | None) -> Work[list[Entry]]:
    which = {"stream": name, "after": after, "to": _LAST if to is None else to}
    return lambda connection: [Entry(*row) for row in connection.execute(_STREAM, which)]


def since(seq: int, limit: int) -> Work[list[Entry]]:
    chosen = select(*_ENTRY).where(_E.seq > seq).order_by(_E.seq).limit(limit)
    return lambda connection: [Entry(*row) for row in connection.execute(chosen)]


def newest(connection: Connection) -> tuple[int, bytes]:
    seq, last = connection.execute(select(schema.head.c.seq, schema.head.c.hash)).one()
    return seq, last


def snapshot(name: str, at: int | None) -> Work[tuple[int, bytes] | None]:
    def work(connection: Connection) -> tuple[int, bytes] | None:
        newest = _LAST if at is None else at
        # One at a time, since a table has very many in the end. A damaged one is as good as none: the one before is taken.
        while (row := connection.execute(_SNAPSHOT, {"stream": name, "at": newest}).first()) is not None:
            if _is_whole(row):
                return row.version, row.state
            newest = row.version - 1
        return None

    return work


def answer(who: str, command: str) -> Work[bytes | None]:
    return lambda connection: connection.execute(_ANSWER, {"who": who, "command": command}).scalar()


def balance(account: str) -> Work[int]:
    return lambda connection: connection.execute(_BALANCE, {"account": account}).scalar() or 0


def balances(prefix: str) -> Work[dict[str, int]]:
    c = schema.balances.c
    chosen = select(c.account, c.cents).where(*_within(c.account, prefix)).order_by(c.account)
    return lambda connection: dict(connection.execute(chosen).all())


def total(connection: Connection) -> int:
    return int(connection.execute(select(func.coalesce(func.sum(schema.balances.c.cents), 0))).scalar_one())


def statement(account: str, limit: int, before: tuple[int, int] | int | None) -> Work[list[StatementLine]]:
    c = schema.postings.c
    seq, place = before if isinstance(before, tuple) else (before, 0)
    sides = []
    for side in (c.giver, c.taker):  # each side by its own index; no posting has one account on both
        chosen = select(c.seq, c.place).where(side == account).order_by(c.seq.desc(), c.place.desc()).limit(limit)
        if seq is not None:
            chosen = chosen.where(c.seq <= seq, or_(c.seq < seq, c.place < place))
        sides.append(select(chosen.subquery()))
    both = union_all(*sides).subquery()
    lines = (
        select(c.seq, _E.at, c.giver, c.taker, c.cents, c.why, c.clause, c.place)
        .join(both, (both.c.seq == c.seq) & (both.c.place == c.place))
        .join(schema.entries, _E.seq == c.seq)
        .order_by(c.seq.desc(), c.place.desc())
        .limit(limit)
    )
    return lambda connection: [
        StatementLine(seq, at, Posting(giver, taker, cents, why, clause), place)
        for seq, at, giver, taker, cents, why, clause, place in connection.execute(lines)
    ]


def secret(key: str) -> Work[bytes | None]:
    return _kept(schema.secrets, key)


def book(digest: str) -> Work[str | None]:
    return _kept(schema.books, digest)


def _kept(table: Table, key: str) -> Work[T | None]:
    """The value beside a key; a damaged one is not given out, since there is no other to go by."""
    name, value = table.columns[0], table.columns[1].name
    chosen = select(table).where(name == key)

    def work(connection: Connection) -> T | None:
        row = connection.execute(chosen).one_or_none()
        if row is None:
            return None
        if not _is_whole(row):
            raise StoreDown(f"a row of {table.name} is damaged")
        found: T = row._mapping[value]
        return found

    return work


def round_by_id(round_id: str) -> Work[RoundIndex | None]:
    chosen = select(schema.rounds).where(schema.rounds.c.id == round_id)

    def work(connection: Connection) -> RoundIndex | None:
        row = connection.execute(chosen).one_or_none()
        return None if row is None else _round(row)

    return work


def rounds(name: str, before: int | None, limit: int) -> Work[list[RoundIndex]]:
    c = schema.rounds.c
    chosen = select(schema.rounds).where(c.stream == name).order_by(c.number.desc()).limit(limit)
    if before is not None:
        chosen = chosen.where(c.number < before)
    return lambda connection: [_round(row) for row in connection.execute(chosen)]


def _round(row: Row[tuple[object, ...]]) -> RoundIndex:
    return RoundIndex(row.id, row.stream, row.number, row.first, row.last, row.at)


def streams(prefix: str) -> Work[list[StreamState]]:
    c = schema.streams.c
    chosen = select(c.stream, c.version, c.deadline).where(*_within(c.stream, prefix)).order_by(c.stream)
    return lambda connection: [StreamState(*row) for row in connection.execute(chosen)]


def overdue(now: int) -> Work[list[str]]:
    c = schema.streams.c
    chosen = select(c.stream).where(c.deadline.is_not(None), c.deadline <= now).order_by(c.deadline)
    return lambda connection: [*connection.execute(chosen).scalars()]


def keep(table: Table, row: tuple[str | int | bytes, ...], *replaced: str) -> Work[None]:
    """Store a sealed row, or replace some of its columns where it is there already; none replaced: the first stays."""

    def work(connection: Connection) -> None:
        making = postgresql_insert if connection.dialect.name == "postgresql" else sqlite_insert
        insert = making(table).values((*row, seal(*row)))
        keys = table.primary_key
        if replaced:
            kept = insert.on_conflict_do_update(keys, set_={name: insert.excluded[name] for name in replaced})
        else:
            kept = insert.on_conflict_do_nothing(keys)
        connection.execute(kept)

    return work


def _is_whole(row: Row[tuple[object, ...]]) -> bool:
    fields: list[Any] = list(row)
    return bool(seal(*fields[:-1]) == fields[-1])


def _within(column: Column[str], prefix: str) -> tuple[ColumnElement[bool], ...]:
    """The range of an index that begins with a prefix."""
    if not prefix:
        return ()
    return (column >= prefix, column < prefix[:-1] + chr(ord(prefix[-1]) + 1))
