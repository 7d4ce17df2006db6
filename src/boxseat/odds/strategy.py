"""The best chart a player can carry: found by playing it.

A chart does not see which cards make up a total, only how many they are. So what it does with a total has to be best on the whole
of the hands it meets there, as often as the chart's own play leads to each, and drawing is worth what the chart makes of the card
drawn. The chart is played, every cell is chosen anew by what that shows, and so on until nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import product
from typing import NamedTuple

import numpy as np

from boxseat.cards import SUITS, TWENTY_ONE, Card, card, deck
from boxseat.odds.cells import ALWAYS, ANY_SUITS, NO_LINE, ONE_SUIT, SPADES, Cell, Step
from boxseat.odds.chart import (
    HARD,
    NOTHING_ELSE,
    SOFT,
    Chart,
    Rows,
    SplitCells,
    Wager,
    class_places,
    columns,
    gives_up,
    hand_classes,
    is_pair,
    legal,
    line_of,
    pair_row,
    pair_rows,
    splits_again,
)
from boxseat.odds.exact import Against
from boxseat.odds.hands import ACE, BUST, LOWEST_STAND, NATURAL, TEN, hands, place_of
from boxseat.odds.kernel_exact import NOT_ALLOWED, Floats
from boxseat.odds.kernel_two import better_lines
from boxseat.odds.policy import CARDS, DOUBLE, HIT, SPLIT, STAND, SURRENDER, Decisions, code
from boxseat.odds.rules import HandKind, hand_rules
from boxseat.odds.shoe import full_shoe, value_of, without
from boxseat.odds.tables import Tables
from boxseat.rulebook.book import Book

WORTH_CARRYING = 5e-8
"""What an exception must save, in wagers a round, to be written in a cell."""
WORTH_A_ROW = 1e-6
"""What a cell for split hands alone must save."""
UNMET = 1e-7
"""How much hands count that the chart's own play never leads to, so that their cells are sensible too."""
MOST_ROUNDS = 12

Key = tuple[bool, int]
"""A row: whether it is soft, and its total."""


class Two(NamedTuple):
    """Two cards as dealt: how often, what kind of line they may become and what that adds to drawing."""

    column: str
    place: int
    line: int
    chance: float
    more: float
    pair: str = ""
    split: float = NOT_ALLOWED
    surrender: float = NOT_ALLOWED


class Layer:
    """Hands of one kind from one shoe, against one value of the dealer's first card, as the chart plays them."""

    def __init__(self, tables: Tables, first: int, kind: HandKind, start: int, two: list[Two]) -> None:
        self._tables, self._first, self._kind, self._start = tables, first, kind, start
        self._gone = 0 if start < 0 else 1
        self.two = two
        left = tables.left(first) - hands().counts
        if start >= 0:
            left[:, start] -= self._gone
        left = np.clip(left, 0, None)
        self._draws = left / np.maximum(left.sum(axis=1, keepdims=True), 1)

    def play(self, decisions: Decisions) -> None:
        """Value every hand as these decisions play it."""
        played = self._tables.played(self._first, self._kind, self._start, (self._gone,), fixed=decisions)
        self.worth = np.stack([played.stand[0], played.hit[0], played.double[0]])

    def met(self, hits: Floats, decisions: Decisions) -> Floats:
        """How often each hand of three cards or more is met when these decisions follow so many first draws."""
        table = hands()
        met = np.zeros(len(table.hard))
        drawing = hits
        for cards in range(2, int(table.size.max())):
            at = np.flatnonzero((table.size == cards) & (drawing > 0))
            flow = drawing[at, None] * self._draws[at]
            child = table.child[at]
            np.add.at(met, child[child >= 0], flow[child >= 0])
            drawing = np.where((decisions == HIT) & (table.points < 21), met, 0.0)
        return met


class Row(NamedTuple):
    """What each action is worth in one row, on the whole: on two cards by the line they may become, and on more by their number."""

    two: Floats
    later: dict[int, Floats]
    soft: bool
    points: int


