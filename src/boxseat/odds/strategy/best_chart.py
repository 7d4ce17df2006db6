"""Search for the best chart: it is played and improved until nothing changes.

A chart uses a total and its number of cards, not which cards they are. So a cell must be the best on average over the hands that
reach it, weighted by how often the chart's own play leads to each, and the value of drawing depends on how the chart plays on. The
chart is played, every cell is chosen again by the result, and this is repeated until nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from itertools import product

import numpy as np

from boxseat.cards import SUITS, TWENTY_ONE, Card, card, deck
from boxseat.odds.exact.hand_rules import HandKind, hand_rules
from boxseat.odds.exact.kernel_two_cards import better_lines
from boxseat.odds.exact.kernel_values import NOT_ALLOWED, Floats
from boxseat.odds.exact.memo import SolverMemo
from boxseat.odds.exact.solver import Against, paid_thirds
from boxseat.odds.hands import ACE, BUST, LOWEST_STAND, NATURAL, TEN, hands, place_of
from boxseat.odds.policy import CARDS, HIT, SPLIT, SURRENDER, code
from boxseat.odds.shoe import full_shoe, value_of, without
from boxseat.odds.strategy.cells import ANY_SUITS, NO_LINE, ONE_SUIT, SPADES, Cell, CellStep
from boxseat.odds.strategy.chart import (
    HARD,
    NOTHING_ELSE,
    SOFT,
    Chart,
    Rows,
    SplitCells,
    Wager,
    columns,
    gives_up,
    line_of,
    pair_row,
    pair_rows,
    splits_again,
)
from boxseat.odds.strategy.chart_play import ROWS, ChartPlay, Layer, RowKey, Two, row_of
from boxseat.rulebook.book import Book

EXCEPTION_GAIN_MIN = 1e-8
"""What an exception must save, in wagers a round, to be written in a cell."""
SPLIT_CELL_GAIN_MIN = 1e-6
"""What a cell for split hands alone must save, in wagers a round."""
ITERATIONS_MAX = 12
"""How often a column is played and its cells chosen anew, at the most."""


class Column:
    """Computes the chart against one value of the first card: one or two columns, alike but for surrender."""

    def __init__(self, tables: SolverMemo, shoe: Floats, names: Mapping[str, str]) -> None:
        self._book, self._tables, self._shoe = tables.book, tables, shoe
        book = tables.book
        self.names = names
        self._dealers = [(name, *dealers) for name, ranks in names.items() for dealers in _dealers(tables, shoe, ranks)]
        self._first = value_of(self._dealers[0][1])
        self.chance = sum(number for *_, number in self._dealers) / float(shoe.sum())
        self._carrying = EXCEPTION_GAIN_MIN / self.chance
        self.play = ChartPlay(book, [Layer(tables, self._first, "unsplit", -1, list(self._dealt()))])
        self.pairs: dict[tuple[str, str], Cell] = {(row, name): Cell() for row in pair_rows(book) for name in names}
        self.given_up: set[tuple[bool, int, str]] = set()
        """Totals to surrender, by column."""
        self.play.leaves = self._leaves

    def _dealt(self) -> Iterator[Two]:
        """Every two cards, with what splitting and surrender are worth at their best."""
        every = sum(number for *_, number in self._dealers)
        for name, dealers, number in self._dealers:
            against = Against(self._tables, dealers, self._shoe)
            for one, other, chance in _deals(self._tables, against.shoe):
                place = place_of([value_of(one), value_of(other)])
                if hands().points[place] == TWENTY_ONE:
                    continue
                hit = float(against.unsplit.hit[0, place])
                if against.may_split(one, other):
                    # Worked out first, so that a split that is clearly worse is not tried with more hands.
                    against.split(one, other, max(hit, float(against.unsplit.best[0, place])))
                actions = against.actions((one, other))
                yield Two(
                    column=name,
                    place=place,
                    line=line_of(self._tables, one, other),
                    chance=chance * number / every,
                    more=actions["hit"] - hit,
                    pair=pair_row(one.points) if self._book.splitting.may_split(one, other) else "",
                    split=actions.get("split", NOT_ALLOWED),
                    surrender=actions.get("surrender", NOT_ALLOWED),
                )

    def _worth(self, two: Two, done: int) -> float:
        """What an action on two cards is worth, as the chart plays on."""
        if done == SPLIT:
            return two.split
        if done == SURRENDER:
            return two.surrender
        return float(self.play.layers[0].worth[done, two.place]) + (two.more if done == HIT else 0.0)

    def _by_total(self, two: Two) -> int:
        """What the cell of the total says to two cards, surrender included."""
        soft, points = row_of(two.place)
        done = self.play.done(soft, points, 2, two.line)
        cell = self.play.cells[soft, points]
        marked = cell.mark and two.line >= cell.mark
        return SURRENDER if (soft, points, two.column) in self.given_up and not marked else done

    def _done(self, two: Two) -> int:
        """What the chart says to two cards."""
        cell = self.pairs.get((two.pair, two.column), Cell())
        found = cell.decision(2, frozenset(range(5)), two.line)
        return self._by_total(two) if found is None else found

    def _leaves(self, two: Two) -> bool:
        """Whether two cards never come to the cell of their total."""
        cell = self.pairs.get((two.pair, two.column), Cell())
        return bool(cell.steps) or self._by_total(two) == SURRENDER

    def settle(self) -> None:
        """Play the column and choose its cells until nothing changes."""
        for _ in range(ITERATIONS_MAX):
            changed = self.play.settle(self._carrying)
            before = (dict(self.pairs), set(self.given_up))
            self._surrender()
            self._pair_cells()
            if not changed and before == (self.pairs, self.given_up):
                return

    def _surrender(self) -> None:
        """Choose the totals to surrender, as their cells play them otherwise."""
        gain: dict[tuple[bool, int, str], float] = {}
        self.given_up.clear()
        for two in self.play.layers[0].two:
            soft, points = row_of(two.place)
            mark = self.play.cells[soft, points].mark
            own_cell = bool(self.pairs.get((two.pair, two.column), Cell()).steps)
            if two.surrender > NOT_ALLOWED and not own_cell and not (mark and two.line >= mark):
                more = two.chance * (two.surrender - self._worth(two, self._by_total(two)))
                gain[soft, points, two.column] = gain.get((soft, points, two.column), 0.0) + more
        self.given_up.update(key for key, worth in gain.items() if worth > self._carrying)

    def _pair_cells(self) -> None:
        """Choose what is done with each pair, against what its total's cell would do."""
        for row, name in self.pairs:
            dealt = [two for two in self.play.layers[0].two if two.pair == row and two.column == name]
            if not dealt:
                continue
            allowed = [SPLIT, *self.play.allowed(*row_of(dealt[0].place), 2)]
            if dealt[0].surrender > NOT_ALLOWED:
                allowed.append(SURRENDER)
            marks = [mark for mark in (NO_LINE, ANY_SUITS, ONE_SUIT, SPADES) if any(two.line >= mark for two in dealt)]
            ways = [(), *((CellStep(action),) for action in allowed)]
            cells = [Cell(steps, mark) for steps, mark in product(ways, marks) if steps or not mark]
            worths = [self._pair_worth(dealt, cell) for cell in cells]
            self.pairs[row, name] = cells[worths.index(max(worths))]

    def _pair_worth(self, dealt: list[Two], cell: Cell) -> float:
        """What a cell makes of a pair, each exception being worth its place."""
        worth = -self._carrying * (bool(cell.steps) + bool(cell.mark))
        for two in dealt:
            done = cell.decision(2, frozenset(range(5)), two.line)
            worth += two.chance * self._worth(two, self._by_total(two) if done is None else done)
        return worth

    def split_cells(self) -> dict[Wager, dict[RowKey, Cell]]:
        """The cells that differ for split hands, by the wager they carry."""
        reading = self._book.dealer.dealer_pontoon_takes.value
        alike = self._first not in (ACE, TEN) or reading == "everything"
        if alike:
            both = self._split_play("original", 2.0)
            return {"original": both, "added": both}
        return {"original": self._split_play("original", 1.0), "added": self._split_play("added", 1.0)}

    def _split_play(self, kind: HandKind, often: float) -> dict[RowKey, Cell]:
        layers = []
        for row in pair_rows(self._book):
            dealt = [two for two in self.play.layers[0].two if two.pair == row and self._done(two) == SPLIT]
            start = 0 if row == pair_row(1) else int(row.split(",")[0]) - 1
            if dealt and not (start == ACE and self._book.splitting.one_card_to_aces.value):
                chance = often * sum(two.chance for two in dealt)
                layers.append(Layer(self._tables, self._first, kind, start, list(self._seconds(start, chance))))
        play = ChartPlay(self._book, layers, split=True)
        play.cells = dict(self.play.cells)
        for _ in range(ITERATIONS_MAX):
            before = dict(play.cells)
            for key, row_played in play.played().items():
                best = play.best(row_played, self._carrying)
                gain = play.worth(row_played, best) - play.worth(row_played, self.play.cells[key])
                play.cells[key] = best if gain * self.chance > SPLIT_CELL_GAIN_MIN else self.play.cells[key]
            if play.cells == before:
                break
        return {key: cell for key, cell in play.cells.items() if cell != self.play.cells[key]}

    def _seconds(self, start: int, chance: float) -> Iterator[Two]:
        """The second cards of a split hand. Which suits the pair had is left open, which is near enough to choose by."""
        left = without(self._shoe, [self._dealers[0][1]])
        every = float(left.sum()) - 2
        starts = [rank for rank in self._book.cards.ranks.value if value_of(card(rank + "S")) == start]
        for held in deck(self._book.cards.ranks.value):
            if value_of(held) == start and splits_again(self._book, held):
                continue
            gone = 2 / (len(starts) * len(SUITS)) if held.rank in starts else 0.0
            likely = chance * max(float(left[code(held)]) - gone, 0.0) / every
            place = place_of([start, value_of(held)])
            for suit in SUITS if self._tables.is_named(held) else "S":
                begun = card(starts[0] + suit)
                line = line_of(self._tables, begun, held)
                more = self._better_lines(begun, held, left) if line else 0.0
                yield Two("", place, line, likely / (4 if self._tables.is_named(held) else 1), more)

    def _better_lines(self, one: Card, other: Card, left: Floats) -> float:
        """What named lines add to drawing on two cards of a split hand."""
        shares = np.ones(CARDS)
        named = self._tables.named
        paid = paid_thirds(self._tables.unsplit(self._first), (one, other))
        codes = code(one), code(other)
        return float(better_lines(*codes, left, float(left.sum()), shares, paid, named, np.zeros(named.lines)))

    def cell(self, soft: bool, points: int, name: str) -> Cell:
        """A total's cell, surrender included."""
        found = self.play.cells[soft, points]
        return found.surrendering() if (soft, points, name) in self.given_up else found

    def forfeit(self) -> int:
        """The highest doubled total that is better given up."""
        rules, table = hand_rules(self._book, "unsplit"), hands()
        places, beside = self._tables.outcomes(self._first)
        after = beside[places.at[0]]
        highest = 0
        for points in range(LOWEST_STAND, 21):
            at = np.flatnonzero((table.hard == points) & (table.size == 3) & (after.sum(axis=1) > 0.5))
            if not len(at):
                continue
            outcomes = after[at].mean(axis=0)
            equal = points - LOWEST_STAND
            won = outcomes[BUST] + outcomes[:equal].sum()
            lost = outcomes[equal if rules.equal_loses else equal + 1 : BUST].sum()
            kept = 2 * (won - lost) - outcomes[NATURAL] * (rules.natural_takes_own + rules.natural_takes_double)
            if kept < -1:
                highest = points
        return highest


