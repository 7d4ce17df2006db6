"""JIT-compiled kernel of the exact values: a dealer's outcomes from a given shoe, and the best play of every hand.

Every rule is an argument, so that cached compiled code never contains a rule.
"""

from __future__ import annotations

from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boxseat.cards import TWENTY_ONE
from boxseat.odds.hands import BUST, LOWEST_STAND, NATURAL, OUTCOMES, TEN, VALUES, Hands
from boxseat.odds.jit import compiled, inlined
from boxseat.odds.policy import DOUBLE, HIT, STAND, Bools, Decisions

Floats = npt.NDArray[np.float64]
Ints = npt.NDArray[np.int64]

CARDS_DRAWN_MAX = 24
"""The length of arrays by number of cards; no hand has as many."""
SHOES_PER_PASS = 16
"""Shoes computed side by side, so that one read of the dealer's table serves them all."""
NOT_ALLOWED = -9.0
"""Marks the value of an action that is not allowed, in units; lower than any real one."""


class HandRules(NamedTuple):
    """The rules for one kind of hand, as numbers."""

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
    double_lines: bool
    """Lines that name ranks are paid on doubled hands too."""
    natural_takes_own: bool
    natural_takes_double: bool
    natural_returns_lost_own: bool
    natural_returns_lost_double: bool
    one_card: bool
    """A split ace: one card and no decision."""


class DealerTable(NamedTuple):
    """The hands a dealer stands on as lists of (value, number drawn), sorted so that neighbours share beginnings."""

    begins: Ints
    """Where each hand's list begins, and the last one ends."""
    shared: Ints
    """How many entries at the list's beginning are those of the hand before."""
    value: Ints
    number: Ints
    size: Ints
    ways: Floats
    outcome: Ints


class Shoes(NamedTuple):
    """The shoes a hand is played from: the cards gone, and the dealer's outcomes from the rest."""

    first: int
    """The value of the dealer's first card, which is out."""
    left: Floats
    """Cards of each value before any hand was dealt."""
    start: int
    """The value a split hand began with; -1 for a hand that was not split."""
    gone: Ints
    """How many more of that value are gone beside the hand, for each shoe."""
    weights: Floats
    """How much each shoe counts where one decision is taken for all."""
    order: Ints
    """The hands to play, lower totals first."""
    at: Ints
    """Where `outcomes` has a shoe and hand."""
    outcomes: Floats


class Played(NamedTuple):
    """The value of every hand from each shoe, by decision, and the decisions."""

    stand: Floats
    hit: Floats
    double: Floats
    best: Floats
    kept: Floats
    """Doubled hands by shoe, place with the double card, and 1 where that is an ace at 11; the better of keeping and forfeiting."""
    paid: Floats
    """The chance that a 21 is paid."""
    action: Decisions
    forfeit: Bools


