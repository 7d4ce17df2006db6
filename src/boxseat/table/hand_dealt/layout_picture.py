"""The part of a table's picture that shows real cards as they lie, and how a round is put right. Amounts are in dollars."""

from __future__ import annotations

import msgspec

from boxseat.table.hand_dealt.state import Deviation


class LyingCard(msgspec.Struct, frozen=True, gc=False):
    """A card and its place: ``dealer``, or a hand of a box (``3.1``)."""

    card: str
    to: str


class NextCard(msgspec.Struct, frozen=True, gc=False):
    """A card that has left the shoe and waits for the next place that is due."""

    card: str
    """``??`` if nobody has seen it."""
    exposed: bool


class MovedCard(msgspec.Struct, frozen=True, gc=False):
    """A card that lay in one place and belongs in another: a place, ``next`` or ``rack``."""

    card: str
    before: str
    after: str


class DecisionSeen(msgspec.Struct, frozen=True, gc=False):
    """A decision of the round, with its number in the round's record."""

    step: int
    box: int
    do: str


class MoneySeen(msgspec.Struct, frozen=True, gc=False):
    """A wager paid, collected or returned, in dollars."""

    box: int
    hand: int
    player: str
    wager: str
    stake: str
    net: str
    clause: str


class RoundPutRight(msgspec.Struct, frozen=True, gc=False):
    """What a reconstruction changes: cards that move, decisions that stand and fall, who is asked, money."""

    moves: tuple[MovedCard, ...]
    stands: tuple[DecisionSeen, ...]
    set_aside: tuple[DecisionSeen, ...]
    asked: str
    """The hand that is asked next (``3.1``), or the offer that is open again; empty if nobody is asked."""
    undone: tuple[MoneySeen, ...]
    """Payments and collections that are undone."""
    made: tuple[MoneySeen, ...]
    """Those that are made instead."""
    sentences: tuple[str, ...]


class HandDealtSeen(msgspec.Struct, frozen=True, gc=False):
    """What a hand-dealt table shows besides its round."""

    terminals: bool
    cards_on_record: bool
    due: str
    """Where the next card is due: ``dealer``, a box (``3``) or one of its hands (``3.2``); empty if none is due."""
    deviation: Deviation | None
    misplaced: bool
    """Whether a card is misplaced, so that the round waits to be put right or declared void."""
    surplus: tuple[LyingCard, ...]
    """Misplaced cards that lie beside the hands."""
    next_cards: tuple[NextCard, ...]
    burned: tuple[str, ...]
    carried: tuple[str, ...]
    """The first cards of the next round."""
    to_do: tuple[str, ...]
    """What comes before the next round: ``shuffle``, ``check-cards``."""
    should_be: tuple[LyingCard, ...]
    """The cards as they should lie, while one is misplaced."""
    reconstruction: RoundPutRight | None
    """What putting the round right would change, while a card is misplaced; afterwards, what it has changed."""


class PaymentSeen(msgspec.Struct, frozen=True, gc=False):
    """What the dealer pays to and takes from one player on one box in the round so far, in dollars."""

    box: int
    player: str
    pays: str
    """Winnings, beside the player's own wagers."""
    takes: str
    """Lost wagers."""
    returns: str
    """The player's own wagers that go back, of those that neither won nor lost."""


class RecordStep(msgspec.Struct, frozen=True, gc=False):
    """A step of the round's record: a card with its place, or what somebody did."""

    step: int
    """Counted from 1."""
    do: str
    card: str
    to: str
    box: int
    player: str


class NoteSeen(msgspec.Struct, frozen=True, gc=False):
    """A patron without a name, as staff describe them."""

    patron: str
    note: str


class HandDealtForStaff(msgspec.Struct, frozen=True, gc=False):
    """What staff see of a hand-dealt table besides."""

    payments: tuple[PaymentSeen, ...]
    """The chips to hand out and to take, box by box."""
    record: tuple[RecordStep, ...]
    """The round step by step, for corrections."""
    notes: tuple[NoteSeen, ...]
    past_rounds: tuple[int, ...]
    """Earlier rounds whose record can still be corrected."""
