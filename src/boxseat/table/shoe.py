"""The shoe: the book's decks, shuffled, with the cutting card in them and the discard rack beside them."""

from __future__ import annotations

from random import Random
from secrets import SystemRandom

from boxseat.cards import Card, deck
from boxseat.rulebook.book import Book


class NoCardsLeft(Exception):
    """The shoe and the discard rack are both empty: all the cards lie on the table."""


class Shoe:
    """A table's cards: those to come, those on the table, and those in the discard rack.

    Every order of the cards is as likely as every other: the shuffle is the exchange of each place with one drawn evenly from those
    left, by the operating system's entropy. A practice table passes a generator of its own, and deals the same shoes again.
    """

    def __init__(self, book: Book, chance: Random | None = None) -> None:
        self._book = book
        self._chance = SystemRandom() if chance is None else chance
        self._to_come: list[Card] = []
        """The next card is the last of the list."""
        self._on_table: list[Card] = []
        self._discards: list[Card] = []
        self._behind = 0
        """How many cards lie behind the cutting card."""
        self.ran_out = False
        """The discards had to be shuffled since the last load."""
        self.load()

    def load(self) -> None:
        """All cards are shuffled, the cutting card goes in, and the first card is burnt where the rules say so (R24)."""
        self._to_come = list(deck(self._book.cards.ranks.value)) * self._book.cards.decks.value
        self._on_table, self._discards = [], []
        self.ran_out = False
        self._chance.shuffle(self._to_come)
        self._behind = self._chance.randint(*cut_region(self._book))
        if self._book.shoe.burns.value:
            self._discards.append(self._to_come.pop())

    def draw(self) -> Card:
        """The next card leaves the shoe for the table; where none is left, the discards are shuffled (CP 15.6, SP 18.9)."""
        if not self._to_come:
            self._refill()
        self._on_table.append(self._to_come.pop())
        return self._on_table[-1]

    def _refill(self) -> None:
        if not self._discards:
            raise NoCardsLeft
        self._to_come, self._discards = self._discards, []
        self._chance.shuffle(self._to_come)
        self._behind = len(self._to_come)
        self.ran_out = True

    def clear_table(self) -> None:
        """The round is over: its cards go to the discard rack."""
        self._discards.extend(self._on_table)
        self._on_table = []

    @property
    def cutting_card_out(self) -> bool:
        """The cutting card has come out, or comes before the next card: this round is the last of the shoe (CP 5.4, SP 5.1)."""
        return len(self._to_come) <= self._behind

    @property
    def cards_to_come(self) -> int:
        return len(self._to_come)

    @property
    def cards_discarded(self) -> int:
        return len(self._discards)


def cut_region(book: Book) -> tuple[int, int]:
    """How many cards lie behind the cutting card, from the least to the most (CP 5.3, CB 5.4, SP 5.6).

    Canberra leaves at least one deck and about half of them at the most; The Star goes up to half way from the back.
    """
    one_deck = len(deck(book.cards.ranks.value))
    part = book.shoe.cut_most.value
    most = one_deck * book.cards.decks.value * part.pays // part.per
    return min(one_deck * book.shoe.cut_least_decks.value, most), most


def load_call(book: Book) -> str:
    """What is said of a fresh shoe."""
    burns = book.shoe.burns
    burnt = f"; the first card is burnt (clause {burns.clause})" if burns.value else ""
    return f"The cards are shuffled and cut{burnt}."


def cutting_card_call(book: Book) -> str:
    """What is said when the cutting card comes out."""
    return (
        f"The cutting card is out: the shoe is shuffled after this round (clause {book.shoe.cutting_card_out.clause})."
    )


def ran_out_call(book: Book) -> str:
    """What is said when cards are short in mid-round."""
    return f"The shoe is empty: the discards are shuffled to finish the round (clause {book.shoe.runs_out.clause})."
