"""The ledger's postings of the cage. What moves a table's float or drop is posted by the table's own entry beside it."""

from __future__ import annotations

from collections.abc import Iterator

from boxseat.ledger.accounts import CAGE, Posting, owed, transit, wallet
from boxseat.pit.cage import records as r
from boxseat.pit.cage.denominations import worth
from boxseat.pit.cage.state import Cage


def postings(cage: Cage, record: r.AnyCageRecord) -> Iterator[Posting]:
    """The postings of a record; `cage` is the state before it."""
    for posting in _moved(cage, record):
        if posting.cents:
            yield posting


def _moved(cage: Cage, record: r.AnyCageRecord) -> Iterator[Posting]:
    match record:
        case r.FillIssued(order=number, pieces=pieces):
            yield Posting(CAGE, transit(cage.orders[number].table), worth(pieces), f"fill {number} issued")
        case r.CreditReceived(order=number, pieces=pieces):
            yield Posting(transit(cage.orders[number].table), CAGE, worth(pieces), f"credit {number} received")
        case r.DropCounted(table=table, pieces=pieces):
            yield Posting(transit(table), CAGE, worth(pieces), "drop counted")
        case r.PaidOut(player=player, cents=cents, what=what):
            yield Posting(wallet(player), CAGE, cents, f"paid out: {what}" if what else "paid out")
        case r.OwedCollected(player=player, cents=cents, what=what):
            yield Posting(CAGE, owed(player), cents, f"owed and paid: {what}" if what else "owed and paid")
