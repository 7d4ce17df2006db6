"""The command by which supervisors record a check."""

from __future__ import annotations

from typing import Literal

import msgspec

CheckName = Literal[
    "drop-box",
    "cashless",
    "cards-secured",
    "cards-collected",
    "hand-shuffle",
    "riffle",
    "riffle-factory-shuffled",
    "procedures",
]
"""What is checked outside the machine: the furniture, real cards, how staff work."""


class RecordCheck(
    msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True, tag="record-check"
):
    """Record a check that you have made at the table, or a riffle that you have approved."""

    what: CheckName
    player: str = ""
    """Who asked for the riffle."""
    note: str = ""
