"""Rounds that are over, read from the journal however old they are: for commands about them, and for the audit of these."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from sqlalchemy import Connection

from boxseat.house.streams import Effects, StreamKind
from boxseat.journal import queries
from boxseat.journal.entry import Entry
from boxseat.journal.queries import Work
from boxseat.play.state import Round
from boxseat.rulebook.book import Book
from boxseat.table.records import RoundSettled
from boxseat.table.state import Table


class PastEntries(NamedTuple):
    """What a round of the past is folded from."""

    snapshot: bytes
    """The newest snapshot before the round's last entry; empty if there is none."""
    entries: Sequence[Entry]
    """The entries since, up to that one."""


def entries_of_round(stream: str, round_id: str) -> Work[PastEntries | None]:
    """What a round is folded from; none if no such round of the table is over."""

    def read(connection: Connection) -> PastEntries | None:
        index = queries.round_by_id(round_id)(connection)
        if index is None or index.stream != stream or index.last is None:
            return None
        version, snapshot = queries.snapshot(stream, index.last - 1)(connection) or (0, b"")
        return PastEntries(snapshot, queries.stream(stream, version, index.last)(connection))

    return read


def round_ended(kind: StreamKind[Table], book: Book, stream: str, past: PastEntries, number: int) -> Round | None:
    """The round of a number as it was when it was settled; none if the last of these entries did not settle it."""
    state = kind.decode(past.snapshot) if past.snapshot else kind.empty
    *earlier, last = past.entries
    for entry in earlier:
        state = kind.fold(book, state, kind.records.decode(entry.records), entry.at)
    effects: Effects[Table] = kind.follow(book, stream, state, kind.records.decode(last.records), last.at)
    settled = (step.before for step in effects.steps if isinstance(step.record, RoundSettled))
    return next((before.current_round for before in settled if before.round_number == number), None)
