"""Values by brute force: the real engine, every card the shoe could give, every legal act, in exact fractions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from fractions import Fraction

from boxseat.cards import Card, deck
from boxseat.odds.policy import Policy
from boxseat.play.acts import Act, CloseOffer, Deal, Double, Forfeit, Hit, Split, Stand, Surrender
from boxseat.play.judge import refusal
from boxseat.play.opening import open_round
from boxseat.play.state import Phase, Round, Wager
from boxseat.play.step import step
from boxseat.rulebook.book import Book
from tests.odds.by_policy import Follower

STAKE = 1000
ACTS: dict[str, Act] = {
    "stand": Stand(1, "ann"),
    "hit": Hit(1, "ann"),
    "double": Double(1, "ann", STAKE),
    "surrender": Surrender(1, "ann"),
}


class BruteForce:
    """One box, one player, every order of the shoe."""

    def __init__(self, book: Book, dealers: Card) -> None:
        self._book = book
        self._dealers = dealers
        self._shoe = Counter(deck(book.cards.ranks.value) * book.cards.decks.value)
        self._known: dict[object, Fraction] = {}

    def actions(self, one: Card, other: Card) -> dict[str, Fraction]:
        """The value of each action on two cards, with the best play after it; without splits."""
        round_ = open_round(self._book, [Wager(1, "ann", STAKE)], as_found=True)
        for held in (one, self._dealers, other):
            round_ = step(self._book, round_, Deal(held))
        if round_.over or round_.phase is Phase.DEALER:
            return {"settled": self._value(round_)}
        found: dict[str, Fraction] = {}
        for name, act in ACTS.items():
            ready = self._ready(round_, act)
            if refusal(self._book, ready, act) is None:
                found[name] = self._value(step(self._book, ready, act))
        return found

    def _ready(self, round_: Round, act: Act) -> Round:
        """The round with those offers closed that come before an act."""
        wanted = Phase.SURRENDER if isinstance(act, Surrender) else Phase.DECISION
        while round_.phase in (Phase.INSURANCE, Phase.SURRENDER) and round_.phase is not wanted:
            round_ = step(self._book, round_, CloseOffer())
        return round_

    def _value(self, round_: Round) -> Fraction:
        if round_.over:
            return Fraction(sum(line.net for line in round_.settlements), STAKE)
        hand = round_.boxes[0].hands[0]
        key = (
            round_.phase,
            tuple(sorted(hand.cards)),
            hand.doubled,
            hand.total,
            hand.stakes,
            round_.dealer,
            hand.done,
        )
        if key not in self._known:
            self._known[key] = self._expected(round_) if round_.card_due else self._best(round_)
        return self._known[key]

    def _expected(self, round_: Round) -> Fraction:
        left = self._shoe - Counter(round_.cards_seen())
        return sum(
            (
                Fraction(number, left.total()) * self._value(step(self._book, round_, Deal(held)))
                for held, number in left.items()
            ),
            Fraction(0),
        )

    def _best(self, round_: Round) -> Fraction:
        choices: list[Act] = [CloseOffer(), Forfeit(1, "ann"), Hit(1, "ann"), Stand(1, "ann"), Double(1, "ann", STAKE)]
        return max(
            self._value(step(self._book, round_, act)) for act in choices if refusal(self._book, round_, act) is None
        )


class ByPolicy:
    """One box played by a policy, over every order of the shoe; suits are distinguished only on request."""

    def __init__(self, book: Book, policy: Policy, *, suits: bool) -> None:
        self._book, self._suits = book, suits
        self._follower = Follower(book, policy, STAKE)
        self._shoe = Counter(deck(book.cards.ranks.value) * book.cards.decks.value)
        self._known: dict[object, Fraction] = {}

    def split(self, dealers: Card, one: Card, other: Card) -> Fraction:
        """The value of splitting a pair."""
        round_ = open_round(self._book, [Wager(1, "ann", STAKE)], as_found=True)
        for held in (one, dealers, other):
            round_ = step(self._book, round_, Deal(held))
        while round_.phase in (Phase.INSURANCE, Phase.SURRENDER):
            round_ = step(self._book, round_, CloseOffer())
        self._known.clear()
        return self._value(step(self._book, round_, Split(1, "ann")))

    def _value(self, round_: Round) -> Fraction:
        if round_.over:
            return Fraction(sum(line.net for line in round_.settlements), STAKE)
        if not round_.card_due:
            return self._value(step(self._book, round_, self._follower.act(round_)))
        key = self._key(round_)
        if key not in self._known:
            left = self._shoe - Counter(round_.cards_seen())
            assert left, "the shoe is too small for this round"
            self._known[key] = sum(
                (
                    Fraction(number, left.total()) * self._value(step(self._book, round_, Deal(held)))
                    for held, number in self._kinds(left)
                ),
                Fraction(0),
            )
        return self._known[key]

    def _kinds(self, left: Counter[Card]) -> Iterator[tuple[Card, int]]:
        if self._suits:
            yield from left.items()
            return
        ranks = Counter[str]()
        for held, number in left.items():
            ranks[held.rank] += number
        for rank, number in ranks.items():
            yield next(held for held in left if held.rank == rank), number

    def _key(self, round_: Round) -> object:
        hands = tuple(
            (
                sorted(self._told(held) for held in hand.cards),
                hand.doubled,
                hand.aces_at_one,
                hand.total,
                hand.stakes,
                hand.done,
            )
            for hand in round_.boxes[0].hands
        )
        return str(
            (
                hands,
                round_.turn,
                round_.phase,
                [self._told(held) for held in round_.dealer],
                len(round_.settlements),
                sum(line.net for line in round_.settlements),
            )
        )

    def _told(self, held: Card) -> str:
        return str(held) if self._suits else held.rank