def _dealers(tables: SolverMemo, shoe: Floats, ranks: str) -> Iterator[tuple[Card, float]]:
    """The dealer's first cards of some ranks, one for all that no line of the payout table tells apart, and how many there are.

    Lines know spades from the other suits at most, so those three count alike.
    """
    spades, others = [one for one in deck(ranks) if one.suit == "S"], [one for one in deck(ranks) if one.suit != "S"]
    groups = (spades, others) if any(tables.is_named(one) for one in spades) else (spades + others,)
    for group in groups:
        yield group[0], sum(float(shoe[code(one)]) for one in group)


def _deals(tables: SolverMemo, shoe: Floats) -> Iterator[tuple[Card, Card, float]]:
    """The two cards a box can be dealt, with their chances; suits apart only where they matter."""
    cards = float(shoe.sum())
    alike: dict[tuple[str, ...], list[tuple[Card, Card, float]]] = {}
    held = [one for one in deck(tables.book.cards.ranks.value) if shoe[code(one)] > 0]
    for place, one in enumerate(held):
        for other in held[place:]:
            number = float(shoe[code(one)] * (shoe[code(other)] - 1 if one == other else 2 * shoe[code(other)]))
            if number > 0:
                suits = (one, other) if tables.is_named(one) and tables.is_named(other) else ()
                alike.setdefault((one.rank, other.rank, *suits), []).append((one, other, number))
    for group in alike.values():
        yield *group[0][:2], sum(number for *_, number in group) / (cards * (cards - 1))


