"""F1, the battery: eleven tests on the cards dealt from many shoes, taken together as one test at 99 per cent.

GLI-19's seven tests and four more. The cards of a shoe are drawn without replacement, and every expectation here is
computed exactly for that. If a shoe gives one figure, its whole distribution is known. If it gives many dependent
figures, their means are known, and their spread is measured. The cards are taken as shuffled, before the cut, as from a
shuffling device: a random cut would hide many faults of an order.

    python -m tests.fairness.randomness --shoes 1000000 [--seed NAME] [--processes 2]
"""

from __future__ import annotations

import argparse
import hashlib
import os
import signal
import sys
import time
from abc import ABC, abstractmethod
from collections.abc import Callable, Iterable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from itertools import pairwise
from math import comb
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from boxseat.cards import RANKS, deck
from boxseat.fairness.shuffle import SEED_BYTES, shuffled, stage_label, whole_pack
from tests.fairness.distributions import chi_square_tail, histogram_tail, holm, means_tail

DECKS = 8
PACK = whole_pack(RANKS, DECKS)
CARDS = len(PACK)
OF_A_KIND = DECKS
OF_A_RANK = 4 * DECKS
LEVEL = 0.01
CHUNK = 2_000

Shuffle = Callable[[bytes], Sequence[int]]
"""From a seed to the order of the cards, by their places in the pack before the shuffle."""


def real_shuffle(seed: bytes) -> Sequence[int]:
    """The table's own shuffle."""
    return shuffled(range(CARDS), seed, stage_label(1))


class Dealt(NamedTuple):
    """Some shoes, one per row, their cards in the order of dealing."""

    card: NDArray[np.int16]
    """The card's place in the pack before the shuffle, so that equal cards differ."""
    kind: NDArray[np.int16]
    rank: NDArray[np.int16]


def dealt(orders: NDArray[np.int16]) -> Dealt:
    return Dealt(orders, _KIND[orders], _RANK[orders])


_KINDS = {card: number for number, card in enumerate(deck(RANKS))}
_KIND = np.array([_KINDS[card] for card in PACK], np.int16)
_RANK = np.array([RANKS.index(card.rank) for card in PACK], np.int16)
_POINTS = np.minimum(np.arange(len(RANKS)) + 1, 10).astype(np.float32)
_RED = np.array([card.is_red for card in deck(RANKS)])


class Test(ABC):
    """One test of the battery: it reads all the shoes, and returns how rare the result is."""

    name: str

    @abstractmethod
    def see(self, shoes: Dealt) -> None: ...

    @abstractmethod
    def tail(self) -> float: ...


class OneFigure(Test):
    """A test in which each shoe gives one whole number with a known distribution."""

    def __init__(self) -> None:
        self.chances = self.known()
        self.seen = np.zeros(len(self.chances), np.int64)

    @abstractmethod
    def known(self) -> list[float]: ...

    @abstractmethod
    def figures(self, shoes: Dealt) -> NDArray[np.int64]: ...

    def see(self, shoes: Dealt) -> None:
        self.seen += np.bincount(self.figures(shoes), minlength=len(self.seen))

    def tail(self) -> float:
        return histogram_tail(self.seen, self.chances)


class ManyFigures(Test):
    """A test in which each shoe, or pair of shoes, gives figures with known means."""

    def __init__(self) -> None:
        self.due = self.means()
        self.number, self.total = 0, np.zeros(len(self.due))
        self.products = np.zeros((len(self.due), len(self.due)))

    @abstractmethod
    def means(self) -> NDArray[np.float64]: ...

    @abstractmethod
    def figures(self, shoes: Dealt) -> NDArray[np.float64]: ...

    def see(self, shoes: Dealt) -> None:
        found = self.figures(shoes)
        self.number += len(found)
        self.total += found.sum(axis=0)
        self.products += found.T @ found

    def tail(self) -> float:
        return means_tail(self.number, self.total, self.products, self.due)


def counted(codes: NDArray[np.int64], size: int) -> NDArray[np.float64]:
    """How often each code occurs in each row."""
    rows = len(codes)
    flat = (codes + np.arange(rows)[:, None] * size).ravel()
    return np.bincount(flat, minlength=rows * size).reshape(rows, size).astype(float)


