"""Advisers of computer players: the solved strategy of a book, computed once and shared by all tables that use it.

The solver takes a moment to import and seconds to solve a book, so it is imported at first use. A server solves a book in a
separate thread or process; each answer after that takes a millisecond.
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
"""Books in memory at the same time; each takes about ten megabytes."""


class Adviser(Protocol):
    """Decides what to do with a hand."""

    def best(self, asked: HandQuestion, choices: Collection[Choice]) -> type[PlayersAct] | None:
        """The best choice; none if an offer should be declined."""

    def joins(self, asked: HandQuestion, choice: Choice, joiner: Joiner) -> bool:
        """Whether a co-bettor joins the controlling player's decision."""


def _silent(words: str) -> None:
    """A progress callback that does nothing."""


class SolvedBook:
    """The advisers of one book."""

    def __init__(self, book: Book) -> None:
        self._book = book
        self._known: dict[AdviserKind, Adviser] = {}
        self._being_found = Lock()
        self.unsolvable = ""
        """Why the book cannot be solved, if it cannot; it is then played by rules of thumb."""

    def ready(self, study: AdviserKind) -> bool:
        """Whether an adviser can answer at once."""
        return study in self._known

    def adviser(self, study: AdviserKind, tell: Callable[[str], None] = _silent) -> Adviser:
        """The adviser for a kind of player, computed at first use; `tell` is called with the progress."""
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
        """Whether a side bet wins in the long run; this is fast to compute."""
        from boxseat.odds.exact import side_bet_edges as sidebets

        edge = sidebets.perfect_pairs(self._book) if name == "perfect-pairs" else sidebets.super_sevens(self._book)
        return edge is not None and edge < 0


_WISDOM: dict[str, SolvedBook] = {}
_LOOKED_UP = Lock()


def solved_book(book: Book) -> SolvedBook:
    """The advisers of a book; books with the same rules share them."""
    key = repr(book)
    with _LOOKED_UP:
        found = _WISDOM.pop(key, None) or SolvedBook(book)
        _WISDOM[key] = found
        if len(_WISDOM) > BOOKS_SOLVED_MAX:
            del _WISDOM[next(iter(_WISDOM))]
        return found
