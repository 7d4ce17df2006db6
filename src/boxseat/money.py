"""Chips and odds: every amount at the table is a whole number of cents, every odds an exact ratio."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

MOST_CENTS = 10**12
"""No single amount is above ten thousand million dollars; more is a slip of the finger."""

_AMOUNT = re.compile(r"[0-9]{1,16}(\.[0-9]{1,16})?")


class BadAmount(ValueError):
    """An amount nobody could lay on a table; the message says why."""


class Cents(int):
    """An amount of money in a rule book, read from dollars (``"25.00"``)."""


class Odds(str):
    """What a wager pays, written as the table's sign does: ``3:2`` is three for every two laid."""

    __slots__ = ("pays", "per")
    pays: int
    per: int

    def __new__(cls, text: str) -> Odds:
        match = re.fullmatch(r"([0-9]{1,6}):([1-9][0-9]{0,5})", text)
        if match is None:
            raise ValueError(f"{_shown(text)} is not odds such as 3:2")
        odds = super().__new__(cls, text)
        odds.pays, odds.per = int(match[1]), int(match[2])
        return odds

    def __getnewargs__(self) -> tuple[str]:
        return (str(self),)

    def of(self, cents: int, *, unit: int = 1) -> int:
        """What these odds make of an amount, up to the next multiple of `unit` where they leave a fraction."""
        return -(-cents * self.pays // (self.per * unit)) * unit


def parse_dollars(amount: object) -> Cents:
    """Read dollars as people and documents write them (``"37.50"``, ``20``) into cents above zero."""
    if isinstance(amount, str):
        if not _AMOUNT.fullmatch(amount):
            raise BadAmount(f"{_shown(amount)} is not an amount in dollars such as 37.50")
        dollars = Decimal(amount)
    elif isinstance(amount, int | float | Decimal) and not isinstance(amount, bool):
        dollars = Decimal(str(amount)) if isinstance(amount, float) else Decimal(amount)
    else:
        raise BadAmount(f"{_shown(amount)} is not an amount in dollars such as 37.50")
    if not dollars.is_finite():
        raise BadAmount(f"{_shown(amount)} is not an amount in dollars such as 37.50")
    if dollars <= 0:
        raise BadAmount(f"{_shown(amount)} is not above zero")
    if dollars > MOST_CENTS // 100:
        raise BadAmount(f"{_shown(amount)} is more than any table takes")
    if dollars.adjusted() < -2 or (dollars * 100) % 1:
        raise BadAmount(f"{_shown(amount)} is no whole number of cents")
    return Cents(dollars * 100)


@lru_cache(maxsize=8192)
def dollars(cents: int) -> str:
    """Write cents as the contract does: ``3750`` is ``37.50``."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def _shown(value: object) -> str:
    text = str(value) if isinstance(value, Decimal) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
