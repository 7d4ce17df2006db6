"""The checks at a table."""

from __future__ import annotations

import msgspec


class Check(msgspec.Struct, frozen=True, gc=False, omit_defaults=True):
    """A check that a supervisor has recorded."""

    what: str
    by: str
    at: int
    """In microseconds UTC."""
    player: str = ""
    note: str = ""
