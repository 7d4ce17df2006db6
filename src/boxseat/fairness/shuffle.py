"""Shuffle and cut from a seed: every order equally likely, and the same order again from the same seed.

Everything follows from the seed, so anybody who has it can deal the same cards. The seed is longer than the orders need (eight
decks of 52 have about 2**2229 orders), and every block of the stream hashes all of it. As an HMAC key it would be reduced to 256
bits, and most orders of a shoe would be impossible. `docs/fairness.md` is the public description.
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
"""4,096 bits; an eight-deck shoe needs 2,229."""
SHUFFLE = "boxseat shuffle 1"
WORDS_END = 1 << 32

T = TypeVar("T")
_BLOCK = Struct(">8I")
_PLACE = {rank + suit: (place, side) for place, rank in enumerate(RANKS) for side, suit in enumerate(SUITS)}


def stage_label(number: int) -> str:
    """The label of the shuffle of stage 1 or 2; fixed, so that nobody can choose it."""
    return f"stage {number}"


def stream(seed: bytes, domain: bytes) -> Iterator[int]:
    """An endless stream of 32-bit words: blocks of HMAC-SHA256 of the whole seed, keyed by domain and block number."""
    for number in count():
        yield from _BLOCK.unpack(hmac.digest(domain + number.to_bytes(8, "big"), seed, "sha256"))


def below(words: Iterator[int], n: int) -> int:
    """A uniform number from 0 to n - 1: words beyond the last multiple of n are skipped."""
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
    """A uniform whole number from least to most."""
    return least + below(_drawn_under(seed, label), most - least + 1)


def house_cut(seed: bytes, stage: int, bounds: tuple[int, int]) -> int:
    """The place of the house's cut (CP 5.2, CB 5.3, SP 5.4): the house knows the seed, so it may not choose the place."""
    return drawn(seed, f"cut {stage}", *bounds)


def cutting_card_place(seed: bytes, stage: int, region: tuple[int, int]) -> int:
    """The number of cards behind the cutting card, within the bounds of the rules; the house does not choose it either."""
    return drawn(seed, f"cutting card {stage}", *region)


def _drawn_under(seed: bytes, label: str) -> Iterator[int]:
    return stream(seed, f"{SHUFFLE}\0{label}\0".encode())


def canonical(cards: Iterable[Card]) -> tuple[Card, ...]:
    """A pack in its order before the shuffle: aces to kings, in each rank spades, hearts, diamonds, clubs."""
    return tuple(sorted(cards, key=_PLACE.__getitem__))


@cache
def whole_pack(ranks: str, decks: int) -> tuple[Card, ...]:
    """All cards of this many decks, in their order before the shuffle."""
    return canonical(deck(ranks) * decks)


def cut(order: Sequence[T], place: int) -> tuple[T, ...]:
    """The cards after a cut: those in front of it go to the back (CP 5.3, CB 5.4, SP 5.6)."""
    require(0 <= place <= len(order), f"{len(order)} cards cannot be cut at {place}")
    return (*order[place:], *order[:place])


def set_first(order: Sequence[Card], cards: Sequence[Card], *, burnt: int) -> tuple[Card, ...]:
    """The order of a practice shoe: the cards that were set come first, after the burnt ones; the others keep their order."""
    rest = list(order)
    for held in cards:
        rest.remove(held)
    return (*rest[:burnt], *cards, *rest[burnt:])


def cut_bounds(book: Book, cards_count: int) -> tuple[int, int]:
    """The minimum and maximum number of cards in front of a player's cut (CP 5.3, CB 5.4, SP 5.5)."""
    return cut_bounds_of(len(deck(book.cards.ranks.value)) * book.shoe.cut_from_ends.value, cards_count)


def cut_region(book: Book) -> tuple[int, int]:
    """The minimum and maximum number of cards behind the cutting card, for the book's full shoe (CP 5.3, CB 5.4, SP 5.6).

    Canberra has at least one deck and at most about half of them; The Star at most half.
    """
    return cut_region_of(book, book.cards.decks.value)


def cut_region_of_pack(book: Book, size: int, *, mid_round: bool) -> tuple[int, int]:
    """The same for a pack of this size; behind all cards where it is for one round only."""
    least, most = (size, size) if mid_round else cut_region(book)
    return min(least, size), min(most, size)


def cut_region_of(book: Book, decks: int) -> tuple[int, int]:
    """The minimum and maximum number of cards behind the cutting card, for this many decks."""
    one_deck = len(deck(book.cards.ranks.value))
    part = book.shoe.cut_most.value
    most = one_deck * decks * part.pays // part.per
    return min(one_deck * book.shoe.cut_least_decks.value, most), most


def cut_bounds_of(from_ends: int, cards_count: int) -> tuple[int, int]:
    """The same for a number of cards from either end; the middle, if there are too few cards."""
    least = min(from_ends, cards_count // 2)
    return least, cards_count - least
