"""A chart being played: the value of each row by action, and the best cell for it.

The value of a row is the average over all hands that reach it, weighted by how often the play leads there.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from boxseat.odds.exact.hand_rules import HandKind
from boxseat.odds.exact.kernel_values import NOT_ALLOWED, Floats
from boxseat.odds.exact.memo import SolverMemo
from boxseat.odds.hands import Ints, hands
from boxseat.odds.policy import DOUBLE, HIT, STAND, Decisions
from boxseat.odds.strategy.cells import ALWAYS, NO_LINE, Cell, CellStep
from boxseat.odds.strategy.chart import HARD, SOFT, class_places, hand_classes, legal
from boxseat.rulebook.book import Book

UNREACHED_WEIGHT = 1e-7
"""The weight of hands that the chart's own play never leads to, so that their cells are sensible too."""
RowKey = tuple[bool, int]
"""A row: whether it is soft, and its total."""


class Two(NamedTuple):
    """Two cards as dealt: their chance, the kind of line they may become, and what that adds to drawing."""

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

    def __init__(self, tables: SolverMemo, first: int, kind: HandKind, start: int, two: list[Two]) -> None:
        self._tables, self._first, self._kind, self._start = tables, first, kind, start
        self._gone = 0 if start < 0 else 1
        self.two = two
        left = tables.left(first) - hands().counts
        if start >= 0:
            left[:, start] -= self._gone
        left = np.clip(left, 0, None)
        self._draws = left / np.maximum(left.sum(axis=1, keepdims=True), 1)

    def play(self, decisions: Decisions) -> None:
        """Compute the value of every hand, played by these decisions."""
        played = self._tables.played(self._first, self._kind, self._start, (self._gone,), fixed=decisions)
        self.worth = np.stack([played.stand[0], played.hit[0], played.double[0]])

    def met(self, hits: Floats, decisions: Decisions) -> Floats:
        """How often each hand of three cards or more is reached by these decisions, after so many first draws."""
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


LINE_KINDS = 4
"""The number of kinds of line that two cards may become."""
WEIGHED_CARDS_MAX = 11
"""Hands of more cards are too rare to choose by."""


class PlayedRow(NamedTuple):
    """One row of the chart, played: the value of each action over all hands of the row."""

    soft: bool
    points: int
    worth: Floats
    """By action. Two cards come first, by the line they may become, then hands of three cards, of four, and so on."""

    def by(self, cell: Cell, two: frozenset[int], later: frozenset[int]) -> float:
        """The value of the row when a cell plays it."""
        return float(self.worth[np.arange(len(self.worth)), _played_by(cell, two, later)].sum())


