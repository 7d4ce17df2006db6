"""Settings of accounts and sessions: opening money, time-outs, lock-out, and the cost of password hashes."""

from __future__ import annotations

import msgspec

from boxseat.clock import SECOND

MINUTE = 60 * SECOND
HOUR = 60 * MINUTE
"""In microseconds, like `SECOND`."""

OPENING_CENTS_MAX = 1_000_000_00
"""No account is opened with more; an entry that says otherwise is forged."""


class Hashing(msgspec.Struct, frozen=True):
    """The cost of an argon2id hash: two passes over 19 MiB, which OWASP names as the minimum."""

    passes: int = 2
    kibibytes: int = 19_456
    lanes: int = 1


class AccountSettings(msgspec.Struct, frozen=True):
    """Settings of accounts and sessions. Times are in microseconds, like the clock's."""

    opening_cents: int = 1_000_00
    """Play money in a new player's wallet."""

    failures: int = 3
    """So many wrong passwords within `failures_within` lock the account for `locked_for` (GLI-19, 2.5.3)."""
    failures_within: int = 30 * MINUTE
    locked_for: int = 30 * MINUTE
    failed_answer_after: int = SECOND // 4
    """No failed login is answered sooner, so that the time taken tells nothing of what was wrong."""

    idle: int = 30 * MINUTE
    """A session nobody uses ends after this long (GLI-19, 2.5.4)."""
    longest: int = 12 * HOUR
    """A session ends after this long, used or not."""
    written_every: int = MINUTE
    """The shortest time between two writes of a session's last use."""
    trusted_for: int = SECOND
    """How long a cached session is taken to be valid without reading the store again."""
    ticket_for: int = 30 * SECOND
    """How long a ticket for a socket is valid."""

    hashing: Hashing = Hashing()
    hashers: int = 2
    """Threads that compute password hashes."""
    waiting: int = 16
    """The length of the queue for them; who comes when it is full is asked to come again."""

    def __post_init__(self) -> None:
        if not 0 <= self.opening_cents <= OPENING_CENTS_MAX:
            raise ValueError(f"opening_cents: from 0 to {OPENING_CENTS_MAX}, and not {self.opening_cents}")
