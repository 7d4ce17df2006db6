"""JIT-compiled kernel: how often hands played by given decisions come to each ending with each dealer outcome."""

from __future__ import annotations

import numpy as np

from boxseat.cards import TWENTY_ONE
from boxseat.odds.exact.kernel_values import (
    CARDS_DRAWN_MAX,
    Floats,
    HandRules,
    Played,
    Shoes,
    doubled_total,
    natural_next,
)
from boxseat.odds.hands import NATURAL, OUTCOMES, TEN, VALUES, Hands
from boxseat.odds.jit import compiled
from boxseat.odds.policy import DOUBLE, HIT, STAND

STANDS, STANDS_DOUBLED = 0, TWENTY_ONE + 1
"""Endings: standing on each total, doubled or not."""
BUSTED, BUSTED_DOUBLED, FORFEITED = 44, 45, 46
MADE_21, MADE_21_DOUBLED = 47, 47 + CARDS_DRAWN_MAX
"""21 of each number of cards."""
ENDINGS = MADE_21_DOUBLED + CARDS_DRAWN_MAX
"""The number of endings."""
SETTLED = OUTCOMES
"""Stands for the dealer's outcome if only a natural can still matter."""


@compiled
def follow(  # noqa: C901
    shoes: Shoes, k: int, table: Hands, played: Played, rules: HandRules, flow: Floats, nets: Floats
) -> tuple[Floats, Floats]:
    """Compute how often hands of two cards reach each ending.

    `flow` is how often hands of two cards stand, draw and double, by place; `nets` is what each ending wins against each outcome.
    The second result is, by place and outcome, what hands win more than a busted hand, so that only hands up to 21 are needed; a
    doubled hand counts once when it doubles and once with its last card.
    """
    ends = np.zeros((ENDINGS, OUTCOMES + 1))
    above = np.zeros((len(table.hard), OUTCOMES))
    reach = np.zeros(len(table.hard))
    masses = np.zeros(3)
    for place in range(len(shoes.order)):
        i = shoes.order[place]
        masses[:] = flow[:, i]
        if table.size[i] > 2:
            masses[:] = 0.0
            masses[played.action[i]] = reach[i]
        if masses[0] == 0.0 and masses[1] == 0.0 and masses[2] == 0.0:
            continue
        outcomes = shoes.outcomes[shoes.at[k, i]]
        if masses[STAND] != 0.0:
            made = table.points[i] == TWENTY_ONE
            end = MADE_21 + table.size[i] if made else STANDS + table.points[i]
            if made and rules.wins_at_once:
                ends[end, SETTLED] += masses[STAND]
            else:
                for d in range(OUTCOMES):
                    ends[end, d] += masses[STAND] * outcomes[d]
            above[i] += masses[STAND] * (nets[end, :OUTCOMES] - nets[BUSTED, :OUTCOMES])
        if masses[DOUBLE] != 0.0:
            above[i] += masses[DOUBLE] * (nets[BUSTED_DOUBLED, :OUTCOMES] - nets[BUSTED, :OUTCOMES])
        if masses[HIT] == 0.0 and masses[DOUBLE] == 0.0:
            continue
        total, tens, aces = 0.0, 0.0, 0.0
        for v in range(VALUES):
            rem = shoes.left[v] - table.counts[i, v] - (shoes.gone[k] if v == shoes.start else 0)
            total += rem
            if v == TEN:
                tens = rem
            elif v == 0:
                aces = rem
        for v in range(VALUES):
            rem = shoes.left[v] - table.counts[i, v] - (shoes.gone[k] if v == shoes.start else 0)
            if rem <= 0:
                continue
            chance = rem / total
            c = table.child[i, v]
            if c < 0:
                comes = natural_next(shoes.first, tens - (v == TEN), aces - (v == 0), total - 1)
                ends[BUSTED, NATURAL] += masses[HIT] * chance * comes
                ends[BUSTED, SETTLED] += masses[HIT] * chance * (1.0 - comes)
                ends[BUSTED_DOUBLED, NATURAL] += masses[DOUBLE] * chance * comes
                ends[BUSTED_DOUBLED, SETTLED] += masses[DOUBLE] * chance * (1.0 - comes)
                continue
            reach[c] += masses[HIT] * chance
            if masses[DOUBLE] == 0.0:
                continue
            ace = 1 if v == 0 and rules.aces_at_one and table.hard[i] + 11 <= TWENTY_ONE else 0
            after = doubled_total(table.hard[c], table.points[c], ace, rules)
            mass = masses[DOUBLE] * chance
            if after > TWENTY_ONE:
                continue
            beside = shoes.outcomes[shoes.at[k, c]]
            made = after == TWENTY_ONE
            if played.forfeit[c, ace] and not (made and rules.wins_at_once):
                end = FORFEITED
                ends[end, NATURAL] += mass * beside[NATURAL]
                ends[end, SETTLED] += mass * (1.0 - beside[NATURAL])
            elif made and rules.wins_at_once:
                end = MADE_21_DOUBLED + table.size[c]
                ends[end, SETTLED] += mass
            else:
                end = MADE_21_DOUBLED + table.size[c] if made else STANDS_DOUBLED + after
                for d in range(OUTCOMES):
                    ends[end, d] += mass * beside[d]
            above[c] += mass * (nets[end, :OUTCOMES] - nets[BUSTED_DOUBLED, :OUTCOMES])
    return ends, above
