"""Perfect play of a book as a policy, by the exact values."""

from __future__ import annotations

import numpy as np

from boxseat.cards import SUITS, Card, deck
from boxseat.odds.exact.kernel_two_cards import NATURAL_HAND
from boxseat.odds.exact.memo import SolverMemo
from boxseat.odds.exact.solver import Against, first_cards
from boxseat.odds.exact.splits import Worth
from boxseat.odds.hands import TEN, doubles
from boxseat.odds.policy import ADDED, CARDS, ORIGINAL, SPLIT, STAND, Decisions, Policy, blank, code
from boxseat.odds.shoe import full_shoe, value_of
from boxseat.rulebook.book import Book

UNKNOWN = -1
"""In place of a decision: none is known."""


def best_policy(book: Book) -> Policy:
    """The best decision on every hand of the first round from a fresh shoe."""
    shoe = full_shoe(book.cards.ranks.value, book.cards.decks.value)
    tables = SolverMemo(book, shoe)
    policy = blank(STAND)
    policy.split_two[:] = UNKNOWN
    for dealers in first_cards(tables):
        against = Against(tables, dealers[0], shoe)
        decisions = against.decided().decisions
        decisions[decisions == NATURAL_HAND] = STAND
        policy.later[against.first] = against.unsplit.action
        policy.forfeit[against.first] = against.unsplit.forfeit
        for held in dealers:
            policy.two[code(held)] = decisions
        for (one, _), worth in against.splits.items():
            _write_split(policy, tables, dealers, one, worth)
    policy.split_two[policy.split_two == UNKNOWN] = STAND
    return policy


def _write_split(policy: Policy, tables: SolverMemo, dealers: list[Card], one: Card, worth: Worth) -> None:
    """The decisions on the hands that a pair was split into; where suits matter, those of a suit not met yet are another's."""
    first, start = value_of(dealers[0]), value_of(one)
    cards = deck(tables.book.cards.ranks.value)
    pairs_with = [code(held) for held in cards if tables.book.splitting.is_pair(one, held)]
    for kind, formed in worth.formed.items():
        wagers = (
            (ORIGINAL, ADDED) if len(worth.formed) == 1 else (ORIGINAL,) if kind.startswith("original") else (ADDED,)
        )
        for wager in wagers:
            policy.split_later[wager, first, start] = formed.played.action
            policy.split_forfeit[wager, first, start] = formed.played.forfeit
            for begun, second in formed.seconds.items():
                decisions = _whole(second.decisions, formed.played.action, start)
                if worth.hands > 2:
                    decisions[pairs_with] = SPLIT
                for held in dealers:
                    met = policy.split_two[wager, code(held), pairs_with, 0] != UNKNOWN
                    alike = np.array(pairs_with)[~met] if tables.is_named(one) else pairs_with
                    policy.split_two[wager, code(held), alike] = decisions
                    policy.split_two[wager, code(held), begun] = decisions


def _whole(decisions: Decisions, by_value: Decisions, start: int) -> Decisions:
    """Decisions by the second card, where the shoe held none of a suit those of its value."""
    values = np.minimum(np.arange(CARDS) // len(SUITS), TEN)
    found: Decisions = np.where(decisions < 0, by_value[doubles()[start, values]], decisions)
    return found
