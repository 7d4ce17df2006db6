"""Rounds for tests of the engine, played up to some point."""

from __future__ import annotations

from collections.abc import Iterable

from boxseat.cards import parse_cards
from boxseat.play.acts import Act, Deal
from boxseat.play.judge import refusal
from boxseat.play.opening import open_round
from boxseat.play.state import Round, Wager
from boxseat.play.step import step
from boxseat.rulebook.book import Book


def dealt(book: Book, cards: str, *wagers: Wager) -> Round:
    """A round with these wagers after these cards; without wagers, 20 dollars on box 1."""
    return deal(book, open_round(book, wagers or (Wager(1, "ann", 2000),)), cards)


def deal(book: Book, round_: Round, cards: str) -> Round:
    return after(book, round_, (Deal(card) for card in parse_cards(cards)))


def after(book: Book, round_: Round, acts: Iterable[Act]) -> Round:
    for act in acts:
        refused = refusal(book, round_, act)
        assert refused is None, (act, refused)
        round_ = step(book, round_, act)
    return round_


def so_far(book: Book, round_: Round, *steps: str | Act) -> Round:
    """The round after these cards and acts, in order: ``"8S 7H 8C", Split(1, "ann"), "3S"``."""
    for step_ in steps:
        round_ = deal(book, round_, step_) if isinstance(step_, str) else after(book, round_, [step_])
    return round_
