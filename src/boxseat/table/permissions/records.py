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


PermissionRecord = PlayersOnBoxLimited | PlayersAtTableLimited | PlayerHeld
