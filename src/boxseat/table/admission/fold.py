"""Who may play at a table, after a change in the register and before it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from boxseat.consistency import require
from boxseat.rulebook.book import Book
from boxseat.table.admission.records import AdmissionsChanged
from boxseat.table.admission.state import Admissions
from boxseat.table.state import Table


def _changed(book: Book, table: Table, record: AdmissionsChanged) -> Table:
    before = table.admissions
    require(before.shut_out.keys() >= set(record.let_in), "only who may not play is let in again")
    require(set(before.without_card) >= set(record.with_card), "only who has no Player Card has one again")
    kept = {name: clause for name, clause in before.shut_out.items() if name not in record.let_in}
    missing = [name for name in (*before.without_card, *record.without_card) if name not in record.with_card]
    zone = record.zone or before.zone
    return replace(table, admissions=Admissions({**kept, **record.shut_out}, tuple(sorted({*missing})), zone))


def difference(before: Admissions, after: Admissions) -> AdmissionsChanged | None:
    """The record that leads from some admissions to others; none if they are the same."""
    record = AdmissionsChanged(
        {name: clause for name, clause in after.shut_out.items() if before.shut_out.get(name) != clause},
        tuple(name for name in before.shut_out if name not in after.shut_out),
        tuple(name for name in after.without_card if name not in before.without_card),
        tuple(name for name in before.without_card if name not in after.without_card),
        "" if after.zone == before.zone else after.zone,
    )
    return None if record == AdmissionsChanged() else record


ADMISSION_FOLDS: dict[type, Callable[[Book, Table, Any], Table]] = {AdmissionsChanged: _changed}
"""The fold of each record, as a table's fold uses them."""
