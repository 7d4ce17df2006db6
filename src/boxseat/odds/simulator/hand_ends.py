"""The ends of a hand: what each needs of the dealer, and what it then wins or loses.

Amounts are whole numbers of the smallest part of a unit that the book's odds can make, so that sums are exact.
"""

from __future__ import annotations

from math import lcm
from typing import NamedTuple

from boxseat.cards import TWENTY_ONE
from boxseat.money import Odds
from boxseat.odds.hands import ACE, TEN
from boxseat.odds.policy import ADDED, ORIGINAL
from boxseat.rulebook.book import Book

DEALER_BUST, TAKEN, SPARED, NO_NATURAL = 22, 23, 24, 25
"""Outcomes of the dealer after the totals 0 to 21. A natural takes the hand's own wager or spares it, by the reading (R03)."""
OUTCOMES = 26
"""The number of the dealer's outcomes."""

NOTHING, SECOND_CARD, WHOLE_HAND = range(3)
"""What an end needs of the dealer (R10)."""


class End(NamedTuple):
    """The end of a hand, which takes no more cards."""

    needs: int
    undecided: bool
    """It would be compared with the dealer's hand; the readings of a dealer's natural ask for it."""
    net: tuple[int, ...]
    """What the hand wins or loses, by the dealer's outcome."""
    result: tuple[int, ...]
    """The line it is counted under, by the dealer's outcome."""
    bonus: bool = False
    """It earns the Super Bonus if it wins."""


class Ends:
    """The ends that hands can come to under one book."""

    def __init__(self, book: Book) -> None:
        self.book = book
        odds = [book.natural.odds.value, book.payouts.other.value, book.surrender.loses.value]
        odds.extend(line.odds for line in book.payouts.lines)
        self.unit = lcm(*(one.per for one in odds))
        """How many parts a unit has."""
        lines = [line.name for line in book.payouts.lines]
        self.results = (
            book.natural.name.value,
            *lines,
            "other winning hands",
            "stand-offs",
            "lost to a better hand",
            f"lost to the dealer's {book.natural.name.value}",
            "over 21",
            "surrendered",
            "forfeited",
        )
        after = len(lines) + 1
        self._plain, self._equal, self._lower, self._natural, self._over, self._surrendered, self._forfeited = range(
            after, after + 7
        )
        most = max(odds, key=lambda one: one.pays / one.per)
        self.most = 2 * book.splitting.max_split_hands.value * max(self._of(most, self.unit), self.unit)
        """No round of a box wins or loses more."""

    def _of(self, odds: Odds, parts: int) -> int:
        return parts * odds.pays // odds.per

    def waits_for_natural(self, first: int) -> bool:
        """Whether added wagers on a lost hand could still come back, against a dealer's first card of this value (R03)."""
        return self.book.dealer.dealer_pontoon_takes.value == "original-bets-only" and first in (ACE, TEN)

    def line(self, size: int, ranks: str | None, suit: str | None, *, doubled: bool) -> tuple[Odds, int]:
        """What a 21 of so many cards is paid, with its result: `ranks` in order if all are named, `suit` if all share it."""
        if not doubled or self.book.doubling.table_odds.value:
            for place, line in enumerate(self.book.payouts.lines):
                fits = line.cards[0] <= size <= line.cards[1]
                fits = fits and (not line.ranks or ranks == "".join(sorted(line.ranks)))
                if fits and (line.suits == "any" or _suits_fit(line.suits, suit)):
                    return line.odds, 1 + place
        return self.book.payouts.other.value, self._plain

    def natural(self, first: int) -> End:
        """The end of a natural, by the value of the dealer's first card."""
        odds = self._of(self.book.natural.odds.value, self.unit)
        if self.book.natural.against_dealer_natural.value == "wins" or first not in (ACE, TEN):
            return _settled(odds, 0)
        return self._by_natural(odds, 0, 0, self._equal)

    def twenty_one(self, odds: Odds, result: int, *, doubled: bool, bonus: bool) -> End:
        """The end of a 21, which wins at once or stands."""
        if self.book.drawing.twenty_one.value == "wins-at-once":
            return _settled(self._of(odds, self._stake(doubled)), result)._replace(bonus=bonus)
        return self.stood(TWENTY_ONE, odds, result, doubled=doubled, bonus=bonus)

    def plain(self, points: int, *, doubled: bool, bonus: bool) -> End:
        """The end of a total under 21 that stands."""
        return self.stood(points, self.book.payouts.other.value, self._plain, doubled=doubled, bonus=bonus)

    def stood(self, points: int, odds: Odds, result: int, *, doubled: bool, bonus: bool) -> End:
        """The end of a total that stands and is compared with the dealer's hand."""
        stake = self._stake(doubled)
        won, lost = (self._of(odds, stake), result), (-stake, self._lower)
        equal = lost if self.book.outcomes.equal.value == "lose" else (0, self._equal)
        by_total = [won if points > dealers else equal if points == dealers else lost for dealers in range(22)]
        everything = self.book.dealer.dealer_pontoon_takes.value == "everything"
        taken = (-stake if everything else -self.unit, self._natural)
        spared = taken if everything else (0, self._equal)
        outcomes = (*by_total, won, taken, spared, (0, self._equal))
        return End(
            WHOLE_HAND, True, tuple(net for net, _ in outcomes), tuple(counted for _, counted in outcomes), bonus
        )

    def bust(self, first: int, wager: int, *, doubled: bool) -> End:
        """The end of a hand over 21."""
        stake = self._stake(doubled)
        if not self.waits_for_natural(first) or (wager == ORIGINAL and not doubled):
            return _settled(-stake, self._over)
        kept = -self.unit if wager == ORIGINAL else 0
        return self._by_natural(-stake, self._over, kept, self._over)

    def forfeit(self, first: int, wager: int) -> End:
        """The end of a doubled hand that is forfeited."""
        if wager == ADDED and self.waits_for_natural(first):
            return self._by_natural(-self.unit, self._forfeited, 0, self._forfeited)
        return _settled(-self.unit, self._forfeited)

    def surrender(self) -> End:
        """The end of a hand that is surrendered."""
        rules = self.book.surrender
        lost = -self._of(rules.loses.value, self.unit)
        if rules.dealer_natural.value == "annuls":
            return self._by_natural(lost, self._surrendered, -self.unit, self._natural)
        return self._by_natural(lost, self._surrendered, lost, self._surrendered)

    def _stake(self, doubled: bool) -> int:
        return 2 * self.unit if doubled else self.unit

    def _by_natural(self, otherwise: int, result: int, natural: int, natural_result: int) -> End:
        """An end that only asks whether the dealer has a natural."""
        nets = [natural if outcome in (TAKEN, SPARED) else otherwise for outcome in range(OUTCOMES)]
        results = [natural_result if outcome in (TAKEN, SPARED) else result for outcome in range(OUTCOMES)]
        return End(SECOND_CARD, False, tuple(nets), tuple(results))


def _settled(net: int, result: int) -> End:
    return End(NOTHING, False, (net,) * OUTCOMES, (result,) * OUTCOMES)


def _suits_fit(asked: str, suit: str | None) -> bool:
    if asked == "spades":
        return suit == "S"
    return (suit is not None) == (asked == "suited")
