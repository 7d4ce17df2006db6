"""Parsing and printing of wagers as they are typed (``10 pp5 ss1``)."""

from __future__ import annotations

import re

import msgspec

from boxseat.money import BadAmount, Cents, dollars, parse_dollars
from boxseat.rulebook.book import Book
from boxseat.table.commands import Lay

SIDE_BETS = {"perfect-pairs": "pp", "super-sevens": "ss"}
"""The side bets and what is typed for them."""
_BET = re.compile(r"(pp|ss)? ?\$?([0-9]+(?:\.[0-9]+)?)(?= |$)")


class BadBet(ValueError):
    """A text that is no wager; the message says how one is typed."""


class TypedWager(msgspec.Struct, frozen=True):
    """The wagers for one box: the main wager and the side bets, in cents."""

    stake: int = 0
    perfect_pairs: int = 0
    super_sevens: int = 0

    @property
    def cents(self) -> int:
        """The sum of all wagers."""
        return self.stake + self.perfect_pairs + self.super_sevens

    def __str__(self) -> str:
        amounts = (("", self.stake), ("pp ", self.perfect_pairs), ("ss ", self.super_sevens))
        return " ".join(f"{short}{dollars(cents)}" for short, cents in amounts if cents) or "nothing"


def read_bet(book: Book, typed: str) -> TypedWager:
    """Parse a typed bet, such as ``10`` or ``10 pp5``."""
    amounts: dict[str, int] = {}
    rest = typed.strip()
    while rest:
        match = _BET.match(rest)
        if match is None:
            raise BadBet(f"{rest!r} is no wager. Type an amount, such as {example(book)}.")
        kind = match[1] or ""
        if kind in amounts:
            raise BadBet(f"{kind or 'The main wager'} is there twice. Type it once, such as {example(book)}.")
        try:
            amounts[kind] = parse_dollars(match[2])
        except BadAmount as error:
            raise BadBet(f"{error}.") from None
        rest = rest[match.end() :].strip()
    return TypedWager(amounts.get("", 0), amounts.get("pp", 0), amounts.get("ss", 0))


def example(book: Book) -> str:
    """An example of a typed bet at this table."""
    sides = "".join(
        f" {SIDE_BETS[name]}{amount}" for name, amount in zip(book.offers.side_bets.value, (5, 1), strict=False)
    )
    return f"10 or 10{sides}" if sides else "10"


def lay(bet: TypedWager, box: int) -> Lay:
    """The command that lays a typed bet."""
    return Lay(box, Cents(bet.stake), Cents(bet.perfect_pairs), Cents(bet.super_sevens))
