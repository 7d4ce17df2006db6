"""What may be done now, with amounts and bounds, and for everything else why not."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from boxseat.play.acts import (
    Act,
    CloseOffer,
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    PlayAbsent,
    Split,
    Stand,
    Surrender,
    VoidRound,
)
from boxseat.play.judge import double_step, insurance_step, refusal
from boxseat.play.state import Box, Round
from boxseat.refusal import Refusal
from boxseat.rulebook.book import Book


class Bounds(msgspec.Struct, frozen=True):
    """The amounts that may be laid, in cents: from the least to the most, in steps."""

    least: int
    most: int
    step: int

    def __contains__(self, cents: int) -> bool:
        return self.least <= cents <= self.most and (cents - self.least) % self.step == 0


class Joiner(msgspec.Struct, frozen=True):
    """A co-bettor who may join a decision before its card is dealt, and for how much."""

    player: str
    amount: Bounds | None = None


class Choice(msgspec.Struct, frozen=True):
    """An act that is open: allowed as it stands, at any amount within its bounds, with any of its joiners."""

    act: Act
    amount: Bounds | None = None
    joiners: tuple[Joiner, ...] = ()


class ClosedChoice(msgspec.Struct, frozen=True):
    """An act that is not open, and why."""

    act: Act
    refusal: Refusal


class Legal(msgspec.Struct, frozen=True):
    """All acts there are, parted by the judge."""

    open: tuple[Choice, ...]
    closed: tuple[ClosedChoice, ...]
    card_due: bool
    """A card must leave the shoe before anything else is done."""


def legal(book: Book, round_: Round) -> Legal:
    """Every act of players and dealer, open or closed."""
    open_: list[Choice] = []
    closed: list[ClosedChoice] = []
    for choice in every_choice(book, round_):
        refused = refusal(book, round_, choice.act)
        if refused is None:
            open_.append(choice)
        else:
            closed.append(ClosedChoice(choice.act, refused))
    return Legal(tuple(open_), tuple(closed), round_.card_due)


def every_choice(book: Book, round_: Round) -> Iterator[Choice]:
    """Every act that could be thought of, with the bounds it has if it is open."""
    for place in range(len(round_.boxes)):
        yield from box_choices(book, round_, place)
        yield Choice(PlayAbsent(round_.boxes[place].number))
    yield Choice(CloseOffer())
    yield Choice(VoidRound())


def box_choices(book: Book, round_: Round, place: int) -> Iterator[Choice]:
    """Every act that the players on one box could think of."""
    box = round_.boxes[place]
    for laid in box.main:
        bounds = insurance_bounds(book, round_, laid.cents)
        yield Choice(Insure(box.number, laid.player, bounds.most), bounds)
        yield Choice(EvenMoney(box.number, laid.player))
        yield Choice(Forfeit(box.number, laid.player))
    hand_place = round_.turn[1] if round_.turn[0] == place else 0
    yield from _controlling_choices(book, round_, box, hand_place)


def _controlling_choices(book: Book, round_: Round, box: Box, hand_place: int) -> Iterator[Choice]:
    who = box.controller
    stakes = box.hands[hand_place].stakes
    others = [stake for stake in stakes if stake.player != who]
    names = tuple(Joiner(stake.player) for stake in others)
    bounds = {stake.player: _double_bounds(book, round_, stake.own) for stake in stakes}
    own = bounds.get(who, Bounds(0, 0, 1))
    yield Choice(Surrender(box.number, who), joiners=names)
    yield Choice(Split(box.number, who), joiners=names)
    joiners = tuple(Joiner(stake.player, bounds[stake.player]) for stake in others if bounds[stake.player].most)
    yield Choice(Double(box.number, who, own.most), own, joiners)
    yield Choice(Hit(box.number, who))
    yield Choice(Stand(box.number, who))


def insurance_bounds(book: Book, round_: Round, wager: int) -> Bounds:
    """What may be laid on the insurance line beside a main wager."""
    step = insurance_step(book, round_)
    most = wager * book.insurance.most.value.pays // book.insurance.most.value.per
    return Bounds(step, most - most % step, step)


def _double_bounds(book: Book, round_: Round, own: int) -> Bounds:
    if book.doubling.amount.value == "exactly-wager":
        return Bounds(own, own, 1)
    step = double_step(book, round_)
    return Bounds(step, own - own % step, step)