class Play:
    """All hands of one kind against one value of the dealer's first card, and the cells that play them."""

    def __init__(self, book: Book, layers: Sequence[Layer], *, split: bool = False) -> None:
        self._book, self.layers, self._split = book, layers, split
        self.cells: dict[Key, Cell] = {(soft, points): Cell((Step(HIT),)) for soft, points in ROWS}
        for soft, points in ROWS:
            if points >= (19 if soft else 17):
                self.cells[soft, points] = Cell((Step(STAND),))
        self.leaves: Callable[[Two], bool] = lambda two: False
        """Two cards that are split or given up, and so never meet the cell of their total."""

    def decisions(self) -> Decisions:
        """What is done with hands of three cards or more."""
        found = np.zeros(len(hands().hard), dtype=np.int8)
        for points, soft, cards in hand_classes():
            if cards >= 3 and points < 21:
                found[list(class_places(points, soft, cards))] = self.done(soft, points, cards)
        return found

    def done(self, soft: bool, points: int, cards: int, line: int = NO_LINE) -> int:
        """What a cell does; a hit where it says nothing."""
        found = self.cells[soft, points].decision(cards, self.allowed(soft, points, cards), line)
        return HIT if found is None else found

    def allowed(self, soft: bool, points: int, cards: int) -> frozenset[int]:
        return legal(self._book, points, soft, cards, split=self._split)

    def played(self) -> dict[Key, Row]:
        """The chart played as it is, row by row."""
        decisions = self.decisions()
        table = hands()
        rows = {
            (soft, points): Row(np.zeros((4, 3)), {cards: np.zeros(3) for cards in range(3, 12)}, soft, points)
            for soft, points in ROWS
        }
        everything = np.full(len(table.hard), HIT, dtype=np.int8)
        for layer in self.layers:
            layer.play(decisions)
            hits, unmet = np.zeros(len(table.hard)), np.zeros(len(table.hard))
            for two in layer.two:
                soft, points = row_of(two.place)
                if points >= 21:
                    continue
                unmet[two.place] += two.chance
                leaves = self.leaves(two)
                worth = layer.worth[:, two.place] + np.array([0.0, two.more, 0.0])
                rows[soft, points].two[two.line] += two.chance * (UNMET if leaves else 1.0) * worth
                if not leaves and self.done(soft, points, 2, two.line) == HIT:
                    hits[two.place] += two.chance
            met = layer.met(hits, decisions) + UNMET * layer.met(unmet, everything)
            for points, soft, cards in hand_classes():
                if 3 <= cards < 12 and points < 21:
                    at = list(class_places(points, soft, cards))
                    rows[soft, points].later[cards] += layer.worth[:, at] @ met[at]
        return rows

    def worth(self, row: Row, cell: Cell) -> float:
        """What a cell makes of its row."""
        found = 0.0
        for line in range(4):
            done = cell.decision(2, self.allowed(row.soft, row.points, 2), line)
            found += row.two[line, HIT if done is None else done]
        for cards, worth in row.later.items():
            done = cell.decision(cards, self.allowed(row.soft, row.points, cards))
            found += worth[HIT if done is None else done]
        return float(found)

    def best(self, row: Row, carrying: float) -> Cell:
        """The cell that makes most of its row, each exception being worth its place."""
        two, three = (self.allowed(row.soft, row.points, cards) for cards in (2, 3))
        marks = [mark for mark in (NO_LINE, ANY_SUITS, ONE_SUIT, SPADES) if not mark or row.two[mark:].any()]
        cells = (Cell(steps, mark) for steps in _steps(two, three) for mark in marks)
        return max(cells, key=lambda cell: self.worth(row, cell) - carrying * _exceptions(cell))

    def settle(self, carrying: float) -> bool:
        """Choose every cell anew; whether any changed."""
        before = dict(self.cells)
        self.cells = {key: self.best(row, carrying) for key, row in self.played().items()}
        return self.cells != before


