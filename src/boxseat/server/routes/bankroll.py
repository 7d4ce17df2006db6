"""Somebody's bankroll: wallet, chips and wagers together, as the ledger moved them."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

import msgspec
from litestar import get
from sqlalchemy import Connection, Row, bindparam, case, func, or_, select

from boxseat.house.house import House
from boxseat.journal import schema
from boxseat.ledger.accounts import chips, wager, wallet
from boxseat.money import dollars
from boxseat.server.api_docs.failures import fails
from boxseat.server.guard import AnyRequest, Who, needs, node_of, person_of

POINTS = 500
LOOKED_AT = 4_000
"""Movements looked through at first; few of them win or lose anything."""
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
    node = node_of(request)
    return await node.store.query(partial(bankroll_of, person_of(request).name, boxes_of(node.house)))


def bankroll_of(name: str, boxes: range, connection: Connection) -> list[BankrollPoint]:
    mine = [wallet(name)]
    for table in tables_of(connection, name):
        mine += [chips(table, name), *(wager(table, box, name) for box in boxes)]
    balances = schema.balances.c
    held = connection.execute(select(func.sum(balances.cents)).where(balances.account.in_(mine))).scalar() or 0
    points: list[BankrollPoint] = []
    for seq, at, cents in _changes(connection, mine):
        points.append(BankrollPoint(seq, at // 1000, dollars(int(cents)), dollars(int(held))))
        held -= cents
    return points[::-1]


def _changes(connection: Connection, mine: list[str]) -> Sequence[Row[int, int, int]]:
    """What changed the bankroll, the newest first: looked for among the newest movements, and then further back."""
    c = schema.postings.c
    moved = func.sum(case((c.taker.in_(mine), c.cents), else_=0) - case((c.giver.in_(mine), c.cents), else_=0)).label(
        "moved"
    )
    changes = (
        select(c.seq, schema.entries.c.at, moved)
        .join(schema.entries, schema.entries.c.seq == c.seq)
        .where(or_(c.taker.in_(mine), c.giver.in_(mine)), c.seq > bindparam("lowest"))
        .group_by(c.seq, schema.entries.c.at)
        .having(moved != 0)
        .order_by(c.seq.desc())
        .limit(POINTS)
    )
    given = select(c.seq).where(c.giver.in_(mine)).order_by(c.seq.desc()).limit(1)
    looked_at = LOOKED_AT
    while True:
        lowest = connection.execute(given.offset(looked_at)).scalar() or 0
        found = connection.execute(changes, {"lowest": lowest}).all()
        if len(found) == POINTS or not lowest:
            return found
        looked_at *= 8


def boxes_of(house: House) -> range:
    """The boxes that a table may have."""
    return range(1, 1 + max((live.book.layout.boxes.value for live in house.at_hand()), default=7))


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
