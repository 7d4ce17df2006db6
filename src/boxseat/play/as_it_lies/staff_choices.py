"""What staff may do about a round now, and by which clause; and what they may not do, with the judge's refusal."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec

from boxseat.cards import Card, deck
from boxseat.play.acts import (
    Act,
    Burn,
    DrawInError,
    ExtraCard,
    InsuranceMissed,
    Invalidate,
    Malfunction,
    Misplace,
    PayAtEnd,
    Reconstruct,
    Report,
    VoidRound,
    VoidWagers,
    WrongPack,
)
from boxseat.play.irregularities.staff_judge import clause_of, has_wager
from boxseat.play.judge import refusal
from boxseat.play.places import DEALERS_PLACE, due_place, hand_place
from boxseat.play.state import Round
from boxseat.refusal import Refusal
from boxseat.rulebook.book import Book


class StaffChoice(msgspec.Struct, frozen=True):
    """An act of staff, with one of the reasons that it may have."""

    act: Act
    clause: str
    """By which it is done."""
    refusal: Refusal | None
    """Why it may not be done now; none where it may."""


def staff_choices(book: Book, round_: Round) -> Iterator[StaffChoice]:
    """Every act of staff about irregularities, judged now.

    Where an act names a card, a place or a player, one that may be named stands for all.
    """
    for act in _acts(book, round_):
        yield StaffChoice(act, clause_of(book, round_, act), refusal(book, round_, act))


def _acts(book: Book, round_: Round) -> Iterator[Act]:
    card, player = _card_left(book, round_), _player_left(book, round_)
    then = next(iter(book.malfunction.then.value), "")
    yield Misplace(card, _other_place(round_))
    yield from (Burn(card, "face-up"), Burn(card, "in-error"))
    yield from (DrawInError(card), DrawInError(card, exposed=False))
    yield from (ExtraCard(card), ExtraCard(card, exposed=False))
    yield Reconstruct()
    yield from (VoidRound("cannot-reconstruct"), VoidRound("found-later"))
    yield InsuranceMissed()
    yield from (Report("burn-forgotten"), Report("cut-missed"), Report("shuffle-missed"))
    yield from (Report("rack-left"), Report("check-cards"))
    yield from (WrongPack("missing-card"), WrongPack("foreign-card"))
    yield Malfunction(then=then)
    yield Malfunction(another_device=False, then=then)
    yield Malfunction(disadvantaged=True, then=then)
    yield from (Invalidate("disruption"), Invalidate("fraud"), Invalidate("impractical"))
    yield from (VoidWagers(player, "player-card"), VoidWagers(player, "device"), VoidWagers(player, "rules"))
    yield PayAtEnd()


def _card_left(book: Book, round_: Round) -> Card:
    """A card that can still leave the shoe; any of this game if all are out."""
    pack = deck(book.cards.ranks.value)
    return next((card for card in pack if round_.times_seen(card) < book.cards.decks.value), pack[0])


def _other_place(round_: Round) -> str:
    """A place where no card is due."""
    due = due_place(round_)
    return hand_place(round_.boxes[0].number, 0) if due == DEALERS_PLACE and round_.boxes else DEALERS_PLACE


def _player_left(book: Book, round_: Round) -> str:
    """A player with a wager in the round, if there is one."""
    names = [wager.player for wager in round_.wagers]
    return next((name for name in names if has_wager(book, round_, name, lost_too=True)), names[0])
