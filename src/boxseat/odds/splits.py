"""What splitting a pair is worth, into at most so many hands, each played without a look at the others.

The hands' second cards are drawn as if before anything else, which changes no expectation. A hand knows only that the other hands'
second cards were none of the pair's where those might have been split again; that is counted by shoes with more of the pair's cards
gone. Splitting again is done whenever it can be.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from math import comb
from typing import TYPE_CHECKING, Literal, NamedTuple

import numpy as np

from boxseat.cards import RANKS, SUITS, Card, card, total
from boxseat.odds.hands import ACE, TEN, place_of
from boxseat.odds.kernel_exact import Floats, HandRules
from boxseat.odds.rules import HandKind, Unsolvable
from boxseat.odds.shoe import number_of, value_of, without

if TYPE_CHECKING:
    from boxseat.odds.exact import Against, Values

Origin = Literal["one", "other", "drawn"]
"""The card a hand starts with: the pair's first, its second, or one drawn and split again."""


class Often(NamedTuple):
    """How often, over all ways a split can go, hands are played from shoes with more of the pair's cards gone."""

    any: Floats
    """Hands whose second card may be any."""
    other: Floats
    """Hands whose second card is none of the pair's."""


class Split:
    """A pair against one first card of the dealer."""

    def __init__(self, against: Against, one: Card, other: Card, most: int) -> None:
        book = against.book
        self._against = against
        self._book = book
        self._one, self._other, self._most = one, other, most
        self._left = without(against.shoe, [one, other])
        self._cards = float(self._left.sum())
        alike = one.rank if book.splitting.pairs.value == "same-rank" else ""
        self._pair_ranks = alike or "".join(rank for rank in RANKS if card(rank + "S").points == one.points)
        self._pairs = sum(float(self._left[RANKS.index(rank)].sum()) for rank in self._pair_ranks)

    def value(self) -> float:
        """All hands together."""
        reading = self._book.dealer.dealer_pontoon_takes
        may_be_natural = self._against.first in (ACE, TEN)
        if may_be_natural and reading.value == "busted-plus-one":
            raise Unsolvable(
                "dealer.dealer_pontoon_takes: busted-plus-one ties split hands together against an ace or a ten"
            )
        often = self._often()
        one_card = self._one.is_ace and self._book.splitting.one_card_to_aces.value
        original: HandKind = "original-ace" if one_card else "original"
        added: HandKind = "added-ace" if one_card else "added"
        if not may_be_natural or reading.value == "everything":
            added = original
        kinds: dict[Origin, HandKind] = {"one": original, "other": added, "drawn": added}
        alike = {kind: _sum(often[origin] for origin in often if kinds[origin] == kind) for kind in kinds.values()}
        worth = self._hands(self._one, often["one"], original, alike[original])
        worth += self._hands(self._other, often["other"], added, alike[added])
        for start, chance in self._drawn_starts():
            worth += chance * self._hands(start, often["drawn"], added, alike[added], drawn=True)
        return worth

    def _drawn_starts(self) -> Iterator[tuple[Card, float]]:
        """The cards a hand split again may start with; one of them where suits cannot matter."""
        if not self._pairs or self._most == 2:
            return
        cards = [card(rank + suit) for rank in self._pair_ranks for suit in SUITS]
        held = [one for one in cards if number_of(self._left, one)]
        if self._one.rank not in self._against.known.named:
            yield held[0], 1.0
            return
        for one in held:
            yield one, number_of(self._left, one) / self._pairs

    def _often(self) -> dict[Origin, Often]:
        size = 2 * self._most
        found: dict[Origin, Often] = {
            origin: Often(np.zeros(size), np.zeros(size)) for origin in ("one", "other", "drawn")
        }
        for ended, again in ways_to_split(self._most):
            seconds = [second for _, second in ended]
            for origin, second in ended:
                others = seconds.count("other") - (second == "other")
                counted = found[origin].any if second == "any" else found[origin].other
                for gone in range(others + 1):
                    chance = _falling(self._pairs, again + gone) / _falling(self._cards, again + gone)
                    counted[again + gone] += (-1) ** gone * comb(others, gone) * chance
        return found

    def _hands(self, start: Card, often: Often, kind: HandKind, alike: Often, *, drawn: bool = False) -> float:
        """The hands that start with a card, over the ways a split can go; `alike` are all that share their strategy."""
        gone = [number for number in range(len(alike.any)) if alike.any[number] or alike.other[number]]
        worth = 0.0
        for second, number, is_pair in self._seconds(start, drawn):
            weights, deciding = often.any[gone], alike.any[gone]
            if not is_pair:
                weights, deciding = weights + often.other[gone], deciding + alike.other[gone]
            pairs = self._pairs - drawn
            counts = [number * (self._pairs - less) / pairs if is_pair and pairs else number for less in gone]
            chances = np.array([count / (self._cards - less) for count, less in zip(counts, gone, strict=True)])
            values = self._values(start, kind, gone, deciding)
            after = self._after(values, start, second, deciding * chances, gone, drawn)
            worth += float(np.sum(weights * chances * after))
        return worth

    def _values(self, start: Card, kind: HandKind, gone: Sequence[int], weights: Floats) -> Values:
        return self._against.known.values(
            self._against.first,
            kind,
            start=value_of(start),
            gone=tuple(2 + number for number in gone),
            weights=tuple(map(float, weights)) if len(gone) > 1 else (1.0,),
            fixed=self._against.unsplit.action if self._against.presplit else None,
        )

    def _seconds(self, start: Card, drawn: bool) -> Iterator[tuple[Card, float, bool]]:
        """Second cards with how many there are; by rank alone where suits cannot matter."""
        left = without(self._left, [start]) if drawn else self._left
        for rank in self._book.cards.ranks.value:
            cards = [card(rank + suit) for suit in SUITS]
            is_pair = rank in self._pair_ranks
            if any(self._against.known.thirds(start, second) for second in cards):
                numbers = [(second, number_of(left, second)) for second in cards]
            else:
                numbers = [(cards[0], float(left[RANKS.index(rank)].sum()))]
            for second, number in numbers:
                if number:
                    yield second, number, is_pair

    def _after(
        self, values: Values, start: Card, second: Card, weights: Floats, gone: Sequence[int], drawn: bool
    ) -> Floats:
        """What a hand is worth in each shoe once it has its second card."""
        rules: HandRules = values.rules
        place = place_of([value_of(start), value_of(second)])
        points, soft = total((start, second))
        if points == 21 and rules.wins_at_once:
            return np.full(len(weights), rules.odds[2])
        thirds = self._against.known.thirds(start, second)
        if rules.one_card or not thirds:
            best: Floats = values.best[:, place]
            return best
        left = without(self._left, [start, second] if drawn else [second])
        more = np.array([self._better_lines(thirds, left, less - drawn) for less in gone])
        choices: list[Floats] = [values.hit[:, place] + more]
        if soft or points >= rules.stand_from:
            choices.append(values.stand[:, place])
        if values.double[0, place] > -9:
            choices.append(values.double[:, place])
        return max(choices, key=lambda choice: float(np.sum(weights * choice)))

    def _better_lines(self, thirds: Sequence[tuple[Card, float]], left: Floats, unseen: int) -> float:
        """What named lines add to drawing, with so many more of the pair's cards gone, their suits unseen."""
        pairs = sum(float(left[RANKS.index(rank)].sum()) for rank in self._pair_ranks)
        worth = 0.0
        for third, more in thirds:
            number = number_of(left, third)
            if third.rank in self._pair_ranks:
                number *= (pairs - unseen) / pairs if pairs else 0.0
            worth += number * more
        return worth / (float(left.sum()) - unseen)


def _sum(parts: Iterable[Often]) -> Often:
    found = list(parts)
    return Often(np.sum([part.any for part in found], axis=0), np.sum([part.other for part in found], axis=0))


def ways_to_split(most: int) -> Iterator[tuple[tuple[tuple[Origin, str], ...], int]]:
    """How the hands got their second cards, each with the card it starts with, and how often a pair was split again."""

    def draw(
        formed: int, waiting: tuple[Origin, ...], ended: tuple[tuple[Origin, str], ...]
    ) -> Iterator[tuple[tuple[tuple[Origin, str], ...], int]]:
        if not waiting:
            yield ended, formed - 2
        elif formed < most:
            yield from draw(formed + 1, (waiting[0], "drawn", *waiting[1:]), ended)
            yield from draw(formed, waiting[1:], (*ended, (waiting[0], "other")))
        else:
            yield from draw(formed, waiting[1:], (*ended, (waiting[0], "any")))

    return draw(2, ("one", "other"), ())


def _falling(number: float, times: int) -> float:
    product = 1.0
    for place in range(times):
        product *= max(number - place, 0.0)
    return product
