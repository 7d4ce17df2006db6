"""What the cage does at a table: chips come into its float or leave it, and its drop box is emptied."""

from __future__ import annotations

from boxseat.money import dollars
from boxseat.refusal import Refusal
from boxseat.table.commands import MoveFloat
from boxseat.table.desk import Desk
from boxseat.table.records import DropEmptied, FloatMoved
from boxseat.table.state import Status


def move_float(desk: Desk, command: MoveFloat) -> Refusal | None:
    """Bring the chips of an order into the float of an open table, or take them out; not more than it holds."""
    table = desk.table
    if table.status is Status.CLOSED:
        return Refusal("float/closed", "", "the table is closed, and its float is not there")
    if table.float_cents + command.cents < min(0, table.float_cents):
        return Refusal("float/short", "", f"the float holds {dollars(table.float_cents)}")
    if command.cents:
        desk.note(FloatMoved(command.order, command.cents))
    return None


def empty_drop(desk: Desk) -> Refusal | None:
    """Take out what the drop box holds, at an open table too."""
    if desk.table.drop_cents:
        desk.note(DropEmptied())
    return None
