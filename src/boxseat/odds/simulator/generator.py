"""JIT-compiled random number generator (PRNG) of the simulator: one per chunk of rounds, uniform draws, and shuffles.

The generator is xoshiro256++ by David Blackman and Sebastiano Vigna, its state filled by SplitMix64 from the seed and the chunk's
number. Uniform draws multiply and reject (Daniel Lemire, "Fast random integer generation in an interval", 2019); a shuffle takes
six of them from one word (Nevin Brackett-Rozinsky and Daniel Lemire, "Batched ranged random integer generation", 2024).
"""

from __future__ import annotations

from typing import Any

import numpy as np
import numpy.typing as npt

from boxseat.odds.jit import compiled, inlined

Number = Any
"""A whole number in compiled code, of whatever width; Python's own types cannot say it."""
Words = npt.NDArray[np.uint64]
"""The four 64-bit words of a generator."""
Cards = npt.NDArray[np.uint8]
"""Cards as symbols or codes."""

LOW_32_BITS = 0xFFFFFFFF
CARDS_IN_THREES_MAX = 1600
"""With more cards, three draws do not fit into 32 bits."""


@inlined
def _turned(word: Number, by: Number) -> Number:
    return (word << np.uint64(by)) | (word >> np.uint64(64 - by))


@compiled
def _mixed(word: Number) -> Number:
    """SplitMix64's scrambling of a counter."""
    word = (word ^ (word >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    word = (word ^ (word >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return word ^ (word >> np.uint64(31))


@compiled
def generator(seed: Number, chunk: Number) -> Words:
    """The state of a chunk's PRNG: SplitMix64's sequence from the scrambled numbers of the seed and the chunk."""
    state = np.empty(4, dtype=np.uint64)
    counter = _mixed(np.uint64(seed)) ^ _mixed(np.uint64(chunk) + np.uint64(0x632BE59BD9B4E019))
    for place in range(4):
        counter += np.uint64(0x9E3779B97F4A7C15)
        state[place] = _mixed(counter)
    return state


@inlined
def next_word(state: Words) -> Number:
    """The next 64 random bits."""
    a, b, c, d = state[0], state[1], state[2], state[3]
    word = _turned(a + d, 23) + a
    shifted = b << np.uint64(17)
    c ^= a
    d ^= b
    state[1] = b ^ c
    state[0] = a ^ d
    state[2] = c ^ shifted
    state[3] = _turned(d, 45)
    return word


@compiled
def below(state: Words, number: Number) -> Number:
    """A uniform random number from 0 to one less than `number`."""
    while True:
        product = (next_word(state) >> np.uint64(32)) * np.uint64(number)
        low = product & np.uint64(LOW_32_BITS)
        if low >= np.uint64(number) or low >= (np.uint64(1 << 32) - np.uint64(number)) % np.uint64(number):
            return np.int64(product >> np.uint64(32))


@compiled
def shuffle(state: Words, cards: Cards, begin: Number, number: Number, deep: Number) -> None:
    """Continue a shuffle: uniformly choose and order cards from `begin` to `number`, up to the place `deep`."""
    place = begin
    in_threes = number - begin <= CARDS_IN_THREES_MAX
    while in_threes and place + 3 <= deep:
        word = next_word(state)
        for half in range(2):
            if place + 3 > deep:
                break
            left = np.uint64(number - place)
            bound = left * (left - np.uint64(1)) * (left - np.uint64(2))
            rest = (word >> np.uint64(32)) if half else word & np.uint64(LOW_32_BITS)
            one = rest * left
            two = (one & np.uint64(LOW_32_BITS)) * (left - np.uint64(1))
            three = (two & np.uint64(LOW_32_BITS)) * (left - np.uint64(2))
            low = three & np.uint64(LOW_32_BITS)
            if low < bound and low < (np.uint64(1 << 32) - bound) % bound:
                break
            _swap(cards, place, place + np.int64(one >> np.uint64(32)))
            _swap(cards, place + 1, place + 1 + np.int64(two >> np.uint64(32)))
            _swap(cards, place + 2, place + 2 + np.int64(three >> np.uint64(32)))
            place += 3
    while place < deep:
        _swap(cards, place, place + below(state, number - place))
        place += 1


@inlined
def _swap(cards: Cards, one: Number, other: Number) -> None:
    held = cards[other]
    cards[other] = cards[one]
    cards[one] = held