class TotalDistribution(Test):
    """Every card comes equally often in every place: chi-square of card by place."""

    name = "total distribution"

    def __init__(self) -> None:
        self.number, self.seen = 0, np.zeros(CARDS * CARDS, np.int64)

    def see(self, shoes: Dealt) -> None:
        self.number += len(shoes.card)
        self.seen += np.bincount((shoes.card * np.int64(CARDS) + np.arange(CARDS)).ravel(), minlength=CARDS * CARDS)

    def tail(self) -> float:
        due = self.number / CARDS
        figure = float(((self.seen - due) ** 2).sum()) / due * (CARDS - 1) / CARDS
        return chi_square_tail(figure, (CARDS - 1) ** 2)


class Overlaps(ManyFigures):
    """Every rank follows every other equally often, counted at each card: overlapping pairs."""

    name = "overlaps"

    def means(self) -> NDArray[np.float64]:
        due = np.full((13, 13), OF_A_RANK**2 / CARDS)
        np.fill_diagonal(due, OF_A_RANK * (OF_A_RANK - 1) / CARDS)
        return due.ravel()[:-1]

    def figures(self, shoes: Dealt) -> NDArray[np.float64]:
        codes = shoes.rank[:, :-1] * np.int64(13) + shoes.rank[:, 1:]
        return counted(codes, 169)[:, :-1]


class CouponCollector(OneFigure):
    """The number of cards dealt until every rank has come."""

    name = "coupon collector"

    def known(self) -> list[float]:
        def all_within(cards: int) -> float:
            ways: int = sum((-1) ** k * comb(13, k) * comb(CARDS - k * OF_A_RANK, cards) for k in range(14))
            return ways / comb(CARDS, cards)

        reached = [all_within(cards) for cards in range(CARDS + 1)]
        return [reached[0], *(after - before for before, after in pairwise(reached))]

    def figures(self, shoes: Dealt) -> NDArray[np.int64]:
        first = [(shoes.rank == rank).argmax(axis=1) for rank in range(13)]
        return np.asarray(np.max(first, axis=0) + 1)


class Runs(OneFigure):
    """The number of runs of one colour in the shoe (Wald and Wolfowitz)."""

    name = "runs"

    def known(self) -> list[float]:
        half = CARDS // 2
        chances = [0.0] * (CARDS + 1)
        for k in range(1, half + 1):
            chances[2 * k] = 2 * comb(half - 1, k - 1) ** 2 / comb(CARDS, half)
            if k < half:
                chances[2 * k + 1] = 2 * comb(half - 1, k - 1) * comb(half - 1, k) / comb(CARDS, half)
        return chances

    def figures(self, shoes: Dealt) -> NDArray[np.int64]:
        red = _RED[shoes.kind]
        return np.asarray((red[:, 1:] != red[:, :-1]).sum(axis=1) + 1)


class Interplay(ManyFigures):
    """A card says nothing about the next shoe's card in the same place: ranks by ranks, one shoe and the next."""

    name = "interplay correlation"

    def means(self) -> NDArray[np.float64]:
        return np.full(144, CARDS / 169)

    def figures(self, shoes: Dealt) -> NDArray[np.float64]:
        codes = shoes.rank[0::2] * np.int64(13) + shoes.rank[1::2]
        return counted(codes, 169).reshape(-1, 13, 13)[:, :12, :12].reshape(-1, 144)


class SerialCorrelation(ManyFigures):
    """The points of a card say nothing about those of the cards 1 to 24 places later."""

    name = "serial correlation"
    LAGS = range(1, 25)
    _centred = _POINTS - _POINTS.mean()

    def means(self) -> NDArray[np.float64]:
        spread = float((self._centred.astype(float) ** 2).mean())
        return np.array([-(CARDS - lag) * spread / (CARDS - 1) for lag in self.LAGS])

    def figures(self, shoes: Dealt) -> NDArray[np.float64]:
        points = self._centred[shoes.rank]
        return np.stack(
            [np.einsum("ij,ij->i", points[:, :-lag], points[:, lag:], dtype=np.float64) for lag in self.LAGS], axis=1
        )


