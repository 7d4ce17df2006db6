"""Memo of the solver: what has been computed for one book and one shoe."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cached_property
from itertools import permutations

import numpy as np

from boxseat.cards import SUITS, TWENTY_ONE, Card, card, total
from boxseat.money import Cents
from boxseat.odds.exact.dealer_table import dealer_table
from boxseat.odds.exact.hand_rules import HAND_CARDS_MAX, HandKind, Unsolvable, hand_rules, line_odds, odds_by_size
from boxseat.odds.exact.kernel_two_cards import Named
from boxseat.odds.exact.kernel_values import Floats, HandRules, Played, Shoes, dealer_outcomes, play_hands
from boxseat.odds.hands import SplitCompanions, beside, hands
from boxseat.odds.policy import ADDED, CARDS, ORIGINAL, Bools, Decisions, Policy, code
from boxseat.odds.shoe import by_value
from boxseat.play.payout import is_one_suit
from boxseat.rulebook.book import Book

NO_DECISIONS: Decisions = np.zeros(0, dtype=np.int8)
"""No decisions are fixed: hands of three cards and more are played at their best."""
NO_TWO_CARD_DECISIONS: Decisions = np.zeros((0, 0), dtype=np.int8)
"""No decisions on two cards are fixed."""
NO_FORFEITS: Bools = np.zeros((0, 2), dtype=np.bool_)
"""No forfeits are fixed."""


class SolverMemo:
    """Memoised values of hands against every first card of the dealer, from one shoe.

    With a policy, hands are played by it instead of optimally. `presplit` plays split hands by the decisions of hands that were not
    split (CDZ-), as in some published figures. With a stake, its Super Bonus is included.
    """

    def __init__(
        self,
        book: Book,
        shoe: Floats,
        policy: Policy | None = None,
        *,
        presplit: bool = False,
        stake: Cents | None = None,
    ) -> None:
        self.book = book
        self.policy = policy
        self.presplit = presplit
        self.stake = stake
        self.stands = (book.dealer.stands_hard.value, book.dealer.stands_soft.value)
        self._shoe = by_value(shoe)
        self._outcomes: dict[tuple[int, ...], tuple[SplitCompanions, Floats]] = {}
        self._rules: dict[HandKind, HandRules] = {}
        self._unsplit: dict[int, Played] = {}
        self._split: dict[tuple[object, ...], Played] = {}

    def rules(self, kind: HandKind) -> HandRules:
        """The rules for one kind of hand."""
        if kind not in self._rules:
            self._rules[kind] = hand_rules(self.book, kind)
        return self._rules[kind]

    def left(self, first: int) -> Floats:
        """The cards of each value once the dealer's first card is out."""
        left = self._shoe.copy()
        left[first] -= 1
        return left

    def outcomes(
        self, first: int, start: int = -1, least: int = 0, most: int = 0, largest: int = HAND_CARDS_MAX
    ) -> tuple[SplitCompanions, Floats]:
        """The dealer's outcomes for every hand, with `least` to `most` further cards of a split card's value gone."""
        key = (first, start, least, largest)
        found = self._outcomes.get(key)
        if found is None or len(found[0].at) <= most - least:
            places = beside(start, least, most, largest)
            table = dealer_table(first, *self.stands)
            found = self._outcomes[key] = places, dealer_outcomes(self.left(first), places.counts, table)
        return found

    def unsplit(self, first: int) -> Played:
        """The values of hands that were not split."""
        if first not in self._unsplit:
            fixed, forfeits = NO_DECISIONS, NO_FORFEITS
            if self.policy:
                fixed, forfeits = self.policy.later[first], self.policy.forfeit[first]
            self._unsplit[first] = self.played(first, "unsplit", fixed=fixed, forfeits=forfeits)
        return self._unsplit[first]

    def split(
        self,
        first: int,
        kind: HandKind,
        start: int,
        gone: tuple[int, ...],
        weights: tuple[float, ...],
        spared: Floats | None = None,
    ) -> Played:
        """The values of split hands that start with a value; one shoe for each number of further cards `gone`."""
        key = (first, kind, start, gone, weights)
        if spared is None and key in self._split:
            return self._split[key]
        fixed, forfeits = NO_DECISIONS, NO_FORFEITS
        if self.presplit:
            fixed, forfeits = self.unsplit(first).action, self.unsplit(first).forfeit
        elif self.policy:
            wager = ORIGINAL if kind.startswith("original") else ADDED
            fixed, forfeits = (
                self.policy.split_later[wager, first, start],
                self.policy.split_forfeit[wager, first, start],
            )
        played = self.played(first, kind, start, gone, weights, fixed=fixed, forfeits=forfeits, spared=spared)
        if spared is None:
            self._split[key] = played
        return played

    def shoes(self, first: int, kind: HandKind, start: int, gone: tuple[int, ...], weights: tuple[float, ...]) -> Shoes:
        """The shoes that hands of a kind are played from, one for each number of further cards `gone`."""
        largest = 2 if kind.endswith("ace") else HAND_CARDS_MAX
        places, outcomes = self.outcomes(first, start, min(gone), max(gone), largest)
        return Shoes(
            first=first,
            left=self.left(first),
            start=start,
            gone=np.array(gone),
            weights=np.array(weights),
            order=places.order,
            at=places.at[np.array(gone) - min(gone)],
            outcomes=outcomes,
        )

    def played(
        self,
        first: int,
        kind: HandKind,
        start: int = -1,
        gone: tuple[int, ...] = (0,),
        weights: tuple[float, ...] = (1.0,),
        *,
        fixed: Decisions = NO_DECISIONS,
        forfeits: Bools = NO_FORFEITS,
        spared: Floats | None = None,
    ) -> Played:
        """Compute the values of every hand of a kind from these shoes, without the memo."""
        if spared is None:
            spared = np.zeros((len(gone), len(hands().hard)))
        rules = self.rules(kind)
        return play_hands(self.shoes(first, kind, start, gone, weights), hands(), rules, spared, fixed, forfeits)

    @cached_property
    def named(self) -> Named:
        """The lines of the payout table that name ranks."""
        lines = [line for line in self.book.payouts.lines if line.ranks]
        plain = float(odds_by_size(self.book)[3])
        cards = [
            card(rank + suit) for rank in sorted({rank for line in lines for rank in line.ranks}) for suit in SUITS
        ]
        where = np.full(CARDS, -1)
        for place, held in enumerate(cards):
            where[code(held)] = place
        made = np.full((len(cards),) * 3, -1)
        more = np.zeros(made.shape)
        names = [line.name for line in self.book.payouts.lines]
        for places in np.ndindex(made.shape):
            three = [cards[place] for place in places]
            if total(three).points == TWENTY_ONE:
                name, odds = line_odds(self.book, three, plain)
                if name and odds != plain:
                    made[places] = names.index(name)
                    more[places] = odds - plain
        return Named(where, made, more, len(names))

    def named_against(self, dealers: Card, pair: Sequence[Card] = ()) -> Named:
        """As `named`, with a stake's Super Bonus against a dealer's first card; `pair` where one was split (R07)."""
        rules = self.book.super_bonus
        if rules is None or not self.stake or dealers.rank not in rules.dealer.value:
            return self.named
        if pair and (rules.on_split.value == "never" or is_one_suit(pair)):
            return self.named
        pays = max((tier.pays for tier in rules.tiers.value if self.stake >= tier.from_stake), default=0)
        more = self.named.more.copy()
        for suit in SUITS:
            places = [self.named.place[code(card(rank + suit))] for rank in rules.ranks.value]
            if min(places) < 0:
                raise Unsolvable("super_bonus.ranks: its three ranks must be a line of the payout table too")
            for order in set(permutations(places)):
                more[order] += pays / self.stake
        return self.named._replace(more=more)

    def is_named(self, held: Card) -> bool:
        """Whether a line of the payout table names the card's rank, so that its suit matters."""
        return bool(self.named.place[code(held)] >= 0)
