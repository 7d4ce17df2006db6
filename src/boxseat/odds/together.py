"""The hands of a split together: how their results go with each other, since they meet one dealer and come from one shoe.

Given the dealer's hand, the hands of a split are nearly independent. What is left, that cards one hand drew are missing to the
others, is allowed for to the first order.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Mapping

import numpy as np

from boxseat.odds.endings import nets
from boxseat.odds.hands import NATURAL, OUTCOMES, VALUES, doubles, hands, singles
from boxseat.odds.kernel_exact import Floats
from boxseat.odds.kernel_flow import BUSTED, ENDINGS, MADE_21, MOMENTS, SETTLED, follow
from boxseat.odds.rules import HandKind, hand_rules, ratio
from boxseat.odds.splits import Formed
from boxseat.odds.splitting import hands_formed
from boxseat.odds.tables import Tables

Chances = dict[float, float]
"""How often each result comes, in units won."""
DECIMALS = 9


class SplitHands:
    """All splits of pairs of one value against one value of the dealer's first card that are played alike."""

    def __init__(self, tables: Tables, first: int, start: int, most: int, *, tied: bool) -> None:
        self._tables, self._first, self._start, self._most, self._tied = tables, first, start, most, tied
        self.chance = 0.0
        self._given_back = 0.0
        self._pairs = self._cards = 0.0
        self._formed: dict[HandKind, Formed] = {}
        self._flow: dict[HandKind, Floats] = {}
        self.lines: dict[HandKind, Floats] = {}
        """Chances of named lines, by shoe and line."""

    def add(self, chance: float, pairs: float, cards: float, given_back: float) -> None:
        """Count a pair that is split so often, with so many more of its cards in the shoe."""
        self.chance += chance
        self._given_back += chance * given_back
        self._pairs, self._cards = pairs, cards

    def add_flow(self, formed: Formed, flow: Floats, lines: Floats) -> None:
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
        self._moments: dict[HandKind, Floats] = {}
        self._more: dict[HandKind, Floats] = {}
        for kind, formed in self._formed.items():
            gone = tuple(1 + number for number in formed.gone)
            shoes = self._tables.shoes(self._first, kind, self._start, gone, tuple(formed.often.any))
            ends, moments = np.zeros((ENDINGS, OUTCOMES + 1)), np.zeros((MOMENTS, OUTCOMES))
            rules = hand_rules(self._tables.book, kind)
            for shoe, flow in enumerate(self._flow[kind]):
                by_place = np.zeros((3, len(hands().hard)))
                by_place[:, doubles()[self._start]] = flow
                found = follow(shoes, shoe, hands(), formed.played, rules, by_place, self.nets[kind])
                ends += found[0]
                moments += found[1]
            self.ends[kind] = ends
            each = self._each(kind, hands_in_all)
            self.dealers = shoes.outcomes[shoes.at[0, singles()[self._start]]]
            odds = np.array([ratio(line.odds) for line in self._tables.book.payouts.lines]) - rules.odds[3]
            extra = float(self.lines[kind].sum(axis=0) @ odds) / self.chance / each
            moments = moments / self.chance / each
            moments[0] += self.dealers * (self.nets[kind][BUSTED, :OUTCOMES] + extra)
            self._moments[kind] = moments

    def _each(self, kind: HandKind, hands_in_all: float) -> float:
        """How many hands of a kind there are, on average."""
        if len(self._formed) == 1:
            return hands_in_all
        return 1.0 if kind.startswith("original") else hands_in_all - 1.0

    @property
    def square(self) -> float:
        """The mean square of all hands' results together, times the chance."""
        single = sum(float((self.ends[kind] * self.nets[kind] ** 2).sum()) for kind in self.ends)
        for kind, lines in self.lines.items():
            plain = hand_rules(self._tables.book, kind).odds[3]
            for line, chance in zip(self._tables.book.payouts.lines, lines.sum(axis=0), strict=True):
                single += float(chance) * (ratio(line.odds) ** 2 - plain**2) if line.ranks else 0.0
        return single + self.chance * self._products() - 3 * self._given_back

    def _products(self) -> float:
        """The mean of the products of two hands' results, over both orders of all pairs of hands."""
        ordered = sum(number * (number - 1) * chance for number, chance in self._number.items())
        if len(self._moments) == 1:
            (moments,) = self._moments.values()
            return ordered * self._product(moments, moments)
        original = next(moments for kind, moments in self._moments.items() if kind.startswith("original"))
        added = next(moments for kind, moments in self._moments.items() if kind.startswith("added"))
        others = sum((number - 1) * chance for number, chance in self._number.items())
        return 2 * others * self._product(original, added) + (ordered - 2 * others) * self._product(added, added)

    def _product(self, one: Floats, other: Floats) -> float:
        left = self._tables.left(self._first)
        left[self._start] -= 2
        likely = self.dealers > 0
        apart = one[0] * other[0]
        for value in range(VALUES):
            if left[value] > 0:
                apart -= one[1 + value] * other[1 + value] / left[value]
        apart += one[-1] * other[-1] / left.sum()
        return float((apart[likely] / self.dealers[likely]).sum())

    def outcomes(self) -> Chances:
        """How often each result of the whole split comes, the hands taken as independent given the dealer's hand."""
        found: Chances = defaultdict(float)
        kinds = list(self.ends)
        for dealers in np.flatnonzero(self.dealers):
            each = [self._given(kind, int(dealers)) for kind in kinds]
            for number, chance in self._number.items():
                together: Mapping[tuple[float, bool], float] = {(0.0, False): 1.0}
                for place in range(number):
                    together = _added(together, each[0 if place == 0 else -1])
                for (won, undecided), likely in together.items():
                    found[round(won - undecided, DECIMALS)] += (
                        self.chance * chance * likely * float(self.dealers[dealers])
                    )
        return found

    def _given(self, kind: HandKind, dealers: int) -> dict[tuple[float, bool], float]:
        """One hand's results given the dealer's, each with whether it is still undecided and tied to the others."""
        every = sum(number * chance for number, chance in self._number.items())
        ends = self.ends[kind] / (self.chance * self._each(kind, every))
        found: dict[tuple[float, bool], float] = defaultdict(float)
        for end in np.flatnonzero(ends[:, dealers]):
            open_ = self._tied and dealers == NATURAL and end < BUSTED
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
        if end == MADE_21 + 3 and won > 0:
            every = float(self.ends[kind][end].sum())
            for line, chance in zip(self._tables.book.payouts.lines, self.lines[kind].sum(axis=0), strict=True):
                if line.ranks and chance:
                    rest -= float(chance) / every
                    yield ratio(line.odds), float(chance) / every
        yield won, rest


def _added(
    together: Mapping[tuple[float, bool], float], one: Mapping[tuple[float, bool], float]
) -> Mapping[tuple[float, bool], float]:
    found: dict[tuple[float, bool], float] = defaultdict(float)
    for (won, open_), chance in together.items():
        for (more, also), likely in one.items():
            found[round(won + more, DECIMALS), open_ or also] += chance * likely
    return found
