"""Amounts and odds: every amount is a whole number of cents, and odds are an exact ratio."""

from __future__ import annotations

import re
from decimal import Decimal
from functools import lru_cache

AMOUNT_CENTS_MAX = 10**12
"""The largest single amount, ten thousand million dollars; more is a typing error."""

_AMOUNT = re.compile(r"[0-9]{1,16}(\.[0-9]{1,16})?")


class BadAmount(ValueError):
    """An amount that is not valid; the message says why."""


class Cents(int):
    """An amount of money in a rule book, read from dollars (``"25.00"``)."""


class Odds(str):
    """Odds as the table's sign writes them: ``3:2`` pays three for every two wagered."""

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
        """The payment at these odds on an amount, rounded up to a multiple of `unit`."""
        return -(-cents * self.pays // (self.per * unit)) * unit


def parse_dollars(amount: object) -> Cents:
    """Parse dollars as people and documents write them (``"37.50"``, ``20``) into cents above zero."""
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
    if dollars > AMOUNT_CENTS_MAX // 100:
        raise BadAmount(f"{_shown(amount)} is more than any table takes")
    if dollars.adjusted() < -2 or (dollars * 100) % 1:
        raise BadAmount(f"{_shown(amount)} is no whole number of cents")
    return Cents(dollars * 100)


@lru_cache(maxsize=8192)
def dollars(cents: int) -> str:
    """Cents as a text in dollars: ``3750`` is ``37.50``."""
    sign = "-" if cents < 0 else ""
    return f"{sign}{abs(cents) // 100}.{abs(cents) % 100:02d}"


def _shown(value: object) -> str:
    text = str(value) if isinstance(value, Decimal) else repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
