"""Wagers while bets are open: laid, taken back, and players ready for the cards (CP 4, SP 6-7)."""

from __future__ import annotations

from typing import Any

from boxseat.play.opening import controller
from boxseat.play.state import Wager
from boxseat.refusal import Refusal, refuse
from boxseat.rulebook.book import Book, Cited
from boxseat.table import commands as c
from boxseat.table.desk import Desk
from boxseat.table.handlers.admission import refusal_of_card
from boxseat.table.handlers.seats import refusal_to_play
from boxseat.table.permissions.approvals import refusal_of_side_bets
from boxseat.table.questions import short_of_chips
from boxseat.table.records import PlayerReady, PlayerWarned, WagerLaid, WagerReturned
from boxseat.table.state import Status, Table
from boxseat.table.wager_rules import held_by, is_at_minimum, refusal_to_place, said, warning

ONE_A_BOX = "this table takes one player on a box"


def lay(desk: Desk, who: str, command: c.Lay) -> Refusal | None:
    """Lay a wager on a box, in place of the player's earlier one there."""
    table, book = desk.table, desk.book_of_bets
    if refused := refusal_to_play(desk, who) or _bets_open(desk, who) or refusal_of_card(desk, who):
        return refused
    patron, had = table.patrons[who], table.wager_of(who, command.box)
    wager = Wager(
        box=command.box,
        player=who,
        stake=int(command.stake),
        seated=table.seats.get(command.box) == who,
        perfect_pairs=int(command.perfect_pairs),
        super_sevens=int(command.super_sevens),
        warned=patron.warned,
        pairs_since=_pairs_since(table, had) if command.perfect_pairs else 0,
    )
    others = [laid for laid in table.wagers if (laid.box, laid.player) != (wager.box, who)]
    sign = table.sign_for(who, wager.box)
    first = _has_first_option(desk, wager, had)
    marked = wager.box in table.box_maxima
    if refused := refusal_of_side_bets(book, table, wager):
        return refused
    # What others have laid on the box leaves the room of somebody with a maximum of their own as it is.
    alone = first or who in table.signs.private
    refused = refusal_to_place(book, sign, others, wager, marked=marked, first_option=alone)
    refused = refused or _house_limits(desk, others, wager)
    if refused is not None:
        return refused
    if _cents(wager) > patron.chips + (0 if had is None else _cents(had)):
        return short_of_chips(book, who, patron.chips + (0 if had is None else _cents(had)))
    beside = [laid for laid in others if laid.box == wager.box]
    if table.players_on_box == 1:
        for gone in beside:
            desk.note(WagerReturned(gone.player, gone.box, ONE_A_BOX, _one_a_box(book).clause, by_house=True))
    elif first:
        _make_room(desk, beside, wager)
    _make_room_for_pairs(desk, beside, wager)
    if warning(book, sign, wager):
        desk.note(PlayerWarned(who))
    desk.note(WagerLaid(wager, None if had is None else desk.table.wagers.index(had)))
    return None


def _pairs_since(table: Table, had: Wager | None) -> int:
    """The version at which a Perfect Pairs wager was placed: that of the wager it changes, or the present one."""
    return had.pairs_since if had is not None and had.perfect_pairs else table.version


def _house_limits(desk: Desk, others: list[Wager], wager: Wager) -> Refusal | None:
    """Refusals by what a supervisor has set for the table, the box or the player."""
    table, book = desk.table, desk.book
    seating = book.seating
    patron = table.patrons[wager.player]
    if refused := _players_on_box(desk, others, wager) or _players_at_table(desk, others, wager):
        return refused
    if table.reserved.get(wager.box, wager.player) != wager.player:
        return refuse("seat/reserved", seating.reserved, f"box {wager.box} is reserved for {table.reserved[wager.box]}")
    elsewhere = any(laid.player == wager.player and laid.box != wager.box for laid in others)
    if patron.to_one_box and elsewhere:
        return refuse("seat/one-box", seating.one_box, f"{wager.player} is limited to one box")
    rule = held_by(book, table, wager.player)
    if rule is not None and not is_at_minimum(book, table.sign_for(wager.player, wager.box), wager):
        until = " until the next shoe" if rule is seating.late_players else ""
        return refuse("wager/minimum-only", rule, f"{wager.player} wagers the minimum only{until}")
    return None


