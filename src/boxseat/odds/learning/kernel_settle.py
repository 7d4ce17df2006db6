"""JIT-compiled kernel for the dealer's hand and the final settlement of a learning table."""

from __future__ import annotations

import numpy as np

from boxseat.cards import TWENTY_ONE, best_points
from boxseat.odds.hands import ACE
from boxseat.odds.jit import compiled
from boxseat.odds.learning.kernel_hand import bonus_of, wins_by
from boxseat.odds.learning.kernel_shoe import draw, value_of
from boxseat.odds.learning.rows import (
    ACES,
    BACK,
    BUSTED_PLUS_ONE,
    DOUBLED,
    EARNED,
    END,
    EVERYTHING,
    HARD,
    OVER,
    OWN,
    STANDS,
    WAITS,
    WON,
    TableRow,
    TableRules,
)
from boxseat.odds.simulator.generator import Number

best = compiled(best_points)


@compiled
def dealers_hand(rules: TableRules, row: TableRow, whole: bool) -> tuple[Number, Number]:
    """The dealer's total once no wager needs another card (R10), and 1 where it is a natural."""
    hard: Number = value_of(row.dealers) + 1
    aces: Number = hard == 1
    size = 1
    points = best(hard, aces)
    while size == 1 or (whole and rules.draws[points, np.int64(points != hard)]):
        card = draw(row)
        hard += value_of(card) + 1
        aces += card >> 2 == ACE
        size += 1
        points = best(hard, aces)
    return points, np.int64(size == 2 and points == TWENTY_ONE)


@compiled
def settle(rules: TableRules, row: TableRow) -> None:
    """Draw the dealer's hand as far as a wager depends on it, and settle every hand."""
    whole = waiting = False
    for at in range(row.formed):
        end = row.hands[at, END]
        whole = whole or end == STANDS
        waiting = waiting or end == WAITS
    dealers: Number = 0
    natural: Number = 0
    if whole or waiting:
        dealers, natural = dealers_hand(rules, row, whole)
    collected = False
    for at in range(row.formed):
        if row.hands[at, END] != STANDS:
            row.net += row.hands[at, BACK] if natural and row.hands[at, END] == WAITS else row.hands[at, OWN]
        elif natural:
            takes = at == 0
            if rules.reading == BUSTED_PLUS_ONE:
                takes = not collected
                collected = True
            if rules.reading == EVERYTHING:
                row.net -= rules.unit * (1 + row.hands[at, DOUBLED])
            elif takes:
                row.net -= rules.unit
        else:
            points = best(row.hands[at, HARD], row.hands[at, ACES])
            if dealers > TWENTY_ONE or points > dealers:
                row.hands[at, WON] = 1
                row.net += wins_by(rules, row, at)
            else:
                stakes = 1 + row.hands[at, DOUBLED]
                row.net += stakes * (rules.equal if points == dealers else -rules.unit)
    for at in range(row.formed):
        # A natural that waited has won unless the dealer has one too.
        won = row.hands[at, WON] and not (natural and row.hands[at, END] == WAITS)
        if won and not row.hands[at, EARNED]:
            row.net += bonus_of(rules, row, at)
    row.turn = row.formed - 1
    row.phase = OVER
