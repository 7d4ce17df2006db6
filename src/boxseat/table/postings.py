"""The ledger's postings for what happens at a table."""

from __future__ import annotations

from collections.abc import Iterable

from boxseat.ledger.accounts import Posting
from boxseat.table.fold import Step
from boxseat.table.state import TableUse


def postings(steps: Iterable[Step]) -> tuple[Posting, ...]:
    """The postings of these steps, in order. Chips of a practice table are not money and are not posted."""
    return tuple(Posting(*move) for step in steps if step.after.use is not TableUse.PRACTICE for move in step.moves)
