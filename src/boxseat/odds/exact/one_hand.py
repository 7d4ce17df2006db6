"""The value of every decision on one hand (`boxseat ev`)."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache
from typing import Literal

import msgspec
import numpy as np

from boxseat.cards import SUITS, TWENTY_ONE, Card, Total, best_points, card, total
from boxseat.money import Cents
from boxseat.odds.exact.hand_rules import HandKind, hand_rules, line_odds, odds_by_size, ratio
from boxseat.odds.exact.kernel_two_cards import Named, better_lines
from boxseat.odds.exact.kernel_values import NOT_ALLOWED, Floats, HandRules, Played, may_double
from boxseat.odds.exact.memo import NO_FORFEITS, SolverMemo
from boxseat.odds.exact.solver import Against, paid_thirds
from boxseat.odds.exact.splits import SplitPair, Worth
from boxseat.odds.hands import BUST, LOWEST_STAND, NATURAL, VALUES, hands, place_of
from boxseat.odds.policy import CARDS, code
from boxseat.odds.shoe import ShortShoe, by_value, full_shoe, value_of, without
from boxseat.rulebook.book import Book

Wager = Literal["original", "added"]
SIDE_ACTIONS = ("insure",)
"""Actions that do not play the hand."""


class BadHand(ValueError):
    """A hand that is impossible; the message names the cards and the reason."""


class HandValues(msgspec.Struct, frozen=True):
    """The value of each legal action on a hand, in units of the initial wager."""

    hand: tuple[Card, ...]
    dealer: Card
    actions: dict[str, float]
    error_bound: float = 0.0

    @property
    def best(self) -> str:
        """The action with the highest value."""
        return max((name for name in self.actions if name not in SIDE_ACTIONS), key=lambda name: self.actions[name])

    @property
    def exact(self) -> bool:
        """Whether the values are exact, without an error bound."""
        return self.error_bound == 0

    def __str__(self) -> str:
        worths = sorted(self.actions.items(), key=lambda action: -action[1])
        return f"{' '.join(self.hand)} against {self.dealer}: " + ", ".join(
            f"{name} {worth:+.6f}" for name, worth in worths
        )


def hand_values(
    book: Book,
    hand: Sequence[Card],
    dealer: Card,
    *,
    doubled: bool = False,
    after_split: Wager | None = None,
    removed: Sequence[Card] = (),
    stake: Cents | None = None,
) -> HandValues:
    """The value of every legal action on a hand, from a fresh shoe without it, the dealer's card and any cards removed."""
    return Values(book, removed=removed, stake=stake).of(hand, dealer, doubled=doubled, after_split=after_split)


class Values:
    """Values of hands from one shoe, fresh but for the cards removed; hands share memoised results."""

    def __init__(self, book: Book, *, removed: Sequence[Card] = (), stake: Cents | None = None) -> None:
        self.book = book
        self.removed = tuple(removed)
        self.shoe = _taken(book, full_shoe(book.cards.ranks.value, book.cards.decks.value), removed=self.removed)
        self.tables = SolverMemo(book, self.shoe, stake=stake)
        self._against: dict[Card, Against] = {}
        self._played: dict[tuple[object, ...], Played] = {}
        self._splits: dict[tuple[object, ...], Worth] = {}

    def of(
        self, hand: Sequence[Card], dealer: Card, *, doubled: bool = False, after_split: Wager | None = None
    ) -> HandValues:
        """The value of every legal action on a hand."""
        if len(hand) < 2:
            raise BadHand("hand: needs two cards or more")
        left = _taken(self.book, self.shoe, dealer=(dealer,), hand=hand)
        if dealer not in self._against:
            self._against[dealer] = Against(self.tables, dealer, self.shoe)
        return _OneHand(self, self._against[dealer], tuple(hand), left, after_split).values(doubled=doubled)

    def split(self, against: Against, one: Card, other: Card) -> Worth:
        """The value of splitting a pair; where no line of the payout table names its rank, suits make no difference."""
        pair: tuple[object, ...] = (one.points,)
        dealers: str = against.dealers.rank
        if self.tables.is_named(one) or self.tables.is_named(other):
            pair = tuple(sorted((one, other)))
            dealers = against.dealers if self.tables.is_named(against.dealers) else dealers
        elif self.book.splitting.by_rank:
            pair = (one.rank,)
        key = (dealers, *pair)
        if key not in self._splits:
            self._splits[key] = against.split(one, other)
        against.splits[one, other] = self._splits[key]
        return self._splits[key]

    def played(self, first: int, kind: HandKind, start: int, *, kept: bool = False) -> Played:
        """The values of hands of a kind that start with a value; with `kept`, doubled hands are never forfeited."""
        key = (first, kind, start, kept)
        if key not in self._played:
            never = np.zeros((len(hands().hard), 2), dtype=np.bool_) if kept else NO_FORFEITS
            self._played[key] = self.tables.played(first, kind, start, forfeits=never)
        return self._played[key]