def best_chart(book: Book, progress: Callable[[str], None] = lambda column: None) -> Chart:
    """The best chart of a game; `progress` is called with the name of each column begun."""
    shoe = full_shoe(book.cards.ranks.value, book.cards.decks.value)
    tables = SolverMemo(book, shoe)
    by_value: dict[int, dict[str, str]] = {}
    for name, ranks in columns(book).items():
        by_value.setdefault(card(ranks[0] + "S").points, {})[name] = ranks
    solved: list[Column] = []
    for names in by_value.values():
        progress(" and ".join(names))
        column = Column(tables, shoe, names)
        column.settle()
        solved.append(column)
    of = {name: column for column in solved for name in column.names}
    rows: dict[bool, Rows] = {
        soft: {row: {name: of[name].cell(soft, int(row), name) for name in of} for row in names}
        for soft, names in ((False, HARD), (True, SOFT))
    }
    forfeit = {name: of[name].forfeit() for name in of} if gives_up(book) else {}
    return Chart(
        hard=rows[False],
        soft=rows[True],
        pairs={row: {name: of[name].pairs[row, name] for name in of} for row in pair_rows(book)},
        forfeit=forfeit,
        split=_split(book, of),
    )


def _split(book: Book, of: Mapping[str, Column]) -> dict[Wager, SplitCells]:
    """The cells for split hands, where they differ from all others'."""
    if not pair_rows(book):
        return {"original": NOTHING_ELSE, "added": NOTHING_ELSE}
    found = {name: column.split_cells() for name, column in of.items()}
    wagers: tuple[Wager, ...] = ("original", "added")
    made: dict[Wager, SplitCells] = {}
    for wager in wagers:
        rows: dict[bool, dict[str, dict[str, Cell]]] = {False: {}, True: {}}
        for soft, points in ROWS:
            cells = {name: found[name][wager][soft, points] for name in of if (soft, points) in found[name][wager]}
            if cells:
                rows[soft][str(points)] = cells
        made[wager] = SplitCells(rows[False], rows[True])
    return made
