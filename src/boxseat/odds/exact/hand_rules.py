"""A book's rules as numbers for the exact computation."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

import numpy as np

from boxseat.cards import Card
from boxseat.odds.exact.kernel_values import Floats, HandRules
from boxseat.play.payout import fits
from boxseat.rulebook.book import Book

HAND_CARDS_MAX = 24
"""The length of arrays by number of cards; no hand has as many."""
DOUBLE_ON = {"never": 0, "first-two": 1, "any-cards": 2}
"""The values of `doubling.on` as numbers."""


class Unsolvable(ValueError):
    """A rule of a book that exact values cannot be computed for; the message names the key."""


def ratio(odds: object) -> float:
    """Odds such as 3:2 as a number."""
    pays, per = str(odds).split(":")
    return int(pays) / int(per)


def odds_by_size(book: Book) -> Floats:
    """What a 21 pays by its number of cards, leaving aside the lines that name ranks."""
    odds = np.full(HAND_CARDS_MAX, ratio(book.payouts.other.value))
    for line in reversed(book.payouts.lines):
        if not line.ranks:
            if line.suits != "any":
                raise Unsolvable(f"payouts.lines: {line.name}: suits matter only where ranks are named")
            odds[line.cards[0] : line.cards[1] + 1] = ratio(line.odds)
        elif len(line.ranks) != 3:
            raise Unsolvable(f"payouts.lines: {line.name}: only hands of three named cards can be valued")
    return odds


def line_odds(book: Book, cards: Sequence[Card], plain: float) -> tuple[str, float]:
    """The line of the payout table that a 21 of these cards makes, and what it pays."""
    made = ((line.name, ratio(line.odds)) for line in book.payouts.lines if fits(line, cards))
    return next(made, ("", plain))


HandKind = Literal["unsplit", "original", "added", "original-ace", "added-ace"]
"""A hand by the wager it carries: the original one or one added by splitting, and whether it is an ace that gets one card."""


def hand_rules(book: Book, kind: HandKind) -> HandRules:
    """The rules for one kind of hand."""
    reading = book.dealer.dealer_pontoon_takes.value
    doubling = book.doubling
    odds = odds_by_size(book)
    plain = np.full(HAND_CARDS_MAX, ratio(book.payouts.other.value))
    added = kind.startswith("added")
    may_double = doubling.after_split.value or kind == "unsplit"
    return HandRules(
        wins_at_once=book.drawing.twenty_one.value == "wins-at-once",
        equal_loses=book.outcomes.equal.value == "lose",
        stand_from=book.drawing.stand_from.value,
        odds=odds,
        double_on=DOUBLE_ON[doubling.on.value] if may_double else 0,
        double_lowest=doubling.totals.value[0],
        double_highest=doubling.totals.value[1],
        double_soft=doubling.soft.value,
        aces_at_one=doubling.aces.value == "count-one",
        forfeit=doubling.forfeit.value,
        double_odds=odds if doubling.table_odds.value else plain,
        double_lines=doubling.table_odds.value,
        natural_takes_own=not added or reading == "everything",
        natural_takes_double=reading == "everything",
        natural_returns_lost_own=added and reading == "original-bets-only",
        natural_returns_lost_double=reading == "original-bets-only",
        one_card=kind.endswith("-ace"),
    )
