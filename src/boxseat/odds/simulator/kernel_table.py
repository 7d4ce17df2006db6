"""JIT-compiled kernel of a whole table: one to seven boxes, a count with index plays, insurance and side bets."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boxseat.odds.jit import compiled
from boxseat.odds.simulator.automaton import HandByHand
from boxseat.odds.simulator.generator import Cards, Number, Words, shuffle
from boxseat.odds.simulator.hand_ends import NOTHING, SECOND_CARD, TAKEN
from boxseat.odds.simulator.kernel_hands import (
    CONTINUOUS,
    FRESH,
    Counts,
    Dealing,
    SplitRules,
    back_to_the_wheel,
    dealers_hand,
    more_cards,
    reshuffle,
    settle,
    split_hands,
)

ROUNDS, CARDS, BONUSES, SHARED, EMPTY = range(5)
"""Other counters: rounds, cards, Super Bonuses, shares of others in one, and rounds that no shoe could finish."""
OTHER_COUNTERS = 5
"""The number of other counters."""

NO_PATH: Counts = np.zeros((0, 0), dtype=np.int64)
"""No path is recorded."""


class Tally(NamedTuple):
    """Counts of simulated rounds, all whole numbers; tallies of different chunks are added."""

    nets: Counts
    """Rounds of one box by the count's place when the bet was laid and by the net in parts of a unit, none in the middle."""
    tables: Counts
    """Rounds by the count's place and the net of all boxes together."""
    products: Counts
    """The products of two boxes' nets in the same round, with their bets."""
    results: Counts
    """Hands by what they came to; last but one the cards of rounds that left the automaton, and last the Super Bonuses."""
    pairs: Counts
    sevens: Counts
    """Side bets by what they came to, losers first."""
    insured: Counts
    """Units insured, and units that won by it, by the count's place."""
    others: Counts


class Count(NamedTuple):
    """A counting system as numbers; one place and no tags where nobody counts."""

    counting: bool
    tags: Counts
    """By symbol, from one upwards."""
    initial: int
    lowest: int
    """The lowest running count."""
    places: npt.NDArray[np.int16]
    """The place of the true count by cards left and the running count above the lowest."""
    policies: Counts
    """The policy to play by, by the place."""
    bets: Counts
    insures: Counts


class SideOffers(NamedTuple):
    """Side bets and insurance, by symbol."""

    insurable: Counts
    """First cards of the dealer that open insurance."""
    natural_insured: bool
    naturals: Counts
    """-1 for an ace, 1 for a card that counts ten, 0 for others: two of them make a natural where their product is below zero."""
    side_bets: bool
    pairs: Counts
    """What two cards make as a pair: 0 no pair, then mixed, coloured, perfect."""
    sevens: Counts
    """0 for a card that is no seven, else its suit from one upwards."""


@compiled
def _place_of(count: Count, running: Number, left: Number) -> Number:
    if not count.counting:
        return 0
    above = min(max(running - count.lowest, 0), count.places.shape[1] - 1)
    return np.int64(count.places[left, above])


@compiled
def _sevens_line(first: Number, second: Number, third: Number) -> Number:
    """The line of Super Sevens: none, one, two, two suited, three, three suited; each card a suit from one, or no seven."""
    if first == 0:
        return 0
    if second == 0:
        return 1
    if third == 0:
        return 3 if first == second else 2
    return 5 if first == second and second == third else 4


