"""Restrictions of players and boxes: the minimum, one box, a reserved box (CP 4.4, SP 6.12-6.14)."""

from __future__ import annotations

from boxseat.refusal import Refusal, refuse
from boxseat.table import commands as c
from boxseat.table.desk import Desk
from boxseat.table.handlers.seats import clear_seats, no_such_box
from boxseat.table.records import BoxReserved, PlayerRestricted, WagerReturned
from boxseat.table.wager_rules import has_sat_out, held_by, is_at_minimum


def reserve(desk: Desk, command: c.ReserveBox) -> Refusal | None:
    """Reserve a box for one player, or end it; wagers of others on the box are returned (SP 6.14)."""
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
            desk.note(WagerReturned(laid.player, laid.box, why, rule.clause, by_house=True))
    return None


def restrict(desk: Desk, command: c.Restrict) -> Refusal | None:
    """Restrict a player to the minimum or to one box; at The Star an inspector must be notified first (SP 6.12, 6.13)."""
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
    if refused := _refusal_to_hold(desk, command):
        return refused
    told = command.inspector_notified
    held = command.player, command.to_minimum, command.to_one_box
    desk.note(PlayerRestricted(*held, inspector_notified=told, told=True))
    clear_seats(desk)
    return_what_is_over(desk, command.player)
    return None


def _refusal_to_hold(desk: Desk, command: c.Restrict) -> Refusal | None:
    """Only a player who sat out a round of this shoe, or is restricted already, can be held to the minimum beyond it (SP 6.12)."""
    table = desk.table
    patron = table.patrons.get(command.player) or table.remembered[command.player]
    if command.to_minimum and not patron.to_minimum and not has_sat_out(table, command.player):
        reason = f"{command.player[:40]} has sat out no round of this shoe"
        return refuse("restrict/sat-out-none", desk.book.seating.held_to_minimum, reason)
    return None


def return_what_is_over(desk: Desk, player: str) -> None:
    """Before the first card, return wagers that a restricted player may no longer lay."""
    patron = desk.table.patrons.get(player)
    if patron is None:
        return
    mine = sorted((one for one in desk.table.wagers if one.player == player), key=lambda one: not one.seated)
    rule = held_by(desk.book, desk.table, player)
    for place, laid in enumerate(mine):
        if patron.to_one_box and place:
            why, by = "its player is limited to one box", desk.book.seating.one_box
        elif rule is not None and not is_at_minimum(desk.book, desk.table.sign_for(laid.player, laid.box), laid):
            why, by = "its player is held to the minimum", rule
        else:
            continue
        desk.note(WagerReturned(laid.player, laid.box, why, by.clause, by_house=True))