def row_of(place: int) -> Key:
    """The row that a hand belongs to."""
    table = hands()
    return bool(table.points[place] != table.hard[place]), int(table.points[place])


ROWS: tuple[Key, ...] = (*((False, int(row)) for row in HARD), *((True, int(row)) for row in SOFT))


def _exceptions(cell: Cell) -> int:
    return sum(step.below < ALWAYS for step in cell.steps) + len(cell.steps) + bool(cell.mark)


@cache
def _steps(two: frozenset[int], three: frozenset[int]) -> tuple[tuple[Step, ...], ...]:
    """Every way to play a total by its number of cards, the simpler ones first."""
    standing = [(Step(STAND),), *((Step(STAND, cards),) for cards in range(3, 10))] if STAND in two else []
    found: list[tuple[Step, ...]] = [(Step(HIT),), *standing]
    if standing:
        found.extend((Step(HIT, cards), Step(STAND)) for cards in range(3, 6))
    if DOUBLE in two:
        for below in (ALWAYS, *range(3, 10)) if DOUBLE in three else (ALWAYS,):
            found.append((Step(DOUBLE, below),))
            later = [steps for steps in standing if steps[0].below == ALWAYS or steps[0].below > below]
            if below < ALWAYS:
                found.extend((Step(DOUBLE, below), *steps) for steps in later)
            elif DOUBLE not in three:
                found.extend((Step(DOUBLE), *steps) for steps in standing if steps[0].below > 3)
    return tuple(found)


