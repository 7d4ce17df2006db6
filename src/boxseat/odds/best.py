"""Perfect play of a book, as a policy: what the exact values say to do with every hand."""

from __future__ import annotations

from boxseat.cards import Card, deck
from boxseat.odds.exact import Against, first_cards
from boxseat.odds.kernel_two import NATURAL_HAND
from boxseat.odds.policy import ADDED, ORIGINAL, SPLIT, STAND, Policy, blank, code
from boxseat.odds.shoe import full_shoe, value_of
from boxseat.odds.splits import Worth
from boxseat.odds.tables import Tables
from boxseat.rulebook.book import Book


def best_policy(book: Book) -> Policy:
    """The best decision on every hand of the first round from a fresh shoe."""
    shoe = full_shoe(book.cards.ranks.value, book.cards.decks.value)
    tables = Tables(book, shoe)
    policy = blank(STAND)
    for dealers in first_cards(tables):
        against = Against(tables, dealers[0], shoe)
        decisions = against.decided().decisions
        decisions[decisions == NATURAL_HAND] = STAND
        policy.later[against.first] = against.unsplit.action
        policy.forfeit[against.first] = against.unsplit.forfeit
        for held in dealers:
            policy.two[code(held)] = decisions
        for (one, other), worth in against.splits.items():
            _write_split(policy, tables, dealers, one, other, worth)
    return policy


def _write_split(policy: Policy, tables: Tables, dealers: list[Card], one: Card, other: Card, worth: Worth) -> None:
    """The decisions on the hands that a pair was split into."""
    first, start = value_of(dealers[0]), value_of(one)
    cards = deck(tables.book.cards.ranks.value)
    pairs_with = [code(held) for held in cards if _pairs(tables.book, one, held)]
    for kind, formed in worth.formed.items():
        wagers = (
            (ORIGINAL, ADDED) if len(worth.formed) == 1 else (ORIGINAL,) if kind.startswith("original") else (ADDED,)
        )
        for wager in wagers:
            policy.split_later[wager, first, start] = formed.played.action
            policy.split_forfeit[wager, first, start] = formed.played.forfeit
            for begun, second in formed.seconds.items():
                decisions = second.decisions.copy()
                if worth.hands > 2:
                    decisions[pairs_with] = SPLIT
                for place in [begun] if tables.is_named(one) else pairs_with:
                    for held in dealers:
                        policy.split_two[wager, code(held), place] = decisions


def _pairs(book: Book, one: Card, other: Card) -> bool:
    return one.rank == other.rank if book.splitting.pairs.value == "same-rank" else one.points == other.points
