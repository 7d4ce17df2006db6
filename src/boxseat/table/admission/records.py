"""The record of who may play at a table. The name of a record never changes."""

from __future__ import annotations

import msgspec


class AdmissionsChanged(
    msgspec.Struct,
    frozen=True,
    gc=False,
    tag_field="is",
    forbid_unknown_fields=True,
    omit_defaults=True,
    tag="admissions-changed.1",
):
    """Who may play at this table changed in the house's register of persons."""

    shut_out: dict[str, str] = {}
    """Players who may no longer play, or by another clause; empty for a bar outside the rules."""
    let_in: tuple[str, ...] = ()
    """Players who may play again."""
    without_card: tuple[str, ...] = ()
    with_card: tuple[str, ...] = ()
    """Players who have no valid Player Card of their own, and those who have one again."""
    zone: str = ""
    """The casino's time zone, if it is another than before."""
