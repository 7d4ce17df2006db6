"""Advisers of computer players: what is solved of a book, once, and shared by all tables that play it.

The arithmetic takes a moment to load and seconds to work a book out, so nothing of it is imported before. A server prepares a book
in a thread of its own; the answers after that take a millisecond.
"""

from __future__ import annotations

from collections.abc import Callable, Collection
from threading import Lock
from typing import Literal, Protocol

from boxseat.computer.hand_question import HandQuestion
from boxseat.computer.rules_of_thumb import RulesOfThumb
from boxseat.play.acts import PlayersAct
from boxseat.play.legal import Choice, Joiner
from boxseat.rulebook.book import Book

AdviserKind = Literal["perfect", "chart"]
BOOKS_SOLVED_MAX = 12
"""How many books are known at a time; each takes some ten megabytes."""


class Adviser(Protocol):
    """Somebody who knows what to do with a hand."""

    def best(self, asked: HandQuestion, choices: Collection[Choice]) -> type[PlayersAct] | None:
        """What to do; nothing where an offer had better go by."""

    def joins(self, asked: HandQuestion, choice: Choice, joiner: Joiner) -> bool:
        """Whether a co-bettor goes along with the controlling player."""


def _silent(words: str) -> None:
    """Nobody is looking."""


class SolvedBook:
    """What is known of one book."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._known: dict[AdviserKind, Adviser] = {}
        self._being_found = Lock()
        self.unsolvable = ""
        """Why the book cannot be worked out, where it cannot; it is played by rules of thumb then."""

    def ready(self, study: AdviserKind) -> bool:
        """Whether an adviser answers without a long wait."""
        return study in self._known

    def adviser(self, study: AdviserKind, tell: Callable[[str], None] = _silent) -> Adviser:
        """The adviser for a kind of player, found now if nobody asked before; `tell` hears how far that is."""
        if study not in self._known:
            with self._being_found:
                if study not in self._known:
                    self._known[study] = self._found(study, tell)
        return self._known[study]

    def _found(self, study: AdviserKind, tell: Callable[[str], None]) -> Adviser:
        from boxseat.computer.chart_adviser import ChartAdviser
        from boxseat.computer.perfect_adviser import PerfectAdviser
        from boxseat.odds.exact.hand_rules import Unsolvable
        from boxseat.odds.shoe import ShortShoe

        try:
            return PerfectAdviser(self._book, tell) if study == "perfect" else ChartAdviser(self._book, tell)
        except (Unsolvable, ShortShoe) as error:
            self.unsolvable = str(error)
            return RulesOfThumb()

    def side_bet_pays(self, name: Literal["perfect-pairs", "super-sevens"]) -> bool:
        """Whether a side bet wins in the long run; this is a matter of counting cards and takes no time."""
        from boxseat.odds.exact import side_bet_edges as sidebets

        edge = sidebets.perfect_pairs(self._book) if name == "perfect-pairs" else sidebets.super_sevens(self._book)
        return edge is not None and edge < 0


_WISDOM: dict[str, SolvedBook] = {}
_LOOKED_UP = Lock()


def solved_book(book: Book) -> SolvedBook:
    """What is known of a book; the same for every book that says the same."""
    key = repr(book)
    with _LOOKED_UP:
        found = _WISDOM.pop(key, None) or SolvedBook(book)
        _WISDOM[key] = found
        if len(_WISDOM) > BOOKS_SOLVED_MAX:
            del _WISDOM[next(iter(_WISDOM))]
        return found
