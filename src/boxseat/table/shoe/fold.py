"""The fold of a table's cards: shuffled, cut, burnt, the cutting card, the end of a shoe."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from boxseat.consistency import present, require
from boxseat.rulebook.book import Book
from boxseat.table import records as r
from boxseat.table.card_source import decks, decks_without, left_in_device
from boxseat.table.permissions.fold import after_shuffle
from boxseat.table.rulings.ruling_effects import device_is_emptied
from boxseat.table.state import CutOffer, Pack, Revealed, Table, TableUse


def _cards_shuffled(book: Book, table: Table, record: r.CardsShuffled) -> Table:
    require(not record.stacked or table.use is TableUse.PRACTICE, "cards are set by hand at practice tables only")
    if device_is_emptied(book, table) and (left := left_in_device(book, table)):
        require(record.pack == left, "the cards that are left in the device are shuffled")
    size = len(record.pack) or len(decks(book))
    pack = Pack(
        record.shoe,
        record.commitment,
        record.cards_from,
        size,
        cards=record.pack,
        stacked=record.stacked,
        mid_round=record.mid_round,
        first=table.version,
        at=record.at,
    )
    if table.pack is not None and record.mid_round:
        pack = replace(pack, rounds=table.pack.rounds, regulars=table.pack.regulars)
    last_out_at = record.last_out_at
    if last_out_at is None:
        last_out_at = "" if table.pack is None else table.last_out_at if table.pack.mid_round else table.pack.out_at
    rack = table.rack if record.pack else ()
    shuffled = replace(table, pack=pack, shoes=table.shoes + 1, last_out_at=last_out_at, cut_offer=None, rack=rack)
    shuffled = replace(shuffled, carried=())
    return shuffled if record.mid_round else after_shuffle(shuffled)


def _cut_offered(book: Book, table: Table, record: r.CutOffered) -> Table:
    declined = table.cut_offer.declined if table.cut_offer else ()
    return replace(table, cut_offer=CutOffer(record.player, declined))


def _cut_declined(book: Book, table: Table, record: r.CutDeclined) -> Table:
    offer = present(table.cut_offer, "cut to decline")
    return replace(table, cut_offer=replace(offer, declined=(*offer.declined, record.player)))


def _cards_cut(book: Book, table: Table, record: r.CardsCut) -> Table:
    pack = replace(table.current_pack, cut=True, place=record.place, behind=record.behind)
    return replace(table, pack=pack, cut_offer=None)


def _card_burnt(book: Book, table: Table, record: r.CardBurnt) -> Table:
    pack = table.current_pack
    return replace(table, pack=replace(pack, drawn=pack.drawn + 1, burnt=pack.burnt + 1))


def _cutting_card_out(book: Book, table: Table, record: r.CuttingCardOut) -> Table:
    return replace(table, pack=replace(table.current_pack, out_at=record.at, discarded=record.discarded))


def _rack_returned(book: Book, table: Table, record: r.RackReturned) -> Table:
    pack = table.current_pack
    inside = decks_without(book, table.current_round.cards_seen())
    pack = replace(pack, stage=2, stage_cards=inside, stage_drawn=0, size=pack.drawn + len(inside))
    return replace(table, pack=pack, rack=())


def _shoe_finished(book: Book, table: Table, record: r.ShoeFinished) -> Table:
    return replace(table, revealed=Revealed(record.shoe, table.current_pack.commitment, record.seed))


SHOE_FOLDS: dict[type, Callable[[Book, Table, Any], Table]] = {
    r.CardsShuffled: _cards_shuffled,
    r.CutOffered: _cut_offered,
    r.CutDeclined: _cut_declined,
    r.CardsCut: _cards_cut,
    r.CardBurnt: _card_burnt,
    r.CuttingCardOut: _cutting_card_out,
    r.RackReturned: _rack_returned,
    r.ShoeFinished: _shoe_finished,
}
