"""The fold of checks at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from boxseat.rulebook.book import Book
from boxseat.table.checks.records import CheckRecorded
from boxseat.table.checks.state import Check
from boxseat.table.state import Table

CHECKS_MAX = 100
"""The checks that a table remembers; the journal has them all."""


def _check_recorded(book: Book, table: Table, record: CheckRecorded) -> Table:
    check = Check(record.what, record.by, record.at, record.player, record.note)
    return replace(table, checks=(*table.checks, check)[-CHECKS_MAX:])


CHECK_FOLDS: dict[type, Callable[[Book, Table, Any], Table]] = {CheckRecorded: _check_recorded}
