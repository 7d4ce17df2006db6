"""The record of a check. The name of a record never changes."""

from __future__ import annotations

import msgspec


class CheckRecorded(
    msgspec.Struct,
    frozen=True,
    gc=False,
    tag_field="is",
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag="check-recorded.1",
):
    """A supervisor has recorded a check."""

    what: str
    by: str
    at: int
    """In microseconds UTC."""
    player: str = ""
    """Who asked for it; empty for a check that no player asks for."""
    note: str = ""
