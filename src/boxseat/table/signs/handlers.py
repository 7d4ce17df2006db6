"""Signs at a table: higher minima, changed limits, limits of one player, low limits, refused wagers, and closing (R45, R52)."""

from __future__ import annotations

from typing import Any, get_args

from msgspec.structs import replace

from boxseat.clock import MINUTE, SECOND
from boxseat.money import dollars
from boxseat.play.state import TableLimits
from boxseat.refusal import Refusal, refuse
from boxseat.rulebook.book import Cited
from boxseat.table.desk import Desk
from boxseat.table.records import Closing, WagerReturned
from boxseat.table.settings import refusal_of_sign
from boxseat.table.sign import Bet
from boxseat.table.signs import commands as c
from boxseat.table.signs import records as r
from boxseat.table.signs.state import ComingChange
from boxseat.table.state import Status, Table

LATE_MIN_US = MINUTE
"""What is done by the clock is called late from this delay on, as after a restart."""
BETS: tuple[Bet, ...] = get_args(Bet)
REASON_CHARACTERS_MAX = 200
"""Longer reasons are cut off."""
SPOKEN = {"main": "the minimum", "perfect-pairs": "the minimum of Perfect Pairs"}


# Limits


def raise_minimum(desk: Desk, command: c.RaiseMinimum) -> Refusal | None:
    """Raise the minimum: by a sign with the time, or at once (SP 7.5, CP 3.1)."""
    table, rule = desk.table, desk.book.signs.raised
    at = desk.at if command.begins is None else int(command.begins)
    if command.bet == "perfect-pairs" and desk.book.perfect_pairs is None:
        return refuse("side-bet/not-offered", desk.book.offers.side_bets, "this table has no Perfect Pairs")
    least = _minimum_at(table, command.bet, at)
    if command.min <= least:
        return refuse("limits/not-higher", rule, f"{SPOKEN[command.bet]} is {dollars(least)} then")
    limits = table.sign.with_minimum(command.bet, int(command.min))
    most = limits.limits_of(command.bet).maximum
    if most is not None and command.min > most:
        return refuse("limits/crossed", rule, f"{SPOKEN[command.bet]} is no more than the maximum of {dollars(most)}")
    if command.begins is not None and (refused := _refusal_of_time(desk, at, rule, rule.value)):
        return refused
    if refused := refusal_of_sign(desk.book, limits):
        return refused
    if at > desk.at:
        desk.note(r.ChangeAnnounced(ComingChange("raise-minimum", command.bet, int(command.min), at)))
        return None
    keeps = desk.book.signs.raised_at_once.value == "players-keep-old"
    kept_by = tuple(one.name for one in table.people) if keeps else ()
    desk.note(r.MinimumRaised(command.bet, int(command.min), kept_by))
    return None


def _minimum_at(table: Table, bet: Bet, at: int) -> int:
    """The minimum at some time, by the sign and the changes that it shows."""
    coming = [each for each in table.signs.coming if (each.what, each.bet) == ("raise-minimum", bet)]
    now = table.sign.limits_of(bet).minimum or 0
    return max([now, *(each.cents for each in coming if each.at <= at)])


def _refusal_of_time(desk: Desk, at: int, rule: Cited[Any], minutes: int) -> Refusal | None:
    """The refusal of a time that has passed, or before which the sign would not stand long enough."""
    if at < desk.at:
        return refuse("sign/past", rule, "that time has passed")
    if at < desk.at + minutes * MINUTE:
        return refuse("sign/too-soon", rule, f"a sign shows that for at least {minutes} minutes before")
    return None


def change_limits(desk: Desk, command: c.ChangeLimits) -> Refusal | None:
    """Change the limits from the next round; a higher minimum may need a sign (SP 7.5, CP 3.1)."""
    book, now, rule = desk.book, desk.table.sign, desk.book.signs.raised
    offered = book.offers.side_bets
    for asked, name in ((command.perfect_pairs, "Perfect Pairs"), (command.super_sevens, "Super Sevens")):
        if asked is not None and name.lower().replace(" ", "-") not in offered.value:
            return refuse("side-bet/not-offered", offered, f"this table has no {name}")
    limits = replace(now, box=_changed(now.box, command.min, command.max))
    if command.unit is not None:
        limits = replace(limits, unit=int(command.unit) or None)
    if command.perfect_pairs is not None:
        asked, sevens = command.perfect_pairs, now.sevens if book.super_sevens is not None else now.super_sevens
        limits = replace(limits, side_bet=_changed(now.side_bet, asked.min, asked.max), super_sevens=sevens)
    if command.super_sevens is not None:
        asked = command.super_sevens
        limits = replace(limits, super_sevens=_changed(now.sevens, asked.min, asked.max))
    if limits == now:
        return refuse("limits/same", rule, "the limits are these already")
    pairs = ((now.box, limits.box), (now.side_bet, limits.side_bet), (now.sevens, limits.sevens))
    if rule.value and any((after.minimum or 0) > (before.minimum or 0) for before, after in pairs):
        reason = f"a sign shows a higher minimum for {rule.value} minutes before, or players keep the old one"
        return refuse("limits/by-sign", rule, reason)
    comings = [(each.cents, limits.limits_of(each.bet).maximum) for each in desk.table.signs.coming]
    minima = [(one.minimum or 0, one.maximum) for one in (limits.box, limits.side_bet, limits.sevens)]
    if any(most is not None and least > most for least, most in (*minima, *comings)):
        return refuse("limits/crossed", rule, "the minimum would be above the maximum")
    if refused := refusal_of_sign(book, limits):
        return refused
    desk.note(r.LimitsChanged(limits))
    return None


