"""F1: the dealt cards pass the battery at 99 per cent, and shuffles with planted faults fail it.

The shoes are the same in every run, so the verdict is too.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import permutations
from math import comb, exp, pi

import numpy as np
import pytest

from boxseat.fairness.shuffle import below, stream
from tests.fairness.distributions import chi_square_tail, f_tail, holm
from tests.fairness.randomness import CARDS, PACK, Battery, Shuffle, dealt, real_shuffle, run
from tests.tiers import heavy, size

SHOES = size(2_500, 20_000)
SPOILT = size(2_000, 4_000)
"""Fewer shoes are enough to find the planted faults."""


def test_the_dealt_cards_pass_the_battery() -> None:
    battery = run(real_shuffle, SHOES, "quick")
    assert battery.shoes == SHOES
    assert len(battery.tests) == 11
    assert battery.failed() == [], battery.tails()


def modulo_biased(seed: bytes) -> Sequence[int]:
    """A modulo bias: remainders of twelve-bit words, so that low numbers come more often."""
    words, order = stream(seed, b"planted"), list(range(CARDS))
    for last in range(CARDS - 1, 0, -1):
        other = (next(words) >> 20) % (last + 1)
        order[last], order[other] = order[other], order[last]
    return order


def off_by_one(seed: bytes) -> Sequence[int]:
    """A number below i instead of below i + 1: no card ever stays in its place."""
    words, order = stream(seed, b"planted"), list(range(CARDS))
    for last in range(CARDS - 1, 0, -1):
        other = below(words, last)
        order[last], order[other] = order[other], order[last]
    return order


def from_anywhere(seed: bytes) -> Sequence[int]:
    """Each place is exchanged with any other: the orders are not equally likely."""
    words, order = stream(seed, b"planted"), list(range(CARDS))
    for place in range(CARDS):
        other = below(words, CARDS)
        order[place], order[other] = order[other], order[place]
    return order


@heavy
@pytest.mark.parametrize("planted", [modulo_biased, off_by_one, from_anywhere], ids=lambda one: one.__name__)
def test_a_planted_fault_fails_the_same_battery(planted: Shuffle) -> None:
    assert run(planted, SPOILT, "planted").failed()


def clumped(orders: np.ndarray[tuple[int, int], np.dtype[np.int16]]) -> None:
    """Sometimes two neighbours of one rank are put together, like cards that stick."""
    for order in orders:
        for place in range(0, CARDS - 2, 8):
            same = np.nonzero(order[place + 1 : place + 9] // 32 == order[place] // 32)[0]
            if len(same):
                other = place + 1 + int(same[0])
                order[place + 1], order[other] = order[other], order[place + 1]


def even(shoes: int) -> np.ndarray[tuple[int, int], np.dtype[np.int16]]:
    chance = np.random.default_rng(5)
    return chance.permuted(np.tile(np.arange(CARDS, dtype=np.int16), (shoes, 1)), axis=1)


def failing(orders: np.ndarray[tuple[int, int], np.dtype[np.int16]]) -> set[str]:
    battery = Battery()
    battery.see(orders)
    return {name for name, tail in battery.tails().items() if tail < 1e-4}


def test_each_test_of_the_battery_finds_what_it_is_for() -> None:
    """A planted fault for each of the tests: each finds its own."""
    orders = even(2_000)
    assert failing(orders) == set()
    sticky = orders.copy()
    clumped(sticky)
    assert {"overlaps", "poker", "gap"} <= failing(sticky)
    copied = orders.copy()
    copied[1::2] = copied[0::2]
    copied[1::2, 60:] = np.random.default_rng(6).permuted(copied[1::2, 60:], axis=1)
    assert "interplay correlation" in failing(copied)
    twice = orders.copy()
    twice[7] = twice[1_500]
    assert failing(twice) == {"duplicates"}
    by_colour = orders.copy()
    red = np.isin(by_colour // 8 % 4, (1, 2))
    for order, is_red in zip(by_colour, red, strict=True):
        order[:40] = order[:40][np.argsort(is_red[:40], kind="stable")]
    assert "runs" in failing(by_colour)
    late_kings = orders.copy()
    for order in late_kings:
        order[:60] = order[:60][np.argsort(order[:60] // 32 == 12, kind="stable")]
    assert {"coupon collector", "total distribution"} <= failing(late_kings)
    rising = orders.copy()
    rising[:, :40].sort(axis=1)
    assert {"permutation", "serial correlation", "drift"} <= failing(rising)


def test_the_cards_dealt_are_the_packs() -> None:
    shoes = dealt(np.array([real_shuffle(bytes(512))], np.int16))
    kinds = np.bincount(shoes.kind[0])
    assert (len(kinds), set(kinds.tolist())) == (52, {8})
    for card, kind, rank in zip(shoes.card[0], shoes.kind[0], shoes.rank[0], strict=True):
        assert "A23456789TJQK"[rank] == PACK[card].rank
        assert "SHDC"[kind % 4] == PACK[card].suit


def test_known_distributions_add_up() -> None:
    for test in Battery().tests:
        if hasattr(test, "chances"):
            assert sum(test.chances) == pytest.approx(1, abs=1e-12)
            assert min(test.chances) >= 0


def test_tails_are_those_of_the_tables() -> None:
    """Closed forms, and values from published tables."""
    assert chi_square_tail(10.0, 2) == pytest.approx(exp(-5), rel=1e-12)
    assert chi_square_tail(3.841458820694124, 1) == pytest.approx(0.05, rel=1e-9)
    assert chi_square_tail(41.638398118858476, 23) == pytest.approx(0.01, rel=1e-9)
    assert chi_square_tail(0.0, 5) == 1
    assert chi_square_tail(1e6, 5) == 0
    large = 172_225
    assert chi_square_tail(large, large) == pytest.approx(0.5 - 1 / (3 * (pi * large) ** 0.5), abs=1e-4)
    assert f_tail(4.0, 2, 10) == pytest.approx((1 + 2 * 4.0 / 10) ** -5, rel=1e-12)
    assert f_tail(4.964602743730711, 1, 10) == pytest.approx(0.05, rel=1e-9)
    assert f_tail(1.5, 24, 10**7) == pytest.approx(chi_square_tail(36.0, 24), rel=1e-4)
    binomial = sum(comb(20, k) for k in range(15, 21)) / 2**20
    assert f_tail(6 / 15 / 1.0, 30, 12) == pytest.approx(1 - binomial, rel=1e-9)


def test_holm_fails_the_least_likely_first_and_stops() -> None:
    assert holm({"a": 0.0009, "b": 0.5, "c": 0.0001}, 0.003) == ["c", "a"]
    assert holm({"a": 0.0011, "b": 0.0012, "c": 0.5}, 0.003) == []
    assert holm({"a": 0.0011, "b": 0.0012, "c": 0.0009}, 0.003) == ["c", "a", "b"]


def test_all_24_orders_of_four_have_codes_of_their_own() -> None:
    pairs = [(one, other) for one in range(4) for other in range(one)]
    assert len({tuple(order[one] > order[other] for one, other in pairs) for order in permutations(range(4))}) == 24