@compiled
def dealer_outcomes(shoe: Floats, gone: Ints, table: DealerTable) -> Floats:
    """The chances of the dealer's outcomes for every set of cards gone from the shoe; what does not stand is a bust."""
    out = np.zeros((len(gone), OUTCOMES))
    fall = np.ones((VALUES, CARDS_DRAWN_MAX, SHOES_PER_PASS))
    below = np.ones((CARDS_DRAWN_MAX, SHOES_PER_PASS))
    product = np.ones((CARDS_DRAWN_MAX, SHOES_PER_PASS))
    sums = np.zeros((OUTCOMES, SHOES_PER_PASS))
    for base in range(0, len(gone), SHOES_PER_PASS):
        for a in range(SHOES_PER_PASS):
            i = min(base + a, len(gone) - 1)
            total = 0.0
            for v in range(VALUES):
                rem = shoe[v] - gone[i, v]
                total += rem
                for m in range(1, TWENTY_ONE // (v + 1) + 2):
                    fall[v, m, a] = fall[v, m - 1, a] * (rem - m + 1 if rem >= m else 0.0)
            for m in range(1, CARDS_DRAWN_MAX):
                below[m, a] = below[m - 1, a] / (total - m + 1) if total >= m else 0.0
        sums[:] = 0.0
        for t in range(len(table.size)):
            place = table.shared[t]
            for j in range(table.begins[t] + place, table.begins[t + 1]):
                v, m = table.value[j], table.number[j]
                for a in range(SHOES_PER_PASS):
                    product[place + 1, a] = product[place, a] * fall[v, m, a]
                place += 1
            o, s, w = table.outcome[t], table.size[t], table.ways[t]
            for a in range(SHOES_PER_PASS):
                sums[o, a] += product[place, a] * below[s, a] * w
        for a in range(min(SHOES_PER_PASS, len(gone) - base)):
            for o in range(OUTCOMES):
                out[base + a, o] = sums[o, a]
            out[base + a, BUST] = max(0.0, 1.0 - out[base + a].sum())
    return out


@inlined
def against(points: int, outcomes: Floats, odds: float, equal_loses: bool) -> float:
    """The value of one unit on a total against a dealer's outcomes other than a natural."""
    won: float = outcomes[BUST]
    lost: float = 0.0
    for place in range(BUST):
        dealers = place + LOWEST_STAND
        if dealers < points:
            won += outcomes[place]
        elif dealers > points or equal_loses:
            lost += outcomes[place]
    return won * odds - lost


@inlined
def natural_next(first: int, tens: float, aces: float, cards: float) -> float:
    """The chance that the dealer's second card makes a natural."""
    if cards <= 0:
        return 0.0
    return tens / cards if first == 0 else (aces / cards if first == TEN else 0.0)


@inlined
def doubled_total(hard: int, points: int, ace: int, rules: HandRules) -> int:
    """The total of a doubled hand (R02); `ace` is 1 where the double card is an ace at 11."""
    return (hard + 10 * ace) if rules.aces_at_one else points


@inlined
def may_double(size: int, hard: int, points: int, rules: HandRules) -> bool:
    """Whether a hand may be doubled."""
    allowed = rules.double_on == 2 or (rules.double_on == 1 and size == 2)
    return (
        allowed
        and size >= 2
        and rules.double_lowest <= points <= rules.double_highest
        and (rules.double_soft or points == hard)
        and not rules.one_card
    )


@compiled
def play_hands(  # noqa: C901
    shoes: Shoes, table: Hands, rules: HandRules, spared: Floats, fixed: Decisions, fixed_forfeit: Bools
) -> Played:
    """The value of every hand by dynamic programming, with the best decisions or, where given, the `fixed` ones.

    With several shoes one decision is taken for all of them. `spared` is what a hand that is undecided when the dealer has a
    natural is given back because other hands of the box are too.
    """
    layers = len(shoes.gone)
    number = len(table.hard)
    stand = np.zeros((layers, number))
    hit = np.zeros((layers, number))
    double = np.full((layers, number), NOT_ALLOWED)
    best = np.zeros((layers, number))
    kept = np.zeros((layers, number, 2))
    paid = np.ones((layers, number))
    action = np.zeros(number, dtype=np.int8)
    forfeit = np.zeros((number, 2), dtype=np.bool_)
    rem = np.zeros(VALUES)
    weight = np.zeros(layers)
    first, start = shoes.first, shoes.start
    own_stakes = 1.0 if rules.natural_takes_own else 0.0
    both_stakes = own_stakes + (1.0 if rules.natural_takes_double else 0.0)
    back_own = 1.0 if rules.natural_returns_lost_own else 0.0
    back_both = back_own + (1.0 if rules.natural_returns_lost_double else 0.0)
    for place in range(len(shoes.order) - 1, -1, -1):
        i = shoes.order[place]
        hard, points, size = table.hard[i], table.points[i], table.size[i]
        doubles = may_double(size, hard, points, rules)
        may_stand = points != hard or points >= rules.stand_from
        possible = False
        for k in range(layers):
            total = 0.0
            short = False
            weight[k] = shoes.weights[k]
            for v in range(VALUES):
                rem[v] = shoes.left[v] - table.counts[i, v] - (shoes.gone[k] if v == start else 0)
                short = short or rem[v] < 0
                total += rem[v]
            if short or total < 1:
                weight[k] = 0.0
                continue
            possible = True
            if layers > 1:
                cards = total
                for v in range(VALUES):
                    own = table.counts[i, v] - (1 if v == start else 0)
                    for m in range(own):
                        cards += 1
                        weight[k] *= (rem[v] + own - m) / cards
            outcomes = shoes.outcomes[shoes.at[k, i]]
            at_21 = rules.odds[size] if points == TWENTY_ONE else 1.0
            if not rules.wins_at_once:
                paid[k, i] = outcomes[BUST] + outcomes[: TWENTY_ONE - LOWEST_STAND].sum()
            stand[k, i] = (
                against(points, outcomes, at_21, rules.equal_loses) - outcomes[NATURAL] * own_stakes + spared[k, i]
            )
            for ace in range(2):
                after = doubled_total(hard, points, ace, rules)
                odds = rules.double_odds[size] if after == TWENTY_ONE else 1.0
                if after > TWENTY_ONE:
                    continue
                if after == TWENTY_ONE and rules.wins_at_once:
                    kept[k, i, ace] = 2.0 * odds
                    continue
                kept[k, i, ace] = 2.0 * against(after, outcomes, odds, rules.equal_loses) + spared[k, i]
                kept[k, i, ace] -= outcomes[NATURAL] * both_stakes
            drawn = 0.0
            doubled = 0.0
            for v in range(VALUES):
                if rem[v] <= 0:
                    continue
                p = rem[v] / total
                c = table.child[i, v]
                if c < 0:
                    comes = natural_next(first, rem[TEN] - (v == TEN), rem[0] - (v == 0), total - 1)
                    drawn += p * (comes * back_own - 1.0)
                    doubled += p * (comes * back_both - 2.0)
                    continue
                if table.points[c] == TWENTY_ONE:
                    drawn += p * (rules.odds[table.size[c]] if rules.wins_at_once else stand[k, c])
                else:
                    drawn += p * best[k, c]
                if doubles:
                    high = 1 if v == 0 and rules.aces_at_one and hard + 11 <= TWENTY_ONE else 0
                    doubled += p * kept[k, c, high]
            hit[k, i] = drawn
            if doubles:
                double[k, i] = doubled
        if not possible:
            continue
        if rules.forfeit:
            for ace in range(2):
                after = doubled_total(hard, points, ace, rules)
                if after > TWENTY_ONE or (after == TWENTY_ONE and rules.wins_at_once):
                    continue
                gain = 0.0
                for k in range(layers):
                    if weight[k] != 0.0:
                        given_up = shoes.outcomes[shoes.at[k, i], NATURAL] * back_own - 1.0
                        gain += weight[k] * (given_up - kept[k, i, ace])
                forfeit[i, ace] = fixed_forfeit[i, ace] if len(fixed_forfeit) else gain > 0.0
                if forfeit[i, ace]:
                    for k in range(layers):
                        if weight[k] != 0.0:
                            kept[k, i, ace] = shoes.outcomes[shoes.at[k, i], NATURAL] * back_own - 1.0
        if points == TWENTY_ONE or (rules.one_card and size >= 2):
            chosen = STAND
        elif size == 1:
            chosen = HIT
        elif len(fixed):
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
            if doubles and worth_double > worth:
                chosen = DOUBLE
        action[i] = chosen
        for k in range(layers):
            if chosen == STAND:
                best[k, i] = stand[k, i]
            elif chosen == HIT:
                best[k, i] = hit[k, i]
            else:
                best[k, i] = double[k, i]
    return Played(stand, hit, double, best, kept, paid, action, forfeit)
