"""The shuffle and the cut: uniform, reproducible from a seed, and equal to the published vectors."""

from __future__ import annotations

import hashlib
import json
import os
from collections import Counter
from collections.abc import Iterator
from inspect import signature
from itertools import islice, permutations
from math import comb, log2, prod
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from boxseat.cards import deck, parse_cards
from boxseat.fairness.commitment import commitment
from boxseat.fairness.shuffle import (
    SEED_BYTES,
    below,
    canonical,
    cut,
    cut_bounds,
    cut_bounds_of,
    cutting_card_place,
    drawn,
    house_cut,
    shuffled,
    stage_label,
    stream,
    whole_pack,
)
from boxseat.house.house import House
from boxseat.rulebook.load import GAMES, open_book
from boxseat.table.memory_table import MemoryTable
from tests.books import changed
from tests.fairness import offline_page as page
from tests.fairness import stranger
from tests.fairness.proofs import seeds
from tests.tiers import size

VECTORS: dict[str, Any] = json.loads((Path(__file__).parent / "vectors.json").read_text("utf-8"))
SEEDS = size(200_000, 1_000_000)
FAIRNESS = (Path(__file__).parent.parent.parent / "docs" / "fairness.md").read_text("utf-8")


@pytest.mark.parametrize("vector", VECTORS["vectors"], ids=lambda vector: str(vector["name"]))
def test_the_table_deals_the_published_vectors(vector: dict[str, Any]) -> None:
    seed = stranger.seed_of_pattern(vector["seed_pattern"])
    ranks, decks = vector["ranks"], vector["decks"]
    pack = whole_pack(ranks, decks) if vector["pack"] is None else canonical(parse_cards(vector["pack"]))
    first = shuffled(pack, seed, stage_label(1))
    assert vector["commitment"] == commitment(vector["book"], vector["shoe"], seed)
    assert vector["first_words"] == [f"{word:08x}" for word in islice(stream(seed, b"boxseat shuffle 1\0stage 1\0"), 4)]
    assert vector["stage_1"].split() == list(first[:16])
    assert vector["stage_2"].split() == list(shuffled(pack, seed, stage_label(2))[:16])
    bounds = cut_bounds_of(len(deck(ranks)), len(pack))
    assert (tuple(vector["cut_bounds"]), vector["house_cut"]) == (bounds, house_cut(seed, 1, bounds))
    assert vector["dealt"].split() == list(cut(first, vector["cut"])[:16])
    if card := vector.get("cutting_card"):
        assert card["behind"] == cutting_card_place(seed, 1, (card["least"], card["most"]))


@pytest.mark.parametrize("vector", VECTORS["vectors"], ids=lambda vector: str(vector["name"]))
def test_a_stranger_deals_the_published_vectors(vector: dict[str, Any]) -> None:
    seed = stranger.seed_of_pattern(vector["seed_pattern"])
    pack = (vector["pack"] or " ".join(deck(vector["ranks"]) * vector["decks"])).split()
    order = stranger.order_of(pack, seed, 1)
    assert order[:16] == vector["stage_1"].split()
    assert (order[vector["cut"] :] + order[: vector["cut"]])[:16] == vector["dealt"].split()
    assert stranger.commitment_of(vector["book"], vector["shoe"], seed) == vector["commitment"]


def test_the_page_deals_the_published_vectors() -> None:
    told = page.run(VECTORS)
    assert told["below"] == VECTORS["below"]["numbers"]
    for vector, found in zip(VECTORS["vectors"], told["vectors"], strict=True):
        behind = found.pop("behind")
        assert behind == vector.get("cutting_card", {"behind": None})["behind"]
        assert found == {key: vector[key] for key in found}


def test_the_manual_prints_the_same_vectors() -> None:
    for vector in VECTORS["vectors"]:
        for key in ("seed_pattern", "commitment", "stage_1", "dealt"):
            assert vector[key] in FAIRNESS