def _players_on_box(desk: Desk, others: list[Wager], wager: Wager) -> Refusal | None:
    """Refusals where a table allows fewer players on a box: main wagers count, and with one per box nobody else may wager (R17)."""
    seating, most = desk.book.seating, desk.table.players_on_box
    if most >= desk.book.layout.players_per_box.value:
        return None
    beside = [laid for laid in others if laid.box == wager.box]
    if most == 1:
        return refuse("box/full", _one_a_box(desk.book), ONE_A_BOX) if beside and not wager.seated else None
    if wager.stake and sum(laid.stake > 0 for laid in beside) >= most:
        return refuse("box/full", seating.fewer_on_box, f"this table takes {most} on a box")
    return None


def _players_at_table(desk: Desk, others: list[Wager], wager: Wager) -> Refusal | None:
    """The refusal of one player more than may play at the table (SP 6.16)."""
    most, playing = desk.table.players_at_table, {laid.player for laid in others} | {wager.player}
    if most and len(playing) > most:
        return refuse("table/full", desk.book.seating.fewer_at_table, f"this table takes {most} players")
    return None


def _one_a_box(book: Book) -> Cited[Any]:
    """The rule that allows one player per box."""
    seating = book.seating
    return seating.fewer_at_table if seating.fewer_at_table.value else seating.fewer_on_box


def _has_first_option(desk: Desk, wager: Wager, had: Wager | None) -> bool:
    """Whether a main wager has the first option, so that others on the box make way for it (R21)."""
    whose = desk.book.limits.first_option.value
    if not wager.stake or whose == "nobody":
        return False
    if wager.seated or whose == "seated":
        return wager.seated
    on_box = [laid for laid in desk.table.wagers if laid.box == wager.box and laid.stake]
    return had is not None and had.stake > 0 and controller(desk.book, on_box) == wager.player


def _make_room(desk: Desk, beside: list[Wager], wager: Wager) -> None:
    """Return other wagers, the last laid first, if a wager with the first option leaves no room under the box's maximum."""
    behind = [laid for laid in beside if laid.stake]
    most, limits = desk.table.sign_at(wager.box).box.maximum, desk.book.limits
    rule = said(limits.first_option, limits.placed_over_maximum)
    while behind and most is not None and wager.stake + sum(laid.stake for laid in behind) > most:
        gone = behind.pop()
        why = "the controlling player has the first option on the box"
        desk.note(WagerReturned(gone.player, gone.box, why, rule.clause, by_house=True))


def _make_room_for_pairs(desk: Desk, beside: list[Wager], wager: Wager) -> None:
    """Perfect Pairs with a main wager have priority: of those without one, the last placed is returned (SP 16.6)."""
    rules = desk.book.perfect_pairs
    if rules is None or rules.per_box is None or not (wager.stake and wager.perfect_pairs):
        return
    placed = [laid for laid in beside if laid.perfect_pairs and desk.table.wager_of(laid.player, laid.box) is not None]
    alone = sorted((laid for laid in placed if not laid.stake), key=lambda laid: laid.pairs_since)
    if alone and len(placed) >= rules.per_box.value:
        why = "Perfect Pairs of players with a main wager come first"
        desk.note(WagerReturned(alone[-1].player, wager.box, why, rules.per_box.clause, by_house=True))


def take_back(desk: Desk, who: str, box: int) -> Refusal | None:
    """Take a wager back, before the first card."""
    if refused := _bets_open(desk, who):
        return refused
    if desk.table.wager_of(who, box) is None:
        return refuse("wager/none", desk.book.control.locked, f"{who} has no wager on box {box}")
    desk.note(WagerReturned(who, box))
    return None


def ready(desk: Desk, who: str) -> Refusal | None:
    """Mark a player as ready for the deal."""
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
    if table.in_play:
        return refuse("wager/no-more-bets", book.control.locked, "no more bets: the first card is out")
    if table.patrons[who].leaving:
        return refuse("seat/leaving", book.control.locked, f"{who} is leaving the table")
    return None


def _cents(wager: Wager) -> int:
    return wager.stake + wager.perfect_pairs + wager.super_sevens
