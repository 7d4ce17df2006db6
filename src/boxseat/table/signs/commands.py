"""Commands about the signs at a table. Amounts are dollars on the wire and whole cents here."""

from __future__ import annotations

import msgspec

from boxseat.clock import Moment
from boxseat.money import Cents
from boxseat.table.sign import Bet


class _OfSigns(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True):
    """A command about the signs at a table."""


class BetLimits(msgspec.Struct, frozen=True, gc=False, forbid_unknown_fields=True):
    """The limits of a side bet; what is left out stays as it is."""

    min: Cents | None = None
    max: Cents | None = None


class RaiseMinimum(_OfSigns, frozen=True, tag="raise-minimum"):
    """Raise the minimum: from a time that a sign shows, or at once."""

    min: Cents
    begins: Moment | None = msgspec.field(name="from", default=None)
    """Left out: at once."""
    bet: Bet = "main"


class ChangeLimits(_OfSigns, frozen=True, tag="change-limits"):
    """Change the limits from the next round; what is left out stays as it is."""

    min: Cents | None = None
    max: Cents | None = None
    unit: Cents | None = None
    """The step of wagers above the minimum; zero for none."""
    perfect_pairs: BetLimits | None = None
    super_sevens: BetLimits | None = None


class EndOldMinimum(_OfSigns, frozen=True, tag="end-old-minimum"):
    """Show by a sign when those who play at an old minimum have to go on at the new one."""

    begins: Moment = msgspec.field(name="from")


class SetPrivateLimits(_OfSigns, frozen=True, tag="private-limits"):
    """Let one player wager above the maximum, by limits of their own, until they leave."""

    player: str
    min: Cents
    max: Cents


class EndPrivateLimits(_OfSigns, frozen=True, tag="end-private-limits"):
    """End the limits that a player has of their own."""

    player: str


class MarkLowLimit(_OfSigns, frozen=True, tag="low-limit"):
    """Mark the table as one of low limits, or no longer."""

    on: bool


class RefuseWager(_OfSigns, frozen=True, tag="refuse-wager"):
    """Refuse a wager that lies, before the first card; it goes back."""

    player: str
    box: int
    reason: str


class AnnounceClosure(_OfSigns, frozen=True, tag="announce-closure"):
    """Show by a sign when the table closes."""

    closing: Moment


class FollowSigns(_OfSigns, frozen=True, tag="follow-signs"):
    """Do what the signs show for this time. The house gives it by the clock."""


SignCommand = (
    RaiseMinimum
    | ChangeLimits
    | EndOldMinimum
    | SetPrivateLimits
    | EndPrivateLimits
    | MarkLowLimit
    | RefuseWager
    | AnnounceClosure
)
"""What staff ask about signs."""
