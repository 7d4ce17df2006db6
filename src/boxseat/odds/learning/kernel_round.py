"""JIT-compiled kernel of the learning tables: plays one box per table between the decisions that come from outside.

Every rule comes in as an argument.
"""

from __future__ import annotations

from typing import Any

import numpy as np

from boxseat.cards import TWENTY_ONE, best_points
from boxseat.odds.hands import ACE, TEN, VALUES
from boxseat.odds.jit import compiled, inlined
from boxseat.odds.learning.kernel_hand import (
    after_card,
    alike,
    gets_one_card,
    give,
    line_ahead,
    lost,
    may_split,
    new_hand,
)
from boxseat.odds.learning.kernel_settle import settle
from boxseat.odds.learning.kernel_shoe import draw, full_shoe, new_shoe, value_of
from boxseat.odds.learning.rows import (
    ACES,
    ACTIONS,
    BACK,
    DECISION,
    DOUBLE,
    DOUBLED,
    EARNED,
    END,
    FIRST,
    FORFEIT,
    HAND_FIELDS,
    HARD,
    HIT,
    KEEP,
    KEEP_OR_FORFEIT,
    NATURAL,
    NEXT_STEP,
    OVER,
    OWN,
    SAME_STEP,
    SECOND,
    SEEN_FIELDS,
    SETTLED,
    SIZE,
    SPLIT,
    STAND,
    STANDS,
    SURRENDER,
    WAITS,
    WON,
    Bits,
    Bools,
    Numbers,
    Records,
    Seen,
    StepOutcome,
    TableRow,
    TableRules,
)
from boxseat.odds.simulator.generator import Number, Words, below

best = compiled(best_points)


@compiled
def _next_hand(rules: TableRules, row: TableRow) -> None:
    """Turn to the next hand, give it its second card, and so on up to a decision or the end of the round."""
    while row.turn + 1 < row.formed:
        row.turn += 1
        give(row, row.turn, draw(row))
        if after_card(rules, row, row.turn):
            return
    settle(rules, row)


@compiled
def _deal(rules: TableRules, row: TableRow) -> None:
    """The initial deal of a round: a card to the box, one to the dealer, another to the box."""
    row.began = row.place
    row.formed, row.turn, row.suited, row.net = 1, 0, 0, 0
    new_hand(row, 0)
    give(row, 0, draw(row))
    row.dealers = draw(row)
    give(row, 0, draw(row))
    row.phase = DECISION
    if best(row.hands[0, HARD], row.hands[0, ACES]) == TWENTY_ONE:
        row.phase = NATURAL
        row.hands[0, OWN], row.hands[0, WON] = rules.natural_pays, 1
        waits = rules.natural_waits and value_of(row.dealers) in (ACE, TEN)
        row.hands[0, END] = WAITS if waits else SETTLED
        row.hands[0, EARNED] = rules.bonus_at_once and not waits


@compiled
def _next_round(rules: TableRules, row: TableRow) -> None:
    """The next round of a table, from a new shoe where it is time for one."""
    if rules.fresh or row.place >= row.cut or row.number != rules.cards:
        new_shoe(rules, row)
    _deal(rules, row)


@compiled
def _split(row: TableRow, at: Number) -> None:
    """The second card becomes a hand of its own, right after the first (R15)."""
    first, second = row.hands[at, FIRST], row.hands[at, SECOND]
    for hand in range(row.formed - 1, row.turn, -1):
        for field in range(HAND_FIELDS):
            row.hands[hand + 1, field] = row.hands[hand, field]
    row.formed += 1
    row.suited |= first == second
    new_hand(row, at)
    give(row, at, first)
    new_hand(row, at + 1)
    give(row, at + 1, second)


@compiled
def _act(rules: TableRules, row: TableRow, action: Number) -> None:
    """Do what was decided, and all that follows up to the next decision or the end of the round."""
    at = row.turn
    asked = False
    if row.phase == NATURAL:
        pass
    elif action in (STAND, KEEP):
        row.hands[at, END] = STANDS
    elif action == SURRENDER:
        row.hands[at, END], row.hands[at, OWN], row.hands[at, BACK] = WAITS, rules.surrender_net, rules.surrender_back
    elif action == FORFEIT:
        lost(rules, row, at, -rules.unit, -rules.unit if row.turn == 0 else 0)
    else:
        if action == SPLIT:
            _split(row, at)
        elif action == DOUBLE:
            row.hands[at, DOUBLED] = 1
            if rules.aces_at_one:
                row.hands[at, ACES] = 0
        give(row, at, draw(row))
        asked = after_card(rules, row, at)
    if not asked:
        _next_hand(rules, row)


