"""Exact expected values: every decision on every hand, from the exact shoe, by any book.

Values are in units of the initial main wager. Hands are told apart by their cards' values, and by suits where a line of the payout
table asks for them. Split hands are played by one strategy that does not look at the other hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from typing import NamedTuple

import numpy as np

from boxseat.cards import RANKS, SUITS, Card, card, total
from boxseat.odds.hands import NATURAL, dealer_hands, hands, place_of
from boxseat.odds.kernel_exact import DealerTable, Floats, HandRules, Ints, dealer_outcomes, play_hands
from boxseat.odds.rules import HandKind, hand_rules, line_odds, odds_by_size, ratio
from boxseat.odds.shoe import by_value, full_shoe, number_of, value_of, without
from boxseat.odds.splits import Split
from boxseat.rulebook.book import Book


@cache
def dealer_table(first: int, stands_hard: int, stands_soft: int) -> DealerTable:
    """A dealer's hands in the form the compiled code reads."""
    found = dealer_hands(first, stands_hard, stands_soft)
    order = np.lexsort(found.drawn.T[::-1])
    begins, shared = [0], list[int]()
    values, numbers = list[int](), list[int]()
    before: list[tuple[int, int]] = []
    for drawn in found.drawn[order]:
        terms = [(int(value), int(drawn[value])) for value in np.flatnonzero(drawn)]
        alike = 0
        while alike < min(len(terms), len(before)) and terms[alike] == before[alike]:
            alike += 1
        shared.append(alike)
        values.extend(value for value, _ in terms)
        numbers.extend(number for _, number in terms)
        begins.append(len(values))
        before = terms
    return DealerTable(
        begins=np.array(begins),
        shared=np.array(shared),
        value=np.array(values),
        number=np.array(numbers),
        size=found.size[order],
        ways=found.ways[order].astype(float),
        outcome=found.outcome[order],
    )


class Values:
    """What every hand is worth against one first card of the dealer, from one shoe (or several, played alike)."""

    def __init__(
        self,
        first: int,
        rules: HandRules,
        shoes: Floats,
        chances: Floats,
        start: int,
        weights: Sequence[float],
        fixed: Ints | None,
    ) -> None:
        decisions = np.full(len(hands().hard), -1, dtype=np.int64) if fixed is None else fixed
        played = play_hands(first, shoes, np.array(weights), start, *hands(), chances, rules, decisions)
        self.stand, self.hit, self.double, self.best, self.action = played
        self.natural = chances[:, :, NATURAL]
        self.rules = rules


class Known:
    """What has been worked out of a book and a shoe so far, so that nothing is computed twice."""

    def __init__(self, book: Book, shoe: Floats) -> None:
        self.book = book
        self._rules = (book.dealer.stands_hard.value, book.dealer.stands_soft.value)
        self._shoe = by_value(shoe)
        self._found: dict[tuple[int, int, int], Floats] = {}
        self._values: dict[tuple[object, ...], Values] = {}
        self._thirds: dict[tuple[Card, Card], tuple[tuple[Card, float], ...]] = {}
        self._plain = float(odds_by_size(book)[3])
        self.named = {rank for line in book.payouts.lines for rank in line.ranks}
        """Ranks that a line of the payout table names, so that suits matter."""

    def values(
        self,
        first: int,
        kind: HandKind,
        *,
        start: int = -1,
        gone: tuple[int, ...] = (0,),
        weights: tuple[float, ...] = (1.0,),
        fixed: Ints | None = None,
    ) -> Values:
        """What every hand of a kind is worth; `gone` cards of the start's value are out, one shoe for each number."""
        key = (first, kind, start, gone, weights, fixed is None)
        if key not in self._values:
            chances = np.array([self.after(first, start, number) for number in gone])
            shoes = np.array([self.shoe(first, start, number) for number in gone])
            self._values[key] = Values(first, hand_rules(self.book, kind), shoes, chances, start, weights, fixed)
        return self._values[key]

    def thirds(self, one: Card, other: Card) -> tuple[tuple[Card, float], ...]:
        """Third cards that make 21 of a better line, and by how much it is better."""
        key = (one, other) if one <= other else (other, one)
        if key not in self._thirds:
            both = one.rank in self.named and other.rank in self.named
            made = [(one, other, card(rank + suit)) for rank in self.named for suit in SUITS] if both else []
            better = [(cards[2], line_odds(self.book, cards, self._plain) - self._plain) for cards in made]
            self._thirds[key] = tuple(
                (cards[2], more)
                for cards, (_, more) in zip(made, better, strict=True)
                if more and total(cards).points == 21
            )
        return self._thirds[key]

    def after(self, first: int, start: int = -1, gone: int = 0) -> Floats:
        """With the dealer's card out, and `gone` cards of the start's value beside the hand."""
        key = (first, start, gone)
        if key not in self._found:
            table = dealer_table(first, *self._rules)
            self._found[key] = dealer_outcomes(self.shoe(first, start, gone), start, hands().counts, table)
        return self._found[key]

    def shoe(self, first: int, start: int = -1, gone: int = 0) -> Floats:
        shoe = self._shoe.copy()
        shoe[first] -= 1
        if start >= 0:
            shoe[start] -= gone
        return shoe


