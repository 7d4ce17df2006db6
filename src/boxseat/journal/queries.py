"""The journal's queries: streams, rounds, balances, statements. Each returns a function of a connection."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from itertools import islice
from typing import Any, TypeVar

from sqlalchemy import Column, ColumnElement, Connection, Row, Table, bindparam, func, or_, select, union_all
from sqlalchemy.dialects.postgresql import insert as postgresql_insert
from sqlalchemy.dialects.sqlite import insert as sqlite_insert

from boxseat.journal import schema
from boxseat.journal.entry import (
    Entry,
    Notice,
    NoticeLine,
    PersonalValue,
    RoundIndex,
    StatementLine,
    StoreDown,
    StreamState,
)
from boxseat.journal.schema import seal
from boxseat.ledger import double_entry
from boxseat.ledger.accounts import Posting

T = TypeVar("T")
Work = Callable[[Connection], T]
_E = schema.entries.c
_ENTRY = (_E.seq, _E.stream, _E.version, _E.at, _E.who, _E.command, _E.records, _E.previous, _E.hash)
_ANSWER = select(_E.answer).where(_E.command == bindparam("command"), _E.who == bindparam("who"), schema.HAS_COMMAND_ID)
_BALANCE = select(schema.balances.c.cents).where(schema.balances.c.account == bindparam("account"))
_VERSION_MAX = 2**62
"""Above every version that a stream can reach."""
_KEYS_PER_QUERY = 1_000
_POSITION_MAX = 2**31 - 1
"""Above every position that a notice can have."""
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
    """A stream's entries in order, after one version and up to another."""
    which = {"stream": name, "after": after, "to": _VERSION_MAX if to is None else to}
    return lambda connection: [Entry(*row) for row in connection.execute(_STREAM, which)]


def since(seq: int, limit: int) -> Work[list[Entry]]:
    """Entries of all streams after a sequence number."""
    chosen = select(*_ENTRY).where(_E.seq > seq).order_by(_E.seq).limit(limit)
    return lambda connection: [Entry(*row) for row in connection.execute(chosen)]


def newest(connection: Connection) -> tuple[int, bytes]:
    """The head of the hash chain: the last entry's sequence number and hash."""
    seq, last = connection.execute(select(schema.head.c.seq, schema.head.c.hash)).one()
    return seq, last


def snapshot(name: str, at: int | None) -> Work[tuple[int, bytes] | None]:
    """The newest intact snapshot of a stream, not newer than version `at`, and its version."""

    def work(connection: Connection) -> tuple[int, bytes] | None:
        newest = _VERSION_MAX if at is None else at
        # One at a time, since a table has very many in the end. A damaged one is as good as none: the one before is taken.
        while (row := connection.execute(_SNAPSHOT, {"stream": name, "at": newest}).first()) is not None:
            if _is_whole(row):
                return row.version, row.state
            newest = row.version - 1
        return None

    return work


def answer(who: str, command: str) -> Work[bytes | None]:
    """The stored answer to a command."""
    return lambda connection: connection.execute(_ANSWER, {"who": who, "command": command}).scalar()


def balance(account: str) -> Work[int]:
    """The cents that an account holds."""
    return lambda connection: connection.execute(_BALANCE, {"account": account}).scalar() or 0


def balances(prefix: str) -> Work[dict[str, int]]:
    """The balances of all accounts whose names begin with a prefix."""
    c = schema.balances.c
    chosen = select(c.account, c.cents).where(*_within(c.account, prefix)).order_by(c.account)
    return lambda connection: dict(connection.execute(chosen).all())


def totals(connection: Connection) -> dict[str, int]:
    """The sum of all balances of each unit."""
    c = schema.balances.c
    return double_entry.totals((account, cents) for account, cents in connection.execute(select(c.account, c.cents)))


def statement(account: str, limit: int, before: tuple[int, int] | int | None) -> Work[list[StatementLine]]:
    """An account's postings, newest first, before a line's `seq` and `place` or before an entry's `seq`."""
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


def notices(desk: str, after: tuple[int, int] | int, limit: int) -> Work[list[NoticeLine]]:
    """A desk's notices in order, after a line's `seq` and `position` or after an entry's `seq`."""
    c = schema.notices.c
    seq, position = after if isinstance(after, tuple) else (after, _POSITION_MAX)
    chosen = (
        select(c.seq, _E.at, _E.stream, c.desk, c.text, c.clause, c.about, c.position)
        .join(schema.entries, _E.seq == c.seq)
        .where(c.desk == desk, c.seq >= seq, or_(c.seq > seq, c.position > position))
        .order_by(c.seq, c.position)
        .limit(limit)
    )
    return lambda connection: [
        NoticeLine(seq, at, stream, Notice(desk, text, clause, about), position)
        for seq, at, stream, desk, text, clause, about, position in connection.execute(chosen)
    ]


