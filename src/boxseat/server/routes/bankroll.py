"""A person's bankroll over time: wallet, chips and wagers together, from the postings of the ledger."""

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
from boxseat.server.guard import AnyRequest, Who, history_of, needs, node_of, person_of

POINTS_MAX = 500
POSTINGS_SEARCHED_FIRST = 4_000
"""Postings searched at first; few of them change the bankroll."""
TABLES_SEARCHED_MAX = 200
"""Tables of a person that are searched, newest first; the graph leaves out older ones."""


class BankrollPoint(msgspec.Struct, frozen=True):
    """The bankroll after a win or a loss, or after money came from the cage."""

    seq: int
    at: int
    """Milliseconds since 1970."""
    change: str
    bankroll: str


@get("/api/bankroll", opt=needs(Who.SOMEBODY), responses=fails(401, 403, 429, 503), tags=["people"])
async def bankroll(request: AnyRequest) -> list[BankrollPoint]:
    """Your bankroll after every change, oldest first, five hundred points at the most."""
    boxes = boxes_of(node_of(request).house)
    return await history_of(request).query(partial(bankroll_of, person_of(request).name, boxes))


def bankroll_of(name: str, boxes: range, connection: Connection) -> list[BankrollPoint]:
    """A person's bankroll over time, oldest point first."""
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
    """Changes of the bankroll, newest first: searched among the newest postings, then further back."""
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
        .limit(POINTS_MAX)
    )
    given = select(c.seq).where(c.giver.in_(mine)).order_by(c.seq.desc()).limit(1)
    looked_at = POSTINGS_SEARCHED_FIRST
    while True:
        lowest = connection.execute(given.offset(looked_at)).scalar() or 0
        found = connection.execute(changes, {"lowest": lowest}).all()
        if len(found) == POINTS_MAX or not lowest:
            return found
        looked_at *= 8


def boxes_of(house: House) -> range:
    """Numbers of all boxes that a table may have."""
    return range(1, 1 + max((live.book.layout.boxes.value for live in house.loaded_tables()), default=7))


def tables_of(connection: Connection, name: str) -> list[str]:
    """Tables where a person bought chips, newest first, found by what left their wallet."""
    c = schema.postings.c
    drops = (
        select(c.taker)
        .where(c.giver == wallet(name), c.taker.like("drop/%"))
        .group_by(c.taker)
        .order_by(func.max(c.seq).desc())
    )
    return [drop.removeprefix("drop/") for drop in connection.execute(drops.limit(TABLES_SEARCHED_MAX)).scalars()]
