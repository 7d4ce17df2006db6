"""The ledger's postings of what happened at a table."""

from __future__ import annotations

from collections.abc import Iterable

from boxseat.ledger.accounts import Posting
from boxseat.table.fold import Step


def postings(steps: Iterable[Step]) -> tuple[Posting, ...]:
    """The postings of what happened, in order. Chips of a practice table are counters and no money: nothing of it is posted."""
    return tuple(Posting(*move) for step in steps if not step.after.settings.practice for move in step.moves)
