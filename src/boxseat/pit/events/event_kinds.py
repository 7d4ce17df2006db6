"""The closed list of significant events (GLI-19, 2.8.8), and the records and acts of the journal that are each of them.

Clocks that jump, and faults of the program, are in the server's log, marked as significant events: no record can have them.
"""

from __future__ import annotations

from enum import StrEnum

LARGE_WIN_CENTS = 10_000_00
"""A payment to a player from this amount on is an event."""


class EventKind(StrEnum):
    """What a significant event is."""

    VOID = "void"
    """A round, or a player's wagers, without a result."""
    OVERRIDE = "override"
    """Staff changed how a round goes on, or what is recorded of it."""
    IRREGULARITY = "irregularity"
    CORRECTION = "correction"
    """Money moved to put something right."""
    PAYMENT_ERROR = "payment-error"
    COUNT_DIFFERENCE = "count-difference"
    """A float that was counted is not what the books say."""
    LARGE_WIN = "large-win"
    FAILED_LOGIN = "failed-login"
    ACCOUNT_CHANGE = "account-change"
    """Staff changed somebody's account, or it was locked."""
    LIMIT_CHANGE = "limit-change"
    PERMISSION = "permission"
    """What the table, or a player there, is allowed besides."""
    EXCLUSION = "exclusion"
    DETENTION = "detention"
    DISPUTE = "dispute"
    TABLE_HOURS = "table-hours"


RECORDS: dict[str, EventKind] = {
    "wagers-voided": EventKind.VOID,
    "past-round-voided": EventKind.VOID,
    "wager-refused": EventKind.OVERRIDE,
    "record-corrected": EventKind.OVERRIDE,
    "payment-found-wrong": EventKind.CORRECTION,
    "payment-put-right": EventKind.CORRECTION,
    "payment-error-recorded": EventKind.PAYMENT_ERROR,
    "payment-rectified": EventKind.PAYMENT_ERROR,
    "payments-month-reported": EventKind.PAYMENT_ERROR,
    "login-failed": EventKind.FAILED_LOGIN,
    "locked": EventKind.ACCOUNT_CHANGE,
    "role-given": EventKind.ACCOUNT_CHANGE,
    "disabled": EventKind.ACCOUNT_CHANGE,
    "enabled": EventKind.ACCOUNT_CHANGE,
    "box-marked": EventKind.LIMIT_CHANGE,
    "minimum-raised": EventKind.LIMIT_CHANGE,
    "limits-changed": EventKind.LIMIT_CHANGE,
    "change-announced": EventKind.LIMIT_CHANGE,
    "private-limits-set": EventKind.LIMIT_CHANGE,
    "player-restricted": EventKind.LIMIT_CHANGE,
    "player-held": EventKind.LIMIT_CHANGE,
    "players-on-box-limited": EventKind.LIMIT_CHANGE,
    "players-at-table-limited": EventKind.LIMIT_CHANGE,
    "perfect-pairs-restricted": EventKind.LIMIT_CHANGE,
    "split-hands-allowed": EventKind.PERMISSION,
    "low-limit-marked": EventKind.PERMISSION,
    "face-down-chosen": EventKind.PERMISSION,
    "approval-recorded": EventKind.PERMISSION,
    "person-excluded": EventKind.EXCLUSION,
    "person-readmitted": EventKind.EXCLUSION,
    "person-barred": EventKind.EXCLUSION,
    "bar-lifted": EventKind.EXCLUSION,
    "person-detained": EventKind.DETENTION,
    "person-handed-over": EventKind.DETENTION,
    "dispute-raised": EventKind.DISPUTE,
    "dispute-decided": EventKind.DISPUTE,
    "dispute-settled": EventKind.DISPUTE,
    "review-asked": EventKind.DISPUTE,
    "complaint-made": EventKind.DISPUTE,
    "opened-for-play": EventKind.TABLE_HOURS,
    "closure-announced": EventKind.TABLE_HOURS,
    "closed": EventKind.TABLE_HOURS,
}
"""By the record's name, without its version."""
COUNTED = "float-counted"
"""The record of a count, which is an event only if there is a difference."""
ACTS: dict[str, EventKind] = {
    "void": EventKind.VOID,
    "invalidate": EventKind.VOID,
    "void-wagers": EventKind.VOID,
    "reconstruct": EventKind.OVERRIDE,
    "pay-at-end": EventKind.OVERRIDE,
    "malfunction": EventKind.IRREGULARITY,
    "wrong-pack": EventKind.IRREGULARITY,
    "draw-in-error": EventKind.IRREGULARITY,
    "extra-card": EventKind.IRREGULARITY,
    "misplace": EventKind.IRREGULARITY,
    "insurance-missed": EventKind.IRREGULARITY,
    "report": EventKind.IRREGULARITY,
}
"""By the word of an act of a round."""
EXPECTED = frozenset((EventKind.TABLE_HOURS,))
"""Events of every day, listed only where they are asked for."""
