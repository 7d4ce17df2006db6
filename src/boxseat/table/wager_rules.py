"""The judge of wagers before a round's first card: limits, chips, boxes and side bets (R19, R21).

Wagers found on the table after the first card are handled by `boxseat.play.opening`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from boxseat.money import dollars
from boxseat.play.opening import controller
from boxseat.play.state import TableLimits, Wager
from boxseat.refusal import Refusal, refuse
from boxseat.rulebook.book import NOT_SAID, Book, Cited
from boxseat.table.sign import Sign, least_side_bet, least_stake
from boxseat.table.state import Table


def refusal_to_place(
    book: Book,
    sign: Sign,
    on_table: Sequence[Wager],
    wager: Wager,
    *,
    marked: bool = False,
    first_option: bool = False,
) -> Refusal | None:
    """The refusal of a wager, given those already on the table; none if it may be laid.

    A `marked` box has its own maximum; others make way for a wager with the `first_option` on the maximum (R21).
    """
    for refused in _objections(book, sign, on_table, wager, marked=marked, first_option=first_option):
        return refused
    return None


def warning(book: Book, sign: Sign, wager: Wager) -> str:
    """The warning to the owner of a first wager under the minimum, if that wager still plays; none otherwise."""
    rule = book.limits.placed_under_minimum
    if not _is_slip(sign, wager) or rule.value != "warned-once" or wager.warned:
        return ""
    least = dollars(sign.box.minimum or 0)
    return (
        f"{dollars(wager.stake)} is under the minimum of {least}. It plays this once; "
        f"further wagers under the minimum are returned (clause {rule.clause})."
    )


def room_on_box(sign: Sign, on_table: Sequence[Wager], box: int) -> int | None:
    """The room that the box's maximum leaves for a further main wager; none if there is no maximum."""
    if sign.box.maximum is None:
        return None
    return max(0, sign.box.maximum - sum(laid.stake for laid in on_table if laid.box == box))


def in_line(book: Book, wagers: Sequence[Wager]) -> tuple[Wager, ...]:
    """The wagers of each box, nearest the dealer first: the controlling player's, then in the order they were laid (SP 6.8)."""
    first: dict[int, str] = {}
    for box in {laid.box for laid in wagers}:
        stakes = [laid for laid in wagers if laid.box == box and laid.stake]
        first[box] = controller(book, stakes) if stakes else ""
    lines = {
        box: iter(sorted((laid for laid in wagers if laid.box == box), key=lambda laid: laid.player != first[laid.box]))
        for box in first
    }
    return tuple(next(lines[laid.box]) for laid in wagers)


def _objections(
    book: Book, sign: Sign, on_table: Sequence[Wager], wager: Wager, *, marked: bool, first_option: bool
) -> Iterator[Refusal]:
    beside = [laid for laid in on_table if laid.box == wager.box]
    if not 1 <= wager.box <= book.layout.boxes.value:
        most = book.layout.boxes.value
        yield refuse("box/none", book.layout.boxes, f"there is no box {wager.box}; they are numbered 1 to {most}")
    if min(amounts := (wager.stake, wager.perfect_pairs, wager.super_sevens)) < 0 or not any(amounts):
        yield refuse("wager/nothing", book.layout.players_per_box, "nothing is wagered")
    if any(laid.player == wager.player for laid in beside):
        reason = f"{wager.player} has a wager on box {wager.box} already"
        yield refuse("wager/twice", book.layout.players_per_box, reason)
    if wager.seated and any(laid.seated for laid in beside):
        yield refuse("seat/taken", book.control.order, f"another player is seated at box {wager.box}")
    yield from _chip_objections(book, wager)
    if wager.stake:
        if not (marked and book.layout.players_on_marked_box.value == "any-number"):
            yield from _head_count(book, beside, wager)
        yield from _main_objections(book, sign, () if first_option else beside, wager)
    yield from _side_bet_objections(book, sign, beside, wager)


def _chip_objections(book: Book, wager: Wager) -> Iterator[Refusal]:
    """Refusals of amounts that are not whole chips (R19)."""
    chip = book.chips.smallest_chip
    for cents in (wager.stake, wager.perfect_pairs, wager.super_sevens):
        if cents % chip.value:
            reason = f"{dollars(cents)} is no multiple of the smallest chip, {dollars(chip.value)}"
            yield refuse("wager/multiples", chip, reason)


def _head_count(book: Book, beside: Sequence[Wager], wager: Wager) -> Iterator[Refusal]:
    most_players = book.layout.players_per_box
    if sum(laid.stake > 0 for laid in beside) >= most_players.value:
        yield refuse("box/full", most_players, f"box {wager.box} has {most_players.value} wagers already")


