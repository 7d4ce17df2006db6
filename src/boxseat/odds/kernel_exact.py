"""The arithmetic of exact values, compiled: a dealer's outcomes from a given shoe, and the best play of every hand.

Every rule comes in as an argument, so that compiled code never holds on to a rule that has changed.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boxseat.odds.compiled import compiled, inlined
from boxseat.odds.hands import BUST, LOWEST_STAND, NATURAL, OUTCOMES, TEN, VALUES

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

STAND, HIT, DOUBLE = 0, 1, 2
MOST_DRAWN = 24


class HandRules(NamedTuple):
    """What decides the play of one hand, as numbers."""

    wins_at_once: bool
    equal_loses: bool
    stand_from: int
    odds: Floats
    """What a 21 pays by its number of cards."""
    double_on: int
    """0 never, 1 the first two cards, 2 any."""
    double_lowest: int
    double_highest: int
    double_soft: bool
    aces_at_one: bool
    forfeit: bool
    double_odds: Floats
    """What a doubled 21 pays by its number of cards."""
    natural_takes_own: bool
    natural_takes_double: bool
    natural_returns_lost_own: bool
    natural_returns_lost_double: bool
    one_card: bool
    """A split ace: one card and no decision."""


class DealerTable(NamedTuple):
    """A dealer's hands as lists of (value, number drawn), in an order that shares beginnings."""

    begins: Ints
    """Where each hand's list begins, and the last one ends."""
    shared: Ints
    """How many entries at the list's beginning are those of the hand before."""
    value: Ints
    number: Ints
    size: Ints
    ways: Floats
    outcome: Ints


@compiled
def dealer_outcomes(shoe: Floats, start: int, counts: Ints, table: DealerTable) -> Floats:
    """The chances of the dealer's outcomes after every hand with its `start` card, from what the shoe then holds.

    Hands that the shoe cannot deal are left at zero.
    """
    out = np.zeros((len(counts), OUTCOMES))
    fall = np.ones((VALUES, MOST_DRAWN))
    below = np.ones(MOST_DRAWN)
    product = np.ones(MOST_DRAWN)
    for i in range(len(counts)):
        if start >= 0 and counts[i, start] == 0:
            continue
        total = 0.0
        short = False
        for v in range(VALUES):
            rem = shoe[v] - counts[i, v] + (1 if v == start else 0)
            short = short or rem < 0
            total += rem
            for m in range(1, MOST_DRAWN):
                fall[v, m] = fall[v, m - 1] * (rem - m + 1 if rem >= m else 0.0)
        if short or total < 1:
            continue
        for m in range(1, MOST_DRAWN):
            below[m] = below[m - 1] / (total - m + 1) if total >= m else 0.0
        for t in range(len(table.size)):
            place = table.shared[t]
            for j in range(table.begins[t] + place, table.begins[t + 1]):
                product[place + 1] = product[place] * fall[table.value[j], table.number[j]]
                place += 1
            out[i, table.outcome[t]] += product[place] * table.ways[t] * below[table.size[t]]
    return out


@inlined
def _against(points: int, outcomes: Floats, odds: float, equal_loses: bool) -> float:
    """What one unit on a total is worth against a dealer's outcomes other than a natural."""
    won: float = outcomes[BUST]
    lost: float = 0.0
    for place in range(BUST):
        dealers = place + LOWEST_STAND
        if dealers < points:
            won += outcomes[place]
        elif dealers > points or equal_loses:
            lost += outcomes[place]
    return won * odds - lost


