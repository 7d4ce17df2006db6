"""Audit of rounds that were declared void after the next one had begun: what was undone is what the round had come to."""

from __future__ import annotations

from collections.abc import Iterator

from sqlalchemy import Connection

from boxseat.house.past_rounds import entries_of_round, round_ended
from boxseat.house.table_stream import TABLES
from boxseat.rulebook.book import Book
from boxseat.table.corrections.amendments import undoing
from boxseat.table.corrections.records import PastRoundVoided
from boxseat.table.fold import Step


def voided_round_faults(connection: Connection, book: Book, stream: str, step: Step) -> Iterator[str]:
    """What is wrong with a step that declares a round of the past void; nothing for other steps."""
    if not isinstance(step.record, PastRoundVoided):
        return
    number = step.record.number
    past = entries_of_round(stream, f"{step.before.id}-{number}")(connection)
    ended = None if past is None else round_ended(TABLES, book, stream, past, number)
    if ended is None or ended.void:
        yield f"round {number} is declared void, and it is not one that was played to its end"
    elif undoing(step.before, number, ended) != step.record.changes:
        yield f"round {number} is declared void, and what is undone is not what it had come to"