def test_words_beyond_the_last_whole_multiple_are_passed_over() -> None:
    """GLI-19 3.2.1: no remainder is more likely than another; sometimes a word is skipped for that."""
    vector = VECTORS["below"]
    seed, n = stranger.seed_of_pattern(vector["seed_pattern"]), vector["n"]
    words = stream(seed, b"boxseat shuffle 1\0vector\0")
    assert [below(words, n) for _ in vector["numbers"]] == vector["numbers"]
    kept = [int(word, 16) for word in vector["words"] if int(word, 16) < n]
    assert len(kept) < len(vector["words"])
    assert vector["numbers"][: len(kept)] == kept
    strangers = stranger.Words(seed, "vector")
    assert [strangers.below(n) for _ in vector["numbers"]] == vector["numbers"]


@pytest.mark.parametrize(
    ("n", "first", "passed"), [(3, 2**32 - 1, True), (3, 2**32 - 2, False), (2**32, 2**32 - 1, False)]
)
def test_the_limit_of_what_is_passed_over(n: int, first: int, passed: bool) -> None:
    assert below(iter((first, 7)), n) == (7 % n if passed else first % n)


def test_every_order_of_three_cards_comes_from_one_run_of_draws_and_no_other() -> None:
    """Each of the six ways to draw gives a different order, so uniform draws give a uniform shuffle."""
    orders = {exchanged("abc", draws) for draws in ((two, one) for two in range(3) for one in range(2))}
    assert orders == set(permutations("abc"))


def exchanged(cards: str, draws: tuple[int, ...]) -> tuple[str, ...]:
    order, numbers = list(cards), iter(draws)
    for last in range(len(order) - 1, 0, -1):
        other = next(numbers)
        order[last], order[other] = order[other], order[last]
    return tuple(order)


def test_all_orders_of_four_cards_are_as_likely() -> None:
    next_seed = seeds("orders")
    seen = Counter(shuffled("abcd", next_seed(), stage_label(1)) for _ in range(12_000))
    assert len(seen) == 24
    assert sum((count - 500) ** 2 / 500 for count in seen.values()) < 49.7  # 23 degrees of freedom, 99.9 %


def test_the_seed_is_longer_than_the_orders_need_and_every_bit_of_it_counts() -> None:
    """GLI-19 3.2.5: an eight-deck shoe has 2**2229 orders; a key would have been hashed down to 2**256."""
    orders = prod(comb(8 * kinds, 8) for kinds in range(1, 53))
    assert 2228 < log2(orders) < 2230 < 8 * SEED_BYTES
    seed = bytes(SEED_BYTES)
    block = list(islice(stream(seed, b"x"), 8))
    for place in range(SEED_BYTES):
        other = seed[:place] + b"\1" + seed[place + 1 :]
        assert list(islice(stream(other, b"x"), 8)) != block


def test_the_blocks_are_no_function_of_a_digest_of_the_seed() -> None:
    """Two seeds that HMAC would treat as the same key, a long one and its digest, give different words."""
    seed = bytes(range(256)) * 2
    assert next(stream(seed, b"x")) != next(stream(hashlib.sha256(seed).digest(), b"x"))


def test_labels_and_seeds_give_orders_of_their_own() -> None:
    pack = whole_pack("A23456789TJQK", 1)
    orders = {
        shuffled(pack, seed, label)
        for seed in (bytes(512), b"\1" * 512)
        for label in ("stage 1", "stage 2", "stage 11")
    }
    assert len(orders) == 6
    assert shuffled(pack, bytes(512), "stage 1") in orders


@given(st.integers(0, 60), st.binary(min_size=512, max_size=512), st.data())
def test_a_shuffle_and_a_cut_keep_every_card(count: int, seed: bytes, data: st.DataObject) -> None:
    order = shuffled(range(count), seed, stage_label(1))
    assert sorted(order) == list(range(count))
    place = data.draw(st.integers(0, count))
    assert cut(order, place)[: count - place] == order[place:]
    assert sorted(cut(order, place)) == list(range(count))


