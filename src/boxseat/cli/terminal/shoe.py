"""The shoe of a terminal table: the book's decks shuffled and cut, with the cutting card, and the discard rack."""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable, Sequence
from itertools import count

from boxseat.cards import Card
from boxseat.fairness.commitment import CutProof, CuttingCard, ShoeProof, commitment, prove, stage
from boxseat.fairness.shuffle import (
    SEED_BYTES,
    canonical,
    cut,
    cut_bounds,
    cut_region,
    cutting_card_place,
    house_cut,
    shuffled,
    stage_label,
    whole_pack,
)
from boxseat.rulebook.book import Book

Seeds = Callable[[], bytes]
"""A source of seeds for the shuffle, a new one at each call."""


class NoCardsLeft(Exception):
    """The shoe and the discard rack are both empty: all the cards lie on the table."""


def fresh_seed() -> bytes:
    """A random seed from the operating system, read for every shoe, so that a forked process has its own."""
    return os.urandom(SEED_BYTES)


def practice_seeds(name: str) -> Seeds:
    """Reproducible seeds for a practice table: the same name gives the same shoes."""
    numbers = count(1)
    return lambda: hashlib.shake_256(f"boxseat practice\0{name}\0{next(numbers)}".encode()).digest(SEED_BYTES)


class Shoe:
    """A table's cards: those to come, those on the table, and those in the discard rack.

    Every order of the cards is as likely as every other, and each load can be proved afterwards by its seed. A practice table
    passes seeds of its own, and deals the same shoes again.
    """

    def __init__(self, book: Book, seeds: Seeds = fresh_seed) -> None:
        self._book = book
        self._seeds = seeds
        self._loads = 0
        self._to_come: list[Card] = []
        """The next card is the last of the list."""
        self._on_table: list[Card] = []
        self._discards: list[Card] = []
        self._behind = 0
        """How many cards lie behind the cutting card."""
        self._seed = b""
        self._pack: Sequence[Card] | None = None
        self._cut: CutProof | None = None
        self._cutting_card: CuttingCard | None = None
        self._dealt: list[Card] = []
        self._burnt: tuple[int, ...] = ()
        """What the proof of this load will say."""
        self.ran_out = False
        """The discards had to be shuffled since the last load."""
        self.load()

    def load(self) -> None:
        """Shuffle and cut all cards, put the cutting card in, and burn the first card where the rules say so (R24)."""
        self._on_table, self._discards = [], []
        self.ran_out = False
        region = cut_region(self._book)
        self._shuffle(None)
        self._behind = cutting_card_place(self._seed, 1, region)
        self._cutting_card = CuttingCard(self._behind, *region)
        if self._book.shoe.burns.value:
            self._discards.append(self._take())
            self._burnt = (1,)

    def _shuffle(self, pack: Sequence[Card] | None) -> None:
        """Draw a new seed and shuffle by it: `pack`, or all the decks."""
        self._loads += 1
        self._seed = self._seeds()
        self._pack = pack
        cards = whole_pack(self._book.cards.ranks.value, self._book.cards.decks.value) if pack is None else pack
        place = house_cut(self._seed, 1, cut_bounds(self._book, len(cards)))
        self._cut = CutProof(place, "house")
        self._to_come = list(reversed(cut(shuffled(cards, self._seed, stage_label(1)), place)))
        self._dealt, self._burnt, self._cutting_card = [], (), None

    def _take(self) -> Card:
        self._dealt.append(self._to_come.pop())
        return self._dealt[-1]

    def draw(self) -> Card:
        """Draw the next card; where none is left, the discards are shuffled (CP 15.6, SP 18.9)."""
        if not self._to_come:
            self._refill()
        self._on_table.append(self._take())
        return self._on_table[-1]

    def _refill(self) -> None:
        if not self._discards:
            raise NoCardsLeft
        discards, self._discards = canonical(self._discards), []
        self._shuffle(discards)
        self._behind = len(self._to_come)
        self.ran_out = True

    def clear_table(self) -> None:
        """Move the cards of a finished round to the discard rack."""
        self._discards.extend(self._on_table)
        self._on_table = []

    @property
    def commitment(self) -> str:
        """The commitment to the cards now in the shoe, which may be shown to anyone."""
        return commitment(self._book.name, str(self._loads), self._seed)

    def reveal(self) -> ShoeProof:
        """The proof of the cards dealt since the last shuffle: with the seed, and so with every card to come."""
        dealt = stage(self._dealt, pack=self._pack, cut=self._cut, cutting_card=self._cutting_card, burnt=self._burnt)
        return prove(self._book, str(self._loads), self._seed, [dealt])

    @property
    def cutting_card_out(self) -> bool:
        """The cutting card has come out, or comes before the next card: this round is the last of the shoe (CP 5.4, SP 5.1)."""
        return len(self._to_come) <= self._behind

    @property
    def cards_to_come(self) -> int:
        """The number of cards left in the shoe."""
        return len(self._to_come)

    @property
    def cards_discarded(self) -> int:
        """The number of cards in the discard rack."""
        return len(self._discards)


def load_call(book: Book) -> str:
    """What is said when a new shoe begins."""
    burns = book.shoe.burns
    burnt = f"; the first card is burnt (clause {burns.clause})" if burns.value else ""
    return f"The cards are shuffled and cut{burnt}."


def cutting_card_call(book: Book) -> str:
    """What is said when the cutting card comes out."""
    return (
        f"The cutting card is out: the shoe is shuffled after this round (clause {book.shoe.cutting_card_out.clause})."
    )


def ran_out_call(book: Book) -> str:
    """What is said when the shoe is empty in mid-round."""
    return f"The shoe is empty: the discards are shuffled to finish the round (clause {book.shoe.runs_out.clause})."
