"""Somebody's bankroll: wallet, chips and wagers together, as the ledger moved them."""

from __future__ import annotations

import msgspec
from litestar import get
from sqlalchemy import Connection, case, func, or_, select

from boxseat.journal import schema
from boxseat.ledger.accounts import chips, wager, wallet
from boxseat.money import dollars
from boxseat.server.describing import fails
from boxseat.server.guard import AnyRequest, Who, needs, person_of, premises_of

POINTS = 500
TABLES = 200
"""The tables somebody was last at; nobody's graph reaches further back than that."""


class BankrollPoint(msgspec.Struct, frozen=True):
    """The bankroll after money was won or lost, or came from the cage."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    change: str
    bankroll: str


@get("/api/bankroll", opt=needs(Who.SOMEBODY), responses=fails(401, 403, 429, 503), tags=["people"])
async def bankroll(request: AnyRequest) -> list[BankrollPoint]:
    """Your bankroll after everything that changed it, the oldest first, five hundred points at the most."""
    name, premises = person_of(request).name, premises_of(request)
    boxes = range(1, 1 + max((live.book.layout.boxes.value for live in premises.house.at_hand()), default=7))

    def work(connection: Connection) -> list[BankrollPoint]:
        mine = [wallet(name)]
        for table in tables_of(connection, name):
            mine += [chips(table, name), *(wager(table, box, name) for box in boxes)]
        c, balances = schema.postings.c, schema.balances.c
        held = connection.execute(select(func.sum(balances.cents)).where(balances.account.in_(mine))).scalar() or 0
        moved = func.sum(
            case((c.taker.in_(mine), c.cents), else_=0) - case((c.giver.in_(mine), c.cents), else_=0)
        ).label("moved")
        changes = (
            select(c.seq, schema.entries.c.at, moved)
            .join(schema.entries, schema.entries.c.seq == c.seq)
            .where(or_(c.taker.in_(mine), c.giver.in_(mine)))
            .group_by(c.seq, schema.entries.c.at)
            .having(moved != 0)
            .order_by(c.seq.desc())
            .limit(POINTS)
        )
        points: list[BankrollPoint] = []
        for seq, at, cents in connection.execute(changes):
            points.append(BankrollPoint(seq, at // 1000, dollars(int(cents)), dollars(int(held))))
            held -= cents
        return points[::-1]

    return await premises.store.query(work)


def tables_of(connection: Connection, name: str) -> list[str]:
    """The tables somebody bought chips at, by what left their wallet."""
    c = schema.postings.c
    drops = (
        select(c.taker)
        .where(c.giver == wallet(name), c.taker.like("drop/%"))
        .group_by(c.taker)
        .order_by(func.max(c.seq).desc())
    )
    return [drop.removeprefix("drop/") for drop in connection.execute(drops.limit(TABLES)).scalars()]
