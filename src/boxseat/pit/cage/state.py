"""The state of the cage: what waits for somebody, and the sheet of each table's float. What is over is in the journal."""

from __future__ import annotations

import msgspec

from boxseat.pit.cage.commands import When
from boxseat.pit.cage.denominations import Pieces, worth

ORDERS_KEPT_MAX = 100
"""Finished orders that the state keeps, so that it stays small."""
FOOTAGE_KEPT_MAX = 100
"""Answered requests for footage that the state keeps."""


class FloatCount(msgspec.Struct, frozen=True, gc=False):
    """A count of a float."""

    when: When
    pieces: Pieces
    books: int
    at: int
    by: str
    confirmed_by: str = ""

    @property
    def cents(self) -> int:
        """What was counted."""
        return worth(self.pieces)

    @property
    def difference(self) -> int:
        """What was counted, less what there should be by the books."""
        return self.cents - self.books


class FloatSheet(msgspec.Struct, frozen=True, gc=False):
    """A table's float from one opening count to the next."""

    opening: FloatCount | None = None
    closing: FloatCount | None = None
    last: FloatCount | None = None
    """The last count of any kind."""
    fills: int = 0
    """Chips that came into the float, in cents."""
    credits: int = 0
    """Chips that left it, in cents."""


class Order(msgspec.Struct, frozen=True, gc=False):
    """An order of chips, and what was given out and received."""

    table: str
    is_fill: bool
    ordered: Pieces
    ordered_by: str
    at: int
    sent: Pieces | None = None
    """What left the cage for a fill, or the float for a credit."""
    sent_by: str = ""
    received: Pieces | None = None
    received_by: str = ""

    @property
    def word(self) -> str:
        """``fill`` or ``credit``."""
        return "fill" if self.is_fill else "credit"

    @property
    def is_over(self) -> bool:
        """Whether the chips were received."""
        return self.received is not None


class Footage(msgspec.Struct, frozen=True, gc=False):
    """A request for footage, and its answer."""

    table: str
    round: int | None
    at: int
    text: str
    by: str
    asked_at: int
    reference: str = ""
    answer: str = ""
    answered_by: str = ""

    @property
    def is_answered(self) -> bool:
        """Whether surveillance has answered."""
        return bool(self.answered_by)


class DealerThere(msgspec.Struct, frozen=True, gc=False):
    """Who deals at a table, and since when."""

    dealer: str
    since: int


class Cage(msgspec.Struct, frozen=True):
    """The cage and the pit's books at a version."""

    version: int = 0
    zone: str = "UTC"
    orders_made: int = 0
    orders: dict[int, Order] = {}
    """Orders by number: those not received yet, and the latest of the others."""
    sheets: dict[str, FloatSheet] = {}
    """By table."""
    transit: dict[str, int] = {}
    """By table: what has left one place and was not counted in at the other, in cents. Below zero where more was counted in."""
    footage_asked: int = 0
    footage: dict[int, Footage] = {}
    """Requests by number: those not answered yet, and the latest of the others."""
    dealing: dict[str, DealerThere] = {}
    """By table."""
