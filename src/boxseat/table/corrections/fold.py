"""The fold of corrections of what is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from boxseat.consistency import require
from boxseat.rulebook.book import Book
from boxseat.table.corrections import records as r
from boxseat.table.corrections.amendments import amended, with_amendment
from boxseat.table.state import Table, TableUse


def _payment(book: Book, table: Table, record: r.PaymentFoundWrong | r.PaymentPutRight) -> Table:
    require(table.use is not TableUse.PRACTICE and bool(record.cents), f"payment {record.error} can have been wrong")
    return table


def _past_round_voided(book: Book, table: Table, record: r.PastRoundVoided) -> Table:
    require(0 < record.number < table.round_number, f"round {record.number} is over, and another has begun")
    require(not amended(table, record.number).void, f"round {record.number} is not void yet")
    return replace(table, amended=with_amendment(table, record.number, record.changes, void=True))


CORRECTION_FOLDS: dict[type, Callable[[Book, Table, Any], Table]] = {
    r.PaymentFoundWrong: _payment,
    r.PaymentPutRight: _payment,
    r.PastRoundVoided: _past_round_voided,
}
