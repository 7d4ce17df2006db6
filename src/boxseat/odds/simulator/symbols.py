"""Symbols of cards: cards that no rule and no decision distinguishes share one, so that the tables stay narrow."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

import numpy as np
import numpy.typing as npt

from boxseat.cards import RANKS, Card
from boxseat.odds.policy import ALL_CARDS, CARDS, Policy, code
from boxseat.rulebook.book import Book


class Symbols(NamedTuple):
    """The symbols of all cards."""

    of: npt.NDArray[np.int64]
    """The symbol of each card by its code; -1 for a card that is not in the deck."""
    examples: tuple[Card, ...]
    """One card of each symbol."""

    def __len__(self) -> int:
        return len(self.examples)


def suited_lines(book: Book) -> bool:
    """Whether some line of the payout table asks for suits and names no ranks, so that every card's suit matters."""
    return any(line.suits != "any" and not line.ranks for line in book.payouts.lines)


def named_ranks(book: Book) -> set[str]:
    """The ranks that a line of the payout table or the Super Bonus names."""
    bonus = book.super_bonus.ranks.value if book.super_bonus else ""
    return {rank for ranks in (*(line.ranks for line in book.payouts.lines), bonus) for rank in ranks}


def symbols(book: Book, policies: Sequence[Policy], tags: Sequence[float] = (), *, every_card: bool = False) -> Symbols:
    """The fewest symbols for a book, the policies and a count's tags by rank; one a card where side bets ask for `every_card`."""
    held = [one for one in ALL_CARDS if one.rank in book.cards.ranks.value]
    codes = [code(one) for one in held]
    found: dict[object, int] = {}
    of = np.full(CARDS, -1, dtype=np.int64)
    examples: list[Card] = []
    for one in held:
        key = one if every_card else (_by_rules(book, one), _by_policies(policies, one, codes), _tag(tags, one))
        if key not in found:
            found[key] = len(found)
            examples.append(one)
        of[code(one)] = found[key]
    return Symbols(of, tuple(examples))


def _by_rules(book: Book, one: Card) -> tuple[object, ...]:
    bonus_against = book.super_bonus.dealer.value if book.super_bonus else ""
    suits = suited_lines(book)
    return (
        one.points,
        one if one.rank in named_ranks(book) else one.suit if suits else None,
        one.rank if book.splitting.by_rank else None,
        one.rank in book.surrender.against.value,
        one.rank in book.insurance.against.value,
        one.rank in bonus_against,
    )


def _by_policies(policies: Sequence[Policy], one: Card, codes: list[int]) -> tuple[bytes, ...]:
    """Everything the policies decide with this card in each of its parts."""
    here, others = code(one), np.ix_(codes, codes)
    parts: list[bytes] = []
    for policy in policies:
        for two in (policy.two, *policy.split_two):
            parts.extend(part[others].tobytes() for part in (two[here], two[:, here], two[:, :, here]))
    return tuple(parts)


def _tag(tags: Sequence[float], one: Card) -> float:
    return tags[RANKS.index(one.rank)] if len(tags) else 0
