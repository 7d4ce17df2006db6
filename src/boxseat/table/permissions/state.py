"""The state of what staff have permitted and restricted at a table. It overrides the settings of the table."""

from __future__ import annotations

import msgspec


class Permissions(msgspec.Struct, frozen=True, gc=False):
    """What staff have permitted and restricted since the table was set up."""

    players_on_box: int | None = None
    players_at_table: int | None = None
    """The most players on a box and at the table; none if staff have said nothing."""
    minimum: dict[str, bool] = {}
    """Players whom a supervisor has held to the minimum until the next shuffle, or released from it."""


NOTHING_PERMITTED = Permissions()