@compiled
def _allow(rules: TableRules, row: TableRow) -> None:
    """What may be decided now. Where nothing is to be decided, only stand."""
    for action in range(len(ACTIONS)):
        row.mask[action] = 0
    phase = row.phase
    at = row.turn
    if phase == KEEP_OR_FORFEIT:
        row.mask[KEEP] = row.mask[FORFEIT] = 1
        return
    if phase != DECISION:
        row.mask[STAND] = 1
        return
    points = best(row.hands[at, HARD], row.hands[at, ACES])
    soft = points != row.hands[at, HARD]
    one_card = gets_one_card(rules, row, at)
    split_hand = row.formed > 1
    two = row.hands[at, SIZE] == 2
    row.mask[STAND] = soft or points >= rules.stand_from
    row.mask[HIT] = not one_card
    row.mask[SPLIT] = may_split(rules, row, at)
    row.mask[SURRENDER] = two and not split_hand and rules.surrender_against[row.dealers >> 2]
    row.mask[DOUBLE] = (
        (rules.double_on == 2 or (rules.double_on == 1 and two))
        and not one_card
        and (rules.double_after_split or not split_hand)
        and rules.double_lowest <= points <= rules.double_highest
        and (rules.double_soft or not soft)
    )


@compiled
def _tell(rules: TableRules, row: TableRow) -> None:
    """What the player sees."""
    at = row.turn
    points = best(row.hands[at, HARD], row.hands[at, ACES])
    standing = 0
    for hand in range(row.turn):
        standing += row.hands[hand, END] == STANDS
    row.seen[0] = points
    row.seen[1] = points != row.hands[at, HARD]
    row.seen[2] = row.hands[at, SIZE]
    row.seen[3] = value_of(row.hands[at, FIRST]) + 1 if alike(rules, row, at) else 0
    row.seen[4] = value_of(row.dealers) + 1
    row.seen[5] = row.hands[at, DOUBLED]
    row.seen[6] = row.turn + 1
    row.seen[7] = row.formed
    row.seen[8] = row.formed - row.turn - 1
    row.seen[9] = standing
    row.seen[10] = line_ahead(rules, row, at)
    row.seen[11] = row.number - row.place
    for value in range(VALUES):
        row.seen[SEEN_FIELDS + value] = row.unseen[value]


@compiled
def deal(packed: Records, rows: Records, which: Bools, outcome: StepOutcome) -> None:
    """Deal the next round at these tables."""
    rules: Any = packed[0]
    for table in range(len(rows)):
        if which[table]:
            row: Any = rows[table]
            _next_round(rules, row)
            _allow(rules, row)
            _tell(rules, row)
            _write(row, outcome.seen, outcome.masks, table)


@compiled
def deal_in_order(packed: Records, rows: Records, table: int, deep: int, outcome: StepOutcome) -> None:
    """Deal a round at one table from a full shoe whose first cards, up to `deep`, lie in order."""
    rules: Any = packed[0]
    row: Any = rows[table]
    full_shoe(rules, row)
    row.deep, row.cut = deep, row.number
    _deal(rules, row)
    _allow(rules, row)
    _tell(rules, row)
    _write(row, outcome.seen, outcome.masks, table)


@inlined
def _write(row: TableRow, seen: Seen, masks: Bits, table: Number) -> None:
    for place in range(seen.shape[1]):
        seen[table, place] = row.seen[place]
    for action in range(masks.shape[1]):
        masks[table, action] = row.mask[action]


@compiled
def step(packed: Records, rows: Records, actions: Numbers, autoreset: int, outcome: StepOutcome) -> None:
    """Take one decision at every table; one that is not allowed is refused and changes nothing."""
    rules: Any = packed[0]
    for table in range(len(rows)):
        row: Any = rows[table]
        outcome.rewards[table] = 0.0
        outcome.over[table] = outcome.refused[table] = False
        if row.phase == OVER:
            if autoreset != NEXT_STEP:
                outcome.refused[table] = True
                continue
            _next_round(rules, row)
        else:
            action = actions[table]
            if not 0 <= action < len(ACTIONS) or not row.mask[action]:
                outcome.refused[table] = True
                continue
            _act(rules, row, action)
            if row.phase == OVER:
                outcome.over[table] = True
                outcome.rewards[table] = row.net / rules.unit
                if autoreset == SAME_STEP:
                    _tell(rules, row)
                    for place in range(outcome.finals.shape[1]):
                        outcome.finals[table, place] = row.seen[place]
                    _next_round(rules, row)
        _allow(rules, row)
        _tell(rules, row)
        _write(row, outcome.seen, outcome.masks, table)


@compiled
def any_allowed(masks: Bits, chance: Words) -> Numbers:
    """A random decision for every table, every allowed one equally likely."""
    chosen = np.zeros(len(masks), dtype=np.int64)
    for table in range(len(masks)):
        mask = masks[table]
        allowed = 0
        for action in range(len(mask)):
            allowed += mask[action] != 0
        left = below(chance, max(allowed, 1))
        for action in range(len(mask)):
            if mask[action]:
                if left == 0:
                    chosen[table] = action
                    break
                left -= 1
    return chosen
