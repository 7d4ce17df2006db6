"""Double entry: each posting takes from one account what it gives to another, so the sum of a unit's balances is always 0.

A posting is never changed or deleted. A wrong one is corrected by another, whose reason says what it corrects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from boxseat.ledger.accounts import Posting, is_account, may_hold, unit_of
from boxseat.money import AMOUNT_CENTS_MAX


class BadPosting(ValueError):
    """A posting that is not valid; the message says why."""


def check_postings(postings: Iterable[Posting]) -> None:
    """Refuse postings with a wrong amount, an unknown account, giver and taker the same, or of different units."""
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
        if unit_of(posting.giver) != unit_of(posting.taker):
            raise BadPosting(f"{posting.giver} and {posting.taker} are kept in different units")


def fold(postings: Iterable[Posting], before: Mapping[str, int] | None = None) -> dict[str, int]:
    """The balances after postings, from the balances before them or from zero."""
    held = dict(before or {})
    for posting in postings:
        held[posting.giver] = held.get(posting.giver, 0) - posting.cents
        held[posting.taker] = held.get(posting.taker, 0) + posting.cents
    return held


def overdrawn(balances: Mapping[str, int]) -> list[str]:
    """The accounts that are below zero and must not be; or above it, of those that hold what is owed."""
    return sorted(account for account, cents in balances.items() if not may_hold(account, cents))


def totals(balances: Iterable[tuple[str, int]]) -> dict[str, int]:
    """The sum of the balances of each unit."""
    found: dict[str, int] = {}
    for account, cents in balances:
        unit = unit_of(account)
        found[unit] = found.get(unit, 0) + cents
    return found


def imbalances(balances: Mapping[str, int]) -> dict[str, int]:
    """The units whose balances do not add up to 0, with what they come to; none in a correct ledger."""
    return {unit: cents for unit, cents in totals(balances.items()).items() if cents}


def correction(wrong: Posting, why: str) -> Posting:
    """The posting that reverses another one; both stay in the ledger."""
    return Posting(wrong.taker, wrong.giver, wrong.cents, f"correction of {wrong.why!r}: {why}", wrong.clause)
