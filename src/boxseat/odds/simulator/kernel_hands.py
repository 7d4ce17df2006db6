"""JIT-compiled kernel: rounds played hand by hand, for splits, several boxes, counts and side bets.

Every rule comes in as an argument.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boxseat.odds.jit import compiled
from boxseat.odds.simulator.automaton import SPLIT_AGAIN, HandByHand
from boxseat.odds.simulator.generator import Cards, Number, Words, below, shuffle
from boxseat.odds.simulator.hand_ends import NO_NATURAL, NOTHING, OUTCOMES, SPARED, TAKEN, WHOLE_HAND

Counts = npt.NDArray[np.int64]
Table = npt.NDArray[np.uint32]

SHOE, CONTINUOUS, FRESH = range(3)
"""Where the cards come from."""
CARDS_PER_SHUFFLE_STEP = 16
"""How many more cards are shuffled when some are needed."""


class Dealing(NamedTuple):
    """Where the cards come from, by the book and the table."""

    way: int
    cards: int
    burns: int
    least_behind: int
    most_behind: int
    """How many cards lie behind the cutting card."""
    ready: int
    """How many cards of a continuous shuffler have left the wheel and lie ready to be dealt."""


class SplitRules(NamedTuple):
    """The rules of splits that the loops need beside the tables."""

    most_hands: int
    plus_one: bool
    """A dealer's natural takes one wager of a box's undecided hands, whichever comes first (R03)."""


@compiled
def reshuffle(dealing: Dealing, cards: Cards, chance: Words) -> tuple[Number, Number, Number]:
    """Shuffle all cards, no deeper than they will be dealt, and cut; the first is burnt where the book says so.

    Returns the place of the next card, how deep the shuffle went, and where the cutting card is.
    """
    behind = dealing.least_behind
    if dealing.most_behind > behind:
        behind += below(chance, dealing.most_behind - behind + 1)
    cut = dealing.cards - behind
    deep = min(cut + CARDS_PER_SHUFFLE_STEP, dealing.cards)
    shuffle(chance, cards, 0, dealing.cards, deep)
    return dealing.burns, deep, cut


@compiled
def more_cards(
    cards: Cards, chance: Words, place: Number, number: Number, began: Number
) -> tuple[Number, Number, Number]:
    """Shuffle some more cards; if the shoe is empty, the discards from before the round `began` are dealt.

    Returns the place to deal from, how deep the shuffle goes, and how many cards there are; -1, 0, 0 where no card is left.
    """
    if place == number:
        place, number = 0, began
        if number == 0:
            return -1, 0, 0
    deep = min(place + CARDS_PER_SHUFFLE_STEP, number)
    shuffle(chance, cards, place, number, deep)
    return place, deep, number


@compiled
def back_to_the_wheel(cards: Cards, chance: Words, used: int, deep: int, ready: int) -> int:
    """Return the round's cards to a continuous shuffler; returns how many lie ready to be dealt, now at the front."""
    waiting = min(ready, len(cards) - used)
    if deep < used + waiting:
        shuffle(chance, cards, deep, len(cards), used + waiting)
    for place in range(waiting):
        held = cards[place]
        cards[place] = cards[place + used]
        cards[place + used] = held
    return waiting


