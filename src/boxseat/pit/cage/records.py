"""Records of the cage and the pit's books. Each names who did it."""

from __future__ import annotations

import msgspec

from boxseat.pit.cage.commands import When
from boxseat.pit.cage.denominations import Pieces


class CageRecord(msgspec.Struct, frozen=True, gc=False, tag_field="is"):
    """What happened at the cage."""


class CageSetUp(CageRecord, frozen=True, tag="cage-set-up.1"):
    """The books of the cage began."""

    zone: str
    """The time zone by which a day ends."""


class FloatCounted(CageRecord, frozen=True, tag="float-counted.1"):
    """A table's float was counted."""

    table: str
    when: When
    pieces: Pieces
    books: int
    """The float by the books at that moment, in cents."""
    by: str


class CountConfirmed(CageRecord, frozen=True, tag="count-confirmed.1"):
    """Another person confirmed the last count of a table's float."""

    table: str
    by: str


class ChipsOrdered(CageRecord, frozen=True, tag="chips-ordered.1"):
    """Chips were ordered for a table's float, or back from it."""

    order: int
    table: str
    is_fill: bool
    pieces: Pieces
    by: str


class FillIssued(CageRecord, frozen=True, tag="fill-issued.1"):
    """The cage gave out the chips of a fill."""

    order: int
    pieces: Pieces
    by: str


class FillReceived(CageRecord, frozen=True, tag="fill-received.1"):
    """The chips of a fill came into the float."""

    order: int
    pieces: Pieces
    by: str


class CreditSent(CageRecord, frozen=True, tag="credit-sent.1"):
    """The chips of a credit left the float."""

    order: int
    pieces: Pieces
    by: str


class CreditReceived(CageRecord, frozen=True, tag="credit-received.1"):
    """The chips of a credit came into the cage."""

    order: int
    pieces: Pieces
    by: str


class DropCounted(CageRecord, frozen=True, tag="drop-counted.1"):
    """A table's drop box was emptied and counted."""

    table: str
    pieces: Pieces
    books: int
    """What it held by the books, in cents."""
    by: str


class PaidOut(CageRecord, frozen=True, tag="paid-out.1"):
    """Money of a player's wallet was paid out in cash."""

    player: str
    cents: int
    what: str
    by: str


class OwedCollected(CageRecord, frozen=True, tag="owed-collected.1"):
    """A player paid what they owed."""

    player: str
    cents: int
    what: str
    by: str


class PlayerRated(CageRecord, frozen=True, tag="player-rated.1"):
    """A player's play was rated by hand."""

    table: str
    player: str
    average: int
    minutes: int
    by: str


class ShiftNoted(CageRecord, frozen=True, tag="shift-noted.1"):
    """A note for the next shift."""

    table: str
    text: str
    by: str


class DealerCameIn(CageRecord, frozen=True, tag="dealer-came-in.1"):
    """A dealer began to deal at a table."""

    table: str
    dealer: str
    by: str


class ResultNoted(CageRecord, frozen=True, tag="result-noted.1"):
    """A table's result of a day was explained."""

    table: str
    day: str
    text: str
    by: str


class FootageRequested(CageRecord, frozen=True, tag="footage-requested.1"):
    """Surveillance was asked for footage."""

    request: int
    table: str
    round: int | None
    at: int
    """The time of the footage that is asked for."""
    text: str
    by: str


class FootageAnswered(CageRecord, frozen=True, tag="footage-answered.1"):
    """Surveillance answered."""

    request: int
    reference: str
    text: str
    by: str


StepRecord = FillIssued | FillReceived | CreditSent | CreditReceived
AnyCageRecord = (
    CageSetUp
    | FloatCounted
    | CountConfirmed
    | ChipsOrdered
    | FillIssued
    | FillReceived
    | CreditSent
    | CreditReceived
    | DropCounted
    | PaidOut
    | OwedCollected
    | PlayerRated
    | ShiftNoted
    | DealerCameIn
    | ResultNoted
    | FootageRequested
    | FootageAnswered
)
