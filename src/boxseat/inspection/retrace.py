"""Retraces a table's stored entries step by step, for recall and export.

The journal stores consecutive acts of the dealer as one record; here each act is a separate step again, with its own chips.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Sequence

import msgspec

from boxseat.consistency import present
from boxseat.house.table_stream import RECORDS, book_of
from boxseat.journal.entry import Entry
from boxseat.journal.store import Store
from boxseat.rulebook.book import Book
from boxseat.table.codec import decode_table
from boxseat.table.fold import Step, fold_entry, retrace
from boxseat.table.records import TableOpened
from boxseat.table.state import Table

ENTRIES_PER_READ_MAX = 500


class Retraced(msgspec.Struct, frozen=True):
    """An entry, its steps, and the table after it."""

    entry: Entry
    book: Book
    steps: Sequence[Step]
    table: Table


async def retraced(store: Store, stream: str, first: int, last: int | None) -> AsyncIterator[Retraced]:
    """A table's entries from one version to another, step by step; the state before is folded from the nearest snapshot."""
    found = await store.snapshot(stream, first - 1)
    table = Table() if found is None else decode_table(found[1])
    book = None if found is None else await book_of(store, table.book, table.game, table.options)
    while last is None or table.version < last:
        to = table.version + ENTRIES_PER_READ_MAX if last is None else min(last, table.version + ENTRIES_PER_READ_MAX)
        entries = await store.read(stream, table.version, to)
        if not entries:
            return
        for entry in entries:
            happened = RECORDS.decode(entry.records)
            if isinstance(opened := happened[0], TableOpened):
                book = await book_of(store, opened.book, opened.game, opened.options)
            book = present(book, f"book of {stream}")
            if entry.version < first:
                table = fold_entry(book, table, happened, entry.at)
                continue
            steps, table = retrace(book, table, happened, entry.at)
            yield Retraced(entry, book, steps, table)
