"""Wording of what only happens at hand-dealt tables."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boxseat.cards import UNSEEN
from boxseat.money import dollars
from boxseat.play.irregularities.reconstruction_account import place_name
from boxseat.rulebook.book import Book
from boxseat.table.hand_dealt import records as r
from boxseat.table.state import Table

_CARDS = {
    "shuffled": "The cards are shuffled.",
    "cutting-card-out": "The cutting card is out: the cards are shuffled before the next round.",
    "cards-out": "The shoe is empty: the discards are shuffled to finish the round.",
}


def _card_keyed(book: Book, table: Table, record: r.CardKeyed) -> str:
    """Where a misplaced card was due, or a card that is no part of a round; the engine tells of all others."""
    deviation = record.deviation
    if deviation is None:
        return ""
    if deviation.due:
        return f"The card was due to {place_name(deviation.due)} (clause {deviation.clause})."
    what = "A card that nobody has seen" if record.card is UNSEEN else str(record.card)
    if deviation.kind == "foreign-card":
        return f"{what} is not of this pack (clause {deviation.clause})."
    return "" if table.in_round else f"{what} has left the shoe, and no wager lies (clause {deviation.clause})."


def _cards_of_the_day(book: Book, table: Table, record: r.CardsOfTheDay) -> str:
    if record.what == "cut":
        return f"{record.by or 'Somebody'} cuts the cards."
    if record.what == "loaded":
        return "The cards are loaded, and none is burnt." if record.card is None else "A card is burnt."
    return _CARDS[record.what]


def _record_corrected(book: Book, table: Table, record: r.RecordCorrected) -> str:
    told = f"The record of round {record.number} is corrected: {record.reason.rstrip('.')}."
    sums = [
        f"{each.player} {'gets' if each.cents > 0 else 'gives back'} {dollars(abs(each.cents))}"
        for each in record.changes
    ]
    return f"{told} {', '.join(sums)}." if sums else told


def _late_chips(book: Book, table: Table, record: r.LateChips) -> str:
    was = "added to" if record.cents > 0 else "taken from"
    rule = book.control.locked.clause
    amount = dollars(abs(record.cents))
    return f"{amount} {was} {record.player}'s wager on box {record.box} too late: it stands as it was (clause {rule})."


HAND_DEALT_WORDING: dict[type, Callable[[Book, Table, Any], str]] = {
    r.CardKeyed: _card_keyed,
    r.CardUndone: lambda book, table, record: f"{record.card} was keyed by mistake, and is taken back.",
    r.CardTurned: lambda book, table, record: f"The card that lay face down is {record.card}.",
    r.CardsOfTheDay: _cards_of_the_day,
    r.RecordCorrected: _record_corrected,
    r.LateChips: _late_chips,
    r.PatronLinked: lambda book, table, record: f"{record.patron} is {record.player}.",
}
"""The sentences of each record that the dealer announces; the others have none."""
