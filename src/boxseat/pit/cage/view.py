"""Pictures of the cage: allow-lists. What is expected in a float is only in the books, which its counters do not see."""

from __future__ import annotations

import msgspec

from boxseat.money import dollars
from boxseat.pit.cage.denominations import Pieces, shown, worth
from boxseat.pit.cage.state import Cage, FloatCount, FloatSheet, Footage, Order


class PiecesSeen(msgspec.Struct, frozen=True):
    """Chips by denomination in dollars, and what they come to."""

    chips: dict[str, int]
    amount: str


class OrderSeen(msgspec.Struct, frozen=True):
    """An order of chips, from the request to the receipt."""

    order: int
    table: str
    what: str
    """``fill`` or ``credit``."""
    ordered: PiecesSeen
    ordered_by: str
    at: int
    """When it was ordered, in milliseconds UTC."""
    sent: PiecesSeen | None
    sent_by: str
    received: PiecesSeen | None
    received_by: str


class DealerSeen(msgspec.Struct, frozen=True):
    """Who deals at a table, and since when."""

    table: str
    dealer: str
    since: int
    """In milliseconds UTC."""


class CageWaits(msgspec.Struct, frozen=True):
    """How many orders of chips, and requests for footage, wait for somebody."""

    orders: int
    footage: int


class CageSeen(msgspec.Struct, frozen=True):
    """What everybody sees who handles floats: orders, and who deals where."""

    orders: tuple[OrderSeen, ...]
    """Those not received yet, and the latest of the others, by number."""
    dealing: tuple[DealerSeen, ...]


class CountSeen(msgspec.Struct, frozen=True):
    """A count of a float, beside its books."""

    when: str
    counted: PiecesSeen
    books: str
    difference: str
    at: int
    """In milliseconds UTC."""
    by: str
    confirmed_by: str


class FloatSeen(msgspec.Struct, frozen=True):
    """A table's float from its opening count on."""

    table: str
    opening: CountSeen | None
    fills: str
    credits: str
    closing: CountSeen | None
    last: CountSeen | None
    """The last count of any kind."""
    transit: str
    """What left one place and was not counted in at the other."""


class FootageSeen(msgspec.Struct, frozen=True):
    """A request for footage, and its answer."""

    request: int
    table: str
    round: int | None
    at: int
    """The time of the footage that is asked for, in milliseconds UTC."""
    text: str
    by: str
    asked_at: int
    reference: str
    answer: str
    answered_by: str
    """Empty until it is answered."""


def cage_waits(cage: Cage) -> CageWaits:
    """How much waits for somebody."""
    return CageWaits(
        orders=sum(not order.is_over for order in cage.orders.values()),
        footage=sum(not each.is_answered for each in cage.footage.values()),
    )


def cage_seen(cage: Cage) -> CageSeen:
    """The picture for everybody who handles floats."""
    dealing = (DealerSeen(table, one.dealer, one.since // 1000) for table, one in sorted(cage.dealing.items()))
    return CageSeen(tuple(_order_seen(number, order) for number, order in cage.orders.items()), tuple(dealing))


def floats_seen(cage: Cage) -> tuple[FloatSeen, ...]:
    """The floats beside their books."""
    tables = sorted({*cage.sheets, *cage.transit})
    return tuple(_float_seen(cage, table, cage.sheets.get(table, FloatSheet())) for table in tables)


def footage_seen(cage: Cage) -> tuple[FootageSeen, ...]:
    """Requests for footage, by number."""
    return tuple(_footage_seen(number, each) for number, each in cage.footage.items())


def _footage_seen(number: int, each: Footage) -> FootageSeen:
    return FootageSeen(
        request=number,
        table=each.table,
        round=each.round,
        at=each.at // 1000,
        text=each.text,
        by=each.by,
        asked_at=each.asked_at // 1000,
        reference=each.reference,
        answer=each.answer,
        answered_by=each.answered_by,
    )


def _float_seen(cage: Cage, table: str, sheet: FloatSheet) -> FloatSeen:
    return FloatSeen(
        table=table,
        opening=_count_seen(sheet.opening),
        fills=dollars(sheet.fills),
        credits=dollars(sheet.credits),
        closing=_count_seen(sheet.closing),
        last=_count_seen(sheet.last),
        transit=dollars(cage.transit.get(table, 0)),
    )


def _count_seen(count: FloatCount | None) -> CountSeen | None:
    if count is None:
        return None
    return CountSeen(
        when=count.when,
        counted=PiecesSeen(shown(count.pieces), dollars(count.cents)),
        books=dollars(count.books),
        difference=dollars(count.difference),
        at=count.at // 1000,
        by=count.by,
        confirmed_by=count.confirmed_by,
    )


def _order_seen(number: int, order: Order) -> OrderSeen:
    return OrderSeen(
        order=number,
        table=order.table,
        what=order.word,
        ordered=PiecesSeen(shown(order.ordered), dollars(worth(order.ordered))),
        ordered_by=order.ordered_by,
        at=order.at // 1000,
        sent=_pieces_seen(order.sent),
        sent_by=order.sent_by,
        received=_pieces_seen(order.received),
        received_by=order.received_by,
    )


def _pieces_seen(pieces: Pieces | None) -> PiecesSeen | None:
    return None if pieces is None else PiecesSeen(shown(pieces), dollars(worth(pieces)))