class Duplicates(OneFigure):
    """The number of different cards among the first 52 dealt; and no shoe comes twice."""

    name = "duplicates"
    FIRST = 52

    def __init__(self) -> None:
        super().__init__()
        self.shoes: list[NDArray[np.uint64]] = []
        self._weights = np.random.default_rng(1).integers(0, 2**63, CARDS, np.uint64) * 2 + 1

    def known(self) -> list[float]:
        one_kind = [0, *(comb(OF_A_KIND, number) for number in range(1, OF_A_KIND + 1))]
        ways, chances = [1], [0.0]
        for kinds in range(1, 53):
            ways = [
                sum(ways[size - more] * one_kind[more] for more in range(OF_A_KIND + 1) if 0 <= size - more < len(ways))
                for size in range(min(len(ways) + OF_A_KIND, self.FIRST + 1))
            ]
            found = ways[self.FIRST] if len(ways) > self.FIRST else 0
            chances.append(comb(52, kinds) * found / comb(CARDS, self.FIRST))
        return chances

    def figures(self, shoes: Dealt) -> NDArray[np.int64]:
        self.shoes.append((shoes.card.astype(np.uint64) * self._weights).sum(axis=1))
        first = np.sort(shoes.kind[:, : self.FIRST], axis=1)
        return np.asarray((first[:, 1:] != first[:, :-1]).sum(axis=1) + 1)

    def tail(self) -> float:
        everything = np.concatenate(self.shoes)
        return super().tail() if len(np.unique(everything)) == len(everything) else 0.0


class Gap(ManyFigures):
    """The number of cards between one ace and the next, before the first and after the last."""

    name = "gap"
    LONGEST = 25

    def means(self) -> NDArray[np.float64]:
        aces = OF_A_RANK
        return np.array(
            [(aces + 1) * comb(CARDS - 1 - gap, aces - 1) / comb(CARDS, aces) for gap in range(self.LONGEST)]
        )

    def figures(self, shoes: Dealt) -> NDArray[np.float64]:
        rows = len(shoes.rank)
        places = np.nonzero(shoes.rank == 0)[1].reshape(rows, OF_A_RANK)
        edges = np.hstack([np.full((rows, 1), -1), places, np.full((rows, 1), CARDS)])
        gaps = np.minimum(np.diff(edges, axis=1) - 1, self.LONGEST)
        return counted(gaps, self.LONGEST + 1)[:, :-1]


