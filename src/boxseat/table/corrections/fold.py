"""The fold of corrections of what is over."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boxseat.consistency import require
from boxseat.rulebook.book import Book
from boxseat.table.corrections import records as r
from boxseat.table.state import Table, TableUse


def _payment(book: Book, table: Table, record: r.PaymentFoundWrong | r.PaymentPutRight) -> Table:
    require(table.use is not TableUse.PRACTICE and bool(record.cents), f"payment {record.error} can have been wrong")
    return table


CORRECTION_FOLDS: dict[type, Callable[[Book, Table, Any], Table]] = {
    r.PaymentFoundWrong: _payment,
    r.PaymentPutRight: _payment,
}
