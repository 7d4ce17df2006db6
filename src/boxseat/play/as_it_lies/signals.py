"""What players may signal now, and the dealer do for them, with the place of the card that follows."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from boxseat.play.acts import CloseOffer, HandAct, VoidRound
from boxseat.play.legal import Choice, ClosedChoice, legal
from boxseat.play.places import due_place
from boxseat.play.state import OFFERS, Phase, Round
from boxseat.play.step import step
from boxseat.rulebook.book import Book


class Signal(msgspec.Struct, frozen=True):
    """A player's open choice, or the dealer's for an absent player or at the end of an offer."""

    choice: Choice
    draws_to: str
    """The place where a card is due after it; empty if none is."""


def signals(book: Book, round_: Round) -> Iterator[Signal]:
    """The signals that may be given now; those on the next hand close the offers that are open before it."""
    for at in _offers_closed(book, round_):
        for choice in legal(book, at).open:
            if isinstance(choice.act, VoidRound) or (isinstance(choice.act, CloseOffer) and at is not round_):
                continue
            yield Signal(choice, due_place(step(book, at, choice.act)))


def closed_signals(book: Book, round_: Round) -> Iterator[ClosedChoice]:
    """Decisions that the hand in turn may not make, and why."""
    *_, at = _offers_closed(book, round_)
    if at.phase is Phase.DECISION:
        for one in legal(book, at).closed:
            if isinstance(one.act, HandAct) and one.act.box == at.box_in_turn.number:
                yield one


def _offers_closed(book: Book, round_: Round) -> Iterator[Round]:
    """The round now, and after each offer that is open has been closed."""
    yield round_
    while round_.phase in OFFERS:
        round_ = step(book, round_, CloseOffer())
        yield round_
