"""Commands by which staff permit or restrict something at a table."""

from __future__ import annotations

import msgspec


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


PermissionCommand = LimitPlayersOnBox | LimitPlayersAtTable | HoldToMinimum | ReleaseFromMinimum
