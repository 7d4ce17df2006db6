"""My rounds: those somebody had a wager in, at whichever table, as the ledger moved their chips."""

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

AT_ONCE = 50
LOOKED_AT = 200
"""Entries looked through at a time; a round has a few with which somebody's wagers leave their boxes."""


class MyRound(msgspec.Struct, frozen=True):
    """A round that somebody played in, and what it brought them."""

    id: str
    table: str
    number: int
    at: int
    """When it began, in milliseconds since 1970."""
    net: str
    """Below zero where it was lost; so far, where it is still being played."""
    over: bool
    seq: int
    """To ask for those before it."""


@get("/api/rounds", opt=needs(Who.SOMEBODY), responses=fails(400, 401, 403, 429, 503), tags=["rounds"])
async def my_rounds(request: AnyRequest, before: Before = None) -> list[MyRound]:
    """The rounds you had a wager in, at all tables, the newest first, fifty at a time; `before` is a line's `seq`."""
    node = node_of(request)
    return await node.store.query(partial(rounds_of, person_of(request).name, boxes_of(node.house), before))


def rounds_of(name: str, boxes: range, before: int | None, connection: Connection) -> list[MyRound]:
    return [*islice(_newest(name, boxes, before, connection), AT_ONCE)]


def _newest(name: str, boxes: range, before: int | None, connection: Connection) -> Iterator[MyRound]:
    mine = {f"table/{table}": _Mine(table, name, boxes) for table in tables_of(connection, name)}
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
    """The newest entries with which a wager left its box, as it does whichever way it is settled."""
    p, e = schema.postings.c, schema.entries.c
    seqs = select(p.seq).where(p.giver.in_(wagers)).distinct().order_by(p.seq.desc()).limit(LOOKED_AT)
    if below is not None:
        seqs = seqs.where(p.seq < below)
    chosen = select(e.seq, e.stream, e.version).where(e.seq.in_(seqs.scalar_subquery())).order_by(e.seq.desc())
    return connection.execute(chosen).all()


def _round_at(connection: Connection, stream: str, version: int) -> Row[Any] | None:
    """The round that a table's entry belongs to; none where it lies between two."""
    r = schema.rounds.c
    begun = select(schema.rounds).where(r.stream == stream, r.first <= version).order_by(r.first.desc()).limit(1)
    row = connection.execute(begun).first()
    return row if row is not None and (row.last is None or row.last >= version) else None


class _Mine:
    """Somebody's accounts at one table."""

    def __init__(self, table: str, name: str, boxes: range) -> None:
        self.table = table
        self.wagers = [wager(table, box, name) for box in boxes]
        self._all = [*self.wagers, chips(table, name)]
        self._tray = table_float(table)

    def round(self, connection: Connection, index: Row[Any]) -> MyRound:
        """What a round brought."""
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
