"""The cards still unseen, by rank and suit, and what is drawn from them."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
import numpy.typing as npt

from boxseat.cards import RANKS, SUITS, Card
from boxseat.odds.hands import TEN

Floats = npt.NDArray[np.float64]


class ShortShoe(ValueError):
    """A card is named that the shoe no longer holds."""


def value_of(card: Card) -> int:
    """The place of a card's value: an ace 0, tens and pictures 9."""
    return card.points - 1


def full_shoe(ranks: str, decks: int) -> Floats:
    """All cards of so many decks, as numbers by rank and suit."""
    shoe = np.zeros((len(RANKS), len(SUITS)))
    for rank in ranks:
        shoe[RANKS.index(rank)] = decks
    return shoe


def without(shoe: Floats, cards: Iterable[Card]) -> Floats:
    """The shoe after these cards have left it."""
    left = shoe.copy()
    for card in cards:
        rank, suit = RANKS.index(card.rank), SUITS.index(card.suit)
        if left[rank, suit] < 1:
            raise ShortShoe(f"the shoe holds no further {card}")
        left[rank, suit] -= 1
    return left


def number_of(shoe: Floats, card: Card) -> float:
    """How many of a card are left."""
    return float(shoe[RANKS.index(card.rank), SUITS.index(card.suit)])


def by_value(shoe: Floats) -> Floats:
    """How many cards of each value."""
    ranks = shoe.sum(axis=1)
    return np.append(ranks[:TEN], ranks[TEN:].sum())
