"""Double entry: what one account gives another takes, so that all balances together are always nothing.

A posting is never changed or rubbed out. One that was wrong is put right by another, whose reason says what it corrects.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from boxseat.ledger.accounts import Posting, is_account, may_go_below_zero
from boxseat.money import MOST_CENTS


class BadPosting(ValueError):
    """A posting that no ledger could hold; the message says why."""


def check_postings(postings: Iterable[Posting]) -> None:
    """Refuse a posting that moves nothing, moves it nowhere, or moves what nobody could have."""
    for posting in postings:
        cents = posting.cents
        if isinstance(cents, bool) or not isinstance(cents, int):
            raise BadPosting(f"{cents!r} is no whole number of cents")
        if not 0 < cents <= MOST_CENTS:
            raise BadPosting(f"{cents} cents cannot be moved: an amount is above zero and at most {MOST_CENTS}")
        if posting.giver == posting.taker:
            raise BadPosting(f"{posting.giver} cannot give to itself")
        for account in (posting.giver, posting.taker):
            if not is_account(account):
                raise BadPosting(f"{account!r} is no account")


def fold(postings: Iterable[Posting], before: Mapping[str, int] | None = None) -> dict[str, int]:
    """The balances after postings, from those before them or from nothing."""
    held = dict(before or {})
    for posting in postings:
        held[posting.giver] = held.get(posting.giver, 0) - posting.cents
        held[posting.taker] = held.get(posting.taker, 0) + posting.cents
    return held


def overdrawn(balances: Mapping[str, int]) -> list[str]:
    """Accounts below zero that may not be."""
    return sorted(account for account, cents in balances.items() if cents < 0 and not may_go_below_zero(account))


def imbalance(balances: Mapping[str, int]) -> int:
    """What has come from nowhere or gone nowhere: the sum of all balances, 0 in a sound ledger."""
    return sum(balances.values())


def correction(wrong: Posting, why: str) -> Posting:
    """The posting that undoes another; it is appended, and both stay to be read."""
    return Posting(wrong.taker, wrong.giver, wrong.cents, f"correction of {wrong.why!r}: {why}", wrong.clause)
