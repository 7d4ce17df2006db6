"""What went wrong in a hand-dealt round, reported by the dealer and put right by a supervisor (CP 15, CB 14, SP 18)."""

from __future__ import annotations

from boxseat.cards import UNSEEN
from boxseat.consistency import present
from boxseat.money import dollars
from boxseat.play.acts import (
    Burn,
    CardAct,
    DrawInError,
    ExtraCard,
    InsuranceMissed,
    Reconstruct,
    Report,
    StaffAct,
)
from boxseat.play.irregularities.record_correction import BadCorrection, corrected_acts
from boxseat.play.irregularities.staff_judge import rule_of
from boxseat.play.judge import refusal
from boxseat.play.step import rebuilt
from boxseat.refusal import Refusal, refuse
from boxseat.table.corrections.amendments import amended
from boxseat.table.desk import Desk
from boxseat.table.hand_dealt import commands as h
from boxseat.table.hand_dealt.fold import cards_left, kept_of, net_changes, past_round
from boxseat.table.hand_dealt.records import LateChips, RecordCorrected
from boxseat.table.handlers.by_hand import is_foreign, read_card
from boxseat.table.handlers.seats import no_such_box
from boxseat.table.permissions.overlay import with_permissions
from boxseat.table.records import Acted

TEXT_CHARACTERS_MAX = 200
_REPORTS: dict[type, StaffAct] = {
    h.InsuranceForgotten: InsuranceMissed(),
    h.BurnForgotten: Report("burn-forgotten"),
    h.CutForgotten: Report("cut-missed"),
    h.ShuffleForgotten: Report("shuffle-missed"),
    h.RackForgotten: Report("rack-left"),
    h.ReconstructRound: Reconstruct(),
}


def report(desk: Desk, who: str, command: h.ErrorCommand | h.ReconstructRound) -> Refusal | None:
    """Staff report what went wrong in the round, or have it put right; the one judge decides."""
    act = _act(desk, command)
    if isinstance(act, Refusal):
        return act
    rule = present(rule_of(desk.book, act), "rule of the act")
    if not desk.table.in_round:
        return refuse("round/none", rule, "no round is being played")
    if isinstance(act, CardAct) and is_foreign(desk.book, desk.table, act.card):
        return refuse("deal/no-such-card", desk.book.dealing_errors.foreign_card, f"{act.card} is not of this pack")
    if refused := refusal(desk.book, desk.table.current_round, act):
        return refused
    desk.note(Acted((act,), by=who))
    return None


def _act(desk: Desk, command: h.ErrorCommand | h.ReconstructRound) -> StaffAct | Refusal:
    """The act that a report is."""
    if not isinstance(command, h.BurnCard | h.CardDrawnInError | h.CardTooMany):
        return _REPORTS[type(command)]
    card = read_card(desk.book, command.card)
    if isinstance(card, Refusal):
        return card
    if isinstance(command, h.BurnCard):
        return Burn(card, command.because)
    exposed = card is not UNSEEN if command.exposed is None else command.exposed
    return DrawInError(card, exposed) if isinstance(command, h.CardDrawnInError) else ExtraCard(card, exposed)


def late_chips(desk: Desk, who: str, command: h.ChipsTouchedLate) -> Refusal | None:
    """Chips were touched after the first card, and put right; the wager stands as it was (SP 6.4, CP and CB 4.3)."""
    rule = desk.book.control.locked
    if refused := no_such_box(desk, command.box):
        return refused
    if not desk.table.in_play or not cards_left(desk.table.current_round):
        return refuse("chips/not-late", rule, "before the first card chips may be laid and taken back")
    cents = int(command.more or 0) - int(command.less or 0)
    if (command.more is None) == (command.less is None) or not cents:
        return refuse("chips/nothing", rule, "either more or less chips than were laid, above zero")
    if all((laid.box, laid.player) != (command.box, command.player) for laid in desk.table.current_round.wagers):
        why = f"{command.player[:40]} has no wager on box {command.box} that {dollars(abs(cents))} belong to"
        return refuse("wager/none", rule, why)
    desk.note(LateChips(command.box, command.player, cents))
    return None


def correct_record(desk: Desk, who: str, command: h.CorrectRecord) -> Refusal | None:
    """Correct what was keyed wrongly in a round that was dealt rightly; also an earlier round, as far as it is kept."""
    table, kept = desk.table, kept_of(desk.table)
    number = table.round_number if command.number is None else command.number
    is_present = table.in_round and number == table.round_number
    past = next((past for past in kept.past if past.number == number), None)
    if past is None and not is_present:
        return Refusal("round/unknown", "", f"round {number} is none of the last rounds of this table")
    if amended(table, number).void:
        return Refusal("void/already", "", f"round {number} is void")
    book = desk.book if past is None else with_permissions(desk.table_book, past.options)
    was = table.current_round if past is None else past_round(book, past)
    if not command.reason.strip() or not command.faults:
        return Refusal("ruling/reason", "", "a correction says what was wrong, and why it is known")
    try:
        acts = corrected_acts(book, was, command.faults)
    except BadCorrection as error:
        return Refusal("record/wrong", "", str(error))
    now = rebuilt(book, was, acts)
    if was.over and not now.over:
        return Refusal("record/wrong", "", f"the round would not be over: {now.phase} is next")
    changes = () if is_present else net_changes(kept, was, now)
    reason, footage = command.reason.strip()[:TEXT_CHARACTERS_MAX], command.footage.strip()[:TEXT_CHARACTERS_MAX]
    desk.note(RecordCorrected(number, command.faults, acts, reason, footage, changes))
    return None
