"""Dispatch of a command to its handler, and then the dealer's automatic steps."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boxseat.refusal import Refusal, refuse
from boxseat.table import commands as c
from boxseat.table.automation import go_on, start_round
from boxseat.table.desk import Desk
from boxseat.table.handlers import (
    cut,
    decisions,
    hours,
    irregularities,
    limits,
    practice,
    restrictions,
    seats,
    shuffle,
    wagers,
)

GONE = "the connection was gone for too long"
ANSWERS = c.PlayCommand | c.AnswerCommand | c.Cut | c.DeclineCut | c.CutForHouse | c.TimeUp
"""Commands that answer the table's open question; for an older question they are stale."""
BETS = c.Lay | c.TakeBack | c.Ready
"""Commands about the bets that are open now."""


def is_stale(desk: Desk, command: c.TableCommand, version: int) -> bool:
    """Whether the command is older than the open question that it would answer, or than the round that it is about."""
    if isinstance(command, ANSWERS):
        return version < desk.table.asked_since
    if isinstance(command, c.VoidTheRound):
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
    if refused := practice.refusal_of_strangers(desk, who, command):
        return refused
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
    c.Cut: lambda desk, who, command: _cut(desk, who, command.place),
    c.DeclineCut: lambda desk, who, command: cut.decline_cut(desk, who),
    c.Decline: lambda desk, who, command: decisions.decline(desk, who, command.box),
    c.Join: decisions.join,
    c.Pass: decisions.pass_on,
    c.SetCards: practice.set_cards,
    c.OpenForPlay: lambda desk, who, command: hours.open_for_play(desk),
    c.FinalRounds: lambda desk, who, command: hours.announce_final_rounds(desk),
    c.CloseTable: lambda desk, who, command: hours.close(desk),
    c.CutForHouse: lambda desk, who, command: cut.cut_for_house(desk, who, command.place),
    c.ShuffleNow: lambda desk, who, command: shuffle.shuffle_now(desk, command),
    c.ReserveBox: lambda desk, who, command: restrictions.reserve(desk, command),
    c.MarkBox: lambda desk, who, command: limits.mark_box(desk, command),
    c.Restrict: lambda desk, who, command: restrictions.restrict(desk, command),
    c.VoidTheRound: irregularities.void_round,
    c.TimeUp: lambda desk, who, command: _time_up(desk),
    c.SeatExpired: lambda desk, who, command: seats.leave(desk, command.player, GONE),
    c.NoteAway: lambda desk, who, command: seats.note_away(desk, command.player, away=command.away),
}