@compiled
def play_hands(  # noqa: C901
    first: int,
    shoes: Floats,
    coefficients: Floats,
    start: int,
    counts: Ints,
    hard: Ints,
    size: Ints,
    points: Ints,
    child: Ints,
    outcomes_of: Floats,
    rules: HandRules,
    fixed: Ints,
) -> tuple[Floats, Floats, Floats, Floats, Ints]:
    """Values of standing, drawing and doubling, and the best of them, for every hand and every shoe.

    `shoes` are what is left beside the hand's own cards but its `start` (a split card, or -1). With several shoes one decision is
    taken for all of them, weighted by `coefficients`; with `fixed` decisions given, those are followed.
    """
    layers = len(shoes)
    number = len(hard)
    stand = np.zeros((layers, number))
    hit = np.zeros((layers, number))
    double = np.full((layers, number), -9.0)
    best = np.zeros((layers, number))
    action = np.zeros(number, dtype=np.int64)
    rem = np.zeros(VALUES)
    weight = np.zeros(layers)
    for i in range(number - 1, -1, -1):
        if start >= 0 and counts[i, start] == 0:
            continue
        soft = points[i] != hard[i]
        may_double = rules.double_on == 2 or (rules.double_on == 1 and size[i] == 2)
        may_double = may_double and size[i] >= 2 and rules.double_lowest <= points[i] <= rules.double_highest
        may_double = may_double and (rules.double_soft or not soft)
        may_stand = soft or points[i] >= rules.stand_from
        possible = False
        for k in range(layers):
            total = 0.0
            short = False
            weight[k] = coefficients[k]
            for v in range(VALUES):
                own = counts[i, v] - (1 if v == start else 0)
                rem[v] = shoes[k, v] - own
                if rem[v] < 0:
                    short = True
                total += rem[v]
            if short or total < 1:
                weight[k] = 0.0
                continue
            possible = True
            if layers > 1:
                left = total
                for v in range(VALUES):
                    own = counts[i, v] - (1 if v == start else 0)
                    for m in range(own):
                        left += 1
                        weight[k] *= (shoes[k, v] - m) / left
            outcomes = outcomes_of[k, i]
            taken = outcomes[NATURAL]
            at_21 = rules.odds[size[i]] if points[i] == 21 else 1.0
            value = _against(points[i], outcomes, at_21, rules.equal_loses)
            stand[k, i] = value - (taken if rules.natural_takes_own else 0.0)
            drawn = 0.0
            doubled = 0.0
            for v in range(VALUES):
                if rem[v] <= 0:
                    continue
                p = rem[v] / total
                after = total - 1
                tens = rem[TEN] - (1 if v == TEN else 0)
                aces = rem[0] - (1 if v == 0 else 0)
                comes = 0.0
                if after > 0:
                    comes = tens / after if first == 0 else (aces / after if first == TEN else 0.0)
                c = child[i, v]
                if c < 0:
                    drawn += p * (-1.0 + (comes if rules.natural_returns_lost_own else 0.0))
                elif points[c] == 21 and rules.wins_at_once:
                    drawn += p * rules.odds[size[c]]
                elif points[c] == 21:
                    drawn += p * stand[k, c]
                else:
                    drawn += p * best[k, c]
                if not may_double:
                    continue
                total_after = hard[i] + v + 1
                if rules.aces_at_one:
                    if v == 0 and total_after + 10 <= 21:
                        total_after += 10
                elif c >= 0:
                    total_after = points[c]
                back = comes if rules.natural_returns_lost_own else 0.0
                if total_after > 21:
                    doubled += p * (-2.0 + back + (comes if rules.natural_returns_lost_double else 0.0))
                elif total_after == 21 and rules.wins_at_once:
                    doubled += p * 2.0 * rules.double_odds[size[c]]
                else:
                    odds = rules.double_odds[size[c]] if total_after == 21 else 1.0
                    kept = 2.0 * _against(total_after, outcomes_of[k, c], odds, rules.equal_loses)
                    lost = outcomes_of[k, c, NATURAL]
                    kept -= lost * (
                        (1.0 if rules.natural_takes_own else 0.0) + (1.0 if rules.natural_takes_double else 0.0)
                    )
                    given_up = -1.0 + back
                    if rules.forfeit and given_up > kept:
                        kept = given_up
                    doubled += p * kept
            hit[k, i] = drawn
            if may_double:
                double[k, i] = doubled
        if not possible:
            continue
        if points[i] == 21 or (rules.one_card and size[i] >= 2):
            chosen = STAND
        elif size[i] == 1:
            chosen = HIT
        elif fixed[i] >= 0:
            chosen = fixed[i]
        else:
            worth_stand = 0.0
            worth_hit = 0.0
            worth_double = 0.0
            for k in range(layers):
                worth_stand += weight[k] * stand[k, i]
                worth_hit += weight[k] * hit[k, i]
                worth_double += weight[k] * double[k, i]
            chosen = HIT
            worth = worth_hit
            if may_stand and worth_stand > worth:
                chosen = STAND
                worth = worth_stand
            if may_double and worth_double > worth:
                chosen = DOUBLE
        action[i] = chosen
        for k in range(layers):
            if chosen == STAND:
                best[k, i] = stand[k, i]
            elif chosen == HIT:
                best[k, i] = hit[k, i]
            else:
                best[k, i] = double[k, i]
    return stand, hit, double, best, action
