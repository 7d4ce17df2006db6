"""Values by trying everything: the real engine, every card the shoe could give, every legal act, in exact fractions."""

from __future__ import annotations

from collections import Counter
from fractions import Fraction

from boxseat.cards import Card, deck
from boxseat.play.acts import Act, CloseOffer, Deal, Double, Forfeit, Hit, Stand, Surrender
from boxseat.play.judge import refusal
from boxseat.play.opening import open_round
from boxseat.play.state import Phase, Round, Wager
from boxseat.play.step import step
from boxseat.rulebook.book import Book

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
        """The value of each action on two cards, with the best play after it; splits left aside."""
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
        """The round with the offers closed that come before an act."""
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
