"""JIT-compiled kernel: one box played by a card count, which is kept card by card and chooses the policy."""

from __future__ import annotations

from typing import NamedTuple

import numpy as np

from boxseat.odds.jit import compiled
from boxseat.odds.simulator.automaton import HandByHand
from boxseat.odds.simulator.generator import Cards, Words, shuffle
from boxseat.odds.simulator.kernel_hands import Counts, Dealing, SplitRules, Table, reshuffle
from boxseat.odds.simulator.kernel_table import CARDS, ROUNDS, Count, SideOffers, Tally, at_the_table

ROUND_CARDS_MAX = 40
"""A round of one box that is not split takes fewer cards, so the shoe is checked once a round."""


class Counted(NamedTuple):
    """A round of one box as an automaton for every policy; the first column of an end is its number."""

    table: Table
    seconds: Table
    """The state of a box with its first card, by policy, the dealer's symbol and the card's."""
    ends_below: int
    splits_from: int


@compiled
def by_count(
    whole: Counted,
    tables: HandByHand,
    way: SplitRules,
    dealing: Dealing,
    count: Count,
    offers: SideOffers,
    cards: Cards,
    shoe: Counts,
    rounds: int,
    chance: Words,
    tally: Tally,
    ends: Counts,
) -> None:
    """Play so many rounds from a shoe, counted in `ends` by the count's place and the round's end.

    Rounds that are split or insured, and those near the end of the cards, are played box by box into the tally.
    """
    table, seconds, tags, places = whole.table, whole.seconds, count.tags, count.places
    first_row = np.uint32(whole.ends_below)
    rows = np.uint32(whole.splits_from - whole.ends_below)
    symbols = tables.symbols
    lowest, highest = count.lowest, count.lowest + places.shape[1] - 1
    place, deep, number, cut, running = shoe[0], shoe[1], shoe[2], shoe[3], shoe[4]
    no_path = np.zeros((0, 0), dtype=np.int64)
    dealt = 0
    alone = 0
    for _ in range(rounds):
        if place >= cut or number != dealing.cards:
            place, deep, cut = reshuffle(dealing, cards, chance)
            number = dealing.cards
            running = count.initial
        if deep < place + ROUND_CARDS_MAX and deep < number:
            further = min(place + 2 * ROUND_CARDS_MAX, number)
            shuffle(chance, cards, deep, number, further)
            deep = further
        began, before = place, running
        one, dealers, other = cards[place], cards[place + 1], cards[place + 2]
        running += tags[one] + tags[dealers] + tags[other]
        seen = min(max(running, lowest), highest) - lowest
        now = places[number - place - 3, seen]
        row = (count.policies[now] * symbols + dealers - 1) * symbols + one - 1
        state = table[seconds[row] + other]
        place += 3
        apart = number < began + ROUND_CARDS_MAX or (offers.insurable[np.int64(dealers) - 1] and count.insures[now])
        while state - first_row < rows and not apart:
            card = cards[place]
            running += tags[card]
            place += 1
            state = table[state + card]
        if apart or state >= whole.splits_from:
            shoe[0], shoe[1], shoe[2], shoe[3], shoe[4] = began, deep, number, cut, before
            at_the_table(tables, way, dealing, count, offers, 1, cards, shoe, 1, chance, tally, no_path)
            place, deep, number, cut, running = shoe[0], shoe[1], shoe[2], shoe[3], shoe[4]
            alone += 1
        else:
            at_bet = places[number - began, min(max(before, lowest), highest) - lowest]
            ends[at_bet, table[state]] += 1
            dealt += place - began
    tally.others[ROUNDS] += rounds - alone
    tally.others[CARDS] += dealt
    shoe[0], shoe[1], shoe[2], shoe[3], shoe[4] = place, deep, number, cut, running
