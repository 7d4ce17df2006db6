"""Joint results of the hands of a split, which are correlated: they have the same dealer and the same shoe.

Given the dealer's hand, the hands of a split are nearly independent. The remaining effect, that cards drawn by one hand are missing
for the others, is corrected to the first order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

import numpy as np

from boxseat.odds.exact.dealer_table import dealer_table
from boxseat.odds.exact.endings import nets, three_cards_win
from boxseat.odds.exact.hand_rules import HAND_CARDS_MAX, HandKind, ratio
from boxseat.odds.exact.kernel_flow import BUSTED, ENDINGS, MADE_21, MADE_21_DOUBLED, SETTLED, follow
from boxseat.odds.exact.kernel_values import Floats, Ints, Shoes, dealer_outcomes
from boxseat.odds.exact.memo import SolverMemo
from boxseat.odds.exact.split_ways import falling, hands_formed
from boxseat.odds.exact.splits import Formed
from boxseat.odds.hands import NATURAL, OUTCOMES, VALUES, doubles, hands, singles

Chances = dict[float, float]
"""How often each result comes, in units won."""
RESULT_DECIMALS = 9
"""Results in units are rounded to so many decimals."""


class SplitHands:
    """All splits of pairs of one value against one value of the dealer's first card that are played alike."""

    def __init__(self, tables: SolverMemo, first: int, start: int, most: int, *, tied: bool) -> None:
        self._tables, self._first, self._start, self._most, self._tied = tables, first, start, most, tied
        self.chance = 0.0
        self._given_back = 0.0
        self._pairs = self._cards = 0.0
        self._formed: dict[HandKind, Formed] = {}
        self._flow: dict[HandKind, Floats] = {}
        self.lines: dict[HandKind, Floats] = {}
        """Chances that named lines are paid, by shoe, whether doubled, and line."""

    def add(self, chance: float, pairs: float, cards: float, given_back: float) -> None:
        """Count a pair that is split with this chance; `pairs` more of its cards are among the `cards` left."""
        self.chance += chance
        self._given_back += chance * given_back
        self._pairs, self._cards = pairs, cards

    def add_flow(self, formed: Formed, flow: Floats, lines: Floats) -> None:
        """Count hands of one kind: how often they stand, draw and double, and make named lines."""
        kind = formed.kind
        self._formed.setdefault(kind, formed)
        self._flow[kind] = self._flow.get(kind, 0.0) + flow
        self.lines[kind] = self.lines.get(kind, 0.0) + lines

    def play(self) -> None:
        """Follow the hands to their endings."""
        self._number = hands_formed(self._most, self._pairs, self._cards)
        hands_in_all = sum(number * chance for number, chance in self._number.items())
        self.ends: dict[HandKind, Floats] = {}
        self.nets = {kind: nets(self._tables.book, kind) for kind in self._formed}
        self._above: dict[HandKind, Floats] = {}
        for kind, formed in self._formed.items():
            shoes = self._shoes(kind)
            ends, above = np.zeros((ENDINGS, OUTCOMES + 1)), np.zeros((len(hands().hard), OUTCOMES))
            rules = self._tables.rules(kind)
            for shoe, flow in enumerate(self._flow[kind]):
                by_place = np.zeros((3, len(hands().hard)))
                by_place[:, doubles()[self._start]] = flow
                found = follow(shoes, shoe, hands(), formed.played, rules, by_place, self.nets[kind])
                ends += found[0]
                above += found[1]
            each = self.chance * self._each(kind, hands_in_all)
            extra = sum((won - plain) * chance for won, plain, chance in self.named_lines(kind)) / each
            above /= each
            above[singles()[self._start]] = self.nets[kind][BUSTED, :OUTCOMES] + extra
            self.ends[kind], self._above[kind] = ends, above
            self.dealers = shoes.outcomes[shoes.at[0, singles()[self._start]]]

    def named_lines(self, kind: HandKind) -> Iterator[tuple[float, float, float]]:
        """For each named line, plain and doubled: what it wins, what another 21 of three cards wins, and its chance."""
        for doubled, plain in enumerate(three_cards_win(self._tables.book)):
            for line, chance in zip(
                self._tables.book.payouts.lines, self.lines[kind].sum(axis=0)[doubled], strict=True
            ):
                if chance:
                    yield (1 + doubled) * ratio(line.odds), plain, float(chance)

    def _shoes(self, kind: HandKind) -> Shoes:
        formed = self._formed[kind]
        gone = tuple(1 + number for number in formed.gone)
        return self._tables.shoes(self._first, kind, self._start, gone, tuple(formed.often.any))

    def _each(self, kind: HandKind, hands_in_all: float) -> float:
        """How many hands of a kind there are, on average."""
        if len(self._formed) == 1:
            return hands_in_all
        return 1.0 if kind.startswith("original") else hands_in_all - 1.0

    def square(self, *, exactly: bool = False) -> float:
        """The mean square of all hands' results together, times the chance."""
        single = sum(float((self.ends[kind] * self.nets[kind] ** 2).sum()) for kind in self.ends)
        for kind in self.lines:
            single += sum((won**2 - plain**2) * chance for won, plain, chance in self.named_lines(kind))
        return single + self.chance * self._products(exactly=exactly) - 3 * self._given_back

    def _products(self, *, exactly: bool) -> float:
        """The mean of the products of two hands' results, over both orders of all pairs of hands."""
        product = self.exact_product if exactly else self._product
        ordered = sum(number * (number - 1) * chance for number, chance in self._number.items())
        kinds = list(self._above)
        if len(kinds) == 1:
            return ordered * product(kinds[0], kinds[0])
        others = sum((number - 1) * chance for number, chance in self._number.items())
        apart = ordered - 2 * others
        return 2 * others * product(kinds[0], kinds[1]) + (apart * product(kinds[1], kinds[1]) if apart else 0.0)

    def _product(self, one: HandKind, other: HandKind) -> float:
        """The mean of the product of two hands' results, to the first order in the cards they take from each other."""
        left = self._left()
        (mean, drawn), (means, drawns) = self._moments(one), self._moments(other)
        apart = mean * means + drawn.sum(axis=0) * drawns.sum(axis=0) / left.sum()
        apart -= np.divide(drawn * drawns, left[:, None], out=np.zeros_like(drawn), where=left[:, None] > 0).sum(axis=0)
        likely = self.dealers > 0
        return float((apart[likely] / self.dealers[likely]).sum())

    def _left(self) -> Floats:
        """The shoe the hands draw from, by value."""
        left = self._tables.left(self._first)
        left[self._start] -= 2
        return left

    def _moments(self, kind: HandKind) -> tuple[Floats, Floats]:
        """By the dealer's outcome: a hand's mean result, and that times the cards drawn of each value."""
        shoes = self._shoes(kind)
        met = self._above[kind][shoes.order] * shoes.outcomes[shoes.at[0, shoes.order]]
        return met.sum(axis=0), self._drawn(shoes.order).T @ met

    def _drawn(self, order: Ints) -> Ints:
        drawn = hands().counts[order].copy()
        drawn[:, self._start] -= 1
        return drawn

    def exact_product(self, one: HandKind, other: HandKind) -> float:
        """The exact mean of the product of two hands' results, over every two endings; slow, also used for checks."""
        left, found = self._left(), 0.0
        table = dealer_table(self._first, *self._tables.stands)
        falls = np.array(
            [[falling(number, times) for times in range(2 * HAND_CARDS_MAX)] for number in (*left, left.sum())]
        )
        places = [
            self._shoes(kind).order[self._above[kind][self._shoes(kind).order].any(axis=1)] for kind in (one, other)
        ]
        drawn, ways = zip(
            *(self._ways(kind, at, falls) for kind, at in zip((one, other), places, strict=True)), strict=True
        )
        for place, (held, worth) in enumerate(zip(drawn[0], ways[0], strict=True)):
            others = slice(place + 1) if one == other else slice(None)
            gone = drawn[1][others] + held
            chance = falls[np.arange(VALUES), gone].prod(axis=1) / falls[VALUES, gone.sum(axis=1)]
            products = (chance[:, None] * dealer_outcomes(left, gone, table) * ways[1][others] * worth).sum(axis=1)
            found += float(2 * products.sum() - products[-1] if one == other else products.sum())
        return found

    def _ways(self, kind: HandKind, places: Ints, falls: Floats) -> tuple[Ints, Floats]:
        """What hands at these places drew, and what they win in all the orders they come in."""
        drawn = self._drawn(places)
        chance = falls[np.arange(VALUES), drawn].prod(axis=1) / falls[VALUES, drawn.sum(axis=1)]
        return drawn, self._above[kind][places] / chance[:, None]

    def outcomes(self) -> Chances:
        """How often each result of the whole split comes, hands being independent given the dealer's hand."""
        found: Chances = defaultdict(float)
        kinds = list(self.ends)
        for dealers in np.flatnonzero(self.dealers):
            each = [self._given(kind, int(dealers)) for kind in kinds]
            for number, chance in self._number.items():
                together: Mapping[tuple[float, bool], float] = {(0.0, False): 1.0}
                for place in range(number):
                    together = _added(together, each[0 if place == 0 else -1])
                for (won, undecided), likely in together.items():
                    found[round(won - undecided, RESULT_DECIMALS)] += (
                        self.chance * chance * likely * float(self.dealers[dealers])
                    )
        return found

    def _given(self, kind: HandKind, dealers: int) -> dict[tuple[float, bool], float]:
        """One hand's results given the dealer's, each with whether it is still undecided and tied to the others."""
        every = sum(number * chance for number, chance in self._number.items())
        ends = self.ends[kind] / (self.chance * self._each(kind, every))
        found: dict[tuple[float, bool], float] = defaultdict(float)
        for end in np.flatnonzero(ends[:, dealers]):
            open_ = bool(self._tied and dealers == NATURAL and end < BUSTED)
            for won, part in self._won(kind, int(end), dealers):
                found[0.0 if open_ else won, open_] += part * float(ends[end, dealers] / self.dealers[dealers])
        settled = self._settled(ends, dealers)
        rest = max(1.0 - sum(found.values()), 0.0)
        for end in np.flatnonzero(settled):
            for won, part in self._won(kind, int(end), dealers):
                found[won, False] += part * rest * float(settled[end] / settled.sum())
        everything = sum(found.values())
        return {result: chance / everything for result, chance in found.items()}

    def _settled(self, ends: Floats, dealers: int) -> Floats:
        """Hands settled before the dealer played, given the outcome: of those only a natural's share of busted hands is known."""
        settled = ends[:, SETTLED].copy()
        if dealers == NATURAL:
            settled[:MADE_21] = 0.0
        elif made := settled[MADE_21:].sum():
            settled[MADE_21:] *= 1 - min(max(self.dealers[NATURAL] - ends[:, NATURAL].sum(), 0.0) / made, 1.0)
        return settled

    def _won(self, kind: HandKind, end: int, dealers: int) -> Iterator[tuple[float, float]]:
        """What an ending wins, in parts where some of it makes named lines."""
        won = float(self.nets[kind][end, dealers])
        rest = 1.0
        if end in (MADE_21 + 3, MADE_21_DOUBLED + 3) and won > 0:
            every = float(self.ends[kind][end, self.nets[kind][end] > 0].sum())
            for better, plain, chance in self.named_lines(kind):
                if plain == won:
                    rest -= chance / every
                    yield better, chance / every
        yield won, rest


def _added(
    together: Mapping[tuple[float, bool], float], one: Mapping[tuple[float, bool], float]
) -> Mapping[tuple[float, bool], float]:
    found: dict[tuple[float, bool], float] = defaultdict(float)
    for (won, open_), chance in together.items():
        for (more, also), likely in one.items():
            found[round(won + more, RESULT_DECIMALS), open_ or also] += chance * likely
    return found
