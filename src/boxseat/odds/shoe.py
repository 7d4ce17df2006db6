"""The cards left in a shoe, as numbers by card or by value."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from boxseat.cards import SUITS, Card, deck
from boxseat.odds.hands import TEN
from boxseat.odds.policy import CARDS, code

Floats = npt.NDArray[np.float64]


class ShortShoe(ValueError):
    """A card was taken that the shoe no longer holds."""


def value_of(card: Card) -> int:
    """The index of a card's value: 0 for an ace, 9 for tens and pictures."""
    return card.points - 1


def full_shoe(ranks: str, decks: int) -> Floats:
    """A full shoe of so many decks: the number of cards by card code."""
    shoe = np.zeros(CARDS)
    for card in deck(ranks):
        shoe[code(card)] = decks
    return shoe


def without(shoe: Floats, cards: Iterable[Card]) -> Floats:
    """The shoe after these cards have left it."""
    left = shoe.copy()
    for card in cards:
        if left[code(card)] < 1:
            raise ShortShoe(f"the shoe holds no further {card}")
        left[code(card)] -= 1
    return left


def by_value(shoe: Floats) -> Floats:
    """The number of cards of each value."""
    ranks = shoe.reshape(-1, len(SUITS)).sum(axis=1)
    return np.append(ranks[:TEN], ranks[TEN:].sum())
