"""The legal acts now, with their bounds, and for all other acts the reason why not."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from boxseat.consistency import Inconsistent
from boxseat.play.acts import (
    Act,
    CloseOffer,
    Double,
    EvenMoney,
    Forfeit,
    Hit,
    Insure,
    PlayAbsent,
    PlayersAct,
    Refuse,
    Split,
    Stand,
    Surrender,
    VoidRound,
)
from boxseat.play.judge import (
    MAY_BE_OPEN,
    double_step,
    insurance_step,
    may_refuse_card,
    places_to_act,
    refusal,
)
from boxseat.play.state import Box, Hand, Round
from boxseat.refusal import Refusal
from boxseat.rulebook.book import Book

PLAYERS_ACTS: tuple[type[Act], ...] = (Insure, EvenMoney, Forfeit, Surrender, Split, Double, Hit, Stand)
"""Acts of the players on a box."""
ACTS_ON_BOX: tuple[type[Act], ...] = (*PLAYERS_ACTS, PlayAbsent)
"""Acts about a box, by its players or, for an absent player, by the dealer."""
_PLAYERS_EACH = frozenset((Insure, EvenMoney, Forfeit))
"""Acts that each player on a box decides alone; the others are the controlling player's."""


class Bounds(msgspec.Struct, frozen=True, gc=False):
    """The allowed amounts in cents: minimum, maximum and step."""

    least: int
    most: int
    step: int

    def __contains__(self, cents: int) -> bool:
        return self.least <= cents <= self.most and (cents - self.least) % self.step == 0


class Joiner(msgspec.Struct, frozen=True, gc=False):
    """A co-bettor who may join a decision before its card is dealt, with the allowed amounts."""

    player: str
    amount: Bounds | None = None


class Choice(msgspec.Struct, frozen=True, gc=False):
    """An open act: allowed with any amount within its bounds and with any of its joiners."""

    act: Act
    amount: Bounds | None = None
    joiners: tuple[Joiner, ...] = ()

    @property
    def players_act(self) -> PlayersAct:
        """The act, where it is a player's."""
        return _players_act(self.act)


class ClosedChoice(msgspec.Struct, frozen=True, gc=False):
    """An act that is not open, and why."""

    act: Act
    refusal: Refusal

    @property
    def players_act(self) -> PlayersAct:
        """The act, where it is a player's."""
        return _players_act(self.act)


def _players_act(act: Act) -> PlayersAct:
    if isinstance(act, PlayersAct):
        return act
    raise Inconsistent(f"{act} is no player's act")


_CLOSE_OFFER, _VOID_ROUND = Choice(CloseOffer()), Choice(VoidRound())


class Legal:
    """The legal acts now. The reasons for the others are computed when they are asked for."""

    __slots__ = ("_book", "_round", "open")

    def __init__(self, book: Book, round_: Round) -> None:
        self._book, self._round = book, round_
        choices = [choice for choice in _choices_to_judge(book, round_) if refusal(book, round_, choice.act) is None]
        self.open: tuple[Choice, ...] = tuple(choices)

    @property
    def closed(self) -> tuple[ClosedChoice, ...]:
        """All other acts of players and dealer, with the judge's refusal."""
        acts = (choice.act for choice in every_choice(self._book, self._round))
        judged = ((act, refusal(self._book, self._round, act)) for act in acts)
        return tuple(ClosedChoice(act, refused) for act, refused in judged if refused is not None)

    @property
    def card_due(self) -> bool:
        """Whether a card must be dealt first."""
        return self._round.card_due


def legal(book: Book, round_: Round) -> Legal:
    """Every act of players and dealer, open or closed."""
    return Legal(book, round_)


def _choices_to_judge(book: Book, round_: Round) -> Iterator[Choice]:
    """The choices that the judge can allow in this phase, in the order of `every_choice`."""
    kinds = MAY_BE_OPEN[round_.phase]
    for place in places_to_act(round_):
        yield from box_choices(book, round_, place, kinds)
    yield _CLOSE_OFFER
    yield _VOID_ROUND


def every_choice(book: Book, round_: Round) -> Iterator[Choice]:
    """Every possible act, with the bounds it has if it is open."""
    for place in range(len(round_.boxes)):
        yield from box_choices(book, round_, place, ACTS_ON_BOX)
    yield _CLOSE_OFFER
    yield _VOID_ROUND


def box_choices(book: Book, round_: Round, place: int, kinds: tuple[type[Act], ...] = PLAYERS_ACTS) -> Iterator[Choice]:
    """Every possible act of these kinds about one box, with the bounds it has if it is open."""
    box = round_.boxes[place]
    if not _PLAYERS_EACH.isdisjoint(kinds):
        for laid in box.main:
            if Insure in kinds:
                bounds = insurance_bounds(book, round_, laid.cents)
                yield Choice(Insure(box.number, laid.player, bounds.most), bounds)
            if EvenMoney in kinds:
                yield Choice(EvenMoney(box.number, laid.player))
            if Forfeit in kinds:
                yield Choice(Forfeit(box.number, laid.player))
    hand = box.hands[round_.turn[1] if round_.turn[0] == place else 0]
    yield from _controlling_choices(book, round_, box, hand, kinds)
    if PlayAbsent in kinds:
        yield Choice(PlayAbsent(box.number))


def _controlling_choices(
    book: Book, round_: Round, box: Box, hand: Hand, kinds: tuple[type[Act], ...]
) -> Iterator[Choice]:
    who = box.controller
    others = [stake for stake in hand.stakes if stake.player != who]
    names = tuple([Joiner(stake.player) for stake in others])
    if Surrender in kinds:
        yield Choice(Surrender(box.number, who), joiners=names)
    if Split in kinds:
        yield Choice(Split(box.number, who), joiners=names)
    if Double in kinds:
        bounds = {stake.player: _double_bounds(book, round_, stake.own) for stake in hand.stakes}
        own = bounds.get(who, Bounds(0, 0, 1))
        joiners = tuple([Joiner(stake.player, bounds[stake.player]) for stake in others if bounds[stake.player].most])
        yield Choice(Double(box.number, who, own.most), own, joiners)
    if Hit in kinds:
        yield Choice(Hit(box.number, who))
    if Stand in kinds:
        yield Choice(Stand(box.number, who))
        if round_.irregular is not None and may_refuse_card(book, round_):
            yield Choice(Refuse(box.number, who))


def insurance_bounds(book: Book, round_: Round, wager: int) -> Bounds:
    """The allowed amounts of insurance for a main wager."""
    step = insurance_step(book, round_)
    most = wager * book.insurance.most.value.pays // book.insurance.most.value.per
    return Bounds(step, most - most % step, step)


def _double_bounds(book: Book, round_: Round, own: int) -> Bounds:
    if book.doubling.amount.value == "exactly-wager":
        return Bounds(own, own, 1)
    step = double_step(book, round_)
    return Bounds(step, own - own % step, step)