@compiled
def split_round(
    tables: HandByHand,
    way: SplitRules,
    policy: Number,
    dealers: Number,
    one: Number,
    other: Number,
    cards: Cards,
    chance: Words,
    place: Number,
    deep: Number,
    number: Number,
    began: Number,
    hand: Counts,
    nets: Counts,
    results: Counts,
) -> tuple[Number, Number, Number]:
    """Play the rest of a round of one box that has been split from the cards at `place`, settle and count it.

    Returns the place of the next card, how deep the shuffle goes, and how many cards there are.
    """
    memory = tables.memory
    begun, cards_in_all = place, number
    formed, suited, place, deep, number = split_hands(
        tables, way, policy, dealers, one, other, cards, chance, place, deep, number, began, hand
    )
    needs: Number = NOTHING
    for at in range(formed):
        needs = max(needs, np.int64(memory[tables.needs + hand[at]]))
    outcome, place, deep, number = dealers_hand(tables, needs, dealers, cards, chance, place, deep, number, began)
    net, bonuses = settle(tables, way, outcome, hand, formed, suited, results)
    nets[net + len(nets) // 2] += 1
    results[-1] += bonuses
    results[-2] += place - begun if number == cards_in_all else cards_in_all - begun + place
    return place, deep, number


@compiled
def split_hands(
    tables: HandByHand,
    way: SplitRules,
    policy: Number,
    dealers: Number,
    one: Number,
    other: Number,
    cards: Cards,
    chance: Words,
    place: Number,
    deep: Number,
    number: Number,
    began: Number,
    hand: Counts,
) -> tuple[Number, bool, Number, Number, Number]:
    """Play the hands of a split, their ends into `hand`; returns how many, if equal cards were split, the shoe."""
    memory = tables.memory
    symbols = tables.symbols
    starts = way.most_hands + 1
    hand[starts] = one
    hand[starts + 1] = other
    formed, at = 2, 0
    suited = one == other
    while at < formed:
        if place == deep:
            place, deep, number = more_cards(cards, chance, place, number, began)
        card = np.int64(cards[place]) - 1
        place += 1
        start = hand[starts + at]
        row = ((policy * 2 + (formed < way.most_hands)) * 2 + (at > 0)) * symbols + dealers
        state = memory[tables.again + (row * symbols + start) * symbols + card]
        if state == SPLIT_AGAIN:
            for later in range(formed, at + 1, -1):
                hand[starts + later] = hand[starts + later - 1]
            hand[starts + at + 1] = card
            formed += 1
            suited = suited or start == card
            continue
        while state >= tables.hands_end_below:
            if place == deep:
                place, deep, number = more_cards(cards, chance, place, number, began)
            state = memory[np.int64(state) + cards[place]]
            place += 1
        hand[at] = memory[state]
        at += 1
    return formed, suited, place, deep, number


@compiled
def dealers_hand(
    tables: HandByHand,
    needs: Number,
    dealers: Number,
    cards: Cards,
    chance: Words,
    place: Number,
    deep: Number,
    number: Number,
    began: Number,
) -> tuple[Number, Number, Number, Number]:
    """Draw the dealer's hand as far as an end needs it; returns the outcome and the shoe."""
    memory = tables.memory
    outcome: Number = NO_NATURAL
    if needs != NOTHING:
        state = memory[tables.dealer_begins + dealers]
        while state >= tables.dealer_ends_below:
            if place == deep:
                place, deep, number = more_cards(cards, chance, place, number, began)
            state = memory[np.int64(state) + cards[place]]
            place += 1
            if needs != WHOLE_HAND:
                break
        if state < tables.dealer_ends_below:
            outcome = np.int64(memory[state])
    return outcome, place, deep, number


@compiled
def settle(
    tables: HandByHand, way: SplitRules, outcome: Number, hand: Counts, formed: int, suited: bool, results: Counts
) -> tuple[Number, Number]:
    """Settle a box's hands and count each under its result; returns the net and the number of Super Bonuses.

    A dealer's natural takes one own wager: of the first undecided hand or of the first hand, by the reading (R03).
    """
    memory = tables.memory
    net: Number = 0
    bonuses: Number = 0
    collected = False
    for at in range(formed):
        end = hand[at]
        by = outcome
        if outcome == TAKEN:
            takes = at == 0
            if way.plus_one:
                takes = memory[tables.undecided + end] == 1 and not collected
                collected = collected or takes
            by = TAKEN if takes else SPARED
        own = np.int64(np.int32(memory[tables.net + end * OUTCOMES + by]))
        net += own
        results[memory[tables.result + end * OUTCOMES + by]] += 1
        if memory[tables.bonus + end] == 1 and own > 0 and not suited:
            bonuses += 1
    return net, bonuses