def desk_of(number: int) -> Work[str | None]:
    """The desk that a notice went to, by its number among all notices, from 1 in the order of the journal."""
    c = schema.notices.c
    chosen = select(c.desk).order_by(c.seq, c.position).offset(number - 1).limit(1)
    return lambda connection: connection.execute(chosen).scalar()


def numbered_notices(desks: Iterable[str], before: int, limit: int) -> Work[list[tuple[int, NoticeLine]]]:
    """The notices to some desks, each with its number among all, newest first, with numbers under `before`."""
    c = schema.notices.c
    number = func.row_number().over(order_by=(c.seq, c.position)).label("number")
    all_ = select(number, c.seq, c.position, c.desk, c.text, c.clause, c.about).subquery()
    n = all_.c
    chosen = (
        select(n.number, n.seq, _E.at, _E.stream, n.desk, n.text, n.clause, n.about, n.position)
        .join(schema.entries, _E.seq == n.seq)
        .where(n.desk.in_([*desks]), n.number < before)
        .order_by(n.number.desc())
        .limit(limit)
    )
    return lambda connection: [
        (number, NoticeLine(seq, at, stream, Notice(desk, text, clause, about), position))
        for number, seq, at, stream, desk, text, clause, about, position in connection.execute(chosen)
    ]


def secret(key: str) -> Work[bytes | None]:
    """The secret stored under a key."""
    return _kept(schema.secrets, key)


def personal(keys: Iterable[str]) -> Work[dict[str, PersonalValue]]:
    """The personal values of keys that have one; `StoreDown` if a row is damaged, since there is no other copy."""
    wanted = sorted(set(keys))

    def work(connection: Connection) -> dict[str, PersonalValue]:
        found: dict[str, PersonalValue] = {}
        left = iter(wanted)
        while part := list(islice(left, _KEYS_PER_QUERY)):
            for row in connection.execute(select(schema.personal).where(schema.personal.c.key.in_(part))):
                if not _is_whole(row):
                    raise StoreDown("a row of personal is damaged")
                found[row.key] = PersonalValue(row.key, row.value, row.salt, row.keep_until)
        return found

    return work


def overdue_personal(now: int, limit: int) -> Work[list[tuple[str, str]]]:
    """Stream and key of personal values whose time to be kept has passed, earliest first."""
    c = schema.personal.c
    chosen = select(c.stream, c.key).where(c.keep_until.is_not(None), c.keep_until <= now)
    chosen = chosen.order_by(c.keep_until, c.key).limit(limit)
    return lambda connection: [(row.stream, row.key) for row in connection.execute(chosen)]


def book(digest: str) -> Work[str | None]:
    """A rule book's text by its digest."""
    return _kept(schema.books, digest)


def _kept(table: Table, key: str) -> Work[T | None]:
    """The value of a key; `StoreDown` if its row is damaged, since there is no other copy."""
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
    """The index entry of a round."""
    chosen = select(schema.rounds).where(schema.rounds.c.id == round_id)

    def work(connection: Connection) -> RoundIndex | None:
        row = connection.execute(chosen).one_or_none()
        return None if row is None else _round(row)

    return work


def rounds(name: str, before: int | None, limit: int) -> Work[list[RoundIndex]]:
    """The rounds of a table's stream, newest first, with numbers under `before`."""
    c = schema.rounds.c
    chosen = select(schema.rounds).where(c.stream == name).order_by(c.number.desc()).limit(limit)
    if before is not None:
        chosen = chosen.where(c.number < before)
    return lambda connection: [_round(row) for row in connection.execute(chosen)]


def _round(row: Row[tuple[object, ...]]) -> RoundIndex:
    return RoundIndex(row.id, row.stream, row.number, row.first, row.last, row.at)


def streams(prefix: str) -> Work[list[StreamState]]:
    """The states of all streams whose names begin with a prefix."""
    c = schema.streams.c
    chosen = select(c.stream, c.version, c.deadline).where(*_within(c.stream, prefix)).order_by(c.stream)
    return lambda connection: [StreamState(*row) for row in connection.execute(chosen)]


def overdue(now: int) -> Work[list[str]]:
    """The streams whose deadline has passed, earliest deadline first."""
    c = schema.streams.c
    chosen = select(c.stream).where(c.deadline.is_not(None), c.deadline <= now).order_by(c.deadline)
    return lambda connection: [*connection.execute(chosen).scalars()]


def upsert_sealed(table: Table, row: tuple[str | int | bytes, ...], *replaced: str) -> Work[None]:
    """Insert a row with its seal; where it exists, replace the columns named, or leave it where none is named."""

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
    """The conditions for a prefix, as a range of the index."""
    if not prefix:
        return ()
    return (column >= prefix, column < prefix[:-1] + chr(ord(prefix[-1]) + 1))