@compiled
def at_the_table(  # noqa: C901
    tables: HandByHand,
    way: SplitRules,
    dealing: Dealing,
    count: Count,
    offers: SideOffers,
    boxes: int,
    cards: Cards,
    shoe: Counts,
    rounds: int,
    chance: Words,
    tally: Tally,
    path: Counts,
) -> None:
    """Play rounds into a tally. `shoe` holds the next card's place, how deep the cards are shuffled, their number, the
    cut and the running count.

    `path`, if it has rows, gets the boxes' nets with their bets and the number of cards of every round.
    """
    memory, symbols = tables.memory, tables.symbols
    nets, both, results = tally.nets, tally.tables, tally.results
    middle, middle_both = nets.shape[1] // 2, both.shape[1] // 2
    most = way.most_hands
    first = np.zeros(boxes, dtype=np.int64)
    second = np.zeros(boxes, dtype=np.int64)
    formed = np.zeros(boxes, dtype=np.int64)
    suited = np.zeros(boxes, dtype=np.bool_)
    won = np.zeros(boxes, dtype=np.int64)
    hands = np.zeros((boxes, 2 * (most + 1)), dtype=np.int64)
    place, deep, number, cut = shoe[0], shoe[1], shoe[2], shoe[3]
    running = shoe[4]
    for played in range(rounds):
        # The shoe is made ready.
        if dealing.way == FRESH:
            place, deep, number = 0, min(3 * boxes + 4, dealing.cards), dealing.cards
            shuffle(chance, cards, 0, number, deep)
            running = count.initial
        elif dealing.way == CONTINUOUS:
            deep = back_to_the_wheel(cards, chance, place, deep, dealing.ready)
            place, number = 0, dealing.cards
            running = count.initial
        elif place >= cut or number != dealing.cards:
            place, deep, cut = reshuffle(dealing, cards, chance)
            number = dealing.cards
            running = count.initial
        began = seen = place
        at_bet = _place_of(count, running, number - place)
        bet = count.bets[at_bet]
        # The initial deal.
        for box in range(boxes):
            if place == deep:
                place, deep, number = more_cards(cards, chance, place, number, began)
            first[box] = np.int64(cards[place]) - 1
            place += 1
        if place == deep:
            place, deep, number = more_cards(cards, chance, place, number, began)
        dealers: Number = np.int64(cards[place]) - 1
        place += 1
        for box in range(boxes):
            if place == deep:
                place, deep, number = more_cards(cards, chance, place, number, began)
            second[box] = np.int64(cards[place]) - 1
            place += 1
        if count.counting:
            for at in range(seen, place):
                running += count.tags[cards[at]]
            seen = place
        # Insurance is laid before any box is played.
        needs: Number = NOTHING
        insured = 0
        if offers.insurable[dealers] and count.insures[_place_of(count, running, number - place)]:
            for box in range(boxes):
                makes_natural = offers.naturals[first[box]] * offers.naturals[second[box]] < 0
                if offers.natural_insured or not makes_natural:
                    insured += 1
            if insured:
                needs = SECOND_CARD
        # The boxes in turn.
        for box in range(boxes):
            policy = count.policies[_place_of(count, running, number - place)]
            row = (policy * symbols + dealers) * symbols + first[box]
            state = memory[np.int64(memory[tables.begins + row]) + second[box] + 1]
            formed[box] = 1
            suited[box] = False
            third_at = place if place < number else 0
            drawn_from = place
            if state >= tables.splits_from:
                formed[box], suited[box], place, deep, number = split_hands(
                    tables,
                    way,
                    policy,
                    dealers,
                    first[box],
                    second[box],
                    cards,
                    chance,
                    place,
                    deep,
                    number,
                    began,
                    hands[box],
                )
            else:
                while state >= tables.hands_end_below:
                    if place == deep:
                        place, deep, number = more_cards(cards, chance, place, number, began)
                    state = memory[np.int64(state) + cards[place]]
                    place += 1
                hands[box, 0] = memory[state]
            for at in range(formed[box]):
                needs = max(needs, np.int64(memory[tables.needs + hands[box, at]]))
            if offers.side_bets:
                tally.pairs[offers.pairs[first[box] * symbols + second[box]]] += 1
                third = 0 if place == drawn_from else offers.sevens[np.int64(cards[third_at]) - 1]
                tally.sevens[_sevens_line(offers.sevens[first[box]], offers.sevens[second[box]], third)] += 1
            if count.counting:
                for at in range(seen, place):
                    running += count.tags[cards[at]]
                seen = place
        outcome, place, deep, number = dealers_hand(tables, needs, dealers, cards, chance, place, deep, number, began)
        if count.counting:
            for at in range(seen, place):
                running += count.tags[cards[at]]
        # Settlement.
        if insured:
            tally.insured[at_bet, 0] += insured * bet
            if outcome == TAKEN:
                tally.insured[at_bet, 1] += insured * bet
        total = 0
        winners = 0
        for box in range(boxes):
            won[box], bonuses = settle(tables, way, outcome, hands[box], formed[box], suited[box], results)
            results[-1] += bonuses
            winners += bonuses > 0
            total += won[box]
            nets[at_bet, won[box] + middle] += 1
        both[at_bet, total + middle_both] += 1
        if winners:
            tally.others[SHARED] += boxes - winners
        if boxes > 1:
            for box in range(boxes):
                for other in range(boxes):
                    tally.products[box, other] += won[box] * won[other] * bet * bet
        used = place - began if number == dealing.cards else place + dealing.cards - began
        tally.others[CARDS] += used
        if number == 0:
            tally.others[EMPTY] += 1
        if len(path):
            for box in range(boxes):
                path[played, box] = won[box] * bet
            path[played, boxes] = used
    tally.others[ROUNDS] += rounds
    shoe[0], shoe[1], shoe[2], shoe[3], shoe[4] = place, deep, number, cut, running
