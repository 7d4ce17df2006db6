"""Cards: ranks, suits, decks, the notation (``AS 7H TD``), and the total of a hand."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple

RANKS = "A23456789TJQK"
SUITS = "SHDC"
RED_SUITS = "HD"
TWENTY_ONE = 21


class BadCard(ValueError):
    """A text that is no card, or cards that the shoe cannot hold; the message says which."""


class Card(str):
    """A card: the string of its rank and suit. There are fifty-two objects, which `card` returns, and `UNSEEN`."""

    __slots__ = ("points", "rank", "suit")
    rank: str
    suit: str
    points: int
    """The card's points; an ace has 1."""

    def __new__(cls, rank: str, suit: str) -> Card:
        made = super().__new__(cls, rank + suit)
        made.rank = rank
        made.suit = suit
        made.points = min(RANKS.find(rank) + 1, 10)
        return made

    def __reduce__(self) -> tuple[object, ...]:
        return card_or_unseen, (str(self),)

    @property
    def is_ace(self) -> bool:
        """Whether the rank is an ace."""
        return self.rank == "A"

    @property
    def is_red(self) -> bool:
        """Whether the suit is hearts or diamonds."""
        return self.suit in RED_SUITS


_BY_NAME = {rank + suit: Card(rank, suit) for rank in RANKS for suit in SUITS}
UNSEEN = Card("?", "?")
"""A real card that has left the shoe face down, until somebody names it."""


def card(text: str) -> Card:
    """The card written ``AS``."""
    try:
        return _BY_NAME[text]
    except KeyError:
        hint = ": a ten is written T" if text.startswith("10") else ""
        shown = text if len(text) <= 20 else text[:17] + "..."
        raise BadCard(f"{shown!r} is no card, which is a rank of {RANKS} and a suit of {SUITS}{hint}") from None


def card_or_unseen(text: str) -> Card:
    """The card written ``AS``, or ``??`` for one that nobody has seen."""
    return UNSEEN if text == UNSEEN else card(text)


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards written ``AS 7H TD``, in order."""
    return tuple(card(word) for word in text.split())


def deck(ranks: str) -> tuple[Card, ...]:
    """One deck with these ranks in four suits: 52 cards, or 48 where the tens are left out."""
    return tuple(_BY_NAME[rank + suit] for rank in ranks for suit in SUITS)


def check_in_shoe(cards: Iterable[Card], *, ranks: str, decks: int) -> None:
    """Refuse cards that a shoe of so many decks cannot hold."""
    for held, count in Counter(each for each in cards if each is not UNSEEN).items():
        if held.rank not in ranks:
            raise BadCard(f"{held} is not in this game's deck, which has the ranks {ranks}")
        if count > decks:
            raise BadCard(f"{held} is listed {count} times, and {decks} decks hold it {decks} times")


class Total(NamedTuple):
    """The total of a hand; soft while one of its aces counts eleven."""

    points: int
    soft: bool

    @property
    def busted(self) -> bool:
        """Whether the total is above 21."""
        return self.points > TWENTY_ONE

    def __str__(self) -> str:
        return f"soft {self.points}" if self.soft else str(self.points)


def best_points(hard: int, aces: int) -> int:
    """The best total of cards: `hard` is their total with aces at one, and `aces` of them may count eleven."""
    return hard + 10 if aces > 0 and hard <= 11 else hard


def total(cards: Sequence[Card], *, aces_at_one: int = 0) -> Total:
    """The total of a hand; aces among its first `aces_at_one` cards count one, as after doubling (R02)."""
    return _total(tuple(cards), aces_at_one)


@lru_cache(maxsize=4096)
def _total(cards: tuple[Card, ...], aces_at_one: int) -> Total:
    """Cached, since the same hands are added up again and again."""
    hard = free_aces = 0
    for place, held in enumerate(cards):
        hard += held.points
        if held.points == 1 and place >= aces_at_one:
            free_aces += 1
    points = best_points(hard, free_aces)
    return Total(points, points != hard)
