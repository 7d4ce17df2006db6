"""Seeds and proofs of shoes for tests: the same name gives the same ones."""

from __future__ import annotations

from collections.abc import Callable
from random import Random

import msgspec

from boxseat.fairness.commitment import CutProof, CuttingCard, ShoeProof, prove, stage
from boxseat.fairness.shuffle import (
    SEED_BYTES,
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
from boxseat.table.memory_table import practice_entropy


def seeds(name: str) -> Callable[[], bytes]:
    """A source of seeds, a new one at each call."""
    entropy = practice_entropy(name)
    return lambda: entropy(SEED_BYTES)


def shoe_proof(book: Book, name: str, *, dealt: int = 60, by: str = "player") -> ShoeProof:
    """A shoe with its cut and cutting card; the first card is burnt if the book says so."""
    seed = seeds(name)()
    pack = whole_pack(book.cards.ranks.value, book.cards.decks.value)
    least, most = cut_bounds(book, len(pack))
    place = house_cut(seed, 1, (least, most)) if by == "house" else Random(name).randint(least, most)
    order = cut(shuffled(pack, seed, stage_label(1)), place)
    region = cut_region(book)
    card = CuttingCard(cutting_card_place(seed, 1, region), *region)
    whose = msgspec.convert({"place": place, "by": by}, CutProof)
    burnt = (1,) if dealt and book.shoe.burns.value else ()
    return prove(book, name, seed, [stage(order[:dealt], cut=whose, cutting_card=card, burnt=burnt)])
