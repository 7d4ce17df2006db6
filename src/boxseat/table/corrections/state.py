"""What a table keeps of corrections of its past rounds; of most rounds nothing."""

from __future__ import annotations

import msgspec


class Amended(msgspec.Struct, frozen=True):
    """What has been corrected in a round after the next one had begun."""

    void: bool = False
    """Whether the round was declared void then."""
    net: dict[str, int] = {}
    """How much more each player has won since the round was settled, in cents; below zero if it is less."""


NOT_AMENDED = Amended()