class Poker(ManyFigures):
    """Groups of five cards as poker hands, by rank: nothing, a pair, two pairs, three, a full house, four or more."""

    name = "poker"
    BY_EQUAL_PAIRS = np.array([0, 1, 2, 3, 4, 5, 5, 5, 5, 5, 5])

    def means(self) -> NDArray[np.float64]:
        of = OF_A_RANK
        ways = [
            comb(13, 5) * of**5,
            13 * comb(of, 2) * comb(12, 3) * of**3,
            comb(13, 2) * comb(of, 2) ** 2 * 11 * of,
            13 * comb(of, 3) * comb(12, 2) * of**2,
            13 * comb(of, 3) * 12 * comb(of, 2),
        ]
        return np.array([CARDS // 5 * way / comb(CARDS, 5) for way in ways])

    def figures(self, shoes: Dealt) -> NDArray[np.float64]:
        hands = [shoes.rank[:, place : CARDS // 5 * 5 : 5] for place in range(5)]
        equal = sum(
            ((hands[one] == hands[other]).astype(np.int8) for one in range(5) for other in range(one)),
            start=np.zeros_like(hands[0], np.int8),
        )
        return counted(self.BY_EQUAL_PAIRS[equal], 6)[:, :5]


class Permutation(Test):
    """Groups of four cards have each of the 24 orders equally often."""

    name = "permutation"

    def __init__(self) -> None:
        self.seen = np.zeros(64, np.int64)

    def see(self, shoes: Dealt) -> None:
        four = [shoes.card[:, place::4] for place in range(4)]
        pairs = [(one, other) for one in range(4) for other in range(one)]
        codes = sum(
            ((four[one] > four[other]).astype(np.int64) << bit for bit, (one, other) in enumerate(pairs)),
            start=np.zeros(four[0].shape, np.int64),
        )
        self.seen += np.bincount(codes.ravel(), minlength=64)

    def tail(self) -> float:
        number, orders = self.seen.sum(), np.sort(self.seen)[-24:]
        assert orders.sum() == number
        due = number / 24
        return chi_square_tail(float(((orders - due) ** 2).sum() / due), 23)


class Drift(ManyFigures):
    """Cards from the front of the pack come neither early nor late, as they would with a modulo bias."""

    name = "drift"

    def means(self) -> NDArray[np.float64]:
        return np.zeros(1)

    def figures(self, shoes: Dealt) -> NDArray[np.float64]:
        places = np.arange(CARDS) - (CARDS - 1) / 2
        return ((shoes.card - (CARDS - 1) / 2) @ places)[:, None] / CARDS**2


class Battery:
    """The eleven tests, and their joint verdict."""

    def __init__(self) -> None:
        self.shoes = 0
        self.tests: list[Test] = [
            TotalDistribution(),
            Overlaps(),
            CouponCollector(),
            Runs(),
            Interplay(),
            SerialCorrelation(),
            Duplicates(),
            Gap(),
            Poker(),
            Permutation(),
            Drift(),
        ]

    def see(self, orders: NDArray[np.int16]) -> None:
        assert len(orders) % 2 == 0
        shoes = dealt(orders)
        self.shoes += len(orders)
        for test in self.tests:
            test.see(shoes)

    def tails(self) -> dict[str, float]:
        return {test.name: test.tail() for test in self.tests}

    def failed(self) -> list[str]:
        return holm(self.tails(), LEVEL)


def named_seed(name: str, number: int) -> bytes:
    """A reproducible seed: the same name and number give the same seed."""
    return hashlib.shake_256(f"battery\0{name}\0{number}".encode()).digest(SEED_BYTES)


def orders_from(shuffle: Shuffle, name: str, numbers: range) -> NDArray[np.int16]:
    """Shuffled shoes by their numbers; without a name the seeds are random."""
    seeds: Iterable[bytes] = (named_seed(name, number) if name else os.urandom(SEED_BYTES) for number in numbers)
    return np.array([shuffle(seed) for seed in seeds], np.int16)


def run(shuffle: Shuffle, shoes: int, name: str) -> Battery:
    battery = Battery()
    for numbers in chunks(shoes):
        battery.see(orders_from(shuffle, name, numbers))
    return battery


def chunks(shoes: int) -> Iterator[range]:
    return (range(first, min(first + CHUNK, shoes)) for first in range(0, shoes, CHUNK))


def soak(shoes: int, name: str, processes: int) -> Battery:
    """The battery over more shoes in several processes, with progress on standard error; Ctrl-C stops it early."""
    battery, began = Battery(), time.monotonic()
    stopped: list[int] = []
    signal.signal(signal.SIGINT, lambda number, _: stopped.append(number))
    pool = ProcessPoolExecutor(processes, initializer=signal.signal, initargs=(signal.SIGINT, signal.SIG_IGN))
    try:
        for orders in pool.map(partial(orders_from, real_shuffle, name), chunks(shoes)):
            battery.see(orders)
            rate = battery.shoes / (time.monotonic() - began)
            left = (shoes - battery.shoes) / rate
            sys.stderr.write(f"\r{battery.shoes:,} of {shoes:,} shoes, {rate:,.0f}/s, {left:,.0f} s to go   ")
            sys.stderr.flush()
            if stopped:
                break
    finally:
        pool.shutdown(cancel_futures=True)
    sys.stderr.write("\n")
    return battery


def main() -> int:
    parser = argparse.ArgumentParser(description="The battery of tests on dealt cards.")
    parser.add_argument("--shoes", type=int, default=20_000)
    parser.add_argument("--seed", default="", help="a name that gives the same shoes again; random by default")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1)
    asked = parser.parse_args()
    if asked.shoes < 2_000 or asked.shoes % 2:
        parser.error("--shoes: an even number from 2,000 up")
    battery = soak(asked.shoes, asked.seed, asked.processes)
    tails = battery.tails()
    for test, tail in tails.items():
        sys.stdout.write(f"{test:24} p = {tail:.4g}\n")
    failed = holm(tails, LEVEL)
    sys.stdout.write(f"{battery.shoes:,} shoes: {'FAILED: ' + ', '.join(failed) if failed else 'passed at 99 %'}\n")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
