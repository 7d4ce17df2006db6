"""The sign at a table: minimum and maximum of a box and of a side bet (CP 3, SP 7)."""

from __future__ import annotations

from typing import Literal

import msgspec
from msgspec.structs import replace

from boxseat.play.state import TableLimits
from boxseat.rulebook.book import Book

Bet = Literal["main", "perfect-pairs"]
"""The wagers whose minimum is raised by a sign."""


class Sign(msgspec.Struct, frozen=True, gc=False):
    """The limits of a box and of a side bet."""

    box: TableLimits
    side_bet: TableLimits
    unit: int | None = None
    """The step of main wagers above the minimum; none if any amount in chips is allowed."""
    super_sevens: TableLimits | None = None
    """The limits of Super Sevens where they are not those of the other side bet."""

    @property
    def sevens(self) -> TableLimits:
        """The limits of Super Sevens."""
        return self.side_bet if self.super_sevens is None else self.super_sevens

    def limits_of(self, bet: Bet) -> TableLimits:
        """The limits of a kind of wager."""
        return self.box if bet == "main" else self.side_bet

    def with_minimum(self, bet: Bet, cents: int) -> Sign:
        """The sign with another minimum for one kind of wager."""
        if bet == "main":
            return replace(self, box=replace(self.box, minimum=cents))
        return replace(self, side_bet=replace(self.side_bet, minimum=cents), super_sevens=self.sevens)


SIGN = Sign(box=TableLimits(500, 50_000), side_bet=TableLimits(100, 10_000))
"""The default sign: 5 to 500 dollars for a box, 1 to 100 for a side bet."""


def least_stake(book: Book, sign: Sign) -> int:
    """The smallest main wager in chips within the sign's limits."""
    return _in_chips(book, sign.box)


def least_side_bet(book: Book, limits: TableLimits) -> int:
    """The smallest side bet in chips within its limits."""
    return _in_chips(book, limits)


def _in_chips(book: Book, limits: TableLimits) -> int:
    chip = book.chips.smallest_chip.value
    return max(chip, -(-(limits.minimum or 0) // chip) * chip)


def smallest_playable(book: Book, sign: Sign, *, warned: bool) -> int:
    """The smallest main wager that this player may lay, including a first one under the minimum."""
    slip_plays = book.limits.placed_under_minimum.value == "warned-once" and not warned
    return book.chips.smallest_chip.value if slip_plays else least_stake(book, sign)
