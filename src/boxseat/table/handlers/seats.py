"""Seats: buying in, sitting down, giving a box up, leaving, and making room for others (CP 4.4, SP 6.9, 6.14)."""

from __future__ import annotations

from boxseat.money import dollars
from boxseat.refusal import Refusal, refuse
from boxseat.table import commands as c
from boxseat.table.desk import Desk
from boxseat.table.hand_dealt.records import ChipsForCash
from boxseat.table.names import COMPUTER_NAMES
from boxseat.table.records import (
    BoxWanted,
    ChipsBought,
    LeavingAfterRound,
    LeftTable,
    PlayerAway,
    SeatLeft,
    SeatTaken,
    WagerReturned,
)
from boxseat.table.state import Status, Table

COMPUTER_BUY_IN_CENTS = 100_000
"""The chips of a computer player when it sits down and after each top-up, in cents."""


def buy_in(desk: Desk, who: str, command: c.BuyIn, *, cash: bool = False) -> Refusal | None:
    """Sell chips for money of the wallet, whose balance the ledger checks, or for cash."""
    table, book = desk.table, desk.book
    if refused := refusal_to_play(desk, who):
        return refused
    if table.status is not Status.OPEN:
        return refuse("table/closed", book.chips.laid, "the table is not open")
    chip = book.chips.smallest_chip
    if command.amount <= 0:
        return refuse("chips/nothing", book.chips.laid, "nothing is exchanged")
    if command.amount % chip.value:
        return refuse("chips/multiples", chip, f"{dollars(command.amount)} is no multiple of {dollars(chip.value)}")
    most = table.players_at_table
    if who not in table.patrons and most and len(table.patrons) >= most:
        computer = next((one.name for one in table.patrons.values() if one.computer and not one.leaving), None)
        if computer is None:
            return refuse("table/full", book.seating.fewer_at_table, f"this table takes {most} players")
        leave(desk, computer, f"a computer player makes way for {who}")
    desk.note(ChipsForCash(who, int(command.amount)) if cash else ChipsBought(who, int(command.amount)))
    return None


def sit(desk: Desk, who: str, box: int) -> Refusal | None:
    """Take a free box."""
    if refused := _refusal_to_sit(desk, who, box):
        return refused
    desk.note(SeatTaken(who, box))
    return None


def _refusal_to_sit(desk: Desk, who: str, box: int) -> Refusal | None:
    table, book = desk.table, desk.book
    if refused := refusal_to_play(desk, who):
        return refused
    boxes = book.layout.boxes
    patron = table.patrons.get(who)
    if patron is None:
        return refuse("chips/none", book.chips.laid, "chips are bought before one sits down")
    if patron.leaving:
        return refuse("seat/leaving", book.seating.several_boxes, f"{who} is leaving the table")
    if not 1 <= box <= boxes.value:
        return refuse("box/none", boxes, f"there is no box {box}; they are numbered 1 to {boxes.value}")
    if box in table.seats:
        return refuse("seat/taken", book.control.order, f"{table.seats[box]} is seated at box {box}")
    if table.reserved.get(box, who) != who:
        return refuse("seat/reserved", book.seating.reserved, f"box {box} is reserved for {table.reserved[box]}")
    if table.wanted.get(box, who) != who:
        return refuse("seat/wanted", book.seating.several_boxes, f"{table.wanted[box]} is waiting for box {box}")
    if patron.to_one_box and table.boxes_of(who):
        return refuse("seat/one-box", book.seating.one_box, f"{who} is limited to one box")
    return None


def ask_for_box(desk: Desk, who: str) -> Refusal | None:
    """If no box is free, a player with several gives one up; a computer player gives up its only one."""
    table, book = desk.table, desk.book
    if refused := refusal_to_play(desk, who):
        return refused
    rule = book.seating.several_boxes
    if who not in table.patrons:
        return refuse("chips/none", book.chips.laid, "chips are bought before one sits down")
    if table.patrons[who].leaving:
        return refuse("seat/leaving", rule, f"{who} is leaving the table")
    if table.boxes_of(who):
        return refuse("seat/has-one", rule, f"{who} has a box already")
    if who in table.wanted.values():
        return refuse("seat/waiting", rule, f"{who} is waiting for a box already")
    free = _first_free(desk, who)
    if free is not None:
        return refuse("seat/free", rule, f"box {free} is free")
    box = _box_to_give_up(table)
    if box is None:
        return refuse("seat/none", rule, "every player has one box only")
    desk.note(BoxWanted(who, box))
    clear_seats(desk)
    return None


def _first_free(desk: Desk, who: str) -> int | None:
    """The first box that somebody could sit down at now."""
    table = desk.table
    return next(
        (
            box
            for box in range(1, desk.book.layout.boxes.value + 1)
            if box not in table.seats and table.reserved.get(box, who) == who and box not in table.wanted
        ),
        None,
    )


