"""Decisions in a round: a command becomes an act; before its card, co-bettors are asked whether they join."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from boxseat.consistency import present
from boxseat.play.acts import (
    CloseOffer,
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    JoinedAct,
    PlayAbsent,
    PlayersAct,
    Refuse,
    Split,
    Stand,
    Surrender,
)
from boxseat.play.judge import refusal
from boxseat.play.state import Phase, Round, Stake
from boxseat.refusal import Refusal, refuse
from boxseat.rulebook.book import Book
from boxseat.table import commands as c
from boxseat.table.desk import Desk
from boxseat.table.permissions.face_down import CARD_FOLLOWS, EXPOSED_FIRST, lies_face_down
from boxseat.table.questions import (
    OpenQuestion,
    needs_chips,
    open_questions,
    open_to,
    short_of_chips,
    unanswered,
    who_may_join,
)
from boxseat.table.records import Acted, Declined, JoinAnswered, JoinOffered, TimeRanOut


def decide(desk: Desk, who: str, command: c.PlayCommand) -> Refusal | None:
    """Carry out a decision about a box."""
    round_ = desk.table.round
    if round_ is None or round_.over:
        return refuse("round/none", desk.book.drawing.turn, "no round is being played")
    if desk.table.join_offer is not None:
        return refuse("join/waiting", desk.book.drawing.turn, "the box's other players are being asked")
    act = act_of(round_, who, command)
    if refused := refusal(desk.book, round_, act):
        return refused
    if isinstance(act, CARD_FOLLOWS) and lies_face_down(desk.table, act.box):
        return refuse("expose/first", desk.book.permissions.exposed, EXPOSED_FIRST)
    if needs_chips(round_, act) > desk.table.patrons[who].chips:
        return short_of_chips(desk.book, who, desk.table.patrons[who].chips)
    if isinstance(act, JoinedAct) and (co_bettors := _who_may_join(desk, act)):
        desk.note(JoinOffered(act, co_bettors))
    else:
        desk.note(Acted((act,), by=who))
    return None


def act_of(round_: Round, who: str, command: c.PlayCommand) -> PlayersAct:
    """The act that a decision is."""
    match command:
        case c.DoInsure(box=box, amount=amount):
            return Insure(box, who, int(amount))
        case c.DoEvenMoney(box=box):
            return EvenMoney(box, who)
        case c.DoSurrender(box=box):
            return Surrender(box, who)
        case c.DoSplit(box=box):
            return Split(box, who)
        case c.DoDouble(box=box, amount=amount):
            return Double(box, who, _whole_stake(round_, who) if amount is None else int(amount))
        case c.DoForfeit(box=box):
            return Forfeit(box, who)
        case c.DoHit(box=box):
            return Hit(box, who)
        case c.DoRefuse(box=box):
            return Refuse(box, who)
        case _:
            return Stand(command.box, who)


def _whole_stake(round_: Round, who: str) -> int:
    if round_.phase is not Phase.DECISION:
        return 0
    stake = round_.hand_in_turn.stake_of(who)
    return 0 if stake is None else stake.own


def _who_may_join(desk: Desk, act: JoinedAct) -> tuple[str, ...]:
    """The co-bettors whose answer a decision waits for; for those who are leaving, the house answers."""
    table = desk.table
    place, _ = table.current_round.box_at(act.box)
    choices = open_to(desk.book, table, place, act.player)
    return who_may_join(desk.book, table, next(choice for choice in choices if type(choice.act) is type(act)))


def join(desk: Desk, who: str, command: c.Join) -> Refusal | None:
    """A co-bettor joins, with the amount given or the full amount."""
    if refused := _not_asked(desk, who, command.box):
        return refused
    table, book = desk.table, desk.book
    offer, round_ = table.current_join_offer, table.current_round
    cents = 0
    tried = offer.act
    match offer.act:
        case Double():
            stake = present(round_.hand_in_turn.stake_of(who), f"wager of {who} on the hand")
            cents = (
                _most_to_join(book, stake, table.patrons[who].chips) if command.amount is None else int(command.amount)
            )
            tried = replace(offer.act, joined_by=((who, cents),))
        case Split():
            cents = present(round_.hand_in_turn.stake_of(who), f"wager of {who} on the hand").own
    if refused := refusal(book, round_, tried):
        return refused
    if cents > table.patrons[who].chips:
        return short_of_chips(book, who, table.patrons[who].chips)
    desk.note(JoinAnswered(who, True, cents))
    close_join(desk)
    return None


def _most_to_join(book: Book, stake: Stake, chips: int) -> int:
    """The largest amount to join with: the whole wager, or the part that can be paid in chips."""
    most = min(stake.own, chips)
    return most if most == stake.own else most - most % book.chips.smallest_chip.value


def pass_on(desk: Desk, who: str, command: c.Pass) -> Refusal | None:
    """A co-bettor does not join."""
    if refused := _not_asked(desk, who, command.box):
        return refused
    desk.note(JoinAnswered(who, False))
    close_join(desk)
    return None


def _not_asked(desk: Desk, who: str, box: int) -> Refusal | None:
    offer = desk.table.join_offer
    if offer is None or who not in offer.asked or not isinstance(offer.act, PlayersAct) or offer.act.box != box:
        return refuse("join/not-asked", desk.book.doubling.joined, f"{who} is not asked to join anything on box {box}")
    return None


def close_join(desk: Desk) -> None:
    """When all have answered, carry out the decision with those who join."""
    offer = desk.table.current_join_offer
    if offer.asked:
        return
    act = offer.act
    names = tuple(offer.joined)
    match act:
        case Double():
            act = replace(act, joined_by=tuple(offer.joined.items()))
        case Split() | Surrender():
            act = replace(act, joined_by=names)
    desk.note(Acted((act,), by=act.player))


def decline(desk: Desk, who: str, box: int) -> Refusal | None:
    """A player declines an offer."""
    waiting = open_questions(desk.book, desk.table)
    if not any((entry.player, entry.box) == (who, box) and entry.what not in ("decision", "join") for entry in waiting):
        return refuse("offer/none", desk.book.drawing.turn, f"nothing is being offered to {who} on box {box}")
    desk.note(Declined(who, box))
    return None


def note_unanswered(desk: Desk, waiting: Sequence[OpenQuestion]) -> None:
    """Record that the house answers for these players."""
    offer = next((entry.what for entry in waiting if entry.what != "decision"), "")
    desk.note(TimeRanOut(tuple(entry.player for entry in waiting), tuple(entry.box for entry in waiting), offer))


def go_on_without(desk: Desk) -> None:
    """When the time is over, decide for the players who have not, by the rules (R20), and record that the house did."""
    table = desk.table
    round_ = table.current_round
    waiting = unanswered(desk.book, table)
    note_unanswered(desk, waiting)
    if table.join_offer is not None:
        for entry in waiting:
            desk.note(JoinAnswered(entry.player, False))
        close_join(desk)
    elif round_.phase is Phase.DECISION:
        box = round_.box_in_turn
        desk.note(Acted((PlayAbsent(box.number),), instead_of=box.controller))
    else:
        desk.note(Acted((CloseOffer(),), instead_of=", ".join(dict.fromkeys(entry.player for entry in waiting))))
