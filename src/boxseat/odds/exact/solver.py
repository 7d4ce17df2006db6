"""Exact expected values: every decision on every hand, from the exact shoe, by any book.

Values are in units of the initial main wager. Hands are distinguished by their cards' values, and by suits where a line of the
payout table needs them. Split hands are played by one strategy that does not look at the other hands.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cached_property
from typing import NamedTuple

import numpy as np

from boxseat.cards import TWENTY_ONE, Card, deck, total
from boxseat.odds.exact.hand_rules import ratio
from boxseat.odds.exact.kernel_two_cards import (
    FirstTwo,
    TwoCardPlay,
    better_lines,
    decide_two,
    paid_by_third,
    two_values,
)
from boxseat.odds.exact.kernel_values import NOT_ALLOWED, Floats, Played
from boxseat.odds.exact.memo import NO_TWO_CARD_DECISIONS, SolverMemo
from boxseat.odds.exact.splits import SplitPair, Worth
from boxseat.odds.hands import ACE, NATURAL, TEN, VALUES, hands, place_of, singles
from boxseat.odds.policy import ADDED, CARDS, NAMES, SPLIT, Policy, code
from boxseat.odds.shoe import full_shoe, value_of, without
from boxseat.rulebook.book import Book

CLEARLY_WORSE_UNITS = 0.03
"""If one split loses this much, resplitting cannot help, because fewer than one hand in five is split again."""


def paid_thirds(played: Played, cards: Sequence[Card]) -> Floats:
    """The chance that a 21 of two cards and a third is paid, by the third's value."""
    paid = np.ones(VALUES)
    paid_by_third(played.paid[0], hands(), place_of([value_of(held) for held in cards]), paid)
    return paid


