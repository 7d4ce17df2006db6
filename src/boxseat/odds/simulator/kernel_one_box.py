"""JIT-compiled main loops of the simulator: rounds of one box through one finite automaton, counted as whole numbers.

Four shoes are played in parallel to hide memory latency; the automaton counts how often each state is reached, and the few rounds
with a split are finished hand by hand (`kernel_hands.py`). Every rule is an argument.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boxseat.odds.jit import compiled
from boxseat.odds.simulator.automaton import HandByHand
from boxseat.odds.simulator.generator import Cards, Number, Words, below
from boxseat.odds.simulator.kernel_hands import Counts, Dealing, SplitRules, Table, more_cards, reshuffle, split_round

LANES = 4
"""Shoes played side by side."""
ROUND_CARDS_MAX = 60
"""More cards than a round of one box takes."""
PLACE, NUMBER, DEEP, CUT = range(4)
"""What is known of a shoe while it needs no attention: the next card's place, how many cards there are, how deep they are shuffled,
and where the cutting card is."""
SHOE_FIELDS = 4
"""The number of these fields."""


class Whole(NamedTuple):
    """A round of one box as an automaton, as the loops read it; the table counts how often each state is reached."""

    table: Table
    ends_below: int
    splits_from: int
    width: int
    splits: npt.NDArray[np.int32]


@compiled
def _split_from_shoe(
    state: Number,
    whole: Whole,
    tables: HandByHand,
    way: SplitRules,
    cards: Cards,
    known: Counts,
    place: Number,
    chance: Words,
    hand: Counts,
    nets: Counts,
    results: Counts,
) -> tuple[Number, Number]:
    """Finish a round that has been split; where the next one begins, and where the shoe asks for attention."""
    split = (np.int64(state) - whole.splits_from) // whole.width
    # Where the round began is not kept; it had fewer cards than this, so those before are discards.
    began = max(0, np.int64(place) - ROUND_CARDS_MAX)
    known[PLACE], known[DEEP], known[NUMBER] = split_round(
        tables,
        way,
        0,
        np.int64(whole.splits[split, 0]),
        np.int64(whole.splits[split, 1]),
        np.int64(whole.splits[split, 2]),
        cards,
        chance,
        np.int64(place),
        known[DEEP],
        known[NUMBER],
        began,
        hand,
        nets,
        results,
    )
    return np.uint64(known[PLACE]), _mark(known, len(cards))


@compiled
def _at_mark(
    dealing: Dealing, cards: Cards, known: Counts, place: Number, between: Number, chance: Words
) -> tuple[Number, Number]:
    """The cutting card is out: shuffle if the round is over, see that there are cards if it is not."""
    if between:
        known[PLACE], known[DEEP], known[CUT] = reshuffle(dealing, cards, chance)
        known[NUMBER] = dealing.cards
    else:
        known[PLACE] = place
        if known[PLACE] == known[DEEP]:
            began = max(0, known[PLACE] - ROUND_CARDS_MAX)
            known[PLACE], known[DEEP], known[NUMBER] = more_cards(cards, chance, known[PLACE], known[NUMBER], began)
    return np.uint64(known[PLACE]), _mark(known, len(cards))


@compiled
def _mark(known: Counts, cards: int) -> Number:
    """Up to which card a shoe needs no attention; none once its cards have run out."""
    return np.uint64(known[CUT]) if known[PLACE] < known[CUT] and known[NUMBER] == cards else np.uint64(0)


@compiled
def from_shoes(  # noqa: C901
    whole: Whole,
    tables: HandByHand,
    way: SplitRules,
    dealing: Dealing,
    shoes: npt.NDArray[np.uint8],
    known: Counts,
    rounds: Number,
    chance: Words,
    nets: Counts,
    results: Counts,
) -> None:
    """Play so many rounds of one box from each of four shoes; rounds with a split are counted in `nets` and `results`."""
    hand = np.empty(2 * (way.most_hands + 1), dtype=np.int64)
    table = whole.table
    end, split = np.uint32(whole.ends_below), np.uint32(whole.splits_from)
    begin, one, step = np.uint32(0), np.uint32(1), np.uint64(1)
    cards0, cards1, cards2, cards3 = shoes[0], shoes[1], shoes[2], shoes[3]
    known0, known1, known2, known3 = known[0], known[1], known[2], known[3]
    state0 = state1 = state2 = state3 = begin
    left0 = left1 = left2 = left3 = rounds
    place0, mark0 = np.uint64(known0[PLACE]), _mark(known0, dealing.cards)
    place1, mark1 = np.uint64(known1[PLACE]), _mark(known1, dealing.cards)
    place2, mark2 = np.uint64(known2[PLACE]), _mark(known2, dealing.cards)
    place3, mark3 = np.uint64(known3[PLACE]), _mark(known3, dealing.cards)
    # A round takes three cards at least, so that no shoe goes past its rounds in so many steps.
    steps = 3 * rounds
    while steps > 0:
        for _ in range(steps):
            if place0 >= mark0:
                place0, mark0 = _at_mark(dealing, cards0, known0, place0, state0 < end, chance)
            state0 = table[state0 + cards0[place0]]
            table[state0] += one
            place0 += step
            left0 -= state0 < end
            if state0 >= split:
                place0, mark0 = _split_from_shoe(
                    state0, whole, tables, way, cards0, known0, place0, chance, hand, nets, results
                )
                state0 = begin
                left0 -= 1
            if place1 >= mark1:
                place1, mark1 = _at_mark(dealing, cards1, known1, place1, state1 < end, chance)
            state1 = table[state1 + cards1[place1]]
            table[state1] += one
            place1 += step
            left1 -= state1 < end
            if state1 >= split:
                place1, mark1 = _split_from_shoe(
                    state1, whole, tables, way, cards1, known1, place1, chance, hand, nets, results
                )
                state1 = begin
                left1 -= 1
            if place2 >= mark2:
                place2, mark2 = _at_mark(dealing, cards2, known2, place2, state2 < end, chance)
            state2 = table[state2 + cards2[place2]]
            table[state2] += one
            place2 += step
            left2 -= state2 < end
            if state2 >= split:
                place2, mark2 = _split_from_shoe(
                    state2, whole, tables, way, cards2, known2, place2, chance, hand, nets, results
                )
                state2 = begin
                left2 -= 1
            if place3 >= mark3:
                place3, mark3 = _at_mark(dealing, cards3, known3, place3, state3 < end, chance)
            state3 = table[state3 + cards3[place3]]
            table[state3] += one
            place3 += step
            left3 -= state3 < end
            if state3 >= split:
                place3, mark3 = _split_from_shoe(
                    state3, whole, tables, way, cards3, known3, place3, chance, hand, nets, results
                )
                state3 = begin
                left3 -= 1
        steps = 3 * min(left0, left1, left2, left3)
    states, places, lefts = (
        (state0, state1, state2, state3),
        (place0, place1, place2, place3),
        (left0, left1, left2, left3),
    )
    for lane in range(LANES):
        state, place, left = states[lane], places[lane], lefts[lane]
        mark = _mark(known[lane], dealing.cards)
        while left > 0:
            if place >= mark:
                place, mark = _at_mark(dealing, shoes[lane], known[lane], place, state < end, chance)
            state = table[state + shoes[lane, place]]
            table[state] += one
            place += step
            left -= state < end
            if state >= split:
                place, mark = _split_from_shoe(
                    state, whole, tables, way, shoes[lane], known[lane], place, chance, hand, nets, results
                )
                state = begin
                left -= 1


@compiled
def _chosen_again(chosen: Number, bound: Number, chance: Words) -> Number:
    """A draw by 16 bits that may be uneven: draw again if it is."""
    if chosen & np.uint64(0xFFFF) < (np.uint64(1 << 16) - bound) % bound:
        return np.uint64(below(chance, bound)) << np.uint64(16)
    return chosen


@compiled
def _split_from_fresh_shoe(
    state: Number,
    whole: Whole,
    tables: HandByHand,
    way: SplitRules,
    cards: Cards,
    place: Number,
    chance: Words,
    hand: Counts,
    nets: Counts,
    results: Counts,
) -> None:
    split = (np.int64(state) - whole.splits_from) // whole.width
    split_round(
        tables,
        way,
        0,
        np.int64(whole.splits[split, 0]),
        np.int64(whole.splits[split, 1]),
        np.int64(whole.splits[split, 2]),
        cards,
        chance,
        np.int64(place),
        np.int64(place),
        len(cards),
        0,
        hand,
        nets,
        results,
    )


@compiled
def from_fresh_shoes(  # noqa: C901
    whole: Whole,
    tables: HandByHand,
    way: SplitRules,
    shoes: npt.NDArray[np.uint8],
    rounds: Number,
    own: Words,
    chance: Words,
    nets: Counts,
    results: Counts,
) -> None:
    """As `from_shoes`, with all cards shuffled before every round: a uniform draw from those not yet out.

    One word of the loop's `own` generator, kept out of memory, serves a card of each shoe.
    """
    hand = np.empty(2 * (way.most_hands + 1), dtype=np.int64)
    table = whole.table
    end, split = np.uint32(whole.ends_below), np.uint32(whole.splits_from)
    begin, one, step, none = np.uint32(0), np.uint32(1), np.uint64(1), np.uint64(0)
    number, low, half = np.uint64(shoes.shape[1]), np.uint64(0xFFFF), np.uint64(16)
    cards0, cards1, cards2, cards3 = shoes[0], shoes[1], shoes[2], shoes[3]
    state0 = state1 = state2 = state3 = begin
    place0 = place1 = place2 = place3 = none
    left0 = left1 = left2 = left3 = rounds
    a, b, c, d = own[0], own[1], own[2], own[3]
    steps = 3 * rounds
    while steps > 0:
        for _ in range(steps):
            word = a + d
            word = ((word << np.uint64(23)) | (word >> np.uint64(41))) + a
            shifted = b << np.uint64(17)
            c ^= a
            d ^= b
            b ^= c
            a ^= d
            c ^= shifted
            d = (d << np.uint64(45)) | (d >> np.uint64(19))
            bound = number - place0
            chosen = (word & low) * bound
            if chosen & low < bound:
                chosen = _chosen_again(chosen, bound, chance)
            other = place0 + (chosen >> half)
            card = cards0[other]
            cards0[other] = cards0[place0]
            cards0[place0] = card
            state0 = table[state0 + card]
            table[state0] += one
            over = state0 < end
            left0 -= over
            place0 = none if over else place0 + step
            if state0 >= split:
                _split_from_fresh_shoe(state0, whole, tables, way, cards0, place0, chance, hand, nets, results)
                state0 = begin
                place0 = none
                left0 -= 1
            bound = number - place1
            chosen = ((word >> half) & low) * bound
            if chosen & low < bound:
                chosen = _chosen_again(chosen, bound, chance)
            other = place1 + (chosen >> half)
            card = cards1[other]
            cards1[other] = cards1[place1]
            cards1[place1] = card
            state1 = table[state1 + card]
            table[state1] += one
            over = state1 < end
            left1 -= over
            place1 = none if over else place1 + step
            if state1 >= split:
                _split_from_fresh_shoe(state1, whole, tables, way, cards1, place1, chance, hand, nets, results)
                state1 = begin
                place1 = none
                left1 -= 1
            bound = number - place2
            chosen = ((word >> np.uint64(32)) & low) * bound
            if chosen & low < bound:
                chosen = _chosen_again(chosen, bound, chance)
            other = place2 + (chosen >> half)
            card = cards2[other]
            cards2[other] = cards2[place2]
            cards2[place2] = card
            state2 = table[state2 + card]
            table[state2] += one
            over = state2 < end
            left2 -= over
            place2 = none if over else place2 + step
            if state2 >= split:
                _split_from_fresh_shoe(state2, whole, tables, way, cards2, place2, chance, hand, nets, results)
                state2 = begin
                place2 = none
                left2 -= 1
            bound = number - place3
            chosen = (word >> np.uint64(48)) * bound
            if chosen & low < bound:
                chosen = _chosen_again(chosen, bound, chance)
            other = place3 + (chosen >> half)
            card = cards3[other]
            cards3[other] = cards3[place3]
            cards3[place3] = card
            state3 = table[state3 + card]
            table[state3] += one
            over = state3 < end
            left3 -= over
            place3 = none if over else place3 + step
            if state3 >= split:
                _split_from_fresh_shoe(state3, whole, tables, way, cards3, place3, chance, hand, nets, results)
                state3 = begin
                place3 = none
                left3 -= 1
        steps = 3 * min(left0, left1, left2, left3)
    states, places, lefts = (
        (state0, state1, state2, state3),
        (place0, place1, place2, place3),
        (left0, left1, left2, left3),
    )
    for lane in range(LANES):
        state, place, left = states[lane], places[lane], lefts[lane]
        cards = shoes[lane]
        while left > 0:
            other = place + np.uint64(below(chance, number - place))
            card = cards[other]
            cards[other] = cards[place]
            cards[place] = card
            state = table[state + card]
            table[state] += one
            place += step
            if state >= split:
                _split_from_fresh_shoe(state, whole, tables, way, cards, place, chance, hand, nets, results)
                state = begin
            if state < end:
                place = none
                left -= 1
