"""An adviser that plays by the best chart."""

from __future__ import annotations

import json
from collections.abc import Callable, Collection
from fractions import Fraction

import numpy as np

from boxseat.cards import deck
from boxseat.computer.hand_question import HandQuestion, by_act
from boxseat.odds.disk_cache import cached
from boxseat.odds.exact.side_bet_edges import cards_in_shoe, insurance
from boxseat.odds.policy import DOUBLE, HIT, SPLIT, STAND, SURRENDER
from boxseat.odds.strategy.best_chart import best_chart
from boxseat.odds.strategy.cells import NO_LINE
from boxseat.odds.strategy.chart import Chart, columns, legal, pair_row, two_cards
from boxseat.odds.strategy.chart_file import as_record, chart_of, chart_text
from boxseat.play.acts import Double, EvenMoney, Forfeit, Hit, Insure, PlayersAct, Split, Stand, Surrender
from boxseat.play.legal import Choice, Joiner
from boxseat.play.state import Phase
from boxseat.rulebook.book import Book

ACTS: dict[int, type[PlayersAct]] = {STAND: Stand, HIT: Hit, DOUBLE: Double, SPLIT: Split, SURRENDER: Surrender}
CODES = {act: number for number, act in ACTS.items()}


class ChartAdviser:
    """The best chart of a book. It is immutable, so threads can share it."""

    def __init__(self, book: Book, tell: Callable[[str], None]) -> None:
        self._book = book
        self.chart = _found(book, lambda column: tell(f"{book.title}: finding the best chart, against {column}"))
        self._columns = {rank: name for name, ranks in columns(book).items() for rank in ranks}
        lines = two_cards(book)
        self._lines = {**lines, **{(other, one): line for (one, other), line in lines.items()}}
        edge = insurance(book)
        self._insures = edge is not None and edge < 0
        self._even_money = _even_money_pays(book)

    def best(self, asked: HandQuestion, choices: Collection[Choice]) -> type[PlayersAct] | None:
        """The chart's choice; none if an offer is declined."""
        open_ = by_act(choices)
        if asked.phase is Phase.INSURANCE:
            return EvenMoney if EvenMoney in open_ and self._even_money else Insure if self._insures else None
        if asked.phase is Phase.FORFEIT:
            return Forfeit if asked.hand.total.points <= self.chart.forfeit.get(self._column(asked), 0) else None
        if asked.phase is Phase.SURRENDER:
            return Surrender if self._says(asked, self._legal(asked) | {SURRENDER}) == SURRENDER else None
        says = ACTS[self._says(asked, frozenset(CODES[act] for act in open_ if act in CODES))]
        return says if says in open_ else next(iter(open_))

    def joins(self, asked: HandQuestion, choice: Choice, joiner: Joiner) -> bool:
        """Whether a co-bettor joins: if the chart makes the same decision."""
        done = CODES[type(choice.act)] if isinstance(choice.act, Surrender | Split | Double) else None
        return done is not None and self._says(asked, self._legal(asked) | {done}) == done

    def _column(self, asked: HandQuestion) -> str:
        return self._columns[asked.dealers.rank]

    def _legal(self, asked: HandQuestion) -> frozenset[int]:
        """The actions that a hand allows, including a first split."""
        found = legal(self._book, *asked.hand.total, len(asked.cards), split=asked.split is not None)
        return found | {SPLIT} if self._pair(asked) and not asked.split else found

    def _pair(self, asked: HandQuestion) -> str:
        cards = asked.cards
        return pair_row(cards[0].points) if len(cards) == 2 and self._book.splitting.may_split(*cards) else ""

    def _says(self, asked: HandQuestion, allowed: frozenset[int]) -> int:
        cards = asked.cards
        return self.chart.decision(
            self._column(asked),
            *asked.hand.total,
            len(cards),
            allowed,
            pair=self._pair(asked),
            line=self._lines[cards[0], cards[1]] if len(cards) == 2 else NO_LINE,
            wager=asked.split,
        )


def _found(book: Book, progress: Callable[[str], None]) -> Chart:
    """The best chart; computing it takes seconds, so the disk cache has it as the text of a chart file."""
    text = cached(
        "carried", [repr(book).encode()], lambda: {"text": np.array(chart_text(as_record(best_chart(book, progress))))}
    )
    return chart_of(json.loads(str(text["text"])), book)


def _even_money_pays(book: Book) -> bool:
    """Whether even money is worth more than waiting, for a natural against the dealer's ace."""
    if book.natural.against_dealer_natural.value == "wins":
        return False
    tens = sum(held.points == 10 for held in deck(book.cards.ranks.value)) * book.cards.decks.value
    odds = book.natural.odds.value
    return Fraction(odds.pays, odds.per) * (1 - Fraction(tens - 1, cards_in_shoe(book) - 3)) < 1
