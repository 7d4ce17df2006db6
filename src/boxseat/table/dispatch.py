"""Dispatch of a command to its handler, and then the dealer's automatic steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, get_args

from boxseat.refusal import Refusal, refuse
from boxseat.table import commands as c
from boxseat.table.admission.commands import CopyAdmissions
from boxseat.table.automation import go_on, start_round
from boxseat.table.checks.commands import RecordCheck
from boxseat.table.checks.handlers import record_check
from boxseat.table.corrections import commands as k
from boxseat.table.desk import Desk
from boxseat.table.hand_dealt import commands as h
from boxseat.table.handlers import (
    admission,
    by_hand,
    corrections,
    cut,
    dealing_errors,
    decisions,
    floats,
    hours,
    irregularities,
    limits,
    patrons,
    practice,
    real_cards,
    restrictions,
    seats,
    shuffle,
    wagers,
    written_rounds,
)
from boxseat.table.permissions import commands as p
from boxseat.table.permissions import handlers as permissions
from boxseat.table.signs import commands as s
from boxseat.table.signs import handlers as signs

GONE = "the connection was gone for too long"
BY_HAND = h.KeyCard | h.TurnCard | h.UndoCard | h.CloseTheOffer | h.PlayForAbsent
ANSWERS = c.PlayCommand | c.AnswerCommand | c.Cut | c.DeclineCut | c.CutForHouse | c.TimeUp | BY_HAND
"""Commands that answer the table's open question; for an older question they are stale."""
BETS = c.Lay | c.TakeBack | c.Ready | h.NoMoreBets
"""Commands about the bets that are open now."""


def is_stale(desk: Desk, command: c.TableCommand, version: int) -> bool:
    """Whether the command is older than the open question that it would answer, or than the round that it is about."""
    if isinstance(command, c.ForPlayer):
        return is_stale(desk, command.what, version)
    if isinstance(command, ANSWERS):
        return version < desk.table.asked_since
    if isinstance(command, c.RulingCommand | h.ErrorCommand | h.ReconstructRound):
        return version < desk.table.round_first
    return isinstance(command, BETS) and version < desk.table.open_since


def carry_out(desk: Desk, who: str, command: c.TableCommand) -> Refusal | None:
    """Carry out a command; if it is refused, the table does not change."""
    before = desk.table
    refused = _carry(desk, who, command)
    if refused is not None:
        desk.table, desk.happened, desk.steps, desk.secrets = before, [], [], []
        return refused
    go_on(desk)
    return None


def _carry(desk: Desk, who: str, command: c.TableCommand) -> Refusal | None:
    if refused := practice.refusal_of_strangers(desk, who, command) or by_hand.refusal_by_dealing(desk, command):
        return refused
    if (
        desk.table.in_round
        and desk.table.cut_offer is not None
        and isinstance(command, c.PlayCommand | c.AnswerCommand)
    ):
        return refuse("cut/first", desk.book.shoe.runs_out, "the cards are cut first")
    if desk.table.by_hand is not None:
        by_hand.close_before_own_signal(desk, who, command)
    return _do(desk, who, command)


def _do(desk: Desk, who: str, command: c.TableCommand) -> Refusal | None:
    """Do a command, whoever gave or recorded it."""
    if isinstance(command, c.PlayCommand):
        return decisions.decide(desk, who, command)
    return _CARRIED[type(command)](desk, who, command)


def _cut(desk: Desk, who: str, place: int) -> Refusal | None:
    if refused := cut.refusal_to_cut(desk.book, desk.table, who, place):
        return refused
    cut.cut_cards(desk, who, place)
    return None


def _time_up(desk: Desk) -> Refusal | None:
    """Continue without the players who have not answered."""
    table = desk.table
    if table.cut_offer is not None:
        if table.cut_offer.player:
            return cut.decline_cut(desk, table.cut_offer.player, by_house=True)
        cut.cut_by_house(desk)
    elif table.in_round:
        decisions.go_on_without(desk)
    elif table.has_stakes and desk.at < table.open_until and table.has_company:
        return refuse("clock/nothing", desk.book.control.locked, "bets are open for their least time")
    elif table.has_stakes:
        start_round(desk)
    else:
        return refuse("clock/nothing", desk.book.control.locked, "the table waits for nobody")
    return None


