"""The round of a hand-dealt table as its dealer and staff see it: the answer that a round keyed from scratch has."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from boxseat.play.acts import CardAct, CloseOffer, PlayersAct, Reconstruct, StaffAct, word
from boxseat.play.document import Document
from boxseat.play.irregularities.staff_judge import clause_of
from boxseat.play.opening import reopened
from boxseat.play.replay import DoneStep, Replayed
from boxseat.play.state import Round, irregular
from boxseat.play.step import step
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES
from boxseat.server.bookshelf import Volume
from boxseat.server.rulings.ruling_answer import ruling_answer
from boxseat.server.wire.rulings import RulingSeen


def live_ruling(book: Book, round_: Round) -> RulingSeen:
    """What a round comes to, what may be done in it, and what is to be paid. Decisions are named by their act, from 0."""
    return ruling_answer(Volume(book, "", book.name in GAMES), _as_replayed(book, round_))


def _as_replayed(book: Book, round_: Round) -> Replayed:
    """A round as if a document had been played to it; each act that is no card is a decision of its own."""
    cards = tuple(act.card for act in round_.acts if isinstance(act, CardAct))
    document = Document(book.name, {}, book, round_.limits, cards, round_.wagers, (), round_.device)
    made: Mapping[int, int] = {
        index: index for index, act in enumerate(round_.acts) if isinstance(act, PlayersAct | StaffAct | CloseOffer)
    }
    return Replayed(document, round_, (), tuple(_steps(book, round_)), made)


def _steps(book: Book, round_: Round) -> Iterator[DoneStep]:
    """The acts of staff that have a clause, each with the round before and after it."""
    at = reopened(book, round_)
    for index, act in enumerate(round_.acts):
        after = step(book, at, act)
        clause = clause_of(book, at, act) if isinstance(act, StaffAct) else ""
        if clause:
            fallen = irregular(after).set_aside[len(irregular(at).set_aside) :]
            set_aside = fallen if isinstance(act, Reconstruct) else None
            yield DoneStep(index, word(act), clause, act, at, after, set_aside)
        at = after
