"""JIT-compiled kernel for split hands that a dealer's natural makes dependent: how often they are undecided when it comes.

All orders of the same cards are equally likely, so hands are counted by their cards and the number of orders in which the strategy
reaches them; two hands together are drawn from one shoe.
"""

from __future__ import annotations

import numpy as np

from boxseat.cards import TWENTY_ONE
from boxseat.odds.exact.kernel_values import Floats, HandRules, Ints, Played, doubled_total, natural_next
from boxseat.odds.hands import VALUES, Hands
from boxseat.odds.jit import compiled
from boxseat.odds.policy import HIT, STAND

CARDS_TAKEN_MAX = 48
"""The length of arrays by number of cards taken; two hands together take fewer."""


@compiled
def undecided_ways(
    start_place: int, order: Ints, table: Hands, played: Played, rules: HandRules, shares: Floats
) -> Floats:
    """The number of ways in which a split hand ends undecided, by whether its second card pairs, and by place.

    `shares` are the parts of a second card's value that pair or not and stand, draw or double.
    """
    ways = np.zeros((2, len(table.hard)))
    ends = np.zeros((2, len(table.hard)))
    for place in range(len(order)):
        i = order[place]
        if table.size[i] == 1:
            continue
        for pairs in range(2):
            if table.size[i] == 2:
                value = 0
                while table.child[start_place, value] != i:
                    value += 1
                for action in range(3):
                    _end(i, action, shares[pairs, action, value], table, played, rules, ways[pairs], ends[pairs])
            else:
                _end(i, played.action[i], ways[pairs, i], table, played, rules, ways[pairs], ends[pairs])
    return ends


@compiled
def _end(
    i: int, action: int, number: float, table: Hands, played: Played, rules: HandRules, ways: Floats, ends: Floats
) -> None:
    if number == 0.0 or (table.points[i] == TWENTY_ONE and rules.wins_at_once):
        return
    if action == STAND:
        ends[i] += number
        return
    for v in range(VALUES):
        c = table.child[i, v]
        if c < 0:
            continue
        if action == HIT:
            ways[c] += number
            continue
        ace = 1 if v == 0 and rules.aces_at_one and table.hard[i] + 11 <= TWENTY_ONE else 0
        after = doubled_total(table.hard[c], table.points[c], ace, rules)
        if not (after == TWENTY_ONE and rules.wins_at_once) and not played.forfeit[c, ace]:
            ends[c] += number


@compiled
def _falls(shoe: Floats) -> Floats:
    """The number of ways to take cards of each value, and in the last row one over the ways to take any."""
    fall = np.zeros((VALUES + 1, CARDS_TAKEN_MAX))
    cards = shoe.sum()
    fall[:, 0] = 1.0
    for m in range(1, CARDS_TAKEN_MAX):
        for v in range(VALUES):
            fall[v, m] = fall[v, m - 1] * max(shoe[v] - m + 1, 0.0)
        fall[VALUES, m] = fall[VALUES, m - 1] / (cards - m + 1) if cards >= m else 0.0
    return fall


@compiled
def with_another(shoe: Floats, first: int, held: Ints, others: Ints, ways: Floats) -> Floats:
    """For each of the hands `held`: how often, given its cards, another is undecided and the dealer has a natural.

    Both `held` and `others` are what a hand drew beside its split card; the shoe is without the split cards.
    """
    out = np.zeros(len(held))
    left = np.zeros(VALUES)
    for i in range(len(held)):
        short = False
        for v in range(VALUES):
            left[v] = shoe[v] - held[i, v]
            short = short or left[v] < 0
        if short:
            continue
        fall = _falls(left)
        cards = left.sum()
        for j in range(len(others)):
            product = ways[j]
            drawn = 0
            for v in range(VALUES):
                product *= fall[v, others[j, v]]
                drawn += others[j, v]
            if product > 0.0:
                tens, aces = left[VALUES - 1] - others[j, VALUES - 1], left[0] - others[j, 0]
                out[i] += product * fall[VALUES, drawn] * natural_next(first, tens, aces, cards - drawn)
    return out


@compiled
def alone(shoe: Floats, first: int, held: Ints, ways: Floats) -> float:
    """How often a hand is undecided and the dealer has a natural."""
    nothing = np.zeros((1, VALUES), dtype=np.int64)
    return float(with_another(shoe, first, nothing, held, ways)[0])


@compiled
def together(shoe: Floats, first: int, held: Ints, ways: Floats, other_ways: Floats) -> float:
    """How often two hands, each with its own numbers of ways, are both undecided and the dealer has a natural."""
    fall = _falls(shoe)
    cards = shoe.sum()
    size = np.zeros(len(held), dtype=np.int64)
    for i in range(len(held)):
        size[i] = held[i].sum()
    out = 0.0
    for i in range(len(held)):
        for j in range(i + 1):
            number = ways[i] * other_ways[j] + (ways[j] * other_ways[i] if i != j else 0.0)
            if number == 0.0:
                continue
            for v in range(VALUES):
                number *= fall[v, held[i, v] + held[j, v]]
            drawn = size[i] + size[j]
            tens = shoe[VALUES - 1] - held[i, VALUES - 1] - held[j, VALUES - 1]
            aces = shoe[0] - held[i, 0] - held[j, 0]
            if number > 0.0:
                out += number * fall[VALUES, drawn] * natural_next(first, tens, aces, cards - drawn)
    return out
