"""Which checks a table has, and by which clause."""

from __future__ import annotations

from boxseat.rulebook.book import Book
from boxseat.rulebook.citation import Cited
from boxseat.table.state import Table

RIFFLES = ("riffle", "riffle-factory-shuffled")
"""Shuffles that a player asks for."""
REAL_CARDS = (*RIFFLES, "cards-secured", "cards-collected", "hand-shuffle")
"""Checks of cards that people hold; the machine's are shuffled when they are loaded, and neither dropped nor lost."""


def rules_of_checks(book: Book) -> dict[str, Cited[bool]]:
    """The rule of each check, by its name."""
    rules = book.checks
    return {
        "drop-box": rules.drop_box,
        "cashless": rules.cashless,
        "cards-secured": rules.cards_secured,
        "cards-collected": rules.cards_collected,
        "hand-shuffle": rules.hand_shuffle,
        "riffle": rules.riffle,
        "riffle-factory-shuffled": rules.riffle_factory_shuffled,
        "procedures": rules.procedures,
    }


def reason_against(table: Table, what: str) -> str:
    """Why a table does not have a check that the rules of its game have; empty if it has it."""
    device = table.settings.cards_from == "device"
    if what in REAL_CARDS and table.by_hand is None:
        return "there are no real cards at this table"
    if what == "hand-shuffle" and not device:
        return "the cards of this table go into no shuffling device"
    if what == "riffle-factory-shuffled" and device:
        return "the cards of this table are not cut"
    return ""


def clauses_of_checks(book: Book, table: Table) -> dict[str, str]:
    """The checks of a table, each with its clause."""
    rules = rules_of_checks(book)
    return {what: rule.clause for what, rule in rules.items() if rule.value and not reason_against(table, what)}
