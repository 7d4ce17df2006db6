"""A player's hand as states of a finite automaton: what the policy does with every total, and how the hand ends."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Generic, NamedTuple

import numpy as np

from boxseat.cards import TWENTY_ONE, Card, best_points
from boxseat.odds.hands import hands
from boxseat.odds.policy import DOUBLE, ORIGINAL, SPLIT, STAND, SURRENDER, Policy, code
from boxseat.odds.simulator.hand_ends import End, Ends
from boxseat.odds.simulator.state_table import Last, States
from boxseat.odds.simulator.symbols import Symbols, suited_lines
from boxseat.rulebook.book import Book


class Held(NamedTuple):
    """The part of a hand that its future depends on."""

    place: int
    """Among `hands()`, by the cards' values."""
    ranks: str | None
    """Its ranks in order, while they may still become a hand that the book names."""
    suit: str | None
    """The suit all its cards share, while suits matter."""


class Lines:
    """The hands that the book names by rank and suit, and whether a hand can still become one."""

    def __init__(self, book: Book) -> None:
        bonus = [book.super_bonus.ranks.value] if book.super_bonus else []
        named = [line.ranks for line in book.payouts.lines if line.ranks] + bonus
        self._on_the_way = {part for ranks in named for part in _parts("".join(sorted(ranks)))}
        self._suits_always = suited_lines(book)
        self.bonus = "".join(sorted(bonus[0])) if bonus else None
        single = np.flatnonzero(hands().size == 1)
        self._single = {int(hands().hard[place]): int(place) for place in single}

    def first(self, card: Card) -> Held:
        """A hand of one card."""
        return self._held(self._single[card.points], card.rank, card.suit)

    def more(self, held: Held, card: Card, place: int) -> Held:
        """A hand with one card more, at its new place."""
        ranks = None if held.ranks is None else "".join(sorted(held.ranks + card.rank))
        return self._held(place, ranks, held.suit if held.suit == card.suit else None)

    def _held(self, place: int, ranks: str | None, suit: str | None) -> Held:
        named = ranks if ranks in self._on_the_way else None
        return Held(place, named, suit if named is not None or self._suits_always else None)


def _parts(ranks: str) -> Iterator[str]:
    """Every choice of these ranks, in order."""
    for chosen in range(1 << len(ranks)):
        yield "".join(rank for at, rank in enumerate(ranks) if chosen >> at & 1)


class Deciding(NamedTuple):
    """What decides the play of one kind of hand beside its cards."""

    policy: int
    first: int
    """The value of the dealer's first card."""
    bonus: bool
    """The Super Bonus is open to it."""
    wager: int
    start: int
    """The value a split hand started with; -1 for a hand that was not split."""


