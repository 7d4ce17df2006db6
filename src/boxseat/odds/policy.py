"""A policy: the decision on every possible hand, the common format of solver, charts and simulator.

A hand of two cards is decided by its cards with their suits, since lines of the payout table may ask for them; a larger one by its
cards' values, as a place among `hands()`. A split hand is decided by the wager it carries and the value it started with as well,
never by the cards of the other hands.
"""

from __future__ import annotations

from functools import cache
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boxseat.cards import RANKS, SUITS, Card, card
from boxseat.odds.hands import VALUES, hands

Decisions = npt.NDArray[np.int8]
"""Decision numbers by hand."""
Bools = npt.NDArray[np.bool_]

STAND, HIT, DOUBLE, SPLIT, SURRENDER = range(5)
"""The numbers of the decisions."""
NAMES = ("stand", "hit", "double", "split", "surrender")
"""The names of the decisions, by number."""

ORIGINAL, ADDED = range(2)
"""The wager a split hand carries: the original one lies on the first hand formed, each other hand has one that was added."""

CARDS = len(RANKS) * len(SUITS)
"""How many different cards there are."""
ALL_CARDS = tuple(card(rank + suit) for rank in RANKS for suit in SUITS)
"""Every card by its code."""


@cache
def code(card: Card) -> int:
    """The code of a card: four times the index of its rank, plus the index of its suit."""
    return RANKS.index(card.rank) * len(SUITS) + SUITS.index(card.suit)


class Policy(NamedTuple):
    """A decision for every hand against every first card of the dealer. Hands the shoe cannot deal may hold anything."""

    two: Decisions
    """By the dealer's card, the box's first and its second, all as codes; both orders of the two say the same."""
    later: Decisions
    """Hands of three cards and more that were not split: by the dealer's value and the hand's place."""
    forfeit: Bools
    """Give a doubled hand up: by the dealer's value, the hand's place with the double card, and 1 where that is an ace at 11."""
    split_two: Decisions
    """Split hands of two cards: by the wager, the dealer's card, the card the hand started with and its second, as codes."""
    split_later: Decisions
    """Split hands of three cards and more, and pairs that may not be split again: by the wager, the dealer's value, the start's
    value, and the hand's place."""
    split_forfeit: Bools
    """As `forfeit`, by the wager, the dealer's value and the start's value first."""


def blank(decision: int = STAND) -> Policy:
    """A policy with the same decision everywhere and no forfeits, to be filled in."""
    places = len(hands().hard)
    return Policy(
        two=np.full((CARDS, CARDS, CARDS), decision, dtype=np.int8),
        later=np.full((VALUES, places), decision, dtype=np.int8),
        forfeit=np.zeros((VALUES, places, 2), dtype=np.bool_),
        split_two=np.full((2, CARDS, CARDS, CARDS), decision, dtype=np.int8),
        split_later=np.full((2, VALUES, VALUES, places), decision, dtype=np.int8),
        split_forfeit=np.zeros((2, VALUES, VALUES, places, 2), dtype=np.bool_),
    )
