"""Who may not play at a table, as the house's register of persons has it."""

from __future__ import annotations

import msgspec


class Admissions(msgspec.Struct, frozen=True, gc=False):
    """Players who may not play, and those without a Player Card. Wagers are judged by this copy alone."""

    shut_out: dict[str, str] = {}
    """Players who may not play here, each with the clause of the exclusion; empty for a bar outside the rules."""
    without_card: tuple[str, ...] = ()
    """Players without a valid Player Card of their own."""
    zone: str = "UTC"
    """The time zone of the casino, by which the day begins from which a Player Card is needed."""
