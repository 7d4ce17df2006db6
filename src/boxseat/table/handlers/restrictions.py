"""Restrictions of players and boxes: the minimum, one box, a reserved box (CP 4.4, SP 6.12-6.14)."""

from __future__ import annotations

from boxseat.refusal import Refusal, refuse
from boxseat.table import commands as c
from boxseat.table.desk import Desk
from boxseat.table.handlers.seats import clear_seats, no_such_box
from boxseat.table.records import BoxReserved, PlayerRestricted, WagerReturned
from boxseat.table.sign import least_stake


def reserve(desk: Desk, command: c.ReserveBox) -> Refusal | None:
    """A box is kept for one player, or for nobody again; others' wagers on it come back (SP 6.14)."""
    rule = desk.book.seating.reserved
    if not rule.value:
        return refuse("seat/reserve", rule, "boxes are not reserved in this game")
    if refused := no_such_box(desk, command.box):
        return refused
    holder = desk.table.seats.get(command.box)
    if command.player and holder not in (None, command.player):
        return refuse("seat/taken", rule, f"{holder} is seated at box {command.box}")
    desk.note(BoxReserved(command.box, command.player))
    for laid in desk.table.wagers if command.player else ():
        if laid.box == command.box and laid.player != command.player:
            why = f"the box is reserved for {command.player}"
            desk.note(WagerReturned(laid.player, laid.box, why, rule.clause))
    return None


def restrict(desk: Desk, command: c.Restrict) -> Refusal | None:
    """A Gaming Manager holds a player to the minimum or to one box; The Star tells an inspector first (SP 6.12, 6.13)."""
    seating = desk.book.seating
    if command.player not in desk.table.patrons and command.player not in desk.table.remembered:
        return refuse("player/none", seating.one_box, f"{command.player[:40]} is not at this table")
    for asked, rule, what in (
        (command.to_minimum, seating.held_to_minimum, "the minimum beyond the shoe"),
        (command.to_one_box, seating.one_box, "one box"),
    ):
        if asked and rule.value == "none":
            return refuse("restrict/none", rule, f"players are not held to {what} in this game")
        if asked and rule.value == "inspector-first" and not command.inspector_notified:
            return refuse("restrict/inspector", rule, f"an inspector is notified before a player is held to {what}")
    desk.note(PlayerRestricted(command.player, command.to_minimum, command.to_one_box))
    clear_seats(desk)
    _return_what_is_over(desk, command)
    return None


def _return_what_is_over(desk: Desk, command: c.Restrict) -> None:
    """Before the first card, wagers that the player may no longer lay come back."""
    seating, table = desk.book.seating, desk.table
    least = least_stake(desk.book, table.sign)
    mine = sorted((laid for laid in table.wagers if laid.player == command.player), key=lambda laid: not laid.seated)
    for place, laid in enumerate(mine):
        if command.to_one_box and place:
            why, rule = "its player is limited to one box", seating.one_box
        elif command.to_minimum and laid.stake not in (0, least):
            why, rule = "its player is held to the minimum", seating.held_to_minimum
        else:
            continue
        desk.note(WagerReturned(laid.player, laid.box, why, rule.clause))