class Against:
    """Values of all hands against one first card of the dealer; `shoe` still holds it and the box's cards."""

    def __init__(self, tables: SolverMemo, dealers: Card, shoe: Floats) -> None:
        self.tables = tables
        self.book = tables.book
        self.dealers = dealers
        self.first = value_of(dealers)
        self.shoe = without(shoe, [dealers])
        self.splits: dict[tuple[Card, Card], Worth] = {}

    @property
    def unsplit(self) -> Played:
        """The values of hands that were not split."""
        return self.tables.unsplit(self.first)

    @cached_property
    def naturals(self) -> Floats:
        """The chance of a dealer's natural, by the place of the box's hand."""
        places, outcomes = self.tables.outcomes(self.first)
        found: Floats = outcomes[places.at[0], NATURAL]
        return found

    def actions(self, cards: Sequence[Card]) -> dict[str, float]:
        """The value of every legal action on a hand that was not split."""
        place = place_of([value_of(held) for held in cards])
        left = without(self.shoe, cards)
        if total(cards).points >= TWENTY_ONE:
            return self._settled(len(cards), place)
        values = np.zeros(len(NAMES))
        more, split, rules = 0.0, NOT_ALLOWED, self._first_two
        if len(cards) == 2:
            more = self.better_lines(cards, left)
            split = self.split(cards[0], cards[1]).worth if self.may_split(cards[0], cards[1]) else NOT_ALLOWED
        else:
            rules = rules._replace(may_surrender=False)
        two_values(place, hands(), self.unsplit, float(self.naturals[place]), rules, more, split, values)
        return {name: float(value) for name, value in zip(NAMES, values, strict=True) if value > NOT_ALLOWED}

    def better_lines(self, cards: Sequence[Card], left: Floats, *, split: bool = False) -> float:
        """What the payout table's lines for named cards add to the value of drawing on two cards."""
        named = self.tables.named_against(self.dealers, cards if split else ())
        codes = code(cards[0]), code(cards[1])
        paid = paid_thirds(self.unsplit, cards)
        return better_lines(*codes, left, float(left.sum()), np.ones(CARDS), paid, named, np.zeros(named.lines))

    def _settled(self, size: int, place: int) -> dict[str, float]:
        """A hand with nothing to decide, unless even money is."""
        if size > 2:
            raise ValueError("the hand is decided")
        waits = {"settled": self._first_two.natural}
        if self.book.natural.even_money.value and self.dealers.rank in self.book.insurance.against.value:
            waits["even-money"] = 1.0
        return waits

    @cached_property
    def _first_two(self) -> FirstTwo:
        book = self.book
        odds = ratio(book.natural.odds.value)
        if book.natural.against_dealer_natural.value != "wins":
            odds *= 1 - float(self.naturals[place_of([ACE, TEN])])
        return FirstTwo(
            natural=odds,
            may_surrender=self.dealers.rank in book.surrender.against.value,
            surrender_loses=ratio(book.surrender.loses.value),
            annulled=book.surrender.dealer_natural.value == "annuls",
            stand_from=book.drawing.stand_from.value,
            double_lines=book.doubling.table_odds.value,
            one_card_places=singles(),
        )

    def may_split(self, one: Card, other: Card) -> bool:
        """Whether two cards may be split."""
        return self.book.splitting.may_split(one, other)

    def split(self, one: Card, other: Card, instead: float = NOT_ALLOWED) -> Worth:
        """The value of splitting into the best number of hands; `instead` is the value of the hand without."""
        key = (one, other)
        if key not in self.splits:
            most = self.book.splitting.max_split_hands.value
            if one.is_ace and not self.book.splitting.resplit_aces.value:
                most = 2
            split, policy = self.splitting(one, other), self.tables.policy
            if policy:
                again = policy.split_two[ADDED, code(self.dealers), code(one), code(other)] == SPLIT
                best = split.into(most if again else 2)
            else:
                best = split.into(2)
                if best.worth > instead - CLEARLY_WORSE_UNITS:
                    more = [split.into(number) for number in range(most, 2, -1)]
                    best = max([best, *more], key=lambda worth: worth.worth)
            self.splits[key] = best
        return self.splits[key]

    def splitting(self, one: Card, other: Card) -> SplitPair:
        """A pair to be split against this card."""
        return SplitPair(self.tables, self.dealers, self.shoe, one, other)

    def decided(self) -> TwoCardPlay:
        """The best or given decision on every two cards a box can be dealt, and the results."""
        fixed = self.tables.policy.two[code(self.dealers)] if self.tables.policy else NO_TWO_CARD_DECISIONS
        return decide_two(
            self.shoe,
            hands(),
            self.unsplit,
            self.naturals,
            self._first_two,
            self._split_worths(),
            self.tables.named_against(self.dealers),
            fixed,
        )

    def _split_worths(self) -> Floats:
        """What splitting is worth, by the two cards' codes."""
        found = np.full((CARDS, CARDS), NOT_ALLOWED)
        policy = self.tables.policy
        for one, other, alike in self.pairs():
            if policy and policy.two[code(self.dealers), code(one), code(other)] != SPLIT:
                continue
            place = place_of([value_of(one), value_of(other)])
            instead = max(
                float(values[0, place]) for values in (self.unsplit.stand, self.unsplit.hit, self.unsplit.double)
            )
            worth = self.split(one, other, instead).worth
            for first, second in alike:
                found[first, second] = found[second, first] = worth
        return found

    def pairs(self) -> Iterator[tuple[Card, Card, list[tuple[int, int]]]]:
        """The pairs of a fresh shoe, one of those that no rule distinguishes, with the codes of them all."""
        cards = deck(self.book.cards.ranks.value)
        groups: dict[tuple[object, ...], list[tuple[Card, Card]]] = {}
        for place, one in enumerate(cards):
            for other in cards[place:]:
                if not self.may_split(one, other) or _lacks(self.shoe, one, other):
                    continue
                suits = (one, other) if self.tables.is_named(one) else ()
                rank = one.rank if self.book.splitting.by_rank else one.points
                groups.setdefault((rank, suits), []).append((one, other))
        for pairs in groups.values():
            yield *pairs[0], [(code(one), code(other)) for one, other in pairs]


def _lacks(shoe: Floats, one: Card, other: Card) -> bool:
    """Whether the shoe lacks one of two cards."""
    return bool(shoe[code(one)] < 1 or shoe[code(other)] < 1 + (one == other))


class Edge(NamedTuple):
    """The house edge of a game, and how often a box is dealt a natural."""

    house_edge: float
    naturals: float


def edge(book: Book, policy: Policy | None = None, *, presplit: bool = False) -> Edge:
    """The house edge of the first round from a fresh shoe, with best play or by a policy."""
    shoe = full_shoe(book.cards.ranks.value, book.cards.decks.value)
    tables = SolverMemo(book, shoe, policy, presplit=presplit)
    worth = naturals = 0.0
    for dealers in first_cards(tables):
        decided = Against(tables, dealers[0], shoe).decided()
        chance = sum(shoe[code(held)] for held in dealers) / float(shoe.sum())
        worth += chance * decided.worth
        naturals += chance * decided.naturals
    return Edge(-float(worth), float(naturals))


def first_cards(tables: SolverMemo) -> list[list[Card]]:
    """The dealer's first cards, grouped where no rule distinguishes them."""
    book = tables.book
    groups: dict[tuple[object, ...], list[Card]] = {}
    for held in deck(book.cards.ranks.value):
        rank = held.rank if book.splitting.by_rank else ""
        key = (held.points, rank, held.rank in book.surrender.against.value, tables.is_named(held) and held)
        groups.setdefault(key, []).append(held)
    return list(groups.values())
