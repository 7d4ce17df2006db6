"""The fold: the state of the cage from its records."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from typing import Any, TypeVar

from msgspec.structs import replace

from boxseat.consistency import present, require
from boxseat.pit.cage import records as r
from boxseat.pit.cage.denominations import worth
from boxseat.pit.cage.state import (
    FOOTAGE_KEPT_MAX,
    ORDERS_KEPT_MAX,
    Cage,
    DealerThere,
    FloatCount,
    FloatSheet,
    Footage,
    Order,
)

T = TypeVar("T")


def fold_entry(cage: Cage, happened: Iterable[r.AnyCageRecord], at: int) -> Cage:
    """The cage after one entry."""
    for record in happened:
        cage = _folded(cage, record, at)
    return replace(cage, version=cage.version + 1)


def _folded(cage: Cage, record: r.AnyCageRecord, at: int) -> Cage:
    match record:
        case r.CageSetUp(zone=zone):
            return replace(cage, zone=zone)
        case r.FloatCounted(table=table):
            return _with_sheet(cage, table, _counted(cage.sheets.get(table, FloatSheet()), record, at))
        case r.CountConfirmed(table=table, by=by):
            return _with_sheet(cage, table, _confirmed(cage.sheets[table], by))
        case r.ChipsOrdered(order=number):
            require(number == cage.orders_made + 1, "an order has the next number")
            order = Order(record.table, record.is_fill, record.pieces, record.by, at)
            return replace(cage, orders_made=number, orders={**cage.orders, number: order})
        case r.FillIssued() | r.FillReceived() | r.CreditSent() | r.CreditReceived():
            return _after_step(cage, record)
        case r.DropCounted(table=table, pieces=pieces, books=books):
            return _in_transit(cage, table, books - worth(pieces))
        case r.DealerCameIn(table=table, dealer=dealer):
            return replace(cage, dealing={**cage.dealing, table: DealerThere(dealer, at)})
        case r.FootageRequested(request=number):
            require(number == cage.footage_asked + 1, "a request for footage has the next number")
            asked = Footage(record.table, record.round, record.at, record.text, record.by, at)
            return replace(cage, footage_asked=number, footage={**cage.footage, number: asked})
        case r.FootageAnswered(request=number, reference=reference, text=text, by=by):
            asked = cage.footage[number]
            require(not asked.is_answered, "a request for footage is answered once")
            footage = {**cage.footage, number: replace(asked, reference=reference, answer=text, answered_by=by)}
            return replace(cage, footage=_kept(footage, lambda each: each.is_answered, FOOTAGE_KEPT_MAX))
        case _:
            return cage  # money, ratings and notes: the journal has them


def _counted(sheet: FloatSheet, record: r.FloatCounted, at: int) -> FloatSheet:
    """The sheet after a count; an opening count begins another, and so does the first one after a closing count."""
    count = FloatCount(record.when, record.pieces, record.books, at, record.by)
    if record.when == "opening" or (sheet.closing is not None and record.when == "check"):
        return FloatSheet(opening=count if record.when == "opening" else None, last=count)
    return replace(sheet, closing=count if record.when == "closing" else sheet.closing, last=count)


def _confirmed(sheet: FloatSheet, by: str) -> FloatSheet:
    count = present(sheet.last, "a count to confirm")
    require(not count.confirmed_by and by != count.by, "another person confirms a count once")
    confirmed = replace(count, confirmed_by=by)
    match count.when:
        case "opening":
            return replace(sheet, opening=confirmed, last=confirmed)
        case "closing":
            return replace(sheet, closing=confirmed, last=confirmed)
        case "check":
            return replace(sheet, last=confirmed)


def _after_step(cage: Cage, record: r.StepRecord) -> Cage:
    """The cage after chips of an order left one place, or came to the other."""
    order, cents = cage.orders[record.order], worth(record.pieces)
    sheet = cage.sheets.get(order.table, FloatSheet())
    sends = isinstance(record, r.FillIssued | r.CreditSent)
    require(order.is_fill == isinstance(record, r.FillIssued | r.FillReceived), "a step of another order")
    if sends:
        require(order.sent is None, "the chips of an order leave once")
        order = replace(order, sent=record.pieces, sent_by=record.by)
    else:
        require(order.sent is not None and not order.is_over, "chips are received once, and after they left")
        require(record.by != order.sent_by, "somebody else receives the chips")
        order = replace(order, received=record.pieces, received_by=record.by)
    if isinstance(record, r.FillReceived):
        sheet = replace(sheet, fills=sheet.fills + cents)
    elif isinstance(record, r.CreditSent):
        sheet = replace(sheet, credits=sheet.credits + cents)
    orders = _kept({**cage.orders, record.order: order}, lambda each: each.is_over, ORDERS_KEPT_MAX)
    cage = _in_transit(cage, order.table, cents if sends else -cents)
    return replace(_with_sheet(cage, order.table, sheet), orders=orders)


def _in_transit(cage: Cage, table: str, cents: int) -> Cage:
    on_the_way = {**cage.transit, table: cage.transit.get(table, 0) + cents}
    return replace(cage, transit={name: each for name, each in on_the_way.items() if each})


def _with_sheet(cage: Cage, table: str, sheet: FloatSheet) -> Cage:
    return replace(cage, sheets={**cage.sheets, table: sheet})


def _kept(all_of_them: Mapping[int, T], is_over: Callable[[Any], bool], most: int) -> dict[int, T]:
    """Those that are not over, and the latest of the others."""
    over = [number for number, each in all_of_them.items() if is_over(each)]
    gone = {*over[:-most]}
    return {number: each for number, each in all_of_them.items() if number not in gone}
