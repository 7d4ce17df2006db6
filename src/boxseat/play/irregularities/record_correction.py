"""Corrections of a round's record: what lay on the table, or was signalled, where something else was keyed.

The deal was right, and only its record was wrong. The round is played anew with the steps as they were; a step that would not be
allowed then is itself to be corrected.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

import msgspec
from msgspec.structs import replace

from boxseat.cards import BadCard, card_or_unseen
from boxseat.money import BadAmount, dollars, parse_dollars
from boxseat.play.acts import (
    Act,
    CardAct,
    CloseOffer,
    Deal,
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    JoinedAct,
    Misplace,
    PlayAbsent,
    PlayersAct,
    Refuse,
    Split,
    Stand,
    Surrender,
    word,
)
from boxseat.play.judge import MAY_BE_OPEN, refusal
from boxseat.play.opening import reopened
from boxseat.play.places import due_place
from boxseat.play.state import OFFERS, Phase, Round
from boxseat.play.step import step
from boxseat.rulebook.book import Book


class RecordFault(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a round's record that is wrong."""

    step: int
    """The number of the step, from 1. What was never keyed comes before it."""
    keyed: str = ""
    """What was keyed: a card, or the word of a signal; empty if nothing was."""
    lay: str = ""
    """What lay on the table or was signalled, such as ``8H``, ``stand`` or ``double 20``; empty for nothing."""
    box: int = 0
    player: str = ""
    """Whose signal it was, if it was not that of the wrong step."""


class BadCorrection(ValueError):
    """A correction that cannot be; the message says why."""


_SIGNALS: dict[str, Callable[[int, str], Act]] = {
    "hit": Hit,
    "stand": Stand,
    "split": Split,
    "refuse": Refuse,
    "even-money": EvenMoney,
    "surrender": Surrender,
    "forfeit": Forfeit,
    "absent": lambda box, player: PlayAbsent(box),
    "double": lambda box, player: Double(box, player, 0),
}
WITH_AMOUNT = ("double", "insure")


def corrected_acts(book: Book, round_: Round, faults: Sequence[RecordFault]) -> tuple[Act, ...]:
    """The acts of a round as they were; `BadCorrection` if they could not have been."""
    steps = list(enumerate(round_.acts, start=1))
    # From the last step on, and what was not keyed after the step that it comes before, so that the numbers hold.
    backwards = reversed(faults)
    for fault in sorted(backwards, key=lambda fault: (-fault.step, not fault.keyed)):
        last = len(round_.acts) + (not fault.keyed)
        if not 1 <= fault.step <= last:
            raise BadCorrection(f"step {fault.step}: the record has {len(round_.acts)} steps")
        steps = _with_fault(steps, fault)
    again = reopened(book, round_)
    for number, act in steps:
        again = _played(book, again, number, act)
    return again.acts


def _with_fault(steps: list[tuple[int, Act]], fault: RecordFault) -> list[tuple[int, Act]]:
    """The steps with one corrected; each keeps the number it had in the record."""
    before = [each for each in steps if each[0] < fault.step]
    after = [each for each in steps if each[0] >= fault.step]
    wrong = after.pop(0)[1] if fault.keyed else None
    if wrong is not None and keyed_text(wrong) != fault.keyed:
        raise BadCorrection(f"step {fault.step}: {keyed_text(wrong)} was keyed, and not {fault.keyed[:40]}")
    lay = [(fault.step, _lain(fault, wrong))] if fault.lay else []
    return [*before, *lay, *after]


def keyed_text(act: Act) -> str:
    """What was keyed, as a correction names it: the card, or the word of the signal."""
    return str(act.card) if isinstance(act, CardAct) else word(act)


def _lain(fault: RecordFault, wrong: Act | None) -> Act:
    """The act that should have been keyed."""
    signal, _, amount = fault.lay.partition(" ")
    if signal in _SIGNALS or signal in WITH_AMOUNT:
        return _signal(fault, wrong, signal, amount)
    try:
        card = card_or_unseen(fault.lay)
    except BadCard as error:
        raise BadCorrection(f"step {fault.step}: {error}") from None
    return replace(wrong, card=card) if isinstance(wrong, CardAct) else Deal(card)


def _signal(fault: RecordFault, wrong: Act | None, signal: str, amount: str) -> Act:
    box = fault.box or getattr(wrong, "box", 0)
    player = fault.player or getattr(wrong, "player", "")
    if not box or not (player or signal == "absent"):
        raise BadCorrection(f"step {fault.step}: a signal needs its box and player")
    if amount and signal not in WITH_AMOUNT:
        raise BadCorrection(f"step {fault.step}: {signal} has no amount")
    try:
        cents = int(parse_dollars(amount)) if amount else 0
    except BadAmount as error:
        raise BadCorrection(f"step {fault.step}: {error}") from None
    if signal == "insure":
        return Insure(box, player, cents)
    made = _SIGNALS[signal](box, player)
    if isinstance(made, Double):
        made = replace(made, amount=cents)
    if isinstance(made, JoinedAct) and type(made) is type(wrong):
        return replace(made, joined_by=wrong.joined_by)
    return made


def _played(book: Book, round_: Round, number: int, act: Act) -> Round:
    """The round after a step; offers are closed where a later step shows that they were."""
    if isinstance(act, CloseOffer) and round_.phase not in OFFERS:
        return round_
    act = _fitting(round_, act)
    while (refused := refusal(book, round_, act)) is not None:
        if round_.phase not in OFFERS or type(act) in MAY_BE_OPEN[round_.phase]:
            raise BadCorrection(f"step {number} ({_told(act)}) could not have been: {refused.reason}")
        round_ = step(book, round_, CloseOffer())
        act = _fitting(round_, act)
    return step(book, round_, act)


def _fitting(round_: Round, act: Act) -> Act:
    """An act with what follows from the round: a whole double, a card that lies where it is due."""
    if isinstance(act, Misplace) and act.to == due_place(round_):
        return Deal(act.card)
    if isinstance(act, Double) and not act.amount and round_.phase is Phase.DECISION:
        stake = round_.hand_in_turn.stake_of(act.player)
        return replace(act, amount=0 if stake is None else stake.own)
    return act


def _told(act: Act) -> str:
    """A step in words."""
    if isinstance(act, Double | Insure) and act.amount:
        return f"{word(act)} {dollars(act.amount)} on box {act.box}"
    return f"{word(act)} on box {act.box}" if isinstance(act, PlayersAct) else keyed_text(act)