def _changed(limits: TableLimits, least: int | None, most: int | None) -> TableLimits:
    least = limits.minimum if least is None else int(least)
    return TableLimits(least, limits.maximum if most is None else int(most))


def end_old_minimum(desk: Desk, command: c.EndOldMinimum) -> Refusal | None:
    """Put up the sign that ends the minimum from before a raise (SP 7.5.2)."""
    signs, rule = desk.table.signs, desk.book.signs.old_ended
    if not signs.old_minimum:
        return refuse("limits/no-old", rule, "nobody plays at an old minimum")
    if refused := _refusal_of_time(desk, int(command.begins), rule, rule.value):
        return refused
    for bet in BETS:
        players = tuple(name for name, old in signs.old_minimum.items() if old.of(bet) is not None)
        if players:
            least = desk.table.sign.limits_of(bet).minimum or 0
            desk.note(r.ChangeAnnounced(ComingChange("end-old-minimum", bet, least, int(command.begins), players)))
    return None


def set_private_limits(desk: Desk, command: c.SetPrivateLimits) -> Refusal | None:
    """Let one player wager above the maximum (SP 7.6)."""
    rule, most = desk.book.signs.private_limits, desk.table.sign.box.maximum
    if not rule.value:
        return refuse("limits/marker", rule, "a marker beside a box gives it a maximum of its own, for everybody")
    if most is not None and command.max <= most:
        return refuse("limits/not-higher", rule, f"the maximum is {dollars(most)} for everybody")
    if not 0 <= command.min <= command.max:
        return refuse("limits/crossed", rule, "the minimum would be above the maximum, or under nothing")
    chip = desk.book.chips.smallest_chip
    if command.min % chip.value:
        return refuse("wager/multiples", chip, f"the minimum is a multiple of {dollars(chip.value)}")
    desk.note(r.PrivateLimitsSet(command.player, TableLimits(int(command.min), int(command.max))))
    return None


def end_private_limits(desk: Desk, command: c.EndPrivateLimits) -> Refusal | None:
    """End the limits that a player has of their own (SP 7.6)."""
    rule = desk.book.signs.private_limits
    if command.player not in desk.table.signs.private:
        return refuse("limits/no-own", rule, f"{command.player[:40]} has no limits of their own")
    desk.note(r.PrivateLimitsSet(command.player))
    return None


def mark_low_limit(desk: Desk, command: c.MarkLowLimit) -> Refusal | None:
    """Mark a table as one of low limits; its cards come from a shuffling device (SP 7.7.2)."""
    rule = desk.book.signs.low_limit
    if command.on and rule.value == "not-offered":
        return refuse("low-limit/not-offered", rule, "this game has no tables of low limits")
    if command.on and desk.table.settings.cards_from != "device":
        return refuse("low-limit/shoe", rule, "a table of low limits is dealt from a shuffling device")
    if command.on != desk.table.signs.low_limit:
        desk.note(r.LowLimitMarked(command.on))
    return None


# Wagers


def refuse_wager(desk: Desk, command: c.RefuseWager) -> Refusal | None:
    """Refuse a wager that lies, before the first card (SP 20.12)."""
    rule, reason = desk.book.signs.wager_refused, " ".join(command.reason.split())[:REASON_CHARACTERS_MAX]
    if not rule.value:
        return refuse("wager/every-player", rule, "every player has the opportunity to wager in this game")
    if desk.table.in_play:
        return refuse("wager/no-more-bets", rule, "the first card is out")
    if desk.table.wager_of(command.player, command.box) is None:
        return refuse("wager/none", rule, f"{command.player[:40]} has no wager on box {command.box}")
    if not reason:
        return refuse("ruling/reason", rule, "a wager is refused for a reason")
    desk.note(r.WagerRefused(command.player, command.box, reason))
    desk.note(WagerReturned(command.player, command.box, reason, rule.clause, by_house=True))
    return None


# Closing


def announce_closure(desk: Desk, command: c.AnnounceClosure) -> Refusal | None:
    """Put up the sign that shows when the table closes (SP 20.9, R52)."""
    rule, at = desk.book.signs.closed, int(command.closing)
    if desk.table.status is not Status.OPEN:
        return refuse("table/closed", rule, "the table is not open")
    if refused := _refusal_of_time(desk, at, rule, rule.value if any(desk.table.people) else 0):
        return refused
    desk.note(r.ClosureAnnounced(at))
    if at == desk.at:
        desk.note(Closing())
    return None


def close(desk: Desk) -> Refusal | None:
    """Close the table: no new round begins, a round in play is finished (CP 16.2, CB 15.2, SP 20.9)."""
    rule = desk.book.signs.closed
    if desk.table.status is not Status.OPEN:
        return refuse("table/closed", desk.book.chips.laid, "the table is not open")
    if rule.value and any(desk.table.people):
        reason = f"players are present: a sign shows the time of closing for at least {rule.value} minutes before"
        return refuse("table/players-present", rule, reason)
    desk.note(Closing(told=True))
    return None


# The clock


def follow_signs(desk: Desk) -> Refusal | None:
    """Do everything that the signs show for this time."""
    signs = desk.table.signs
    if signs.next_at is None or signs.next_at > desk.at:
        return refuse("clock/nothing", desk.book.signs.raised, "nothing that a sign shows is due")
    for change in signs.coming:
        if change.at <= desk.at:
            desk.note(r.ChangeInForce(change, _late_s(desk.at - change.at)))
    if signs.closing is not None and signs.closing <= desk.at:
        desk.note(r.ClosingTimeCame(_late_s(desk.at - signs.closing)))
        if desk.table.status is Status.OPEN:
            desk.note(Closing())
    return None


def _late_s(delay_us: int) -> int:
    return delay_us // SECOND if delay_us >= LATE_MIN_US else 0
