"""Records of the signs at a table. The name of a record never changes."""

from __future__ import annotations

import msgspec

from boxseat.play.state import TableLimits
from boxseat.table.sign import Bet, Sign
from boxseat.table.signs.state import ComingChange


class _Record(msgspec.Struct, frozen=True, gc=False, tag_field="is", forbid_unknown_fields=True, omit_defaults=True):
    """Something that happened to the signs at a table."""


class LimitsChanged(_Record, frozen=True, tag="limits-changed.1"):
    """The sign has other limits."""

    limits: Sign


class MinimumRaised(_Record, frozen=True, tag="minimum-raised.1"):
    """The minimum was raised without a sign before."""

    bet: Bet
    cents: int
    kept_by: tuple[str, ...] = ()
    """The players who may go on at the old one."""


class ChangeAnnounced(_Record, frozen=True, tag="change-announced.1"):
    """A sign shows a change to come."""

    change: ComingChange


class ChangeInForce(_Record, frozen=True, tag="change-in-force.1"):
    """The first change that a sign showed has come into force."""

    change: ComingChange
    late_s: int = 0
    """By how many seconds it came late; zero if it was less than a minute."""


class PrivateLimitsSet(_Record, frozen=True, tag="private-limits-set.1"):
    """A player has limits of their own; without limits, no longer."""

    player: str
    limits: TableLimits | None = None


class LowLimitMarked(_Record, frozen=True, tag="low-limit-marked.1"):
    """The table is one of low limits, or no longer."""

    on: bool


class WagerRefused(_Record, frozen=True, tag="wager-refused.1"):
    """A supervisor refused a wager; its return follows in a record of its own."""

    player: str
    box: int
    reason: str


class ClosureAnnounced(_Record, frozen=True, tag="closure-announced.1"):
    """A sign shows when the table closes."""

    at: int
    """In microseconds UTC."""


class ClosingTimeCame(_Record, frozen=True, tag="closing-time-came.1"):
    """It is the time at which the table closes by its sign."""

    late_s: int = 0


SignRecord = (
    LimitsChanged
    | MinimumRaised
    | ChangeAnnounced
    | ChangeInForce
    | PrivateLimitsSet
    | LowLimitMarked
    | WagerRefused
    | ClosureAnnounced
    | ClosingTimeCame
)
