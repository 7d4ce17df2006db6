"""Whole rounds of a rehearsal, dealt from written cards, and the money for them. No person can send these commands."""

from __future__ import annotations

from boxseat.consistency import require
from boxseat.play.acts import CardAct, PlayAbsent, PlayersAct
from boxseat.refusal import Refusal, refuse
from boxseat.table import commands as c
from boxseat.table.automation import finish_round
from boxseat.table.desk import Desk
from boxseat.table.records import Acted, RoundOpened, RoundWritten, WalletCredited
from boxseat.table.rulings.round_start import refusal_by_what_is_due, refusal_of_other_card


def credit_wallet(desk: Desk, command: c.CreditWallet) -> None:
    """Give a player money."""
    desk.note(WalletCredited(command.player, int(command.amount)))


def deal_written(desk: Desk, command: c.DealWritten) -> Refusal | None:
    """Play a round with the wagers on the table to its end, act by act."""
    table, book = desk.table, desk.book
    if table.in_play:
        return refuse("wager/no-more-bets", book.control.locked, "no more bets: the first card is out")
    if not table.has_stakes:
        return refuse("round/none", book.drawing.turn, "no round is played without a main wager")
    cards = (act.card for act in command.acts if isinstance(act, CardAct))
    others = (refusal_of_other_card(book, table, place, card) for place, card in enumerate(cards))
    if refused := refusal_by_what_is_due(book, table) or next(filter(None, others), None):
        return refused
    if table.in_round:
        finish_round(desk)
        table = desk.table
    number, device = table.round_number + 1, table.current_pack.cards_from == "device"
    desk.note(RoundOpened(f"{table.id}-{number}", number, desk.at, device=device))
    desk.note(RoundWritten())
    for act in command.acts:
        absent = desk.table.current_round.box_in_turn.controller if isinstance(act, PlayAbsent) else ""
        desk.note(Acted((act,), by=act.player if isinstance(act, PlayersAct) else "", instead_of=absent))
    require(desk.table.current_round.over, "a written round is played to its end")
    return None
