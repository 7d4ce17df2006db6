"""A strategy chart: one cell for every total against every first card of the dealer.

Rows are hard totals, soft totals and pairs; one more row says which doubled totals to forfeit. Split hands use the same rows,
except for a few separate cells. These can differ between the original wager and added ones, if a dealer's natural treats them
differently.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from typing import Literal

import numpy as np

from boxseat.cards import RANKS, Card, card, deck, total
from boxseat.odds.exact.memo import SolverMemo
from boxseat.odds.hands import hands
from boxseat.odds.policy import (
    ADDED,
    CARDS,
    DOUBLE,
    HIT,
    ORIGINAL,
    SPLIT,
    STAND,
    SURRENDER,
    Bools,
    Decisions,
    Policy,
    blank,
    code,
)
from boxseat.odds.shoe import full_shoe
from boxseat.odds.strategy.cells import ANY_SUITS, NO_LINE, ONE_SUIT, SPADES, Cell
from boxseat.rulebook.book import Book

Rows = Mapping[str, Mapping[str, Cell]]
"""Cells by row and column."""
TwoCards = Mapping[tuple[Card, Card], int]
"""Any two cards, and what named line can still come of them."""
Wager = Literal["original", "added"]
WAGERS: dict[Wager, int] = {"original": ORIGINAL, "added": ADDED}
"""The wagers a split hand may carry, with their numbers in a policy."""

HARD = tuple(str(points) for points in range(4, 21))
"""The names of the rows of hard totals."""
SOFT = tuple(str(points) for points in range(12, 21))
"""The names of the rows of soft totals."""


def columns(book: Book) -> dict[str, str]:
    """The chart's columns, name and ranks: the dealer's first cards, grouped where no rule distinguishes them."""
    ranks = book.cards.ranks.value
    against = book.surrender.against.value
    found = {rank: rank for rank in RANKS[1:9] if rank in ranks}
    tens = [rank for rank in RANKS[9:] if rank in ranks]
    groups = ["".join(rank for rank in tens if (rank in against) == opens) for opens in (False, True)]
    groups = sorted((group for group in groups if group), key=lambda group: RANKS.index(group[0]))
    for place, group in enumerate(groups):
        found["10" if place == 0 else group] = group
    return {**found, "A": "A"} if "A" in ranks else found


def pair_rows(book: Book) -> tuple[str, ...]:
    """The pairs that may be split, aces first."""
    if book.splitting.max_split_hands.value < 2:
        return ()
    values = {card(rank + "S").points for rank in book.cards.ranks.value}
    return tuple(pair_row(points) for points in sorted(values))


def pair_row(points: int) -> str:
    """The name of a pair's row, such as `8,8`."""
    name = "A" if points == 1 else str(points)
    return f"{name},{name}"


def gives_up(book: Book) -> bool:
    """Whether a doubled hand may be forfeited."""
    return book.doubling.forfeit.value and book.doubling.on.value != "never"


@dataclass(frozen=True)
class SplitCells:
    """The cells that differ for split hands with one kind of wager."""

    hard: Rows
    soft: Rows


NOTHING_ELSE = SplitCells({}, {})
"""Split hands are played like all others."""


