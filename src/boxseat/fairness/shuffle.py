"""Shuffle and cut from a seed: every order equally likely, and the same order again from the same seed.

Nothing here is left to chance: a seed decides all, so that a stranger who is shown it deals the same cards. The seed is longer than
the orders need (eight decks of 52 can lie in some 2**2229 ways), and every block of the stream reads all of it; were it the key, it
would be hashed down to 256 bits first, and most orders of a shoe could never come. `docs/fairness.md` tells it for strangers.
"""

from __future__ import annotations

import hmac
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from itertools import count
from struct import Struct
from typing import TypeVar

from boxseat.cards import RANKS, SUITS, Card, deck
from boxseat.consistency import require
from boxseat.rulebook.book import Book

SEED_BYTES = 512
"""4,096 bits, for the 2,229 that an eight-deck shoe can use."""
SHUFFLE = "boxseat shuffle 1"
WORDS_END = 1 << 32

T = TypeVar("T")
_BLOCK = Struct(">8I")
_PLACE = {rank + suit: (place, side) for place, rank in enumerate(RANKS) for side, suit in enumerate(SUITS)}


def stage_label(number: int) -> str:
    """The label under which the first or second pack of a seed is shuffled; fixed, so that nobody can choose it."""
    return f"stage {number}"


def stream(seed: bytes, domain: bytes) -> Iterator[int]:
    """Words of 32 bits without end: block by block HMAC-SHA256 of the whole seed, keyed by the domain and the block's number."""
    for number in count():
        yield from _BLOCK.unpack(hmac.digest(domain + number.to_bytes(8, "big"), seed, "sha256"))


def below(words: Iterator[int], n: int) -> int:
    """A number from 0 to n - 1, each as likely: words beyond the last whole multiple of n are passed over."""
    require(0 < n <= WORDS_END, f"no number below {n} can be drawn")
    limit = WORDS_END - WORDS_END % n
    while (word := next(words)) >= limit:
        pass
    return word % n


def shuffled(cards: Sequence[T], seed: bytes, label: str) -> tuple[T, ...]:
    """The cards in the order this seed gives them, first to be dealt first; from the last place down, each is exchanged with one at
    or before it."""
    order = list(cards)
    words = _drawn_under(seed, label)
    for last in range(len(order) - 1, 0, -1):
        limit = WORDS_END - WORDS_END % (last + 1)
        while (
            word := next(words)
        ) >= limit:  # `below`, said here once more for speed: a device is shuffled every round
            pass
        other = word % (last + 1)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def drawn(seed: bytes, label: str, least: int, most: int) -> int:
    """A whole number from least to most, each as likely."""
    return least + below(_drawn_under(seed, label), most - least + 1)


def house_cut(seed: bytes, stage: int, bounds: tuple[int, int]) -> int:
    """Where the cards are cut if no player wishes to (CP 5.2, CB 5.3, SP 5.4): the house knows the seed, so it may not choose."""
    return drawn(seed, f"cut {stage}", *bounds)


def cutting_card_place(seed: bytes, stage: int, region: tuple[int, int]) -> int:
    """How many cards lie behind the cutting card, of those the rules allow: no choice of the house's either."""
    return drawn(seed, f"cutting card {stage}", *region)


def _drawn_under(seed: bytes, label: str) -> Iterator[int]:
    return stream(seed, f"{SHUFFLE}\0{label}\0".encode())


def canonical(cards: Iterable[Card]) -> tuple[Card, ...]:
    """A pack as it lies before the shuffle: aces to kings, of each rank spades, hearts, diamonds, clubs."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


@cache
def whole_pack(ranks: str, decks: int) -> tuple[Card, ...]:
    """All the cards of so many decks, as they lie before the shuffle."""
    return canonical(deck(ranks) * decks)


def cut(order: Sequence[T], place: int) -> tuple[T, ...]:
    """The cards in front of the cutting card go to the back (CP 5.3, CB 5.4, SP 5.6)."""
    require(0 <= place <= len(order), f"{len(order)} cards cannot be cut at {place}")
    return (*order[place:], *order[:place])


def set_first(order: Sequence[Card], cards: Sequence[Card], *, burnt: int) -> tuple[Card, ...]:
    """A practice shoe: the cards somebody set come first, after those that are burnt; all others stay in their order."""
    rest = list(order)
    for held in cards:
        rest.remove(held)
    return (*rest[:burnt], *cards, *rest[burnt:])


def cut_bounds(book: Book, cards_count: int) -> tuple[int, int]:
    """How many cards may lie in front of the player's cut, from the least to the most (CP 5.3, CB 5.4, SP 5.5)."""
    return cut_bounds_of(len(deck(book.cards.ranks.value)) * book.shoe.cut_from_ends.value, cards_count)


def cut_region(book: Book) -> tuple[int, int]:
    """How many cards of the book's full shoe lie behind the cutting card, from the least to the most (CP 5.3, CB 5.4, SP 5.6).

    Canberra leaves at least one deck and about half of them at the most; The Star goes up to half way from the back.
    """
    return cut_region_of(book, book.cards.decks.value)


def cut_region_of(book: Book, decks: int) -> tuple[int, int]:
    """How many cards of so many decks lie behind the cutting card, from the least to the most."""
    one_deck = len(deck(book.cards.ranks.value))
    part = book.shoe.cut_most.value
    most = one_deck * decks * part.pays // part.per
    return min(one_deck * book.shoe.cut_least_decks.value, most), most


def cut_bounds_of(from_ends: int, cards_count: int) -> tuple[int, int]:
    """The same for so many cards from either end; where there are too few for both ends, the middle."""
    least = min(from_ends, cards_count // 2)
    return least, cards_count - least
