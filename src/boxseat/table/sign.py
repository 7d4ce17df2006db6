"""The sign at a table: minimum and maximum of a box and of a side bet (CP 3, SP 7)."""

from __future__ import annotations

import msgspec

from boxseat.play.state import TableLimits
from boxseat.rulebook.book import Book


class Sign(msgspec.Struct, frozen=True, gc=False):
    """The limits of a box and of a side bet."""

    box: TableLimits
    side_bet: TableLimits
    unit: int | None = None
    """The step of main wagers above the minimum; none if any amount in chips is allowed."""


SIGN = Sign(box=TableLimits(500, 50_000), side_bet=TableLimits(100, 10_000))
"""The default sign: 5 to 500 dollars for a box, 1 to 100 for a side bet."""


def least_stake(book: Book, sign: Sign) -> int:
    """The smallest main wager in chips within the sign's limits."""
    return _in_chips(book, sign.box)


def least_side_bet(book: Book, sign: Sign) -> int:
    """The smallest side bet in chips within the sign's limits."""
    return _in_chips(book, sign.side_bet)


def _in_chips(book: Book, limits: TableLimits) -> int:
    chip = book.chips.smallest_chip.value
    return max(chip, -(-(limits.minimum or 0) // chip) * chip)


def smallest_playable(book: Book, sign: Sign, *, warned: bool) -> int:
    """The smallest main wager that this player may lay, including a first one under the minimum."""
    slip_plays = book.limits.placed_under_minimum.value == "warned-once" and not warned
    return book.chips.smallest_chip.value if slip_plays else least_stake(book, sign)
