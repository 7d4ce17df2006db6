"""JIT-compiled kernel for a hand of a learning table: its cards, its legal decisions, its result."""

from __future__ import annotations

import numpy as np

from boxseat.cards import TWENTY_ONE, best_points
from boxseat.odds.hands import ACE, TEN
from boxseat.odds.jit import compiled
from boxseat.odds.learning.kernel_shoe import value_of
from boxseat.odds.learning.rows import (
    ACES,
    ALL_SUITS,
    BACK,
    DECISION,
    DOUBLED,
    EARNED,
    END,
    FIRST,
    HAND_FIELDS,
    HARD,
    KEEP_OR_FORFEIT,
    MIXED,
    ONE_SUIT,
    ORIGINAL_BETS_ONLY,
    OWN,
    RANKS,
    SECOND,
    SETTLED,
    SIZE,
    SPADES,
    STANDS,
    SUITS,
    WAITS,
    WON,
    TableRow,
    TableRules,
)
from boxseat.odds.simulator.generator import Number

best = compiled(best_points)


@compiled
def give(row: TableRow, at: Number, card: Number) -> None:
    """Give a card to a hand."""
    rank = card >> 2
    if row.hands[at, SIZE] == 0:
        row.hands[at, FIRST] = card
    elif row.hands[at, SIZE] == 1:
        row.hands[at, SECOND] = card
    row.hands[at, RANKS] += np.int64(1) << (4 * (rank - 1) if rank else 48)
    row.hands[at, HARD] += min(rank, TEN) + 1
    row.hands[at, ACES] += rank == 0
    row.hands[at, SIZE] += 1
    row.hands[at, SUITS] &= 1 << (card & 3)


@compiled
def new_hand(row: TableRow, at: Number) -> None:
    """Clear the record of a hand."""
    for field in range(HAND_FIELDS):
        row.hands[at, field] = 0
    row.hands[at, SUITS] = ALL_SUITS


@compiled
def alike(rules: TableRules, row: TableRow, at: Number) -> bool:
    """Whether a hand is two cards that may be split."""
    if row.hands[at, SIZE] != 2:
        return False
    one, other = row.hands[at, FIRST] >> 2, row.hands[at, SECOND] >> 2
    return bool(one == other or (not rules.same_rank and min(one, TEN) == min(other, TEN)))


@compiled
def may_split(rules: TableRules, row: TableRow, at: Number) -> bool:
    """Whether a hand may be split."""
    split_ace = row.formed > 1 and row.hands[at, FIRST] >> 2 == ACE
    room = row.formed < rules.most_hands and (rules.resplit_aces or not split_ace)
    return bool(room and alike(rules, row, at))


@compiled
def gets_one_card(rules: TableRules, row: TableRow, at: Number) -> bool:
    """Whether a hand is a split ace that gets one card only."""
    return bool(rules.one_card_to_aces and row.formed > 1 and row.hands[at, FIRST] >> 2 == ACE)


@compiled
def wins_by(rules: TableRules, row: TableRow, at: Number) -> Number:
    """What a winning hand is paid: the first line of the payout table that fits, or the plain odds (R05)."""
    paid = rules.plain
    lines = rules.double_lines or not row.hands[at, DOUBLED]
    if lines and best(row.hands[at, HARD], row.hands[at, ACES]) == TWENTY_ONE:
        for line in range(rules.lines):
            suits, asked = row.hands[at, SUITS], rules.line_suits[line]
            fits = rules.line_least[line] <= row.hands[at, SIZE] <= rules.line_most[line]
            fits = fits and (rules.line_ranks[line] == 0 or rules.line_ranks[line] == row.hands[at, RANKS])
            fits = fits and (asked != MIXED or suits == 0)
            fits = fits and (asked != ONE_SUIT or suits != 0)
            fits = fits and (asked != SPADES or suits == 1)
            if fits:
                paid = rules.line_pays[line]
                break
    return paid * (1 + row.hands[at, DOUBLED])


@compiled
def bonus_of(rules: TableRules, row: TableRow, at: Number) -> Number:
    """The Super Bonus of a hand that has won (R07)."""
    if rules.bonus == 0 or row.hands[at, RANKS] != rules.bonus_ranks:
        return 0
    if row.hands[at, SUITS] == 0 or row.hands[at, DOUBLED] or not rules.bonus_against[row.dealers >> 2]:
        return 0
    open_to_it = row.formed == 1 if rules.bonus_unsplit else row.suited == 0
    return rules.bonus if open_to_it else 0


@compiled
def lost(rules: TableRules, row: TableRow, at: Number, own: Number, kept: Number) -> None:
    """Record the loss of a hand over 21 or forfeited: `own`, or `kept` where the dealer has a natural (R03)."""
    row.hands[at, OWN], row.hands[at, BACK] = own, kept
    first = value_of(row.dealers)
    waits = rules.reading == ORIGINAL_BETS_ONLY and (first in (ACE, TEN)) and own != kept
    row.hands[at, END] = WAITS if waits else SETTLED


@compiled
def after_card(rules: TableRules, row: TableRow, at: Number) -> bool:
    """Update the hand in turn after its card; true if its player has to decide."""
    points = best(row.hands[at, HARD], row.hands[at, ACES])
    stake = rules.unit * (1 + row.hands[at, DOUBLED])
    if points > TWENTY_ONE:
        lost(rules, row, at, -stake, -rules.unit if row.turn == 0 else 0)
        return False
    if points == TWENTY_ONE:
        row.hands[at, END] = STANDS
        if rules.wins_at_once:
            row.hands[at, END], row.hands[at, WON] = SETTLED, 1
            row.hands[at, OWN] = row.hands[at, BACK] = wins_by(rules, row, at)
            if rules.bonus_at_once:
                row.hands[at, EARNED] = 1
                row.net += bonus_of(rules, row, at)
        return False
    if row.hands[at, DOUBLED]:
        row.phase = KEEP_OR_FORFEIT
        if not rules.forfeit:
            row.hands[at, END] = STANDS
        return bool(rules.forfeit)
    if gets_one_card(rules, row, at) and not may_split(rules, row, at):
        row.hands[at, END] = STANDS
        return False
    row.phase = DECISION
    return True


@compiled
def line_ahead(rules: TableRules, row: TableRow, at: Number) -> Number:
    """0 if the hand cannot become a line named by ranks or suits; else by its suits: mixed, one suit, spades."""
    if row.hands[at, SIZE] >= rules.longest or (row.hands[at, DOUBLED] and not rules.double_lines):
        return 0
    on_the_way = rules.ways == 0
    for way in range(rules.ways):
        on_the_way |= rules.parts[way] == row.hands[at, RANKS]
    suits = row.hands[at, SUITS]
    return 0 if not on_the_way else SPADES if suits == 1 else ONE_SUIT if suits else MIXED
