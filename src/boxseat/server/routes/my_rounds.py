"""A person's rounds at all tables, found by the postings of their wagers in the ledger."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import partial
from itertools import islice
from typing import Any

import msgspec
from litestar import get
from sqlalchemy import Connection, Row, and_, case, func, or_, select

from boxseat.journal import schema
from boxseat.ledger.accounts import chips, table_float, wager
from boxseat.money import dollars
from boxseat.server.api_docs.failures import fails
from boxseat.server.guard import AnyRequest, Who, needs, node_of, person_of
from boxseat.server.routes.bankroll import boxes_of, tables_of
from boxseat.server.routes.people import Before
from boxseat.table.names import stream_of

ROUNDS_PER_PAGE = 50
ENTRIES_PER_QUERY = 200
"""Journal entries read per query; a round has a few in which a person's wagers leave their boxes."""


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
    node = node_of(request)
    return await node.store.query(partial(rounds_of, person_of(request).name, boxes_of(node.house), before))


def rounds_of(name: str, boxes: range, before: int | None, connection: Connection) -> list[MyRound]:
    """One page of a person's rounds, newest first."""
    return [*islice(_newest(name, boxes, before, connection), ROUNDS_PER_PAGE)]


def _newest(name: str, boxes: range, before: int | None, connection: Connection) -> Iterator[MyRound]:
    mine = {stream_of(table): _TableAccounts(table, name, boxes) for table in tables_of(connection, name)}
    wagers = [account for each in mine.values() for account in each.wagers]
    looked_at: set[str] = set()
    below = before
    while left := _left_their_boxes(connection, wagers, below):
        for _, stream, version in left:
            index = _round_at(connection, stream, version)
            if index is None or index.id in looked_at:
                continue
            looked_at.add(index.id)
            one = mine[stream].round(connection, index)
            if before is None or one.seq < before:
                yield one
        below = left[-1].seq


def _left_their_boxes(connection: Connection, wagers: list[str], below: int | None) -> Sequence[Row[int, str, int]]:
    """Newest entries in which a wager left its box, as it does however it is settled."""
    p, e = schema.postings.c, schema.entries.c
    seqs = select(p.seq).where(p.giver.in_(wagers)).distinct().order_by(p.seq.desc()).limit(ENTRIES_PER_QUERY)
    if below is not None:
        seqs = seqs.where(p.seq < below)
    chosen = select(e.seq, e.stream, e.version).where(e.seq.in_(seqs.scalar_subquery())).order_by(e.seq.desc())
    return connection.execute(chosen).all()


def _round_at(connection: Connection, stream: str, version: int) -> Row[Any] | None:
    """Round that a table's entry belongs to; None where it lies between two rounds."""
    r = schema.rounds.c
    begun = select(schema.rounds).where(r.stream == stream, r.first <= version).order_by(r.first.desc()).limit(1)
    row = connection.execute(begun).first()
    return row if row is not None and (row.last is None or row.last >= version) else None


class _TableAccounts:
    """A person's accounts at one table."""

    def __init__(self, table: str, name: str, boxes: range) -> None:
        self.table = table
        self.wagers = [wager(table, box, name) for box in boxes]
        self._all = [*self.wagers, chips(table, name)]
        self._tray = table_float(table)

    def round(self, connection: Connection, index: Row[Any]) -> MyRound:
        """A round, and its result for the person."""
        p, e = schema.postings.c, schema.entries.c
        leaves, wins = p.giver.in_(self.wagers), and_(p.giver == self._tray, p.taker.in_(self._all))
        lost = case((and_(leaves, p.taker == self._tray), p.cents), else_=0)
        moved = (
            select(func.sum(case((wins, p.cents), else_=0) - lost), func.max(case((leaves, p.seq))))
            .join(schema.entries, e.seq == p.seq)
            .where(e.stream == index.stream, e.version >= index.first, or_(leaves, wins))
        )
        if index.last is not None:
            moved = moved.where(e.version <= index.last)
        net, seq = connection.execute(moved).one()
        return MyRound(
            index.id, self.table, index.number, index.at // 1000, dollars(int(net)), index.last is not None, seq
        )
