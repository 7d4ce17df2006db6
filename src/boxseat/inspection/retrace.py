"""An entry of a table followed again, one thing after another, as it was done: for recall, for export and for the audit.

The journal writes cards dealt in a row as one record. Each was an act of its own, and moved its own chips, so they are taken apart
again here.
"""

from __future__ import annotations

from collections.abc import AsyncIterator, Iterable, Iterator, Sequence

import msgspec

from boxseat.house.live_table import RECORDS, book_of
from boxseat.journal.entry import Entry
from boxseat.journal.store import Store
from boxseat.rulebook.book import Book
from boxseat.table.codec import decode_table
from boxseat.table.fold import begin_entry, fold, fold_entry, timed
from boxseat.table.records import Acted, TableOpened, TableRecord
from boxseat.table.state import Table, question

Step = tuple[Table, TableRecord, Table]
"""Something that happened, with the table before it and after."""
ENTRIES = 500
"""How many entries are read at a time."""


def retrace(book: Book, table: Table, happened: Iterable[TableRecord], at: int) -> tuple[list[Step], Table]:
    """The steps of one entry as the dealer's desk had them, and the table after it."""
    asked = question(table)
    table = begin_entry(table)
    steps: list[Step] = []
    for record in taken_apart(happened):
        before, table = table, fold(book, table, record)
        steps.append((before, record, table))
    return steps, timed(table, asked, at)


def taken_apart(happened: Iterable[TableRecord]) -> Iterator[TableRecord]:
    """The records with every act on its own."""
    for record in happened:
        if isinstance(record, Acted) and len(record.acts) > 1:
            yield from (Acted((act,), record.by, record.instead_of) for act in record.acts)
        else:
            yield record


class Retraced(msgspec.Struct, frozen=True):
    """An entry, what happened in it, and the table after it."""

    entry: Entry
    book: Book
    steps: Sequence[Step]
    table: Table


async def retraced(store: Store, stream: str, first: int, last: int | None) -> AsyncIterator[Retraced]:
    """A table's entries from one version to another, step by step; what came before is folded from the nearest snapshot."""
    found = await store.snapshot(stream, first - 1)
    table = Table() if found is None else decode_table(found[1])
    book = None if found is None else await book_of(store, table.book, table.game, table.options)
    while last is None or table.version < last:
        to = table.version + ENTRIES if last is None else min(last, table.version + ENTRIES)
        entries = await store.read(stream, table.version, to)
        if not entries:
            return
        for entry in entries:
            happened = RECORDS.decode(entry.records)
            if isinstance(opened := happened[0], TableOpened):
                book = await book_of(store, opened.book, opened.game, opened.options)
            assert book is not None
            if entry.version < first:
                table = fold_entry(book, table, happened, entry.at)
                continue
            steps, table = retrace(book, table, happened, entry.at)
            yield Retraced(entry, book, steps, table)