def _main_objections(book: Book, sign: Sign, beside: Sequence[Wager], wager: Wager) -> Iterator[Refusal]:
    under = book.limits.placed_under_minimum
    if _is_slip(sign, wager) and (under.value == "refused" or wager.warned):
        yield refuse("wager/under-minimum", under, f"a wager is {dollars(sign.box.minimum or 0)} at the least")
    over = wager.stake - (sign.box.minimum or 0)
    if sign.unit and over > 0 and over % sign.unit:
        reason = f"above the minimum a wager goes up in steps of {dollars(sign.unit)}"
        yield refuse("wager/unit", book.limits.multiples, reason)
    room = room_on_box(sign, beside, wager.box)
    if room is not None and wager.stake > room:
        reason = f"a box takes {dollars(sign.box.maximum or 0)} at the most"
        if any(laid.stake for laid in beside):
            reason += f", and box {wager.box} has room for {dollars(room)}"
        yield refuse("wager/over-maximum", book.limits.placed_over_maximum, reason)


def _is_slip(sign: Sign, wager: Wager) -> bool:
    return sign.box.minimum is not None and 0 < wager.stake < sign.box.minimum


def _side_bet_objections(book: Book, sign: Sign, beside: Sequence[Wager], wager: Wager) -> Iterator[Refusal]:
    """Refusals of side bets that are not offered or lack the main wager that the book requires (R17, R18).

    Perfect Pairs with a main wager have priority over those without, which make way for them (SP 16.6).
    """
    offered = book.offers.side_bets
    bets = (
        ("Perfect Pairs", wager.perfect_pairs, said(book.limits.pairs_outside, offered), sign.side_bet),
        ("Super Sevens", wager.super_sevens, said(book.permissions.sevens_amounts, offered), sign.sevens),
    )
    for name, cents, rule, limits in bets:
        if cents and name.lower().replace(" ", "-") not in offered.value:
            yield refuse("side-bet/not-offered", offered, f"this table has no {name}")
        if cents and not _within(limits, cents):
            yield refuse("side-bet/limits", rule, f"a wager on {name} is {_spoken(limits)}")
    if wager.perfect_pairs and book.perfect_pairs is not None:
        needs, per_box = book.perfect_pairs.perfect_pairs_needs, book.perfect_pairs.per_box
        own_needed = needs.value == "own-main-wager"
        if not wager.stake and (own_needed or not any(laid.stake for laid in beside)):
            whose = "of one's own" if own_needed else "on the box"
            yield refuse("side-bet/no-main-wager", needs, f"Perfect Pairs needs a main wager {whose}")
        before = [laid for laid in beside if laid.perfect_pairs and (laid.stake or not wager.stake)]
        if per_box is not None and len(before) >= per_box.value:
            reason = f"box {wager.box} has {per_box.value} Perfect Pairs wagers already"
            yield refuse("side-bet/box-full", per_box, reason)
    if wager.super_sevens and book.super_sevens is not None and not wager.stake:
        yield refuse("side-bet/no-main-wager", book.super_sevens.needs, "Super Sevens needs a main wager of one's own")


def said(rule: Cited[Any], otherwise: Cited[Any]) -> Cited[Any]:
    """A rule, or another one for a stored book that does not say it."""
    return otherwise if rule.clause == NOT_SAID else rule


def _within(limits: TableLimits, cents: int) -> bool:
    return (limits.minimum or 0) <= cents and (limits.maximum is None or cents <= limits.maximum)


def _spoken(limits: TableLimits) -> str:
    least = f"{dollars(limits.minimum or 0)} at the least"
    return least if limits.maximum is None else f"{least} and {dollars(limits.maximum)} at the most"


def held_by(book: Book, table: Table, player: str) -> Cited[Any] | None:
    """The rule that restricts a player to the minimum, if any: a Gaming Manager's order, or rounds of the shoe sat out."""
    patron, seating = table.patrons[player], book.seating
    if patron.to_minimum:
        return seating.held_to_minimum
    if patron.to_one_box and seating.one_box_minimum.value:
        return seating.one_box
    if table.permissions.minimum.get(player, table.settings.late_to_minimum and has_sat_out(table, player)):
        return seating.late_players
    return None


def has_sat_out(table: Table, player: str) -> bool:
    """Whether a player sat out a round of the shoe; never with a shuffling device (SP 6.11)."""
    pack = table.pack
    if pack is None or pack.cards_from != "shoe":
        return False
    return pack.regulars is not None and player not in pack.regulars


def is_at_minimum(book: Book, sign: Sign, wager: Wager) -> bool:
    """Whether a wager is the minimum, for the kinds of wager that the book restricts (R54)."""
    if wager.stake not in (0, least_stake(book, sign)):
        return False
    if book.seating.held_wagers.value != "every":
        return True
    bets = ((wager.perfect_pairs, sign.side_bet), (wager.super_sevens, sign.sevens))
    return all(cents in (0, least_side_bet(book, limits)) for cents, limits in bets)