class Column:
    """The first cards of the dealer that have one value: one or two columns of the chart, alike but for surrender."""

    def __init__(self, tables: Tables, shoe: Floats, names: Mapping[str, str]) -> None:
        self._book, self._tables, self._shoe = tables.book, tables, shoe
        book = tables.book
        self.names = names
        self._dealers = [(name, *dealers) for name, ranks in names.items() for dealers in _dealers(tables, shoe, ranks)]
        self._first = value_of(self._dealers[0][1])
        self.chance = sum(number for *_, number in self._dealers) / float(shoe.sum())
        self._carrying = WORTH_CARRYING / self.chance
        self.play = Play(book, [Layer(tables, self._first, "unsplit", -1, list(self._dealt()))])
        self.pairs: dict[tuple[str, str], Cell] = {(row, name): Cell() for row in pair_rows(book) for name in names}
        self.given_up: set[tuple[bool, int, str]] = set()
        """Totals to surrender, by column."""
        self.play.leaves = self._leaves

    def _dealt(self) -> Iterator[Two]:
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
                    pair=pair_row(one.points) if is_pair(self._book, one, other) else "",
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
        cell = self.pairs.get((two.pair, two.column), Cell())
        return bool(cell.steps) or self._by_total(two) == SURRENDER

    def settle(self) -> None:
        """Play and choose until nothing changes."""
        for _ in range(MOST_ROUNDS):
            changed = self.play.settle(self._carrying)
            before = (dict(self.pairs), set(self.given_up))
            self._surrender()
            self._pair_cells()
            if not changed and before == (self.pairs, self.given_up):
                return

    def _surrender(self) -> None:
        gain: dict[tuple[bool, int, str], float] = {}
        self.given_up.clear()
        for two in self.play.layers[0].two:
            soft, points = row_of(two.place)
            if two.surrender > NOT_ALLOWED and not self.pairs.get((two.pair, two.column), Cell()).steps:
                key = (soft, points, two.column)
                cell = self.play.cells[soft, points]
                if not (cell.mark and two.line >= cell.mark):
                    gain[key] = gain.get(key, 0.0) + two.chance * (
                        two.surrender - self._worth(two, self._by_total(two))
                    )
        self.given_up.update(key for key, worth in gain.items() if worth > self._carrying)

    def _pair_cells(self) -> None:
        for row, name in self.pairs:
            dealt = [two for two in self.play.layers[0].two if two.pair == row and two.column == name]
            if not dealt:
                continue
            allowed = [SPLIT, *self.play.allowed(*row_of(dealt[0].place), 2)]
            if dealt[0].surrender > NOT_ALLOWED:
                allowed.append(SURRENDER)
            marks = [mark for mark in (NO_LINE, ANY_SUITS, ONE_SUIT, SPADES) if any(two.line >= mark for two in dealt)]
            ways = [(), *((Step(action),) for action in allowed)]
            cells = [Cell(steps, mark) for steps, mark in product(ways, marks) if steps or not mark]

            def worth(cell: Cell, dealt: list[Two] = dealt) -> float:
                done = [cell.decision(2, frozenset(range(5)), two.line) for two in dealt]
                return sum(
                    two.chance * self._worth(two, self._by_total(two) if chosen is None else chosen)
                    for two, chosen in zip(dealt, done, strict=True)
                ) - self._carrying * (bool(cell.steps) + bool(cell.mark))

            self.pairs[row, name] = max(cells, key=worth)

    def split_cells(self) -> dict[Wager, dict[Key, Cell]]:
        """The cells that split hands need otherwise, by the wager they carry."""
        reading = self._book.dealer.dealer_pontoon_takes.value
        alike = self._first not in (ACE, TEN) or reading == "everything"
        if alike:
            both = self._split_play("original", 2.0)
            return {"original": both, "added": both}
        return {"original": self._split_play("original", 1.0), "added": self._split_play("added", 1.0)}

    def _split_play(self, kind: HandKind, often: float) -> dict[Key, Cell]:
        layers = []
        for row in pair_rows(self._book):
            dealt = [two for two in self.play.layers[0].two if two.pair == row and self._done(two) == SPLIT]
            start = 0 if row == pair_row(1) else int(row.split(",")[0]) - 1
            if dealt and not (start == ACE and self._book.splitting.one_card_to_aces.value):
                chance = often * sum(two.chance for two in dealt)
                layers.append(Layer(self._tables, self._first, kind, start, list(self._seconds(start, chance))))
        play = Play(self._book, layers, split=True)
        play.cells = dict(self.play.cells)
        for _ in range(MOST_ROUNDS):
            before = dict(play.cells)
            for key, row_played in play.played().items():
                best = play.best(row_played, self._carrying)
                gain = play.worth(row_played, best) - play.worth(row_played, self.play.cells[key])
                play.cells[key] = best if gain * self.chance > WORTH_A_ROW else self.play.cells[key]
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
        counted = np.zeros(len(self._tables.named.more))
        every = float(left.sum())
        return float(better_lines(code(one), code(other), left, every, shares, self._tables.named, counted))

    def cell(self, soft: bool, points: int, name: str) -> Cell:
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
            outcomes = after[at].mean(axis=0)
            equal = points - LOWEST_STAND
            won = outcomes[BUST] + outcomes[:equal].sum()
            lost = outcomes[equal if rules.equal_loses else equal + 1 : BUST].sum()
            kept = 2 * (won - lost) - outcomes[NATURAL] * (rules.natural_takes_own + rules.natural_takes_double)
            if kept < -1:
                highest = points
        return highest


def _dealers(tables: Tables, shoe: Floats, ranks: str) -> Iterator[tuple[Card, float]]:
    """The dealer's first cards of some ranks, one for all where suits cannot matter, and how many there are."""
    cards = deck(ranks)
    if any(tables.is_named(one) for one in cards):
        for one in cards:
            yield one, float(shoe[code(one)])
    else:
        yield cards[0], sum(float(shoe[code(one)]) for one in cards)


def _deals(tables: Tables, shoe: Floats) -> Iterator[tuple[Card, Card, float]]:
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
    """The best chart of a game; `progress` hears of each column begun."""
    shoe = full_shoe(book.cards.ranks.value, book.cards.decks.value)
    tables = Tables(book, shoe)
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
