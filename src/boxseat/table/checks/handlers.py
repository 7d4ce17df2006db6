"""Checks that supervisors make outside the machine and attest (CP 17.7(c); CB 16.7(c); SP 3.4, 4.4, 5.2, 5.6.1, 5.8)."""

from __future__ import annotations

from boxseat.refusal import Refusal, refuse
from boxseat.table.checks.checklist import RIFFLES, reason_against, rules_of_checks
from boxseat.table.checks.commands import RecordCheck
from boxseat.table.checks.records import CheckRecorded
from boxseat.table.desk import Desk

NOTE_CHARACTERS_MAX = 200


def record_check(desk: Desk, who: str, command: RecordCheck) -> Refusal | None:
    """Record a check, or a riffle that a player asked for and this supervisor approved; none during a round."""
    table, what, player = desk.table, command.what, command.player
    rule = rules_of_checks(desk.book)[what]
    if not rule.value:
        return refuse("check/none", rule, "the rules of this game have no such check")
    if reason := reason_against(table, what):
        return refuse("check/none", rule, reason)
    if (what in RIFFLES or player) and player not in table.patrons:
        return refuse("player/none", rule, f"{player[:40] or 'nobody'} is not at this table")
    if (what in RIFFLES or what == "hand-shuffle") and table.in_play:
        return refuse("check/in-round", rule, "the cards are shuffled between rounds, before they are cut or loaded")
    desk.note(CheckRecorded(what, who, desk.at, player, command.note.strip()[:NOTE_CHARACTERS_MAX]))
    return None
