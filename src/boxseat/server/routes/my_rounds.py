"""A person's rounds at all tables, found by the postings of their wagers in the ledger."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec
from litestar import get
from sqlalchemy import Connection, Row, and_, case, func, or_, select

from boxseat.journal import schema
from boxseat.ledger.accounts import chips, table_float, wager
from boxseat.money import dollars
from boxseat.server.api_docs.failures import fails
from boxseat.server.guard import AnyRequest, Who, history_of, needs, node_of, person_of
from boxseat.server.routes.bankroll import TABLES_SEARCHED_MAX, boxes_of, tables_of
from boxseat.server.routes.people import Before
from boxseat.table.names import table_of

ROUNDS_PER_PAGE = 50
ENTRIES_SEARCHED_FIRST = 200
"""Journal entries searched at first; a round has a few in which a person's wagers leave their boxes."""


class MyRound(msgspec.Struct, frozen=True):
    """A round that a person played in, and its result for them."""

    id: str
    table: str
    number: int
    at: int
    """When it began, in milliseconds since 1970."""
    net: str
    """Below zero for a loss; the result so far while the round is in play."""
    over: bool
    seq: int
    """Value of `before` that asks for earlier rounds."""


@get("/api/rounds", opt=needs(Who.SOMEBODY), responses=fails(400, 401, 403, 429, 503), tags=["rounds"])
async def my_rounds(request: AnyRequest, before: Before = None) -> list[MyRound]:
    """Rounds in which you had a wager, at all tables, newest first, fifty at a time; `before` is a line's `seq`."""
    boxes = boxes_of(node_of(request).house)
    return await history_of(request).query(partial(rounds_of, person_of(request).name, boxes, before))


def rounds_of(name: str, boxes: range, before: int | None, connection: Connection) -> list[MyRound]:
    """One page of a person's rounds, newest first, in a few queries however many rounds it has."""
    wagers = [wager(table, box, name) for table in tables_of(connection, name) for box in boxes]
    found: dict[str, MyRound] = {}
    below, searched = before, ENTRIES_SEARCHED_FIRST
    while len(found) < ROUNDS_PER_PAGE:
        lowest, ids = _rounds_left(connection, wagers, below, searched)
        if lowest is None:
            break
        for one in _results(connection, name, boxes, ids):
            if before is None or one.seq < before:
                found[one.id] = one
        below, searched = lowest, searched * 8
    return sorted(found.values(), key=lambda one: -one.seq)[:ROUNDS_PER_PAGE]


def _rounds_left(
    connection: Connection, wagers: list[str], below: int | None, searched: int
) -> tuple[int | None, Sequence[str]]:
    """Lowest `seq` of the newest entries in which a wager left its box, and the rounds of these entries.

    A wager leaves its box however it is settled. An entry between two rounds belongs to none.
    """
    p, e, r = schema.postings.c, schema.entries.c, schema.rounds.c
    seqs = select(p.seq).where(p.giver.in_(wagers)).distinct().order_by(p.seq.desc()).limit(searched)
    if below is not None:
        seqs = seqs.where(p.seq < below)
    newest = seqs.cte("newest")
    lowest = connection.execute(select(func.min(newest.c.seq))).scalar()
    if lowest is None:
        return None, ()
    begun = schema.rounds.alias("begun").c
    first = select(func.max(begun.first)).where(begun.stream == e.stream, begun.first <= e.version).scalar_subquery()
    chosen = (
        select(r.id)
        .select_from(newest)
        .join(schema.entries, e.seq == newest.c.seq)
        .join(schema.rounds, and_(r.stream == e.stream, r.first == first))
        .where(or_(r.last.is_(None), r.last >= e.version))
        .group_by(r.id)
        .order_by(func.max(e.seq).desc())
        .limit(ROUNDS_PER_PAGE + TABLES_SEARCHED_MAX)  # one round of each table may extend beyond the page
    )
    return lowest, connection.execute(chosen).scalars().all()


def _results(connection: Connection, name: str, boxes: range, ids: Sequence[str]) -> list[MyRound]:
    """Rounds by their ids, with the result of each for the person."""
    p, e, r = schema.postings.c, schema.entries.c, schema.rounds.c
    indexes = {row.id: row for row in connection.execute(select(schema.rounds).where(r.id.in_(ids)))}
    tables = {table_of(row.stream) for row in indexes.values()}
    wagers = [wager(table, box, name) for table in tables for box in boxes]
    floats = [table_float(table) for table in tables]
    leaves = p.giver.in_(wagers)
    wins = and_(p.giver.in_(floats), p.taker.in_([*wagers, *(chips(table, name) for table in tables)]))
    lost = case((and_(leaves, p.taker.in_(floats)), p.cents), else_=0)
    moved = (
        select(r.id, func.sum(case((wins, p.cents), else_=0) - lost), func.max(case((leaves, p.seq))))
        .select_from(schema.rounds)
        .join(
            schema.entries, and_(e.stream == r.stream, e.version >= r.first, or_(r.last.is_(None), e.version <= r.last))
        )
        .join(schema.postings, p.seq == e.seq)
        .where(r.id.in_(ids), or_(leaves, wins))
        .group_by(r.id)
    )
    return [
        _round(indexes[round_id], int(net), seq) for round_id, net, seq in connection.execute(moved) if seq is not None
    ]


def _round(index: Row[tuple[object, ...]], net: int, seq: int) -> MyRound:
    return MyRound(
        index.id, table_of(index.stream), index.number, index.at // 1000, dollars(net), index.last is not None, seq
    )
