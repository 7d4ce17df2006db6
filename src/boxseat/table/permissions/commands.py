"""Commands by which staff permit or restrict something at a table."""

from __future__ import annotations

from typing import Literal

import msgspec

ApprovedThing = Literal["table", "perfect-pairs", "super-sevens"]
"""What is approved before it is used: the layout of the table, of Perfect Pairs, of Super Sevens."""


class _Permitted(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True):
    """A command about what is permitted at a table."""


class LimitPlayersOnBox(_Permitted, frozen=True, tag="players-on-box"):
    """Allow at most so many players on a box, from the next round."""

    most: int


class LimitPlayersAtTable(_Permitted, frozen=True, tag="players-at-table"):
    """Allow at most so many players at the table, from the next round."""

    most: int


class HoldToMinimum(_Permitted, frozen=True, tag="hold-to-minimum"):
    """Hold a player who sat out a round of the shoe to the minimum until the next shuffle."""

    player: str


class ReleaseFromMinimum(_Permitted, frozen=True, tag="release-from-minimum"):
    """Hold a player to the minimum no longer."""

    player: str


class RestrictPerfectPairs(_Permitted, frozen=True, tag="restrict-perfect-pairs"):
    """Restrict Perfect Pairs to players with a main wager of their own, or end that."""

    restricted: bool = True
    surveillance_notified: bool = False
    inspector_notified: bool = False


class AllowResplit(_Permitted, frozen=True, tag="allow-resplit"):
    """Allow one more split of a box from the next round, or no longer."""

    on: bool


class RecordApproval(_Permitted, frozen=True, tag="record-approval"):
    """Record that the commission has approved a layout."""

    what: ApprovedThing
    reference: str = ""
    """Of the written approval."""


class DealFaceDown(_Permitted, frozen=True, tag="face-down"):
    """Have the first two cards of each player dealt face down from the next round, or face up again."""

    on: bool
    inspector_approved: bool = False


class ExposeCards(_Permitted, frozen=True, tag="expose"):
    """Turn your first two cards on a box, which were dealt face down."""

    box: int


PermissionCommand = (
    LimitPlayersOnBox
    | LimitPlayersAtTable
    | HoldToMinimum
    | ReleaseFromMinimum
    | RestrictPerfectPairs
    | AllowResplit
    | RecordApproval
    | DealFaceDown
)
"""What staff permit and restrict."""
