"""Irregularities that a supervisor rules on: a round declared void (CP 15, CB 14, SP 18; R23)."""

from __future__ import annotations

from boxseat.play.acts import VoidRound
from boxseat.refusal import Refusal, refuse
from boxseat.table import commands as c
from boxseat.table.automation import finish_round
from boxseat.table.desk import Desk
from boxseat.table.records import Acted


def void_round(desk: Desk, who: str, command: c.VoidTheRound) -> Refusal | None:
    """A supervisor declares the round in play void (R23)."""
    rule = desk.book.irregularities.void_round
    if not desk.table.in_round:
        return refuse("round/none", rule, "no round is being played")
    if not command.reason.strip():
        return refuse("void/reason", rule, "a void round needs a reason")
    desk.note(Acted((VoidRound(),), by=who))
    finish_round(desk, command.reason.strip()[:200])
    return None