def _box_to_give_up(table: Table) -> int | None:
    """A computer player's box; otherwise the last box of the player with the most, unless it is reserved for them."""
    candidates: list[tuple[int, int]] = []
    for box, name in table.seats.items():
        if box in table.wanted or table.reserved.get(box) == name:
            continue
        if table.patrons[name].computer:
            return box
        kept = [other for other in table.boxes_of(name) if other not in table.wanted]
        if len(kept) > 1:
            candidates.append((len(kept), box))
    return max(candidates)[1] if candidates else None


def _is_to_give_up(table: Table, box: int, waiting: str) -> bool:
    """Whether a promised box can still be given up: it is not reserved and not its player's only one."""
    holder = table.seats.get(box)
    if table.reserved.get(box, waiting) != waiting:
        return False
    return holder is None or bool(table.patrons[holder].computer) or len(table.boxes_of(holder)) > 1


def give_up(desk: Desk, who: str, box: int) -> Refusal | None:
    """Give up a box; a wager on it for the next round is returned."""
    if desk.table.seats.get(box) != who:
        return refuse("seat/not-yours", desk.book.control.order, f"{who} is not seated at box {box}")
    if desk.table.in_play and any(key == (box, who) for key in _in_play(desk.table)):
        return refuse("seat/in-round", desk.book.control.locked, "the round is played to its end first")
    _take_back_all(desk, who, (box,))
    desk.note(SeatLeft(who, box, ""))
    _seat_those_who_wait(desk)
    return None


def leave(desk: Desk, who: str, why: str = "") -> Refusal | None:
    """Leave with all chips: at once, or when the round is over."""
    if who not in desk.table.patrons:
        return refuse("chips/none", desk.book.chips.laid, f"{who} is not at this table")
    _part(desk, who, why)
    _seat_those_who_wait(desk)
    return None


def note_away(desk: Desk, who: str, *, away: bool) -> Refusal | None:
    """Note that a player is disconnected, or back: nobody waits for the wagers of somebody who is away."""
    if who not in desk.table.patrons:
        return refuse("chips/none", desk.book.chips.laid, f"{who} is not at this table")
    if desk.table.patrons[who].away != away:
        desk.note(PlayerAway(who, away))
    return None


def send_away(desk: Desk, who: str, why: str, clause: str) -> None:
    """Somebody may no longer play: wagers for the next round go back, and they leave, after a round that they are in."""
    _take_back_all(desk, who, why=why, clause=clause)
    _part(desk, who)
    _seat_those_who_wait(desk)


def refusal_to_play(desk: Desk, who: str) -> Refusal | None:
    """The refusal of somebody who is excluded by a clause, or barred outside the rules (R49)."""
    clause = desk.table.admissions.shut_out.get(who)
    if clause is None:
        return None
    if not clause:
        return Refusal("person/barred", "", f"{who[:40]} may not play in this casino; staff say why")
    return Refusal("person/excluded", clause, f"{who[:40]} is excluded from play here")


def _part(desk: Desk, who: str, why: str = "") -> None:
    _take_back_all(desk, who, why=why)
    if not desk.table.has_wager(who):
        _go(desk, who, why)
    elif not desk.table.patrons[who].leaving:
        desk.note(LeavingAfterRound(who, why))


def clear_seats(desk: Desk) -> None:
    """Update the seats after a round or a change: leaving players go, and boxes are given to players who wait."""
    for patron in list(desk.table.patrons.values()):
        if patron.leaving and not desk.table.has_wager(patron.name):
            _go(desk, patron.name, patron.why_leaving)
    _vacate_idle_seats(desk)
    _keep_to_one_box(desk)
    _seat_those_who_wait(desk)
    _top_up_computers(desk)


def _keep_to_one_box(desk: Desk) -> None:
    """A player who was restricted to one box in mid-round gives up the other boxes after the round (SP 6.13)."""
    for patron in list(desk.table.patrons.values()):
        for box in desk.table.boxes_of(patron.name)[1:] if patron.to_one_box else ():
            if not _plays_on(desk.table, box):
                rule = desk.book.seating.one_box
                _take_back_all(desk, patron.name, (box,), "its player is limited to one box", rule.clause)
                desk.note(SeatLeft(patron.name, box, "its player is limited to one"))


def _seat_those_who_wait(desk: Desk) -> None:
    """Give boxes to players who wait for them, once no round is played on them."""
    for promised, name in list(desk.table.wanted.items()):
        box = _box_for(desk, promised, name)
        if box is None:
            continue
        holder = desk.table.seats.get(box)
        if holder is not None and _plays_on(desk.table, box):
            if box != promised:
                desk.note(BoxWanted(name, box))
            continue
        if holder is not None:
            rule = desk.book.seating.several_boxes
            _take_back_all(desk, holder, (box,), f"{name} was waiting for the box", rule.clause)
            desk.note(SeatLeft(holder, box, f"{name} was waiting for it"))
            _dismiss_unseated(desk, holder)
        desk.note(SeatTaken(name, box))


