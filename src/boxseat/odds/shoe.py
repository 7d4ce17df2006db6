"""The cards still unseen, by rank and suit, and what is drawn from them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from boxseat.cards import SUITS, Card, deck
from boxseat.odds.hands import TEN
from boxseat.odds.policy import CARDS, code

Floats = npt.NDArray[np.float64]


class ShortShoe(ValueError):
    """A card is named that the shoe no longer holds."""


def value_of(card: Card) -> int:
    """The place of a card's value: an ace 0, tens and pictures 9."""
    return card.points - 1


def full_shoe(ranks: str, decks: int) -> Floats:
    """All cards of so many decks, as numbers by code."""
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
    """How many cards of each value."""
    ranks = shoe.reshape(-1, len(SUITS)).sum(axis=1)
    return np.append(ranks[:TEN], ranks[TEN:].sum())
