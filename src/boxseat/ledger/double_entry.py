"""Double entry: each posting takes from one account what it gives to another, so the sum of all balances is always 0.

A posting is never changed or deleted. A wrong one is corrected by another, whose reason says what it corrects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from boxseat.ledger.accounts import Posting, is_account, may_go_below_zero
from boxseat.money import AMOUNT_CENTS_MAX


class BadPosting(ValueError):
    """A posting that is not valid; the message says why."""


def check_postings(postings: Iterable[Posting]) -> None:
    """Refuse postings with a wrong amount, with giver and taker the same, or with an unknown account."""
    for posting in postings:
        cents = posting.cents
        if isinstance(cents, bool) or not isinstance(cents, int):
            raise BadPosting(f"{cents!r} is no whole number of cents")
        if not 0 < cents <= AMOUNT_CENTS_MAX:
            raise BadPosting(f"{cents} cents cannot be moved: an amount is above zero and at most {AMOUNT_CENTS_MAX}")
        if posting.giver == posting.taker:
            raise BadPosting(f"{posting.giver} cannot give to itself")
        for account in (posting.giver, posting.taker):
            if not is_account(account):
                raise BadPosting(f"{account!r} is no account")


def fold(postings: Iterable[Posting], before: Mapping[str, int] | None = None) -> dict[str, int]:
    """The balances after postings, from the balances before them or from zero."""
    held = dict(before or {})
    for posting in postings:
        held[posting.giver] = held.get(posting.giver, 0) - posting.cents
        held[posting.taker] = held.get(posting.taker, 0) + posting.cents
    return held


def overdrawn(balances: Mapping[str, int]) -> list[str]:
    """The accounts that are below zero and must not be."""
    return sorted(account for account, cents in balances.items() if cents < 0 and not may_go_below_zero(account))


def imbalance(balances: Mapping[str, int]) -> int:
    """The sum of all balances, which is 0 in a correct ledger."""
    return sum(balances.values())


def correction(wrong: Posting, why: str) -> Posting:
    """The posting that reverses another one; both stay in the ledger."""
    return Posting(wrong.taker, wrong.giver, wrong.cents, f"correction of {wrong.why!r}: {why}", wrong.clause)