def _box_for(desk: Desk, promised: int, name: str) -> int | None:
    """The box for a player who waits: a vacant one, otherwise the promised one or another that can be given up."""
    table = desk.table
    still = _is_to_give_up(table, promised, name)
    if still and promised not in table.seats:
        return promised
    free = _first_free(desk, name)
    if free is not None:
        return free
    return promised if still else _box_to_give_up(table)


def _vacate_idle_seats(desk: Desk) -> None:
    """At a full table, the player with the most idle rounds, three or more, loses a seat (CP 17.8, CB 16.8, SP 20.10)."""
    rule = desk.book.seating.abstaining_rounds
    table = desk.table
    if not table.settings.idle_seats_go or len(table.seats) < desk.book.layout.boxes.value or table.in_round:
        return
    idle = [name for name in table.patrons if table.patrons[name].idle_rounds >= rule.value]
    for name in sorted(idle, key=lambda name: -table.patrons[name].idle_rounds):
        for box in desk.table.boxes_of(name):
            if len(desk.table.seats) < desk.book.layout.boxes.value or desk.table.has_wager(name):
                return
            desk.note(SeatLeft(name, box, f"{rule.value} rounds went by without a wager (clause {rule.clause})"))
        _dismiss_unseated(desk, name)


def _dismiss_unseated(desk: Desk, name: str) -> None:
    """Computer players without a box leave."""
    if desk.table.patrons[name].computer and not desk.table.boxes_of(name):
        _part(desk, name)


def _top_up_computers(desk: Desk) -> None:
    if desk.table.in_round:
        return
    for patron in list(desk.table.patrons.values()):
        if patron.computer and patron.chips < COMPUTER_BUY_IN_CENTS // 4 and not desk.table.has_wager(patron.name):
            desk.note(ChipsBought(patron.name, COMPUTER_BUY_IN_CENTS - patron.chips, patron.computer))


def everyone_leaves(desk: Desk) -> None:
    """Everybody leaves with their chips because the table closes."""
    for name in list(desk.table.patrons):
        _take_back_all(desk, name, why="the table closes")
        _go(desk, name, "the table closes")


def ask_computer(desk: Desk, who: str, command: c.AskComputer) -> Refusal | None:
    """A computer player sits down, with chips of the house."""
    table = desk.table
    if not table.settings.computers or table.status is not Status.OPEN:
        return refuse("computer/none", desk.book.seating.several_boxes, "no computer players sit down at this table")
    if refused := _refusal_to_stranger(desk, who):
        return refused
    most = table.players_at_table
    if most and len(table.patrons) >= most:
        return refuse("table/full", desk.book.seating.fewer_at_table, f"this table takes {most} players")
    name = next((f"{name}.bot" for name in COMPUTER_NAMES if f"{name}.bot" not in table.patrons), None)
    if name is None:
        return refuse("computer/none", desk.book.seating.several_boxes, "all computer players are at the table")
    desk.note(ChipsBought(name, COMPUTER_BUY_IN_CENTS, command.kind))
    return sit(desk, name, command.box)


def _refusal_to_stranger(desk: Desk, who: str) -> Refusal | None:
    """Only players at the table may ask for computer players or send them away."""
    if who in desk.table.patrons:
        return None
    return refuse("computer/not-at-table", desk.book.chips.laid, f"{who} is not at this table")


def dismiss_computer(desk: Desk, who: str, box: int) -> Refusal | None:
    """A computer player leaves, after the round if it is in one."""
    if refused := _refusal_to_stranger(desk, who):
        return refused
    name = desk.table.seats.get(box)
    if name is None or not desk.table.patrons[name].computer:
        return refuse("computer/not-there", desk.book.control.order, f"no computer player sits at box {box}")
    return leave(desk, name)


def _go(desk: Desk, who: str, why: str) -> None:
    for box in desk.table.boxes_of(who):
        desk.note(SeatLeft(who, box, why))
    desk.note(LeftTable(who, desk.table.patrons[who].chips))


def _take_back_all(desk: Desk, who: str, boxes: tuple[int, ...] = (), why: str = "", clause: str = "") -> None:
    """Return a player's wagers for the next round; `why` is empty if the player took them back."""
    for laid in desk.table.wagers:
        if laid.player == who and (not boxes or laid.box in boxes):
            desk.note(WagerReturned(who, laid.box, why, clause, by_house=bool(clause)))


def _plays_on(table: Table, box: int) -> bool:
    return table.in_play and table.current_round.find_box(box) is not None


def _in_play(table: Table) -> list[tuple[int, str]]:
    return [(box.number, laid.player) for box in table.current_round.boxes for laid in box.main]


def no_such_box(desk: Desk, box: int) -> Refusal | None:
    """A refusal for a box that the layout does not have."""
    boxes = desk.book.layout.boxes
    if not 1 <= box <= boxes.value:
        return refuse("box/none", boxes, f"there is no box {box}; they are numbered 1 to {boxes.value}")
    return None