class HandStates(Generic[Last]):
    """Makes the states of hands up to their ends; `finish` gives the state of an end, against a dealer's first card."""

    def __init__(
        self,
        book: Book,
        policies: Sequence[Policy],
        cards: Symbols,
        states: States[Last],
        finish: Callable[[int, End], int],
    ) -> None:
        self.book, self.policies, self.cards, self.states = book, policies, cards, states
        self.ends = Ends(book)
        self._finished = finish
        self._finishes: dict[tuple[object, ...], int] = {}
        self._lines = Lines(book)
        self._known: dict[tuple[Deciding, Held], int] = {}
        self._same: dict[tuple[int, int, int, int], tuple[int, int]] = {}
        self._representatives: dict[tuple[object, ...], tuple[int, int]] = {}
        self._decisions: dict[tuple[Deciding, Held, int], int] = {}
        self._values = [one.points - 1 for one in cards.examples]
        table = hands()
        self._hard, self._points, self._size = table.hard.tolist(), table.points.tolist(), table.size.tolist()
        self._child = table.child.tolist()
        self._later = [policy.later.tolist() for policy in policies]

    def dealt(self, policy: int, dealers: Card, one: Card, other: Card) -> int:
        """The state of a hand that was not split, with its first two cards."""
        deciding = self._deciding(policy, dealers, ORIGINAL, -1)
        held = self._two(one, other)
        points = self._points[held.place]
        if points == TWENTY_ONE:
            return self._finish(deciding.first, self.ends.natural, first=deciding.first)
        decision = int(self.policies[policy].two[code(dealers), code(one), code(other)])
        if decision == SURRENDER and dealers.rank in self.book.surrender.against.value:
            return self._finish(deciding.first, self.ends.surrender)
        if decision == SPLIT and self._may_split(one, other):
            return self.states.split(*(self._symbol(card) for card in (dealers, one, other)))
        return self._decided(deciding, held, self._without_split(deciding, held, decision))

    def split_hand(
        self, policy: int, wager: int, dealers: Card, start: Card, second: Card, *, room: bool
    ) -> int | None:
        """The state of a split hand with its second card; `None` if it is split again, given `room` for a hand."""
        deciding = self._deciding(policy, dealers, wager, start.points - 1)
        held = self._two(start, second)
        rules = self.book.splitting
        if self._points[held.place] == TWENTY_ONE:
            return self._made_twenty_one(deciding, held)
        again = room and self._may_split(start, second) and not (start.is_ace and not rules.resplit_aces.value)
        decision = int(self.policies[policy].split_two[wager, code(dealers), code(start), code(second)])
        if decision == SPLIT and again:
            return None
        if start.is_ace and rules.one_card_to_aces.value:
            return self._stands(deciding, held)
        return self._decided(deciding, held, self._without_split(deciding, held, decision))

    def _two(self, one: Card, other: Card) -> Held:
        held = self._lines.first(one)
        return self._lines.more(held, other, self._child[held.place][other.points - 1])

    def _deciding(self, policy: int, dealers: Card, wager: int, start: int) -> Deciding:
        bonus = self.book.super_bonus
        open_to_it = bonus is not None and dealers.rank in bonus.dealer.value
        if start >= 0 and bonus is not None and bonus.on_split.value == "never":
            open_to_it = False
        first = dealers.points - 1
        return Deciding(policy, first, open_to_it, *self._alike(policy, first, wager, start))

    def _alike(self, policy: int, first: int, wager: int, start: int) -> tuple[int, int]:
        """A wager and a start that are decided and settled in all ways as these are."""
        if start < 0:
            return wager, start
        asked = (policy, first, wager, start)
        if asked not in self._same:
            chosen = self.policies[policy]
            decisions = chosen.split_later[wager, first, start].tobytes()
            given_up = chosen.split_forfeit[wager, first, start].tobytes()
            told_apart = wager if self.ends.waits_for_natural(first) else None
            key = (policy, first, told_apart, decisions, given_up)
            self._same[asked] = self._representatives.setdefault(key, (wager, start))
        return self._same[asked]

    def _symbol(self, card: Card) -> int:
        return int(self.cards.of[code(card)])

    def _may_split(self, one: Card, other: Card) -> bool:
        return self.book.splitting.may_split(one, other)

    def _without_split(self, deciding: Deciding, held: Held, decision: int) -> int:
        """The decision on two cards; where it is a split or surrender that is not allowed, what is decided of larger hands."""
        return self._decision(deciding, held) if decision in (SPLIT, SURRENDER) else decision

    def _decision(self, deciding: Deciding, held: Held) -> int:
        if deciding.start < 0:
            return int(self._later[deciding.policy][deciding.first][held.place])
        later = self.policies[deciding.policy].split_later
        return int(later[deciding.wager, deciding.first, deciding.start, held.place])

    def _decided(self, deciding: Deciding, held: Held, decision: int) -> int:
        """The state of a hand under 21 on which this is decided; what the book does not allow becomes a card."""
        key = (deciding, held, decision)
        if key not in self._decisions:
            self._decisions[key] = self._acted_on(deciding, held, decision)
        return self._decisions[key]

    def _acted_on(self, deciding: Deciding, held: Held, decision: int) -> int:
        if decision == STAND and self._may_stand(held):
            return self._stands(deciding, held)
        if decision == DOUBLE and self._may_double(deciding, held):
            by_suit = self.book.doubling.table_odds.value
            return self._row(deciding, held, self._doubled, by_suit=by_suit and held.ranks is not None)
        return self._row(deciding, held, self._drawn, by_suit=(held.ranks, held.suit) != (None, None))

    def _row(
        self, deciding: Deciding, held: Held, then: Callable[[Deciding, Held, Card], int], *, by_suit: bool
    ) -> int:
        if by_suit:
            return self.states.row([then(deciding, held, card) for card in self.cards.examples])
        by_value: dict[int, int] = {}
        for value, card in zip(self._values, self.cards.examples, strict=True):
            if value not in by_value:
                by_value[value] = then(deciding, held, card)
        return self.states.row([by_value[value] for value in self._values])

    def _drawn(self, deciding: Deciding, before: Held, card: Card) -> int:
        first = deciding.first
        place = self._child[before.place][card.points - 1]
        if place < 0:
            return self._finish(first, self.ends.bust, first=first, wager=deciding.wager, doubled=False)
        held = self._lines.more(before, card, place)
        key = (deciding, held)
        if key not in self._known:
            if self._points[place] == TWENTY_ONE:
                self._known[key] = self._made_twenty_one(deciding, held)
            else:
                decision = self._decision(deciding, held)
                self._known[key] = self._decided(deciding, held, decision)
        return self._known[key]

    def _doubled(self, deciding: Deciding, before: Held, card: Card) -> int:
        """The one card to a doubled hand, whose aces count one from then on where the book says so (R02)."""
        first, wager = deciding.first, deciding.wager
        place = self._child[before.place][card.points - 1]
        if place < 0:
            return self._finish(first, self.ends.bust, first=first, wager=wager, doubled=True)
        held = self._lines.more(before, card, place)
        points = self._points[place]
        if self.book.doubling.aces.value == "count-one":
            points = best_points(self._hard[place], int(card.is_ace))
        if points == TWENTY_ONE:
            odds, result = self.ends.line(self._size[place], held.ranks, held.suit, doubled=True)
            return self._finish(first, self.ends.twenty_one, odds=odds, result=result, doubled=True, bonus=False)
        if self.book.doubling.forfeit.value:
            ace_at_eleven = int(card.is_ace and points != self._hard[place])
            policy = self.policies[deciding.policy]
            if deciding.start < 0:
                gives_up = policy.forfeit[first, place, ace_at_eleven]
            else:
                gives_up = policy.split_forfeit[wager, first, deciding.start, place, ace_at_eleven]
            if gives_up:
                return self._finish(first, self.ends.forfeit, first=first, wager=wager)
        return self._finish(first, self.ends.plain, points=points, doubled=True, bonus=False)

    def _made_twenty_one(self, deciding: Deciding, held: Held) -> int:
        odds, result = self.ends.line(self._size[held.place], held.ranks, held.suit, doubled=False)
        bonus = self._earns_bonus(deciding, held)
        return self._finish(deciding.first, self.ends.twenty_one, odds=odds, result=result, doubled=False, bonus=bonus)

    def _stands(self, deciding: Deciding, held: Held) -> int:
        points, bonus = self._points[held.place], self._earns_bonus(deciding, held)
        return self._finish(deciding.first, self.ends.plain, points=points, doubled=False, bonus=bonus)

    def _finish(self, against: int, how: Callable[..., End], **about: object) -> int:
        """The state of an end, which is made once."""
        key = (against, how.__name__, *about.values())
        if key not in self._finishes:
            self._finishes[key] = self._finished(against, how(**about))
        return self._finishes[key]

    def _earns_bonus(self, deciding: Deciding, held: Held) -> bool:
        return deciding.bonus and held.ranks == self._lines.bonus and held.suit is not None

    def _may_stand(self, held: Held) -> bool:
        soft = self._points[held.place] != self._hard[held.place]
        return soft or bool(self._points[held.place] >= self.book.drawing.stand_from.value)

    def _may_double(self, deciding: Deciding, held: Held) -> bool:
        rules = self.book.doubling
        points, hard = self._points[held.place], self._hard[held.place]
        lowest, highest = rules.totals.value
        return (
            (rules.on.value == "any-cards" or (rules.on.value == "first-two" and self._size[held.place] == 2))
            and (deciding.start < 0 or rules.after_split.value)
            and lowest <= points <= highest
            and (rules.soft.value or points == hard)
        )
