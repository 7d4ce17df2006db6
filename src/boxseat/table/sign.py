"""The sign at a table: the least and the most that may be wagered on a box and on a side bet (CP 3, SP 7)."""

from __future__ import annotations

import msgspec

from boxseat.play.state import TableLimits
from boxseat.rulebook.book import Book


class Sign(msgspec.Struct, frozen=True):
    """What the sign at the table says: the limits of a box, and those of a side bet, which has its own."""

    box: TableLimits
    side_bet: TableLimits
    unit: int | None = None
    """The multiples in which a main wager goes above the minimum; none where any chips will do."""


SIGN = Sign(box=TableLimits(500, 50_000), side_bet=TableLimits(100, 10_000))
"""The sign of a table for which nothing else is said: 5 to 500 dollars a box, 1 to 100 a side bet."""


def least_stake(book: Book, sign: Sign) -> int:
    """The least main wager within the sign's limits that chips can make."""
    return _in_chips(book, sign.box)


def least_side_bet(book: Book, sign: Sign) -> int:
    """The least side bet within the sign's limits that chips can make."""
    return _in_chips(book, sign.side_bet)


def _in_chips(book: Book, limits: TableLimits) -> int:
    chip = book.chips.smallest_chip.value
    return max(chip, -(-(limits.minimum or 0) // chip) * chip)


def smallest_playable(book: Book, sign: Sign, *, warned: bool) -> int:
    """The smallest main wager this player may still lay, a first slip included."""
    slip_plays = book.limits.placed_under_minimum.value == "warned-once" and not warned
    return book.chips.smallest_chip.value if slip_plays else least_stake(book, sign)