class Against:
    """All there is to know about one first card of the dealer and a shoe that the hand and it are still in."""

    def __init__(
        self, book: Book, dealers: Card, shoe: Floats, known: Known | None = None, *, presplit: bool = False
    ) -> None:
        self.book = book
        self.known = known or Known(book, shoe)
        self.dealers = dealers
        self.first = value_of(dealers)
        self.shoe = without(shoe, [dealers])
        self.presplit = presplit
        """Split hands follow the decisions of hands that were not split, as some published figures have it."""

    @property
    def unsplit(self) -> Values:
        return self.known.values(self.first, "unsplit")

    def actions(self, cards: Sequence[Card]) -> dict[str, float]:
        """The value of every legal action on a hand that was not split."""
        natural = len(cards) == 2 and total(cards).points == 21
        place = place_of([value_of(held) for held in cards])
        values = self.unsplit
        if natural:
            return self._natural(float(values.natural[0, place]))
        if total(cards).points >= 21:
            raise ValueError("the hand is decided")
        found = self._drawing(values, cards, place)
        if len(cards) == 2:
            if self._may_surrender():
                found["surrender"] = self._surrender(float(values.natural[0, place]))
            if self._is_pair(*cards) and self.book.splitting.max_split_hands.value > 1:
                found["split"] = self.split(*cards)
        return found

    def _natural(self, dealers: float) -> dict[str, float]:
        odds = ratio(self.book.natural.odds.value)
        if self.book.natural.against_dealer_natural.value == "wins":
            return {"settled": odds}
        waits = {"settled": odds * (1 - dealers)}
        if self.book.natural.even_money.value and self.dealers.rank in self.book.insurance.against.value:
            waits["even-money"] = 1.0
        return waits

    def _drawing(self, values: Values, cards: Sequence[Card], place: int) -> dict[str, float]:
        found: dict[str, float] = {}
        points, soft = total(cards)
        if soft or points >= self.book.drawing.stand_from.value:
            found["stand"] = float(values.stand[0, place])
        found["hit"] = float(values.hit[0, place]) + self._better_lines(cards, without(self.shoe, cards))
        if values.double[0, place] > -9:
            found["double"] = float(values.double[0, place])
        return found

    def _may_surrender(self) -> bool:
        return self.dealers.rank in self.book.surrender.against.value

    def _surrender(self, dealers_natural: float) -> float:
        loses = ratio(self.book.surrender.loses.value)
        if self.book.surrender.dealer_natural.value == "annuls":
            return -loses * (1 - dealers_natural) - dealers_natural
        return -loses

    def _is_pair(self, one: Card, other: Card) -> bool:
        return (
            one.points == other.points if self.book.splitting.pairs.value == "equal-value" else one.rank == other.rank
        )

    def deals(self) -> Iterator[tuple[tuple[Card, Card], float]]:
        """The two cards a box can be dealt, with their chances; suits apart only where they matter."""
        left, cards = self.shoe, float(self.shoe.sum())
        ranks = self.book.cards.ranks.value
        for place, one in enumerate(ranks):
            for other in ranks[place:]:
                twice = 1 if one == other else 2
                suited = one in self.known.named and other in self.known.named
                first, second = left[RANKS.index(one)], left[RANKS.index(other)]
                if not suited:
                    number = first.sum() * (second.sum() - (one == other))
                    if number:
                        yield self._any_two(one, other), float(twice * number / (cards * (cards - 1)))
                    continue
                for at, suit in enumerate(SUITS):
                    for there, suit_of_other in enumerate(SUITS):
                        number = first[at] * (second[there] - (one == other and at == there))
                        if number:
                            dealt = (card(one + suit), card(other + suit_of_other))
                            yield dealt, float(twice * number / (cards * (cards - 1)))

    def _any_two(self, one: str, other: str) -> tuple[Card, Card]:
        """Some two cards of these ranks that the shoe holds."""
        held = next(card(one + suit) for suit in SUITS if number_of(self.shoe, card(one + suit)))
        left = without(self.shoe, [held])
        return held, next(card(other + suit) for suit in SUITS if number_of(left, card(other + suit)))

    def _better_lines(self, cards: Sequence[Card], left: Floats) -> float:
        """What the payout table's lines for named cards add to drawing on two cards."""
        if len(cards) != 2:
            return 0.0
        return sum(number_of(left, third) * more for third, more in self.known.thirds(*cards)) / float(left.sum())

    def split(self, one: Card, other: Card) -> float:
        """The value of splitting into the best number of hands allowed."""
        most = self.book.splitting.max_split_hands.value
        if one.is_ace and not self.book.splitting.resplit_aces.value:
            most = 2
        return max(Split(self, one, other, allowed).value() for allowed in range(2, most + 1))


class Edge(NamedTuple):
    """What the house keeps of a unit, with best play."""

    house_edge: float
    naturals: float


def edge(book: Book, *, presplit: bool = False) -> Edge:
    """The house edge of the first round from a fresh shoe."""
    shoe = full_shoe(book.cards.ranks.value, book.cards.decks.value)
    worth = naturals = 0.0
    known = Known(book, shoe)
    for dealers, number in _first_cards(book, shoe):
        against = Against(book, dealers, shoe, known, presplit=presplit)
        chance = number / float(shoe.sum())
        for cards, likely in against.deals():
            actions = against.actions(cards)
            worth += chance * likely * max(value for name, value in actions.items() if name != "even-money")
            naturals += chance * likely * ("settled" in actions)
    return Edge(-worth, naturals)


def _first_cards(book: Book, shoe: Floats) -> Iterator[tuple[Card, float]]:
    """The dealer's first cards, those together that cannot be told apart by any rule."""
    named = {rank for line in book.payouts.lines for rank in line.ranks}
    groups: dict[tuple[object, ...], list[Card]] = {}
    for rank in book.cards.ranks.value:
        for suit in SUITS:
            held = card(rank + suit)
            key = (held.points, rank in book.surrender.against.value, rank in named and (rank, suit))
            groups.setdefault(key, []).append(held)
    for cards in groups.values():
        yield cards[0], sum(number_of(shoe, held) for held in cards)