class ChartPlay:
    """All hands of one kind against one value of the dealer's first card, and the cells that play them."""

    def __init__(self, book: Book, layers: Sequence[Layer], *, split: bool = False) -> None:
        self._book, self.layers, self._split = book, layers, split
        self.cells: dict[RowKey, Cell] = {(soft, points): Cell((CellStep(HIT),)) for soft, points in ROWS}
        for soft, points in ROWS:
            if points >= (19 if soft else 17):
                self.cells[soft, points] = Cell((CellStep(STAND),))
        self.leaves: Callable[[Two], bool] = lambda two: False
        """Two cards that are split or given up, and so never meet the cell of their total."""

    def decisions(self) -> Decisions:
        """The decisions on hands of three cards or more."""
        found = np.zeros(len(hands().hard), dtype=np.int8)
        for points, soft, cards in hand_classes():
            if cards >= 3 and points < 21:
                found[list(class_places(points, soft, cards))] = self.done(soft, points, cards)
        return found

    def done(self, soft: bool, points: int, cards: int, line: int = NO_LINE) -> int:
        """The decision of a cell; a hit where it makes none."""
        found = self.cells[soft, points].decision(cards, self.allowed(soft, points, cards), line)
        return HIT if found is None else found

    def allowed(self, soft: bool, points: int, cards: int) -> frozenset[int]:
        """The actions that a total of so many cards allows."""
        return legal(self._book, points, soft, cards, split=self._split)

    def played(self) -> dict[RowKey, PlayedRow]:
        """The chart played as it is, row by row."""
        decisions = self.decisions()
        table = hands()
        rows = {
            (soft, points): PlayedRow(soft, points, np.zeros((LINE_KINDS + WEIGHED_CARDS_MAX - 2, 3)))
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
                rows[soft, points].worth[two.line] += two.chance * (UNREACHED_WEIGHT if leaves else 1.0) * worth
                if not leaves and self.done(soft, points, 2, two.line) == HIT:
                    hits[two.place] += two.chance
            met = layer.met(hits, decisions) + UNREACHED_WEIGHT * layer.met(unmet, everything)
            for points, soft, cards in hand_classes():
                if 3 <= cards <= WEIGHED_CARDS_MAX and points < 21:
                    at = list(class_places(points, soft, cards))
                    rows[soft, points].worth[LINE_KINDS + cards - 3] += layer.worth[:, at] @ met[at]
        return rows

    def worth(self, row: PlayedRow, cell: Cell) -> float:
        """The value of a row when a cell plays it."""
        two, later = (self.allowed(row.soft, row.points, cards) for cards in (2, 3))
        return row.by(cell, two, later)

    def best(self, row: PlayedRow, carrying: float) -> Cell:
        """The cell with the highest value for its row; each exception costs `carrying`."""
        two, later = (self.allowed(row.soft, row.points, cards) for cards in (2, 3))
        marks = tuple(mark for mark in range(LINE_KINDS) if not mark or row.worth[mark:LINE_KINDS].any())
        cells, played, exceptions = _candidates(two, later, marks)
        worths = row.worth[np.arange(len(row.worth)), played].sum(axis=1) - carrying * exceptions
        return cells[int(np.argmax(worths))]

    def settle(self, carrying: float) -> bool:
        """Choose every cell anew; true if any changed."""
        before = dict(self.cells)
        self.cells = {key: self.best(row, carrying) for key, row in self.played().items()}
        return self.cells != before


def row_of(place: int) -> RowKey:
    """The row that a hand belongs to."""
    table = hands()
    return bool(table.points[place] != table.hard[place]), int(table.points[place])


ROWS: tuple[RowKey, ...] = (*((False, int(row)) for row in HARD), *((True, int(row)) for row in SOFT))
"""All rows of totals."""


@cache
def _steps(two: frozenset[int], later: frozenset[int]) -> tuple[tuple[CellStep, ...], ...]:
    """Every way to play a total by its number of cards, the simpler ones first."""
    standing = [(CellStep(STAND),), *((CellStep(STAND, cards),) for cards in range(3, 10))] if STAND in two else []
    found: list[tuple[CellStep, ...]] = [(CellStep(HIT),), *standing]
    if standing:
        found.extend((CellStep(HIT, cards), CellStep(STAND)) for cards in range(3, 6))
    if DOUBLE in two:
        for below in (ALWAYS, *range(3, 10)) if DOUBLE in later else (ALWAYS,):
            found.append((CellStep(DOUBLE, below),))
            ends = below if DOUBLE in later else 3
            found.extend((CellStep(DOUBLE, below), *steps) for steps in standing if steps[0].below > ends)
    return tuple(found)


@cache
def _played_by(cell: Cell, two: frozenset[int], later: frozenset[int]) -> Ints:
    """What a cell does with each kind of hand in its row."""
    done = [cell.decision(2, two, line) for line in range(LINE_KINDS)]
    done += [cell.decision(cards, later) for cards in range(3, WEIGHED_CARDS_MAX + 1)]
    return np.array([HIT if action is None else action for action in done])


@cache
def _candidates(
    two: frozenset[int], later: frozenset[int], marks: tuple[int, ...]
) -> tuple[tuple[Cell, ...], Ints, Ints]:
    """Every cell a row may have, what it does with each kind of hand, and how many exceptions it makes."""
    cells = tuple(Cell(steps, mark) for steps in _steps(two, later) for mark in marks)
    exceptions = [len(cell.steps) + sum(step.below < ALWAYS for step in cell.steps) + bool(cell.mark) for cell in cells]
    return cells, np.stack([_played_by(cell, two, later) for cell in cells]), np.array(exceptions)
