"""Denominations of chips and cash, and what a number of each comes to."""

from __future__ import annotations

from collections.abc import Mapping

from boxseat.money import AMOUNT_CENTS_MAX, BadAmount, dollars, parse_dollars
from boxseat.refusal import Refusal

CHIPS = (
    50,
    100,
    200,
    250,
    500,
    1_000,
    2_000,
    2_500,
    5_000,
    10_000,
    25_000,
    50_000,
    100_000,
    250_000,
    500_000,
    1_000_000,
)
"""The chips that there are, and plaques, in cents; a table has those in multiples of its smallest chip."""
CASH = (5, 10, 20, 50, 100, 200, 500, 1_000, 2_000, 5_000, 10_000)
"""Australian coins and notes, in cents."""
QUANTITY_MAX = 1_000_000

Pieces = dict[int, int]
"""The number of pieces of each denomination, in cents."""


def read_pieces(written: Mapping[str, int], known: tuple[int, ...], what: str) -> Pieces | Refusal:
    """The pieces of a count or an order, by denomination in dollars; highest first."""
    pieces: Pieces = {}
    for name, quantity in written.items():
        try:
            each = int(parse_dollars(name))
        except BadAmount as error:
            return Refusal("chips/denomination", "", f"a denomination is in dollars: {error}")
        if each not in known:
            return Refusal("chips/denomination", "", f"there is no {what} of {dollars(each)}")
        if not 0 <= quantity <= QUANTITY_MAX:
            return Refusal("chips/quantity", "", f"a number of pieces is from 0 to {QUANTITY_MAX}")
        pieces[each] = pieces.get(each, 0) + quantity
    if not worth(pieces) <= AMOUNT_CENTS_MAX:
        return Refusal("chips/quantity", "", "that is more than any table has")
    return {each: pieces[each] for each in sorted(pieces, reverse=True) if pieces[each]}


def chips_at(smallest: int) -> tuple[int, ...]:
    """The denominations of chips at a table with this smallest chip."""
    return tuple(each for each in CHIPS if each % smallest == 0)


def in_drop(smallest: int) -> tuple[int, ...]:
    """What a table's drop box may hold: cash, and chips."""
    return tuple(sorted({*CASH, *chips_at(smallest)}))


def worth(pieces: Mapping[int, int]) -> int:
    """What pieces come to, in cents."""
    return sum(each * quantity for each, quantity in pieces.items())


def shown(pieces: Mapping[int, int]) -> dict[str, int]:
    """Pieces by denomination in dollars."""
    return {dollars(each): quantity for each, quantity in pieces.items()}