def _taken(book: Book, shoe: Floats, **fields: Sequence[Card]) -> Floats:
    """The shoe without cards, or the reason why they cannot have come from it."""
    ranks, decks = book.cards.ranks.value, book.cards.decks.value
    for field, cards in fields.items():
        for held in cards:
            if held.rank not in ranks:
                raise BadHand(f"{field}: {held} is not in this game's decks, which have the ranks {ranks}")
        try:
            shoe = without(shoe, cards)
        except ShortShoe as error:
            have = f"{decks} decks have" if decks > 1 else "1 deck has"
            raise BadHand(f"{field}: {error}; {have} {decks} of each card") from None
    return shoe


class _OneHand:
    """One hand to be valued."""

    def __init__(
        self, shared: Values, against: Against, cards: tuple[Card, ...], left: Floats, after_split: Wager | None
    ) -> None:
        self._shared, self._against, self._cards, self._left = shared, against, cards, left
        self._book, self._tables, self._after_split = shared.book, shared.tables, after_split
        one_card = bool(after_split and cards[0].is_ace and self._book.splitting.one_card_to_aces.value)
        kind = f"{after_split}-ace" if one_card else after_split or "unsplit"
        self._kind: HandKind = kind  # type: ignore[assignment]
        self._rules: HandRules = hand_rules(self._book, self._kind)

    def values(self, *, doubled: bool) -> HandValues:
        """The values of the hand's legal actions."""
        cards, error = self._cards, 0.0
        if self._after_split and self._book.splitting.max_split_hands.value < 2:
            raise BadHand("after_split: this book lets no hand be split")
        if self._could_run_out(doubled=doubled):
            raise BadHand("removed: the shoe has too few cards left; it could run out before the hand is played")
        if doubled:
            actions = self._doubled()
        elif not could_be_drawn(cards):
            raise BadHand(f"hand: {' '.join(cards)} cannot be drawn: a hand of 21 or more gets no further card")
        elif self._after_split:
            actions = self._split_hand()
        elif total(cards).points > TWENTY_ONE or (total(cards).points == TWENTY_ONE and len(cards) > 2):
            actions = {"settled": self._decided(total(cards))}
        else:
            if len(cards) == 2 and self._against.may_split(cards[0], cards[1]):
                error = float(self._shared.split(self._against, cards[0], cards[1]).error)
            actions = self._against.actions(cards)
        if not self._after_split and not doubled and len(cards) == 2:
            actions |= self._insurance("settled" in actions)
        return HandValues(cards, self._against.dealers, actions, error)

    def _could_run_out(self, *, doubled: bool) -> bool:
        """Whether the hands and the dealer could draw more cards than are left, if those came lowest first."""
        cards, splitting = self._cards, self._book.splitting
        points = max(0, self._book.dealer.stands_hard.value - 1 - self._against.dealers.points)
        drawing = 1
        if not doubled and sum(held.points for held in cards) < TWENTY_ONE:
            number = 1
            if len(cards) == 2 and self._against.may_split(*cards):
                number = max(splitting.max_split_hands.value - bool(self._after_split), 1)
            points += number * (TWENTY_ONE - 1) - sum(held.points for held in cards)
            drawing += number
        lowest = np.repeat(np.arange(1, VALUES + 1), by_value(self._left).astype(np.int64))
        most = int(np.searchsorted(np.cumsum(lowest), points, side="right")) + drawing
        return most > len(lowest)

    def _insurance(self, natural: bool) -> dict[str, float]:
        rules = self._book.insurance
        if self._against.dealers.rank not in rules.against.value or (natural and not rules.on_natural.value):
            return {}
        wins = float(by_value(self._left)[-1] / self._left.sum())
        return {"insure": ratio(rules.odds.value) * wins - (1 - wins)}

    @property
    def _place(self) -> int:
        return place_of([value_of(held) for held in self._cards])

    def _played(self) -> Played:
        """This kind of hand, kept whenever it is doubled."""
        start = value_of(self._cards[0]) if self._after_split else -1
        return self._shared.played(self._against.first, self._kind, start, kept=True)

    def _outcomes(self) -> Floats:
        places, outcomes = self._tables.outcomes(self._against.first)
        found: Floats = outcomes[places.at[0, self._place]]
        return found

    def _decided(self, points: Total) -> float:
        """A hand with nothing left to decide, not doubled."""
        book, rules = self._book, self._rules
        if points.busted:
            return self._lost()
        stand = float(self._played().stand[0, self._place])
        if points.points < TWENTY_ONE:
            return stand
        plain = float(odds_by_size(book)[len(self._cards)])
        _, odds = line_odds(book, self._cards, plain)
        if rules.wins_at_once:
            return odds + self._super_bonus
        outcomes = self._outcomes()
        beaten = outcomes[BUST] + outcomes[: TWENTY_ONE - LOWEST_STAND].sum()
        return stand + float(beaten) * (odds - plain + self._super_bonus)

    @property
    def _super_bonus(self) -> float:
        """The Super Bonus of a hand that has made it, in units."""
        if len(self._cards) != 3:
            return 0.0
        places = tuple(int(self._tables.named.place[code(held)]) for held in self._cards)
        if min(places) < 0:
            return 0.0
        return float(self._named.more[places] - self._tables.named.more[places])

    @property
    def _named(self) -> Named:
        """The lines that name ranks, with the Super Bonus where it can still be won (R07).

        The other card of a pair that was split is known only if it is among the cards removed; if not, it was of another suit.
        """
        if not self._after_split:
            return self._tables.named_against(self._against.dealers)
        start = self._cards[0]
        others = [held for held in self._shared.removed if held.points == start.points]
        other = others[0] if others else card(start.rank + next(suit for suit in SUITS if suit != start.suit))
        return self._tables.named_against(self._against.dealers, (start, other))

    def _lost(self) -> float:
        """A wager that is lost before the dealer plays, and comes back where a natural gives added wagers back."""
        return -1.0 + self._natural_comes() * self._rules.natural_returns_lost_own

    def _natural_comes(self) -> float:
        left = by_value(self._left)
        makes = {0: left[-1], len(left) - 1: left[0]}.get(self._against.first, 0.0)
        return float(makes / left.sum())

    def _split_hand(self) -> dict[str, float]:
        cards, book, rules = self._cards, self._book, self._rules
        points, soft = total(cards)
        again = len(cards) == 2 and self._against.may_split(*cards) and book.splitting.max_split_hands.value > 2
        again = again and (not cards[0].is_ace or book.splitting.resplit_aces.value)
        if rules.one_card and len(cards) > 2:
            raise BadHand(f"hand: {' '.join(cards)}: a split ace gets one card")
        if points >= TWENTY_ONE or (rules.one_card and not again):
            return {"settled": self._decided(total(cards))}
        start = value_of(cards[0])
        played = self._shared.played(self._against.first, self._kind, start)
        place = self._place
        actions: dict[str, float] = {}
        if rules.one_card:
            actions["stand"] = float(played.stand[0, place])
        else:
            more = self._better_lines() if len(cards) == 2 else 0.0
            if soft or points >= rules.stand_from:
                actions["stand"] = float(played.stand[0, place])
            actions["hit"] = float(played.hit[0, place]) + more
            if played.double[0, place] > NOT_ALLOWED:
                actions["double"] = float(played.double[0, place])
        if again:
            split = SplitPair(
                self._tables, self._against.dealers, self._against.shoe, *cards, added=self._after_split == "added"
            )
            most = book.splitting.max_split_hands.value - 1
            actions["split"] = max(split.into(number).worth for number in range(2, most + 1))
        return actions

    def _better_lines(self) -> float:
        """What lines for named cards add to drawing on a split hand of two cards."""
        named, cards = self._named, float(self._left.sum())
        one, other = map(code, self._cards)
        paid = paid_thirds(self._played(), self._cards)
        return better_lines(one, other, self._left, cards, np.ones(CARDS), paid, named, np.zeros(named.lines))

    def _doubled(self) -> dict[str, float]:
        """The last card is the double card: keep the hand or forfeit it (R14)."""
        *held, last = self._cards
        rules, shown = self._rules, " ".join(self._cards)
        before = total(held)
        if len(held) < 2 or before.points >= TWENTY_ONE or not could_be_drawn(tuple(held)):
            raise BadHand(f"hand: {shown} was not doubled: a hand is doubled on two cards or more under 21")
        place = place_of([value_of(one) for one in held])
        table = hands()
        if not may_double(int(table.size[place]), int(table.hard[place]), int(table.points[place]), rules):
            raise BadHand(
                f"hand: {' '.join(held)} may not be doubled by doubling.on, totals, soft and after_split of this book"
            )
        points = total(self._cards, aces_at_one=len(held) if rules.aces_at_one else 0)
        if points.busted:
            natural = self._natural_comes()
            back = natural * (rules.natural_returns_lost_own + rules.natural_returns_lost_double)
            return {"settled": -2.0 + back}
        high = int(rules.aces_at_one and last.is_ace and points.points == int(table.hard[self._place]) + 10)
        kept = float(self._played().kept[0, self._place, high])
        if not rules.forfeit or points.points == TWENTY_ONE:
            return {"settled": kept}
        natural = float(self._outcomes()[NATURAL])
        return {"keep": kept, "forfeit": -1.0 + natural * rules.natural_returns_lost_own}


def could_be_drawn(cards: Sequence[Card]) -> bool:
    """Whether the cards can have come in some order with every hand before the last under 21."""
    return _could_be_drawn(tuple(sorted(held.points for held in cards)))


def _could_be_drawn(points: tuple[int, ...]) -> bool:
    if len(points) == 2:
        return True
    before = {points[:place] + points[place + 1 :] for place in range(len(points))}
    return any(best_points(sum(rest), rest.count(1)) < TWENTY_ONE and _under(rest) for rest in before)


_under = cache(_could_be_drawn)
"""Memoised, since hands under 21 are few."""
