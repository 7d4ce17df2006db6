"""The next state of a round after an allowed act and all its consequences, until somebody must act again."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from boxseat.consistency import Inconsistent
from boxseat.play import flow, settle
from boxseat.play.acts import (
    Act,
    CloseOffer,
    Deal,
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    PlayAbsent,
    Split,
    StaffAct,
    Stand,
    Surrender,
)
from boxseat.play.irregularities.correction import corrected
from boxseat.play.irregularities.reconstruction import put_away, retraced, use_up
from boxseat.play.judge import refusal
from boxseat.play.opening import reopened
from boxseat.play.state import Laid, Phase, Round, irregular, with_box
from boxseat.rulebook.book import Book


class IllegalAct(Inconsistent):
    """An act that the judge refuses was passed to `step`: a mistake in the program, or a forged record."""


def step(book: Book, round_: Round, act: Act) -> Round:
    """The round after an act that the judge allows."""
    if refused := refusal(book, round_, act):
        raise IllegalAct(f"{act}: {refused.reason}")
    if round_.over and isinstance(act, StaffAct):
        round_ = before_final_settlement(book, round_)
    done = _effect(book, round_, act)
    if done.irregular is not None:
        done = _after_irregularity(book, done)
    elif done.phase is Phase.SETTLEMENT:
        done = settle.final_settlement(book, done)
    return replace(done, acts=(*round_.acts, act))


def _after_irregularity(book: Book, round_: Round) -> Round:
    """The round after cards and decisions that waited; it is not settled while a card is misplaced (R35)."""
    done = use_up(book, round_, _effect)
    if done.phase is Phase.SETTLEMENT and not irregular(done).misplaced:
        done = settle.final_settlement(book, done)
    return put_away(book, done) if done.over else done


def rebuilt(book: Book, round_: Round, acts: Iterable[Act]) -> Round:
    """A round played anew from its opening, by these acts."""
    again = reopened(book, round_)
    for act in acts:
        again = step(book, again, act)
    return again


def before_final_settlement(book: Book, round_: Round) -> Round:
    """A round that is over, as it was before its final settlement."""
    return retraced(book, round_, _effect)[0]


def _effect(book: Book, round_: Round, act: Act) -> Round:
    match act:
        case Deal(card=card):
            return flow.deal(book, round_, card)
        case Hit():
            return replace(round_, phase=Phase.DRAW)
        case Stand():
            return flow.hand_done(book, round_)
        case Split():
            return flow.split(round_, act)
        case Double():
            return flow.double(book, round_, act)
        case CloseOffer():
            return flow.close_offer(book, round_)
        case Insure(box=number, player=player, amount=amount):
            place, box = round_.box_at(number)
            return with_box(round_, place, replace(box, insurance=(*box.insurance, Laid(player, amount))))
        case EvenMoney(box=number, player=player):
            return settle.pay_even_money(book, round_, round_.box_at(number)[0], player)
        case Surrender():
            return flow.surrender(book, round_, act)
        case Forfeit(player=player):
            return flow.forfeit(book, round_, player)
        case PlayAbsent():
            return flow.absent(book, round_)
        case _:
            return corrected(book, round_, act, _effect)
