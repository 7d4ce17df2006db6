"""The endings of hands: what each wins, the name of its settlement, and the payout line it makes."""

from __future__ import annotations

import numpy as np

from boxseat.cards import TWENTY_ONE
from boxseat.odds.exact.hand_rules import HandKind, hand_rules
from boxseat.odds.exact.kernel_flow import (
    BUSTED,
    BUSTED_DOUBLED,
    ENDINGS,
    FORFEITED,
    MADE_21,
    MADE_21_DOUBLED,
    STANDS,
    STANDS_DOUBLED,
)
from boxseat.odds.exact.kernel_values import CARDS_DRAWN_MAX, Floats
from boxseat.odds.hands import BUST, LOWEST_STAND, NATURAL, OUTCOMES
from boxseat.rulebook.book import Book


def nets(book: Book, kind: HandKind) -> Floats:
    """What every ending of one kind of hand wins against every outcome of the dealer, in units."""
    rules = hand_rules(book, kind)
    found = np.zeros((ENDINGS, OUTCOMES + 1))
    for points in range(TWENTY_ONE):
        found[STANDS + points] = [_compared(book, points, dealers, 1.0) for dealers in range(OUTCOMES + 1)]
    for points in range(TWENTY_ONE):
        found[STANDS_DOUBLED + points] = 2 * found[STANDS + points]
    for size in range(CARDS_DRAWN_MAX):
        for end, odds in ((MADE_21, rules.odds[size]), (MADE_21_DOUBLED, 2 * rules.double_odds[size])):
            lost = 2.0 if end == MADE_21_DOUBLED else 1.0
            made = [_compared(book, TWENTY_ONE, dealers, odds, lost) for dealers in range(OUTCOMES + 1)]
            found[end + size] = odds if rules.wins_at_once else made
    own, double = float(rules.natural_takes_own), float(rules.natural_takes_double)
    found[STANDS : STANDS + TWENTY_ONE, NATURAL] = -own
    found[STANDS_DOUBLED : STANDS_DOUBLED + TWENTY_ONE, NATURAL] = -own - double
    if not rules.wins_at_once:
        found[MADE_21 : MADE_21 + CARDS_DRAWN_MAX, NATURAL] = -own
        found[MADE_21_DOUBLED:, NATURAL] = -own - double
    found[[BUSTED, FORFEITED]] = -1.0
    found[BUSTED_DOUBLED] = -2.0
    back_own, back_double = float(rules.natural_returns_lost_own), float(rules.natural_returns_lost_double)
    found[[BUSTED, FORFEITED], NATURAL] += back_own
    found[BUSTED_DOUBLED, NATURAL] += back_own + back_double
    return found


def _compared(book: Book, points: int, dealers: int, odds: float, lost: float = 1.0) -> float:
    """What a total wins against an outcome of the dealer that is no natural."""
    if dealers == BUST:
        return odds
    other = dealers + LOWEST_STAND
    if other == points:
        return -lost if book.outcomes.equal.value == "lose" else 0.0
    return odds if other < points else -lost


def settlement(book: Book, end: int, dealers: int) -> str:
    """The name of a settlement, in the words of a player."""
    natural = book.natural.name.value
    if end in (BUSTED, BUSTED_DOUBLED):
        return "busted"
    if end == FORFEITED:
        return "forfeited after doubling"
    if end >= MADE_21 and book.drawing.twenty_one.value == "wins-at-once":
        return line_of(book, end - MADE_21) if end < MADE_21_DOUBLED else "21 on a doubled hand"
    if dealers == NATURAL:
        return f"the dealer has {natural}"
    points = end - (STANDS if end < STANDS_DOUBLED else STANDS_DOUBLED) if end < MADE_21 else TWENTY_ONE
    if dealers == BUST:
        return "the dealer busts"
    other = dealers + LOWEST_STAND
    if points == other:
        return "equal totals"
    return "higher than the dealer" if points > other else "lower than the dealer"


def line_of(book: Book, size: int) -> str:
    """The payout line of a 21 of so many cards, ignoring lines that name ranks."""
    names = (line.name for line in book.payouts.lines if not line.ranks and line.cards[0] <= size <= line.cards[1])
    return next(names, "21, any other")


def three_cards_win(book: Book) -> tuple[float, float]:
    """What a 21 of three cards without a named line wins, plain and doubled."""
    rules = hand_rules(book, "unsplit")
    return float(rules.odds[3]), 2 * float(rules.double_odds[3])
