"""The policy of the dealer's rule: draw up to the dealer's own totals, and never double, split or surrender."""

from __future__ import annotations

import numpy as np

from boxseat.odds.hands import hands, place_of
from boxseat.odds.policy import ALL_CARDS, HIT, STAND, Policy, blank, code
from boxseat.play.dealer import draws_again
from boxseat.rulebook.book import Book


def mimic_policy(book: Book) -> Policy:
    """The policy of a player who plays by the dealer's rule."""
    table, rules = hands(), book.dealer
    draws = np.array(
        [
            draws_again(
                int(points),
                soft=bool(points != hard),
                stands_hard=rules.stands_hard.value,
                stands_soft=rules.stands_soft.value,
            )
            for points, hard in zip(table.points, table.hard, strict=True)
        ]
    )
    made = blank(STAND)
    decisions = np.where(draws, HIT, STAND).astype(np.int8)
    made.later[:] = decisions
    made.split_later[:] = decisions
    for one in ALL_CARDS:
        for other in ALL_CARDS:
            decision = decisions[place_of([one.points - 1, other.points - 1])]
            made.two[:, code(one), code(other)] = decision
            made.split_two[:, :, code(one), code(other)] = decision
    return made
