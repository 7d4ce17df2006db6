"""Interactive study of one game: figures as results that print well and convert to NumPy arrays and pandas frames.

>>> star = Study("star-pontoon")
>>> print(star.hand("8S 8D", "KH"))
8S 8D against KH: split -0.436684, hit -0.508863, surrender -0.541995, stand -0.574899, double -0.989656
>>> print(star.figures())
house edge 0.432141%, standard deviation 1.139966
>>> star.hand("8S 8D", "KH", after_split="added").best
'hit'
>>> rows(star.hand("8S 3D", "6H"))[0]
{'action': 'double', 'worth': 0.5379...}
"""

from __future__ import annotations

import os
from collections.abc import Sequence
from functools import singledispatch
from pathlib import Path
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np
import numpy.typing as npt

from boxseat.cards import Card, card, parse_cards
from boxseat.money import Cents, parse_dollars
from boxseat.odds.exact.comparison import Comparison, compare
from boxseat.odds.exact.one_hand import HandValues, Wager, hand_values
from boxseat.odds.exact.whole_game import Game, whole_game
from boxseat.odds.simulator.figures import SimulationFigures, figures
from boxseat.odds.simulator.simulation import TableRun, make_plan, simulate
from boxseat.odds.strategy.best_chart import best_chart
from boxseat.odds.strategy.chart import Chart, columns
from boxseat.odds.strategy.named_policies import policy_by_name
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import open_book, with_options

if TYPE_CHECKING:
    import pandas

Row = dict[str, Any]
"""One row of a result, by column name."""


class CarriedChart(NamedTuple):
    """The best chart of a game, with the house edge against a player who follows it."""

    chart: Chart
    book: Book
    house_edge: float
    gives_away: float

    def __str__(self) -> str:
        return f"a chart with a house edge of {self.house_edge:.6%}, {self.gives_away:.6%} more than perfect play"


class Study:
    """A game to study: its name or the path of a book file, with options as for a table.

    >>> Study("canberra-pontoon", decks=6)
    Study of canberra-pontoon, 6 decks
    """

    def __init__(self, game: str | Path | Book, **options: object) -> None:
        book = game if isinstance(game, Book) else open_book(str(game))
        self.book = with_options(book, options)

    def __repr__(self) -> str:
        return f"Study of {self.book.name}, {self.book.cards.decks.value} decks"

    def hand(
        self,
        hand: str | Sequence[Card],
        dealer: str,
        *,
        doubled: bool = False,
        after_split: Wager | None = None,
        removed: str | Sequence[Card] = "",
        stake: str | None = None,
    ) -> HandValues:
        """The value of every decision on a hand; with a stake in dollars, the Super Bonus is included."""
        return hand_values(
            self.book,
            _cards(hand),
            card(dealer),
            doubled=doubled,
            after_split=after_split,
            removed=_cards(removed),
            stake=_cents(stake),
        )

    def figures(self, strategy: str | None = None) -> Game:
        """The figures of the whole game with best play, or by a strategy: `chart`, `mimic`, or a chart file.

        >>> round(Study("canberra-blackjack").figures("mimic").house_edge, 4)
        0.0568
        """
        return whole_game(self.book, policy_by_name(self.book, strategy) if strategy else None)

    def chart(self) -> CarriedChart:
        """The best chart a player can carry.

        >>> print(Study("star-pontoon").chart())
        a chart with a house edge of 0.432326%, 0.000184% more than perfect play
        """
        chart = best_chart(self.book)
        carried = whole_game(self.book, chart.policy(self.book)).house_edge
        return CarriedChart(chart, self.book, carried, carried - whole_game(self.book).house_edge)

    def compare(self, other: Study) -> Comparison:
        """The effect on the house edge of each rule in which another game differs.

        >>> found = Study("star-pontoon").compare(Study("star-pontoon-6to5"))
        >>> round(found.together, 6), [(one.said, one.second.value) for one in found.differences]
        (0.012533, [('a natural pays', '6:5')])
        """
        return compare(self.book, other.book)

    def simulate(
        self, rounds: int, *, strategy: str = "chart", seed: int = 1, threads: int | None = None, **table: Any
    ) -> SimulationFigures:
        """Monte Carlo simulation; the table (`boxes`, `dealing`, `penetration`, ...) is given as in `TableRun`.

        >>> found = Study("star-pontoon").simulate(1_000_000, seed=1)
        >>> abs(found.house_edge - 0.0043) < 4 * found.standard_error
        True
        """
        plan = make_plan(
            self.book, policy_by_name(self.book, strategy), rounds=rounds, seed=seed, table=TableRun(**table)
        )
        return figures(plan, simulate(plan, threads=threads or os.cpu_count() or 1))


def _cards(cards: str | Sequence[Card]) -> Sequence[Card]:
    return parse_cards(cards) if isinstance(cards, str) else cards


def _cents(stake: str | None) -> Cents | None:
    return None if stake is None else parse_dollars(stake)


@singledispatch
def rows(result: object) -> list[Row]:
    """A result as a list of rows.

    >>> rows(Study("star-pontoon").figures())[:2]
    [{'won': -4.0, 'chance': 0.00018...}, {'won': -3.0, 'chance': 0.0016...}]
    """
    raise TypeError(f"{type(result).__name__} has no rows")


@rows.register
def _(result: HandValues) -> list[Row]:
    worths = sorted(result.actions.items(), key=lambda action: -action[1])
    return [{"action": name, "worth": worth} for name, worth in worths]


@rows.register
def _(result: Game) -> list[Row]:
    return [{"won": won, "chance": chance} for won, chance in result.outcomes.items()]


@rows.register
def _(result: CarriedChart) -> list[Row]:
    sections = {"hard": result.chart.hard, "soft": result.chart.soft, "pairs": result.chart.pairs}
    return [
        {"section": section, "hand": hand, "dealer": column, "cell": str(cells[column])}
        for section, of in sections.items()
        for hand, cells in of.items()
        for column in columns(result.book)
    ]


@rows.register
def _(result: Comparison) -> list[Row]:
    return [
        {"rule": one.said, "first": one.first.value, "second": one.second.value, "alone": one.alone}
        for one in result.differences
    ]


@rows.register
def _(result: SimulationFigures) -> list[Row]:
    return [{"won": won, "chance": chance} for won, chance in result.distribution.items()]


def array(result: object) -> npt.NDArray[np.void]:
    """A result as a NumPy array with named fields.

    >>> array(Study("star-pontoon").figures())["chance"].sum().round(9)
    np.float64(1.0)
    """
    found = rows(result)
    kinds = [
        (name, object if isinstance(value, str) or value is None else type(value)) for name, value in found[0].items()
    ]
    return np.array([tuple(row.values()) for row in found], dtype=kinds)


def frame(result: object) -> pandas.DataFrame:
    """A result as a pandas data frame; needs pandas.

    >>> frame(Study("star-pontoon").hand("7S 7D", "7H")).action.tolist()
    ['split', 'hit', 'stand', 'double']
    """
    import pandas

    return pandas.DataFrame(rows(result))
