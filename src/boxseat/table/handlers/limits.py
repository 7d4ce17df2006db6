"""Limits of single boxes: a marker with the box's own maximum (CP 3.2, CB 3.2, SP 7.1)."""

from __future__ import annotations

from boxseat.money import dollars
from boxseat.refusal import Refusal, refuse
from boxseat.table import commands as c
from boxseat.table.desk import Desk
from boxseat.table.handlers.seats import no_such_box
from boxseat.table.records import BoxMarked


def mark_box(desk: Desk, command: c.MarkBox) -> Refusal | None:
    """Give a box its own maximum, shown by a marker beside it (CP 3.2, CB 3.2, SP 7.1)."""
    rule = desk.book.limits.box_marker
    if not rule.value:
        return refuse("limits/marker", rule, "boxes have no maximum of their own in this game")
    if refused := no_such_box(desk, command.box):
        return refused
    if desk.table.in_play:
        return refuse("limits/in-round", rule, "a marker is placed between rounds")
    least = desk.table.sign.box.minimum or 0
    if command.maximum is not None and command.maximum < least:
        return refuse("limits/marker", rule, f"the maximum is not under the minimum of {dollars(least)}")
    most, above = desk.table.sign.box.maximum, desk.book.limits.marker_above_sign
    if above.value and command.maximum is not None and most is not None and command.maximum <= most:
        return refuse("limits/marker", above, f"a marker allows more than the sign's maximum of {dollars(most)}")
    if any(laid.box == command.box for laid in desk.table.wagers):
        return refuse("limits/wagers", rule, f"wagers lie on box {command.box} already")
    desk.note(BoxMarked(command.box, None if command.maximum is None else int(command.maximum)))
    return None
