"""The dealer's hand as states of a finite automaton, from the first card to the outcome."""

from __future__ import annotations

from collections.abc import Callable
from typing import Generic

from boxseat.cards import TWENTY_ONE, best_points
from boxseat.odds.hands import ACE
from boxseat.odds.simulator.hand_ends import DEALER_BUST, NO_NATURAL, SECOND_CARD, TAKEN, End
from boxseat.odds.simulator.state_table import Last, States
from boxseat.odds.simulator.symbols import Symbols
from boxseat.play.dealer import draws_again
from boxseat.rulebook.book import Book


class DealerStates(Generic[Last]):
    """Makes the states of a dealer's hand; `outcome` gives the state of a finished hand, for the waiting end."""

    def __init__(
        self, book: Book, cards: Symbols, states: States[Last], outcome: Callable[[End | None, int], int]
    ) -> None:
        self._book, self._states, self._outcome = book, states, outcome
        self._values = [one.points - 1 for one in cards.examples]
        self._known: dict[tuple[End | None, int, bool, bool], int] = {}

    def first(self, end: End | None, value: int) -> int:
        """The state of a dealer with one card who draws another."""
        return self._state(end, value + 1, value == ACE, first=True)

    def _state(self, end: End | None, hard: int, ace: bool, *, first: bool) -> int:
        key = (end, hard, ace, first)
        if key not in self._known:
            by_value = {
                value: self._next(end, hard + value + 1, ace or value == ACE, second=first)
                for value in set(self._values)
            }
            self._known[key] = self._states.row([by_value[value] for value in self._values])
        return self._known[key]

    def _next(self, end: End | None, hard: int, ace: bool, *, second: bool) -> int:
        points = best_points(hard, int(ace))
        if second and points == TWENTY_ONE:
            return self._outcome(end, TAKEN)
        if end is not None and end.needs == SECOND_CARD:
            return self._outcome(end, NO_NATURAL)
        rules = self._book.dealer
        soft = points != hard
        if draws_again(points, soft=soft, stands_hard=rules.stands_hard.value, stands_soft=rules.stands_soft.value):
            return self._state(end, hard, ace, first=False)
        return self._outcome(end, DEALER_BUST if points > TWENTY_ONE else points)
