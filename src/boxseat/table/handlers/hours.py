"""Setting up and opening a table, and announcing its final rounds (CB 5.6)."""

from __future__ import annotations

from boxseat.refusal import Refusal, refuse
from boxseat.table.automation import load_cards
from boxseat.table.checks.gaming_hours import refusal_outside_hours
from boxseat.table.commands import SetUpTable
from boxseat.table.desk import Desk
from boxseat.table.handlers.admission import copy_admissions
from boxseat.table.names import PRACTICE
from boxseat.table.permissions.approvals import refusal_to_open
from boxseat.table.records import FinalRoundsAnnounced, OpenedForPlay, TableOpened
from boxseat.table.settings import refusal_to_set
from boxseat.table.state import Status


def set_up(desk: Desk, command: SetUpTable) -> Refusal | None:
    """Set up a table, unless there is one of this name or its settings do not suit its book."""
    if desk.table.id:
        return Refusal("table/exists", "", f"there is a table {desk.table.id} already")
    if refused := refusal_to_set(desk.book, command.settings):
        return refused
    if command.table.startswith(PRACTICE) != command.settings.practice:
        return Refusal("table/name", "", f"names that begin with {PRACTICE} are those of practice tables")
    fields = command.table, command.game, command.title, command.book, command.options, command.settings
    desk.note(TableOpened(*fields))
    return None


def open_for_play(desk: Desk) -> Refusal | None:
    """Open a closed table in the hours of gaming: its float arrives and its cards are shuffled (CP 2, 16.1, SP 4)."""
    if desk.table.status is not Status.CLOSED:
        return refuse("table/open", desk.book.chips.laid, "the table is open already")
    zone = (desk.admissions or desk.table.admissions).zone
    refused = refusal_outside_hours(desk.book, desk.table.settings.hours, desk.at, zone)
    if refused := refused or refusal_to_open(desk.book, desk.table):
        return refused
    desk.note(OpenedForPlay())
    copy_admissions(desk)
    load_cards(desk)
    return None


def announce_final_rounds(desk: Desk) -> Refusal | None:
    """Announce the final three rounds (CB 5.6), not counting a round in play."""
    rule = desk.book.shoe.final_rounds
    if not rule.value:
        return refuse("table/final-rounds", rule, "this game has no final rounds; the table is closed instead")
    if desk.table.status is not Status.OPEN or desk.table.final_rounds is not None:
        return refuse("table/final-rounds", rule, "the final rounds cannot be announced now")
    desk.note(FinalRoundsAnnounced(rule.value + desk.table.in_round))
    return None