@dataclass(frozen=True)
class Chart:
    """A chart; every row of `hard`, `soft` and `pairs` has a cell in each column."""

    hard: Rows
    soft: Rows
    pairs: Rows
    """A pair whose cell says nothing, or cannot be split (again), is played by its total."""
    forfeit: Mapping[str, int]
    """The highest doubled total to give up in each column, 0 for none; empty where the book has no forfeit."""
    split: Mapping[Wager, SplitCells]

    def decision(
        self,
        column: str,
        points: int,
        soft: bool,
        cards: int,
        allowed: frozenset[int],
        *,
        pair: str = "",
        line: int = NO_LINE,
        wager: Wager | None = None,
    ) -> int:
        """The decision of the chart on a hand, as a number of a policy."""
        if pair in self.pairs:
            found = self.pairs[pair][column].decision(cards, allowed, line)
            if found is not None:
                return found
        rows: Rows = self.soft if soft else self.hard
        at = rows[str(points)][column]
        if wager is not None:
            other = self.split[wager]
            at = (other.soft if soft else other.hard).get(str(points), {}).get(column, at)
        found = at.decision(cards, allowed, line)
        return HIT if found is None else found

    def policy(self, book: Book) -> Policy:
        """The chart as a policy, for the solver and the simulator."""
        made = blank()
        dealt = two_cards(book)
        for column, ranks in columns(book).items():
            codes = [code(held) for held in deck(ranks)]
            value = card(ranks[0] + "S").points - 1
            surrender = ranks[0] in book.surrender.against.value
            made.two[codes] = self._two(book, dealt, column, surrender=surrender)
            made.later[value] = self._later(book, column)
            made.forfeit[value] = _given_up(book, self.forfeit.get(column, 0))
            for wager, place in WAGERS.items():
                made.split_two[place, codes] = self._two(book, dealt, column, wager=wager)
                made.split_later[place, value] = self._later(book, column, wager)
                made.split_forfeit[place, value] = made.forfeit[value]
        return made

    def _two(
        self, book: Book, dealt: TwoCards, column: str, *, surrender: bool = False, wager: Wager | None = None
    ) -> Decisions:
        found = np.full((CARDS, CARDS), STAND, dtype=np.int8)
        for (one, other), line in dealt.items():
            points, soft = total((one, other))
            if points >= 21:
                continue
            allowed = legal(book, points, soft, 2, split=wager is not None)
            pair = pair_row(one.points) if book.splitting.may_split(one, other) else ""
            if surrender:
                allowed |= {SURRENDER}
            if pair and (wager is None or splits_again(book, one)):
                allowed |= {SPLIT}
            done = self.decision(column, points, soft, 2, allowed, pair=pair, line=line, wager=wager)
            found[code(one), code(other)] = found[code(other), code(one)] = done
        return found

    def _later(self, book: Book, column: str, wager: Wager | None = None) -> Decisions:
        table = hands()
        found = np.full(len(table.hard), STAND, dtype=np.int8)
        fewest = 3 if wager is None else 2
        for points, soft, cards in hand_classes():
            if cards >= fewest and points < 21:
                allowed = legal(book, points, soft, cards, split=wager is not None)
                found[list(class_places(points, soft, cards))] = self.decision(
                    column, points, soft, cards, allowed, wager=wager
                )
        return found


@cache
def hand_classes() -> tuple[tuple[int, bool, int], ...]:
    """Hands as a chart distinguishes them: the total, whether it is soft, and how many cards."""
    table = hands()
    return tuple(sorted({(int(p), bool(p != h), int(s)) for p, h, s in zip(table.points, table.hard, table.size)}))  # noqa: B905


@cache
def class_places(points: int, soft: bool, cards: int) -> tuple[int, ...]:
    """The hands of one class, as places among all hands."""
    table = hands()
    alike = (table.points == points) & ((table.points != table.hard) == soft) & (table.size == cards)
    return tuple(int(place) for place in np.flatnonzero(alike))


def legal(book: Book, points: int, soft: bool, cards: int, *, split: bool = False) -> frozenset[int]:
    """The actions that a total allows, apart from splitting and surrender."""
    found = {HIT}
    if soft or points >= book.drawing.stand_from.value:
        found.add(STAND)
    rules = book.doubling
    lowest, highest = rules.totals.value
    often = rules.on.value == "any-cards" or (rules.on.value == "first-two" and cards == 2)
    open_to = (rules.soft.value or not soft) and (rules.after_split.value or not split)
    if often and open_to and lowest <= points <= highest:
        found.add(DOUBLE)
    return frozenset(found)


def splits_again(book: Book, one: Card) -> bool:
    """Whether a split hand that is a pair again may be split once more."""
    return book.splitting.max_split_hands.value > 2 and (not one.is_ace or book.splitting.resplit_aces.value)


def two_cards(book: Book) -> TwoCards:
    """Any two cards of the book's decks, and the kind of named payout line they can still become."""
    tables = SolverMemo(book, full_shoe(book.cards.ranks.value, book.cards.decks.value))
    cards = deck(book.cards.ranks.value)
    return {(one, other): line_of(tables, one, other) for place, one in enumerate(cards) for other in cards[place:]}


def line_of(tables: SolverMemo, one: Card, other: Card) -> int:
    """The kind of named payout line that two cards can still become."""
    places = tables.named.place[code(one)], tables.named.place[code(other)]
    if min(places) < 0 or not (tables.named.line[places] >= 0).any():
        return NO_LINE
    if one.suit != other.suit:
        return ANY_SUITS
    return SPADES if one.suit == "S" else ONE_SUIT


def _given_up(book: Book, highest: int) -> Bools:
    """Which doubled hands are given up, by place and by whether the double card is an ace at eleven."""
    table = hands()
    at_one = book.doubling.aces.value == "count-one"
    without_eleven = table.hard if at_one else table.points
    with_eleven = table.hard + 10 if at_one else table.points
    return np.stack([without_eleven <= highest, with_eleven <= highest], axis=1)
