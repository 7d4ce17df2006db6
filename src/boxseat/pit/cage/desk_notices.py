"""What the desks of the house are told by records of the cage."""

from __future__ import annotations

from collections.abc import Iterator

from boxseat.journal.entry import Notice
from boxseat.money import dollars
from boxseat.pit.cage import records as r
from boxseat.pit.cage.denominations import Pieces, worth
from boxseat.pit.cage.state import Cage
from boxseat.table.names import stream_of

CAGE_DESK, MANAGER_DESK, SURVEILLANCE_DESK = "cage", "gaming-manager", "surveillance"


def notices(cage: Cage, record: r.AnyCageRecord) -> Iterator[Notice]:
    """The notices of a record; `cage` is the state before it."""
    match record:
        case r.ChipsOrdered(order=number, table=table, is_fill=is_fill, pieces=pieces):
            word = "fill" if is_fill else "credit"
            yield _told(CAGE_DESK, table, f"{word} {number} of {dollars(worth(pieces))} is ordered for {table}")
        case r.FloatCounted(table=table, when=when, pieces=pieces, books=books) if worth(pieces) != books:
            found = f"the {when} count of {table} is {dollars(worth(pieces))}, and by the books {dollars(books)}"
            yield _told(MANAGER_DESK, table, found)
        case r.DropCounted(table=table, pieces=pieces, books=books) if worth(pieces) != books:
            found = f"the drop of {table} is {dollars(worth(pieces))}, and by the books {dollars(books)}"
            yield _told(MANAGER_DESK, table, found)
        case r.FillIssued() | r.FillReceived() | r.CreditSent() | r.CreditReceived():
            order = cage.orders[record.order]
            before, did = order.ordered, "left"
            if isinstance(record, r.FillReceived | r.CreditReceived):
                before, did = order.sent or {}, "came"
            if before != record.pieces:
                found = f"{order.word} {record.order} of {order.table}: {_difference(before, record.pieces, did)}"
                yield _told(MANAGER_DESK, order.table, found)
        case r.FootageRequested(request=number, table=table):
            said = " ".join(part for part in (f"footage {number} is asked for", table, record.text) if part)
            yield Notice(SURVEILLANCE_DESK, said, about=stream_of(table) if table else "")
        case r.FootageAnswered(request=number, reference=reference):
            asked = cage.footage[number]
            about = stream_of(asked.table) if asked.table else ""
            yield Notice(asked.by, f"footage {number}: {reference}", about=about)


def _told(desk: str, table: str, text: str) -> Notice:
    return Notice(desk, text, about=stream_of(table))


def _difference(before: Pieces, now: Pieces, did: str) -> str:
    if worth(before) == worth(now):
        return f"other denominations {did} than before, for the same {dollars(worth(now))}"
    return f"{dollars(worth(now))} {did}, and not {dollars(worth(before))}"
