"""Patrons of a hand-dealt table who decide by signal: staff record what they do, also for those without a name."""

from __future__ import annotations

import re
from collections.abc import Callable

from boxseat.money import Cents
from boxseat.play.acts import Surrender
from boxseat.play.judge import refusal
from boxseat.refusal import Refusal, refuse
from boxseat.table import commands as c
from boxseat.table.automation import finish_round
from boxseat.table.desk import Desk
from boxseat.table.hand_dealt import commands as h
from boxseat.table.hand_dealt.fold import kept_of
from boxseat.table.hand_dealt.records import ChipsForCash, PatronLinked, PatronNoted, SignalKeyed
from boxseat.table.handlers import seats
from boxseat.table.handlers.by_hand import close_before_signal
from boxseat.table.handlers.decisions import act_of
from boxseat.table.names import is_unnamed
from boxseat.table.questions import needs_chips

Carry = Callable[[Desk, str, c.TableCommand], Refusal | None]
"""Carries out a command of a player."""
ACCOUNT_NAME = re.compile(r"[A-Za-z][A-Za-z0-9_.-]{0,39}")
NOTE_CHARACTERS_MAX = 120


def refusal_of_name(desk: Desk, player: str) -> Refusal | None:
    """The refusal of a name that no account and no patron can have, and of nameless ones where a Player Card is needed."""
    rule = desk.book.invalidation.player_card
    if is_unnamed(player):
        if rule.value:
            return refuse("patron/player-card", rule, "everybody plays on a Player Card of their own here")
        return None
    if not ACCOUNT_NAME.fullmatch(player):
        return refuse("patron/name", rule, "a player is named as their account is, or patron 1, patron 2 and so on")
    return None


def for_player(desk: Desk, command: c.ForPlayer, carry: Carry) -> Refusal | None:
    """Record what a player does or says, as if it were their own command."""
    player, what = command.player, command.what
    if refused := refusal_of_name(desk, player):
        return refused
    desk.note(SignalKeyed(str(type(what).__struct_config__.tag), player))
    if isinstance(what, c.BuyIn):
        return seats.buy_in(desk, player, what, cash=True)
    close_before_signal(desk, what)
    if lacking := _lacking(desk, player, what):
        desk.note(ChipsForCash(player, lacking, brought=True))
    return carry(desk, player, what)


def _lacking(desk: Desk, player: str, what: c.RecordedCommand) -> int:
    """The chips on the layout that the player has not bought here, and so has brought along."""
    table = desk.table
    has = table.patrons[player].chips if player in table.patrons else 0
    needs = 0
    if isinstance(what, c.Lay):
        had = table.wager_of(player, what.box)
        lies = 0 if had is None else had.stake + had.perfect_pairs + had.super_sevens
        needs = int(what.stake) + int(what.perfect_pairs) + int(what.super_sevens) - lies
    elif isinstance(what, c.PlayCommand) and table.in_play:
        act = act_of(table.current_round, player, what)
        needs = 0 if refusal(desk.book, table.current_round, act) else needs_chips(table.current_round, act)
    elif isinstance(what, c.Join) and table.join_offer is not None and player in table.join_offer.asked:
        stake = table.current_round.hand_in_turn.stake_of(player)
        whole = 0 if stake is None or isinstance(table.join_offer.act, Surrender) else stake.own
        needs = whole if what.amount is None else int(what.amount)
    return max(0, needs - has)


def rebet(desk: Desk, command: h.Rebet, carry: Carry) -> Refusal | None:
    """Record that the wagers of the last round lie again: those of one player, or of all."""
    table = desk.table
    if table.in_play or table.round is None:
        return refuse("round/none", desk.book.control.locked, "wagers are laid again after a round")
    linked = kept_of(table).linked
    laid = [(linked.get(wager.player, wager.player), wager) for wager in table.round.wagers]
    again = [(name, wager) for name, wager in laid if command.player in ("", name)]
    if not again:
        return refuse("wager/none", desk.book.control.locked, f"{command.player[:40]} had no wager in the last round")
    for name, wager in again:
        amounts = (Cents(wager.stake), Cents(wager.perfect_pairs), Cents(wager.super_sevens))
        if refused := for_player(desk, c.ForPlayer(name, c.Lay(wager.box, *amounts)), carry):
            return refused
    return None


def note_patron(desk: Desk, who: str, command: h.NotePatron) -> Refusal | None:
    """Describe a patron without a name."""
    rule = desk.book.invalidation.player_card
    if not is_unnamed(command.patron):
        return refuse("patron/name", rule, "only a patron without a name is described, such as patron 3")
    if refused := refusal_of_name(desk, command.patron):
        return refused
    desk.note(PatronNoted(command.patron, command.note.strip()[:NOTE_CHARACTERS_MAX]))
    return None


def link_patron(desk: Desk, who: str, command: h.LinkPatron) -> Refusal | None:
    """A patron without a name is somebody with an account: chips, wagers and seat become theirs."""
    table, rule = desk.table, desk.book.invalidation.player_card
    if not is_unnamed(command.patron) or command.patron not in table.patrons:
        return refuse("patron/none", rule, f"no {command.patron[:40]} without a name is at this table")
    if is_unnamed(command.player):
        return refuse("patron/name", rule, "a patron is linked to an account")
    if refused := refusal_of_name(desk, command.player) or seats.refusal_to_play(desk, command.player):
        return refused
    if command.player in table.patrons:
        return refuse("patron/there", rule, f"{command.player} is at this table under their own name")
    if table.in_play and table.has_wager(command.patron):
        return refuse(
            "round/open", rule, f"{command.patron} has a wager in the round, which is played to its end first"
        )
    if table.in_round and not table.in_play:
        finish_round(desk)
    if command.patron not in desk.table.patrons:
        return refuse("patron/none", rule, f"{command.patron} has left with the round")
    desk.note(PatronLinked(command.patron, command.player))
    return None
