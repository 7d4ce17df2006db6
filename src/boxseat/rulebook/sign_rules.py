"""The schema of a book's rules about the sign at a table: how its limits change, and how a table closes (R45, R52)."""

from __future__ import annotations

from typing import Literal

from boxseat.rulebook.citation import Cited, Strict, before


class SignRules(Strict, frozen=True):
    """Changes of limits, limits of single players, and closing. Times are minutes for which a sign shows the change before it."""

    raised: Cited[int] = before(0)
    """The time before a higher minimum comes into force."""
    raised_at_once: Cited[Literal["for-everybody", "players-keep-old"]] = before("for-everybody")
    """Whom a minimum binds that is raised without a sign: those who play already may keep the old one."""
    old_ended: Cited[int] = before(0)
    """The time before the old minimum of those players ends."""
    private_limits: Cited[bool] = before(False)
    """Whether one player may have limits of their own, on a sign."""
    low_limit: Cited[Literal["from-device", "not-offered"]] = before("not-offered")
    """Whether a table may be one of low limits, and what its cards come from then."""
    wager_refused: Cited[bool] = before(False)
    """Whether a supervisor may refuse a wager before the first card."""
    closed: Cited[int] = before(0)
    """The time before a table closes at which players are present."""
    closing_told: Cited[tuple[Literal["players", "inspector"], ...]] = before(("players",))
    """Who is told when a table is closed."""
