"""Rulings of staff about irregularities of a round: void rounds, void wagers, a device that failed, a wrong pack (CP 15, 17, 19.3,
CB 14, 16, 19.3, SP 18 to 20; R39 to R43).

Each ruling is an act of the round, judged by the same judge as players' acts (`play/judge.py`).
"""

from __future__ import annotations

from boxseat.cards import Card
from boxseat.consistency import present
from boxseat.play.acts import Invalidate, Malfunction, PayAtEnd, Report, StaffAct, VoidRound, VoidWagers, WrongPack
from boxseat.play.irregularities.staff_judge import rule_of, wagers_rule
from boxseat.play.judge import refusal
from boxseat.refusal import Refusal, refuse
from boxseat.table import commands as c
from boxseat.table.automation import finish_round
from boxseat.table.card_source import left_in_device
from boxseat.table.desk import Desk
from boxseat.table.handlers.admission import is_card_needed
from boxseat.table.handlers.cut import offer_cut
from boxseat.table.handlers.seats import no_such_box
from boxseat.table.records import Acted, WagerReturned, WagersVoided
from boxseat.table.rulings.ruling_effects import device_is_emptied

TEXT_CHARACTERS_MAX = 200
"""Longer reasons and descriptions are cut off."""


def void_round(desk: Desk, who: str, command: c.VoidTheRound) -> Refusal | None:
    """A supervisor declares the round in play void (R23)."""
    return _ruled(desk, who, VoidRound(command.because), command.reason, without_reason="void/reason")


def invalidate(desk: Desk, who: str, command: c.InvalidateTheRound) -> Refusal | None:
    """The round has no outcome: wagers are refunded, or kept (R41)."""
    act = Invalidate(command.because, command.refund, tuple(dict.fromkeys(command.forfeited_by)))
    return _ruled(desk, who, act, command.reason, without_reason="ruling/reason")


def void_wagers(desk: Desk, who: str, command: c.VoidTheWagers) -> Refusal | None:
    """A player's wagers of the round are void (R42); before it, those that lie on the table go back (SP 18.21.1)."""
    act = VoidWagers(command.player, command.because)
    if act.because == "player-card" and desk.book.invalidation.player_card.value and not is_card_needed(desk):
        return refuse("wagers/no-ground", desk.book.persons.card_since, "no Player Card is needed yet")
    lying = not desk.table.in_play and any(laid.player == act.player for laid in desk.table.wagers)
    if desk.table.in_round and not lying:
        return _ruled(desk, who, act, command.reason, without_reason="ruling/reason")
    return _void_lying(desk, act, command.reason)


def _void_lying(desk: Desk, act: VoidWagers, reason: str) -> Refusal | None:
    rules, rule = desk.book.invalidation, wagers_rule(desk.book, act.because)
    of_card = act.because == "player-card"
    if not rule.value:
        return refuse("wagers/no-ground", rule, "no ground on which wagers are void here")
    lying = [laid for laid in desk.table.wagers if laid.player == act.player]
    if not lying:
        stand = rules.card_wagers_settled if of_card else rule
        return refuse("wagers/none", stand, f"no wager of {act.player[:40]} lies on the table; earlier rounds stand")
    if not reason.strip():
        return refuse("ruling/reason", rule, "a ruling needs a reason")
    clause = (rules.card_wagers_lying if of_card else rule).clause
    desk.note(WagersVoided(act.player, act.because, one_line(reason)))
    for laid in lying:
        desk.note(WagerReturned(laid.player, laid.box, "the wager is void", clause, by_house=True))
    return None


def device_failed(desk: Desk, who: str, command: c.DeviceFailed) -> Refusal | None:
    """The shuffling device has failed (R40); without it the cards that are left are dealt on from a shoe."""
    rules, pack = desk.book.malfunction, desk.table.pack
    choices = rules.then.value
    if command.then and command.then not in choices:
        wanted = f"one of {', '.join(choices)}" if choices else "left out in this game"
        return refuse("malfunction/then", rules.then, f"`then` is {wanted}")
    if (desk.table.settings.cards_from if pack is None else pack.cards_from) != "device":
        return refuse("malfunction/shoe", rules.needs_device, "the cards come from a shoe")
    if not desk.table.in_round:
        return refuse("malfunction/no-card", rules.card_out, "no round is being played, and so no card is out")
    act = Malfunction(
        command.disadvantaged,
        command.another_device,
        command.transferable,
        one_line(command.damaged),
        tuple(dict.fromkeys(command.returned_to)),
        command.then or (choices[0] if choices else ""),
    )
    if refused := _ruled(desk, who, act, command.reason):
        return refused
    left = left_in_device(desk.book, desk.table)
    if desk.table.by_hand is None and device_is_emptied(desk.book, desk.table) and left:
        _shuffle_what_is_left(desk, left)
    return None


def _shuffle_what_is_left(desk: Desk, left: tuple[Card, ...]) -> None:
    """Shuffle the cards that are left in the device, to be cut and dealt from a shoe: for this round, or until it is dealt out."""
    for_round = desk.book.malfunction.device_replaced.value != "after-shoe"
    desk.finish_shoe()
    desk.shuffle("shoe", left, mid_round=for_round, why="the shuffling device failed")
    offer_cut(desk)


def card_missing(desk: Desk, who: str, command: c.CardMissing) -> Refusal | None:
    """A card of the pack is missing: the round ends, and the cards are checked (R39)."""
    return _ruled(desk, who, WrongPack("missing-card"), command.reason)


def foreign_card_found(desk: Desk, who: str, command: c.ForeignCardFound) -> Refusal | None:
    """A card was found that is not of this pack: the round ends, and the cards are checked (R39)."""
    return _ruled(desk, who, WrongPack("foreign-card", one_line(command.card)), command.reason)


def check_cards(desk: Desk, who: str, command: c.CheckTheCards) -> Refusal | None:
    """The cards of a device are checked after the round, because one was found face up (SP 18.1.1)."""
    return _ruled(desk, who, Report("check-cards"), command.reason)


def pay_at_end(desk: Desk, who: str, command: c.DeferPayments) -> Refusal | None:
    """Interim payments are made at the final settlement (R43)."""
    if command.box is not None and (refused := no_such_box(desk, command.box)):
        return refused
    return _ruled(desk, who, PayAtEnd(command.box or 0), command.reason)


def _ruled(desk: Desk, who: str, act: StaffAct, reason: str, *, without_reason: str = "") -> Refusal | None:
    """Do an act of staff in the round in play; the code of the refusal is given where it needs a reason."""
    rule = present(rule_of(desk.book, act), "rule of the act")
    if not desk.table.in_round:
        return refuse("round/none", rule, "no round is being played")
    if without_reason and not reason.strip():
        subject = "a void round" if without_reason == "void/reason" else "a ruling"
        return refuse(without_reason, rule, f"{subject} needs a reason")
    if refused := refusal(desk.book, desk.table.current_round, act):
        return refused
    desk.note(Acted((act,), by=who, reason=one_line(reason)))
    round_ = desk.table.current_round
    if round_.void or (round_.over and desk.table.by_hand is None):
        finish_round(desk, one_line(reason) if round_.void else "")
    return None


def one_line(written: str) -> str:
    """A text without line ends and other control characters, as notices and logs show it in one line."""
    return "".join(letter if letter.isprintable() else " " for letter in written).strip()[:TEXT_CHARACTERS_MAX]
