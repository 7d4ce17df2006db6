"""Wagers while bets are open: laid, taken back, and players ready for the cards (CP 4, SP 6-7)."""

from __future__ import annotations

from boxseat.play.state import Wager
from boxseat.refusal import Refusal, refuse
from boxseat.table import commands as c
from boxseat.table.desk import Desk
from boxseat.table.questions import short_of_chips
from boxseat.table.records import PlayerReady, PlayerWarned, WagerLaid, WagerReturned
from boxseat.table.sign import least_stake
from boxseat.table.state import Status, Table
from boxseat.table.wager_rules import held_to_minimum, refusal_to_place, warning


def lay(desk: Desk, who: str, command: c.Lay) -> Refusal | None:
    """A wager on a box, in place of what the player had there."""
    table, book = desk.table, desk.book
    if refused := _bets_open(desk, who):
        return refused
    patron = table.patrons[who]
    wager = Wager(
        box=command.box,
        player=who,
        stake=int(command.stake),
        seated=table.seats.get(command.box) == who,
        perfect_pairs=int(command.perfect_pairs),
        super_sevens=int(command.super_sevens),
        warned=patron.warned,
    )
    others = [laid for laid in table.wagers if (laid.box, laid.player) != (wager.box, who)]
    sign = table.sign_at(wager.box)
    # The seated player has the first option on the box's maximum (SP 7.1.1): wagers behind that find no room come back whole.
    judged = [laid for laid in others if laid.box != wager.box] if _has_first_option(wager) else others
    refused = refusal_to_place(book, sign, judged, wager) or _house_limits(desk, others, wager)
    if refused is not None:
        return refused
    had = table.wager_of(who, wager.box)
    if _cents(wager) > patron.chips + (0 if had is None else _cents(had)):
        return short_of_chips(book, who, patron.chips + (0 if had is None else _cents(had)))
    _make_room(desk, others, wager)
    if warning(book, sign, wager):
        desk.note(PlayerWarned(who))
    desk.note(WagerLaid(wager, None if had is None else desk.table.wagers.index(had)))
    return None


def _house_limits(desk: Desk, others: list[Wager], wager: Wager) -> Refusal | None:
    """What a supervisor has set for the table, the box or the player."""
    table, book = desk.table, desk.book
    seating = book.seating
    patron = table.patrons[wager.player]
    most = table.settings.players_on_box
    counts = bool(wager.stake) or _takes_fewer(desk)
    if counts and not _has_first_option(wager) and len(_who_count(desk, others, wager.box)) >= most:
        return refuse("box/full", seating.fewer_on_box, f"this table takes {most} on a box")
    if table.reserved.get(wager.box, wager.player) != wager.player:
        return refuse("seat/reserved", seating.reserved, f"box {wager.box} is reserved for {table.reserved[wager.box]}")
    elsewhere = any(laid.player == wager.player and laid.box != wager.box for laid in others)
    if patron.to_one_box and elsewhere:
        return refuse("seat/one-box", seating.one_box, f"{wager.player} is limited to one box")
    if wager.stake and wager.stake != least_stake(book, table.sign):
        if patron.to_minimum:
            return refuse("wager/minimum-only", seating.held_to_minimum, f"{wager.player} is held to the minimum")
        if held_to_minimum(table, wager.player):
            reason = f"{wager.player} wagers the minimum until the next shoe"
            return refuse("wager/minimum-only", seating.late_players, reason)
    return None


def _has_first_option(wager: Wager) -> bool:
    """Whether others on the box make way for a wager: the main one of whoever is seated there."""
    return wager.seated and wager.stake > 0


def _takes_fewer(desk: Desk) -> bool:
    """Whether fewer may wager on a box here than the layout has room for."""
    return desk.table.settings.players_on_box < desk.book.layout.players_per_box.value


def _who_count(desk: Desk, others: list[Wager], box: int) -> list[Wager]:
    """The wagers that fill a box: the main ones, and where fewer players are taken, a side bet's too."""
    return [laid for laid in others if laid.box == box and (laid.stake or _takes_fewer(desk))]


def _make_room(desk: Desk, others: list[Wager], wager: Wager) -> None:
    """Where a seated player's wager leaves no room on the box for those behind, they come back, the last laid first."""
    if not _has_first_option(wager):
        return
    behind = _who_count(desk, others, wager.box)
    most = min(desk.book.layout.players_per_box.value, desk.table.settings.players_on_box) - 1
    while behind and (len(behind) > most or _over(desk.table, [*behind, wager], wager.box)):
        full = len(behind) > most
        gone = behind.pop()
        clause = (desk.book.layout.players_per_box if full else desk.book.limits.placed_over_maximum).clause
        why = "the controlling player has the first option on the box"
        desk.note(WagerReturned(gone.player, gone.box, why, clause))


def _over(table: Table, on_box: list[Wager], box: int) -> bool:
    most = table.sign_at(box).box.maximum
    return most is not None and sum(laid.stake for laid in on_box) > most


def take_back(desk: Desk, who: str, box: int) -> Refusal | None:
    """Before the first card a wager may still be withdrawn."""
    if refused := _bets_open(desk, who):
        return refused
    if desk.table.wager_of(who, box) is None:
        return refuse("wager/none", desk.book.control.locked, f"{who} has no wager on box {box}")
    desk.note(WagerReturned(who, box))
    return None


def ready(desk: Desk, who: str) -> Refusal | None:
    """Nobody need wait for this player."""
    if refused := _bets_open(desk, who):
        return refused
    if who not in desk.table.ready:
        desk.note(PlayerReady(who))
    return None


def _bets_open(desk: Desk, who: str) -> Refusal | None:
    table, book = desk.table, desk.book
    if who not in table.patrons:
        return refuse("chips/none", book.chips.laid, "chips are bought before a wager is laid")
    if table.status is not Status.OPEN:
        return refuse("table/closed", book.control.locked, "the table is not open")
    if table.in_round:
        return refuse("wager/no-more-bets", book.control.locked, "no more bets: the first card is out")
    if table.patrons[who].leaving:
        return refuse("seat/leaving", book.control.locked, f"{who} is leaving the table")
    return None


def _cents(wager: Wager) -> int:
    return wager.stake + wager.perfect_pairs + wager.super_sevens
