"""The schema of a book's rules about disputes."""

from __future__ import annotations

from typing import Literal

from boxseat.rulebook.citation import Cited, Strict, before


class DisputeRules(Strict, frozen=True):
    """Who decides a player's dispute, and who reviews the decision (R47)."""

    decided_by: Cited[Literal["supervisor", "operator"]] = before("operator")
    """A supervisor alone, or for the operator a supervisor or a gaming manager."""
    reviewed_by: Cited[Literal["another-supervisor", "inspector"]] = before("inspector")
    """Who reviews it on request: another supervisor or a gaming manager, or an inspector."""
    complaint: Cited[bool] = before(False)
    """Whether the player may complain of any decision to an inspector."""
