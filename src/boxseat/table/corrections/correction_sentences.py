"""The dealer's sentences about corrections of what is over. A wrong payment is between the house and the patron."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boxseat.money import dollars
from boxseat.rulebook.book import Book
from boxseat.table.corrections.records import PastRoundVoided
from boxseat.table.state import Table


def _voided(book: Book, table: Table, record: PastRoundVoided) -> str:
    sums = [
        f"{each.player} {'gets back' if each.cents > 0 else 'gives back'} {dollars(abs(each.cents))}"
        for each in record.changes
    ]
    told = f"Round {record.number} is void: {record.reason.rstrip('.')} (clause {record.clause})."
    return f"{told} {', '.join(sums)}." if sums else told


CORRECTION_WORDING: dict[type, Callable[[Book, Table, Any], str]] = {PastRoundVoided: _voided}
"""The sentences of the records that the dealer announces; the others have none."""