_CARRIED: dict[type, Callable[[Desk, str, Any], Refusal | None]] = {
    c.BuyIn: seats.buy_in,
    c.Sit: lambda desk, who, command: seats.sit(desk, who, command.box),
    c.AskForBox: lambda desk, who, command: seats.ask_for_box(desk, who),
    c.GiveUp: lambda desk, who, command: seats.give_up(desk, who, command.box),
    c.Leave: lambda desk, who, command: seats.leave(desk, who),
    c.AskComputer: lambda desk, who, command: seats.ask_computer(desk, who, command),
    c.DismissComputer: lambda desk, who, command: seats.dismiss_computer(desk, who, command.box),
    c.Lay: wagers.lay,
    c.TakeBack: lambda desk, who, command: wagers.take_back(desk, who, command.box),
    c.Ready: lambda desk, who, command: wagers.ready(desk, who),
    c.Cut: lambda desk, who, command: (
        real_cards.cut(desk, who, command) if command.by else _cut(desk, who, command.place)
    ),
    c.DeclineCut: lambda desk, who, command: cut.decline_cut(desk, who),
    c.Decline: lambda desk, who, command: decisions.decline(desk, who, command.box),
    c.Join: decisions.join,
    c.Pass: decisions.pass_on,
    c.SetCards: practice.set_cards,
    c.OpenForPlay: lambda desk, who, command: hours.open_for_play(desk),
    c.FinalRounds: lambda desk, who, command: hours.announce_final_rounds(desk),
    c.CloseTable: lambda desk, who, command: signs.close(desk),
    c.CutForHouse: lambda desk, who, command: cut.cut_for_house(desk, who, command.place),
    c.ShuffleNow: lambda desk, who, command: (
        real_cards.shuffled(desk, who, command)
        if desk.table.by_hand is not None
        else shuffle.shuffle_now(desk, command)
    ),
    c.ReserveBox: lambda desk, who, command: restrictions.reserve(desk, command),
    c.MarkBox: lambda desk, who, command: limits.mark_box(desk, command),
    c.Restrict: lambda desk, who, command: restrictions.restrict(desk, command),
    c.VoidTheRound: irregularities.void_round,
    c.InvalidateTheRound: irregularities.invalidate,
    c.VoidTheWagers: irregularities.void_wagers,
    c.DeviceFailed: irregularities.device_failed,
    c.CardMissing: irregularities.card_missing,
    c.ForeignCardFound: irregularities.foreign_card_found,
    c.CheckTheCards: irregularities.check_cards,
    c.DeferPayments: irregularities.pay_at_end,
    s.RaiseMinimum: lambda desk, who, command: signs.raise_minimum(desk, command),
    s.ChangeLimits: lambda desk, who, command: signs.change_limits(desk, command),
    s.EndOldMinimum: lambda desk, who, command: signs.end_old_minimum(desk, command),
    s.SetPrivateLimits: lambda desk, who, command: signs.set_private_limits(desk, command),
    s.EndPrivateLimits: lambda desk, who, command: signs.end_private_limits(desk, command),
    s.MarkLowLimit: lambda desk, who, command: signs.mark_low_limit(desk, command),
    s.RefuseWager: lambda desk, who, command: signs.refuse_wager(desk, command),
    s.AnnounceClosure: lambda desk, who, command: signs.announce_closure(desk, command),
    s.FollowSigns: lambda desk, who, command: signs.follow_signs(desk),
    c.SetUpTable: lambda desk, who, command: hours.set_up(desk, command),
    c.TimeUp: lambda desk, who, command: _time_up(desk),
    c.SeatExpired: lambda desk, who, command: seats.leave(desk, command.player, GONE),
    c.CreditWallet: lambda desk, who, command: written_rounds.credit_wallet(desk, command),
    c.DealWritten: lambda desk, who, command: written_rounds.deal_written(desk, command),
    CopyAdmissions: lambda desk, who, command: admission.copy_admissions(desk),
    c.MoveFloat: lambda desk, who, command: floats.move_float(desk, command),
    c.EmptyDrop: lambda desk, who, command: floats.empty_drop(desk),
    c.NoteAway: lambda desk, who, command: seats.note_away(desk, command.player, away=command.away),
    c.ForPlayer: lambda desk, who, command: patrons.for_player(desk, command, _do),
    h.NoMoreBets: by_hand.no_more_bets,
    h.KeyCard: by_hand.key_card,
    h.TurnCard: by_hand.turn_card,
    h.UndoCard: by_hand.undo_card,
    h.CloseTheOffer: by_hand.close_offer,
    h.PlayForAbsent: by_hand.play_absent,
    **dict.fromkeys((*get_args(h.ErrorCommand), h.ReconstructRound), dealing_errors.report),
    h.CorrectRecord: dealing_errors.correct_record,
    h.ChipsTouchedLate: dealing_errors.late_chips,
    h.CardsShuffledByHand: real_cards.shuffled,
    h.CardsLoaded: real_cards.loaded,
    h.CuttingCardSeen: real_cards.cutting_card_out,
    h.ShoeIsEmpty: real_cards.cards_out,
    h.Rebet: lambda desk, who, command: patrons.rebet(desk, command, _do),
    h.NotePatron: patrons.note_patron,
    h.LinkPatron: patrons.link_patron,
    p.LimitPlayersOnBox: permissions.limit_players_on_box,
    p.LimitPlayersAtTable: permissions.limit_players_at_table,
    p.HoldToMinimum: permissions.hold_to_minimum,
    p.ReleaseFromMinimum: permissions.release_from_minimum,
    k.VoidPastRound: corrections.void_past_round,
    k.FindPaymentWrong: corrections.find_payment_wrong,
    k.PutPaymentRight: corrections.put_payment_right,
    p.RestrictPerfectPairs: permissions.restrict_perfect_pairs,
    p.AllowResplit: permissions.allow_resplit,
    p.RecordApproval: permissions.record_approval,
    RecordCheck: record_check,
    p.DealFaceDown: permissions.deal_face_down,
    p.ExposeCards: permissions.expose_cards,
}
