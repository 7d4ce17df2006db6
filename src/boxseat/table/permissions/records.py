"""Records of what is permitted and restricted at a table. The name of a record never changes."""

from __future__ import annotations

import msgspec


class _Record(msgspec.Struct, frozen=True, gc=False, tag_field="is", forbid_unknown_fields=True, omit_defaults=True):
    """Something that was permitted or restricted at a table."""


class PlayersOnBoxLimited(_Record, frozen=True, tag="players-on-box-limited.1"):
    """At most so many players may wager on a box, from the next round."""

    most: int


class PlayersAtTableLimited(_Record, frozen=True, tag="players-at-table-limited.1"):
    """At most so many players may play at the table, from the next round."""

    most: int


class PlayerHeld(_Record, frozen=True, tag="player-held.1"):
    """A player is held to the minimum until the next shuffle, or no longer."""

    player: str
    held: bool = True


class PerfectPairsRestricted(_Record, frozen=True, tag="perfect-pairs-restricted.1"):
    """Perfect Pairs are restricted to players with a main wager of their own, or no longer, from the next round."""

    restricted: bool = True
    surveillance_notified: bool = False
    inspector_notified: bool = False
    """Whether they were notified before, as the manager declared."""


class SplitHandsAllowed(_Record, frozen=True, tag="split-hands-allowed.1"):
    """So many hands may be formed by splits of a box, from the next round."""

    hands: int


class ApprovalRecorded(_Record, frozen=True, tag="approval-recorded.1"):
    """A layout was approved, as a manager declared."""

    what: str
    reference: str = ""


class FaceDownChosen(_Record, frozen=True, tag="face-down-chosen.1"):
    """The first two cards of each player are dealt face down from the next round, or face up."""

    on: bool
    inspector_approved: bool = False
    """Whether an inspector had approved it, as the manager declared."""


class CardsExposed(_Record, frozen=True, tag="cards-exposed.1"):
    """A player turned the first two cards of a box, which lay face down."""

    player: str
    box: int


PermissionRecord = (
    PlayersOnBoxLimited
    | PlayersAtTableLimited
    | PlayerHeld
    | PerfectPairsRestricted
    | SplitHandsAllowed
    | ApprovalRecorded
    | FaceDownChosen
    | CardsExposed
)
