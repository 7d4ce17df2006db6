"""What staff do at a table here: open and close it, announce the final rounds, cut, shuffle, reserve, mark, restrict and void."""

from __future__ import annotations

from boxseat.fairness.shuffle import cut_bounds
from boxseat.money import dollars
from boxseat.play.acts import VoidRound
from boxseat.refusal import Refusal, refuse
from boxseat.rulebook.book import Cited
from boxseat.table import commands as c
from boxseat.table.automation import finish_round, load_cards
from boxseat.table.desk import Desk
from boxseat.table.handlers.cut import cut_cards
from boxseat.table.handlers.seats import clear_seats
from boxseat.table.records import (
    Acted,
    BoxMarked,
    BoxReserved,
    Closing,
    FinalRoundsAnnounced,
    OpenedForPlay,
    PlayerRestricted,
    WagerReturned,
)
from boxseat.table.sign import least_stake
from boxseat.table.state import Status


def open_for_play(desk: Desk) -> Refusal | None:
    if desk.table.status is not Status.CLOSED:
        return refuse("table/open", desk.book.chips.laid, "the table is open already")
    desk.note(OpenedForPlay())
    load_cards(desk)
    return None


def announce_final_rounds(desk: Desk) -> Refusal | None:
    """The final three rounds of the day or of the table (CB 5.6); a round in play is not among them."""
    rule = desk.book.shoe.final_rounds
    if not rule.value:
        return refuse("table/final-rounds", rule, "this game has no final rounds; the table is closed instead")
    if desk.table.status is not Status.OPEN or desk.table.final_rounds is not None:
        return refuse("table/final-rounds", rule, "the final rounds cannot be announced now")
    desk.note(FinalRoundsAnnounced(rule.value + desk.table.in_round))
    return None


def close(desk: Desk) -> Refusal | None:
    if desk.table.status is not Status.OPEN:
        return refuse("table/closed", desk.book.chips.laid, "the table is not open")
    desk.note(Closing())
    return None


def cut_for_house(desk: Desk, who: str, place: int) -> Refusal | None:
    """A supervisor cuts once every player has had the chance."""
    table = desk.table
    rule = desk.book.shoe.cut_from_ends
    if table.cut_offer is None or table.pack is None:
        return refuse("cut/none", rule, "the cards are not being cut")
    if table.cut_offer.player:
        return refuse("cut/not-yours", rule, f"the cut is offered to {table.cut_offer.player}")
    least, most = cut_bounds(desk.book, table.pack.size)
    if not least <= place <= most:
        return refuse("cut/place", rule, f"the cutting card goes in from {least} to {most} cards from the front")
    cut_cards(desk, who, place)
    return None


def shuffle_now(desk: Desk, command: c.ShuffleNow) -> Refusal | None:
    """Between rounds: new cards, or the same ones mixed again (CP 2.4, CB 2.4, SP 4.5, 5.1.4)."""
    table, book = desk.table, desk.book
    rule: Cited[object] = book.cards.replaced if command.replace_cards else book.shoe.cutting_card_out
    pack = table.pack
    if table.in_round or table.status is not Status.OPEN or pack is None:
        return refuse("shuffle/in-round", rule, "the cards are shuffled between rounds")
    if not pack.cut and not command.replace_cards:
        return refuse("shuffle/already", rule, "the cards have just been shuffled")
    if (
        command.replace_cards
        and pack.cut
        and pack.cards_from == "shoe"
        and book.cards.replaced.value == "when-shuffled"
    ):
        return refuse(
            "shuffle/not-yet", rule, "a shoe's cards are replaced when the cutting card is out, before they are cut"
        )
    desk.finish_shoe()
    load_cards(
        desk, "the cards were replaced" if command.replace_cards else "a supervisor directs it", all_of_them=True
    )
    return None


def reserve(desk: Desk, command: c.ReserveBox) -> Refusal | None:
    rule = desk.book.seating.reserved
    if not rule.value:
        return refuse("seat/reserve", rule, "boxes are not reserved in this game")
    if refused := _no_such_box(desk, command.box):
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


def mark_box(desk: Desk, command: c.MarkBox) -> Refusal | None:
    """A box with a maximum of its own, shown by a marker beside it (CP 3.2, CB 3.2, SP 7.1)."""
    rule = desk.book.limits.box_marker
    if not rule.value:
        return refuse("limits/marker", rule, "boxes have no maximum of their own in this game")
    if refused := _no_such_box(desk, command.box):
        return refused
    if desk.table.in_round:
        return refuse("limits/in-round", rule, "a marker is placed between rounds")
    least = desk.table.sign.box.minimum or 0
    if command.maximum is not None and command.maximum < least:
        return refuse("limits/marker", rule, f"the maximum is not under the minimum of {dollars(least)}")
    if any(laid.box == command.box for laid in desk.table.wagers):
        return refuse("limits/wagers", rule, f"wagers lie on box {command.box} already")
    desk.note(BoxMarked(command.box, None if command.maximum is None else int(command.maximum)))
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


def _no_such_box(desk: Desk, box: int) -> Refusal | None:
    boxes = desk.book.layout.boxes
    if not 1 <= box <= boxes.value:
        return refuse("box/none", boxes, f"there is no box {box}; they are numbered 1 to {boxes.value}")
    return None
