"""How the door is kept: opening money, time-outs, lock-out, and how dear a password is to check."""

from __future__ import annotations

import msgspec

from boxseat.clock import SECOND

MINUTE = 60 * SECOND
HOUR = 60 * MINUTE


class Hashing(msgspec.Struct, frozen=True):
    """What argon2id is asked to spend on one password: two passes over 19 MiB, which OWASP names as the least."""

    passes: int = 2
    kibibytes: int = 19_456
    lanes: int = 1


class DoorSettings(msgspec.Struct, frozen=True):
    """The house's choices about accounts and sessions. Times are in microseconds, as the clock tells them."""

    opening_cents: int = 1_000_00
    """Play money a new player finds in their wallet."""

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
    """How often a session's use is written down at the most."""
    trusted_for: int = SECOND
    """How long a session that was looked up is taken to be open without asking the store again."""
    ticket_for: int = 30 * SECOND
    """How long a ticket for a socket may be handed in."""

    hashing: Hashing = Hashing()
    hashers: int = 2
    """Threads that check passwords."""
    waiting: int = 16
    """Passwords that may wait for them; the next person is asked to come again."""
