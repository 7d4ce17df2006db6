"""My rounds: those somebody had a wager in, at whichever table, as the ledger moved their chips."""

from __future__ import annotations

import msgspec
from litestar import get
from sqlalchemy import Connection, and_, case, func, or_, select

from boxseat.journal import schema
from boxseat.ledger.accounts import chips, table_float, wager
from boxseat.money import dollars
from boxseat.server.bankroll import tables_of
from boxseat.server.describing import fails
from boxseat.server.guard import AnyRequest, Who, needs, person_of, premises_of
from boxseat.server.people import Before

AT_ONCE = 50


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
    name, premises = person_of(request).name, premises_of(request)
    boxes = range(1, 1 + max((live.book.layout.boxes.value for live in premises.house.at_hand()), default=7))

    def work(connection: Connection) -> list[MyRound]:
        tables = tables_of(connection, name)
        if not tables:
            return []
        wagers = [wager(table, box, name) for table in tables for box in boxes]
        mine = [*wagers, *(chips(table, name) for table in tables)]
        trays = [table_float(table) for table in tables]
        p, e, r = schema.postings.c, schema.entries.c, schema.rounds.c
        won = case((p.giver.in_(trays), p.cents), else_=0) - case((p.taker.in_(trays), p.cents), else_=0)
        last = func.max(p.seq).label("seq")
        chosen = (
            select(r.id, r.stream, r.number, r.at, r.last, func.sum(won), last)
            .select_from(schema.postings)
            .join(schema.entries, e.seq == p.seq)
            .join(
                schema.rounds,
                and_(r.stream == e.stream, r.first <= e.version, or_(r.last.is_(None), r.last >= e.version)),
            )
            # A wager that is settled leaves its box, whichever way it goes; what is won comes from the tray.
            .where(or_(p.giver.in_(wagers), and_(p.giver.in_(trays), p.taker.in_(mine))))
            .group_by(r.id, r.stream, r.number, r.at, r.last)
            .order_by(last.desc())
            .limit(AT_ONCE)
        )
        if before is not None:
            chosen = chosen.having(last < before)
        return [
            MyRound(id_, stream.removeprefix("table/"), number, at // 1000, dollars(int(net)), over is not None, seq)
            for id_, stream, number, at, over, net, seq in connection.execute(chosen)
        ]

    return await premises.store.query(work)