@pytest.mark.parametrize("game", GAMES)
def test_the_cut_is_a_deck_or_more_from_either_end(game: str) -> None:
    """CP 5.3, CB 5.4, SP 5.5, S6 4.5."""
    book = open_book(game)
    one_deck = len(deck(book.cards.ranks.value))
    cards = one_deck * book.cards.decks.value
    assert cut_bounds(book, cards) == (one_deck, cards - one_deck)
    two = changed(book, shoe__cut_from_ends=2)
    assert cut_bounds(two, cards) == (2 * one_deck, cards - 2 * one_deck)


@pytest.mark.parametrize(
    ("cards", "bounds"), [(0, (0, 0)), (1, (0, 1)), (95, (47, 48)), (96, (48, 48)), (97, (48, 49))]
)
def test_too_few_cards_are_cut_in_the_middle(cards: int, bounds: tuple[int, int]) -> None:
    assert cut_bounds(open_book("canberra-pontoon"), cards) == bounds


def test_places_are_drawn_from_least_to_most() -> None:
    next_seed = seeds("places")
    seen = Counter(drawn(next_seed(), "cut 1", 3, 6) for _ in range(2_000))
    assert sorted(seen) == [3, 4, 5, 6]
    assert min(seen.values()) > 400
    assert drawn(bytes(512), "cut 1", 5, 5) == 5


def test_a_pack_lies_by_rank_and_suit_whatever_order_the_book_writes_them_in() -> None:
    assert canonical(parse_cards("KC AS 2D AS TH AH")) == parse_cards("AS AS AH 2D TH KC")
    assert whole_pack("KA", 2) == whole_pack("AK", 2) == parse_cards("AS AS AH AH AD AD AC AC KS KS KH KH KD KD KC KC")


@pytest.mark.parametrize("place", [House, MemoryTable])
def test_seeds_come_from_the_operating_system(place: type) -> None:
    """F4: unless it is told otherwise, the house and the table in the terminal."""
    assert signature(place).parameters["entropy"].default is os.urandom


def test_a_million_seeds_are_all_different() -> None:
    """F4; in `make test`, fewer. Even the first sixteen bytes differ."""
    starts = np.empty((SEEDS, 2), np.uint64)
    for place in range(len(starts)):
        starts[place] = np.frombuffer(os.urandom(SEED_BYTES), np.uint64, 2)
    order = np.lexsort(starts.T)
    assert not (starts[order][1:] == starts[order][:-1]).all(axis=1).any()


def test_after_a_fork_both_sides_have_seeds_of_their_own() -> None:
    """F4: a copied process asks the operating system for new seeds."""
    reading, writing = os.pipe()
    child = os.fork()
    if child == 0:  # pragma: no cover
        os.write(writing, b"".join(os.urandom(SEED_BYTES)[:32] for _ in range(50)))
        os._exit(0)
    os.waitpid(child, 0)
    theirs = os.read(reading, 50 * 32)
    ours = b"".join(os.urandom(SEED_BYTES)[:32] for _ in range(50))
    os.close(reading)
    os.close(writing)
    assert len(set(_pieces(theirs)) | set(_pieces(ours))) == 100


def _pieces(raw: bytes) -> Iterator[bytes]:
    return (raw[at : at + 32] for at in range(0, len(raw), 32))


def test_practice_seeds_come_again_and_are_all_different() -> None:
    first, again, other = seeds("7"), seeds("7"), seeds("8")
    drawn_seeds = [first() for _ in range(100)]
    assert drawn_seeds == [again() for _ in range(100)]
    assert len({*drawn_seeds, *(other() for _ in range(100))}) == 200
    assert {len(seed) for seed in drawn_seeds} == {SEED_BYTES}
