"""Where a table's cards come from: a seed, or somebody who names them.

The order of a seeded pack follows from its seed, its cards and its cut. Cards that are named are those of a person who deals by
hand, or of a written document.
"""

from __future__ import annotations

from collections import Counter, deque
from collections.abc import Iterable, Mapping
from typing import Protocol

from boxseat.cards import Card
from boxseat.fairness.shuffle import canonical, cut, set_first, shuffled, stage_label, whole_pack
from boxseat.rulebook.book import Book
from boxseat.table.state import Pack, Table

Orders = dict[tuple[str, int], tuple[Card, ...]]
"""A cache of the order of each pack in use, by shoe and stage."""


def decks(book: Book) -> tuple[Card, ...]:
    """All cards of the game, in the order before a shuffle."""
    return whole_pack(book.cards.ranks.value, book.cards.decks.value)


def decks_without(book: Book, out: Iterable[Card]) -> tuple[Card, ...]:
    """All cards of the game without those that are elsewhere."""
    return canonical((Counter(decks(book)) - Counter(out)).elements())


def left_in_device(book: Book, table: Table) -> tuple[Card, ...]:
    """The cards that are left in a shuffling device in mid-round."""
    return decks_without(book, (*table.rack, *table.current_round.cards_seen()))


class CardSource(Protocol):
    """Gives a table its cards."""

    def next_card(self, book: Book, pack: Pack) -> Card | None:
        """The next card of the pack; none if nobody has named it yet."""


class SeededCards:
    """The cards of shuffled packs, by the seeds of their shoes."""

    def __init__(self, seeds: Mapping[str, bytes], orders: Orders) -> None:
        self._seeds = seeds
        self._orders = orders

    def next_card(self, book: Book, pack: Pack) -> Card:
        """The next card of the shoe or device."""
        key = pack.shoe, pack.stage
        if key not in self._orders:
            lying = pack.stage_cards if pack.stage == 2 else pack.cards or decks(book)
            order = shuffled(lying, self._seeds[pack.shoe], stage_label(pack.stage))
            if pack.stacked:
                order = set_first(order, pack.stacked, burnt=int(book.shoe.burns.value))
            self._orders[key] = cut(order, pack.place) if pack.place is not None and pack.stage == 1 else order
        return self._orders[key][pack.stage_drawn if pack.stage == 2 else pack.drawn]


class NamedCards:
    """Cards that somebody names, in this order."""

    def __init__(self, cards: Iterable[Card]) -> None:
        self._cards = deque(cards)

    def next_card(self, book: Book, pack: Pack) -> Card | None:
        """The next card that was named; none if there is no further one."""
        return self._cards.popleft() if self._cards else None
