"""Commands at the cage and in the pit's books, as a client sends them. `chips` has the number of pieces of each denomination."""

from __future__ import annotations

from typing import Annotated, Literal

import msgspec
from msgspec import Meta

from boxseat.clock import Moment
from boxseat.money import Cents

TEXT_CHARS_MAX = 2_000
Text = Annotated[str, Meta(max_length=TEXT_CHARS_MAX)]
Number = Annotated[int, Meta(ge=1, le=2**53)]
When = Literal["opening", "closing", "check"]
PiecesAsked = dict[str, int]
"""The number of pieces by denomination in dollars: ``{"25": 40}``."""


class CageCommand(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True):
    """A command at the cage."""


# Floats


class CountFloat(CageCommand, frozen=True, tag="count-float"):
    """Count a table's float. The answer has the difference from the books; the counter is told no expected sum before."""

    table: str
    chips: PiecesAsked
    when: When = "check"


class ConfirmCount(CageCommand, frozen=True, tag="confirm-count"):
    """Confirm the last count of a table's float, as another person than its counter."""

    table: str
    chips: PiecesAsked | None = None
    """What the second person counted, where they counted it again; it must be the same."""
    when: When | None = None


class RequestFill(CageCommand, frozen=True, tag="request-fill"):
    """Order chips from the cage for a table's float."""

    table: str
    chips: PiecesAsked


class RequestCredit(CageCommand, frozen=True, tag="request-credit"):
    """Order chips of a table's float back to the cage."""

    table: str
    chips: PiecesAsked


class _StepOfOrder(CageCommand, frozen=True):
    order: Number
    chips: PiecesAsked
    table: str = ""


class IssueFill(_StepOfOrder, frozen=True, tag="issue-fill"):
    """Give out the chips of a fill."""


class ReceiveFill(_StepOfOrder, frozen=True, tag="receive-fill"):
    """Take the chips of a fill into the float, as another person than who issued it."""


class SendCredit(_StepOfOrder, frozen=True, tag="send-credit"):
    """Take the chips of a credit out of the float."""


class ReceiveCredit(_StepOfOrder, frozen=True, tag="receive-credit"):
    """Take the chips of a credit into the cage, as another person than who sent it."""


# The cage


class CountDrop(CageCommand, frozen=True, tag="count-drop"):
    """Count what a table's drop box holds, and take it into the cage."""

    table: str
    amount: PiecesAsked


class PayCash(CageCommand, frozen=True, tag="pay-out"):
    """Pay money of a player's wallet out in cash."""

    player: str
    amount: Cents
    what: Text = msgspec.field(name="for", default="")


class CollectOwed(CageCommand, frozen=True, tag="collect-owed"):
    """Take what a player owes the house, in cash."""

    player: str
    amount: Cents
    what: Text = msgspec.field(name="for", default="")


# The pit's books


class RatePlayer(CageCommand, frozen=True, tag="rate"):
    """Rate a player's play that the program did not see."""

    table: str
    player: str
    average: Cents
    """The average main wager."""
    minutes: Annotated[int, Meta(ge=1, le=1440)]


class NoteShift(CageCommand, frozen=True, tag="shift-note"):
    """Write a note for the next shift."""

    text: Text
    table: str = ""


class DealerIn(CageCommand, frozen=True, tag="dealer-in"):
    """A dealer begins to deal at a table."""

    table: str
    dealer: str


class NoteResult(CageCommand, frozen=True, tag="note-result"):
    """Explain a table's result of a day, such as one outside its interval."""

    table: str
    day: Annotated[str, Meta(pattern=r"^[0-9]{4}-[0-9]{2}-[0-9]{2}$")]
    text: Text


class RequestFootage(CageCommand, frozen=True, tag="request-footage"):
    """Ask surveillance for the footage of a round, of a time, or of now."""

    table: str = ""
    round: Number | None = None
    """The number of a round at the table."""
    at: Moment | None = None
    text: Text = ""


class AnswerFootage(CageCommand, frozen=True, tag="answer-footage"):
    """Answer a request for footage: where it is kept, or why there is none."""

    request: Number
    reference: Annotated[str, Meta(max_length=200)]
    text: Text = ""


StepOfOrder = IssueFill | ReceiveFill | SendCredit | ReceiveCredit
AtCage = (
    CountFloat
    | ConfirmCount
    | RequestFill
    | RequestCredit
    | IssueFill
    | ReceiveFill
    | SendCredit
    | ReceiveCredit
    | CountDrop
    | PayCash
    | CollectOwed
    | RatePlayer
    | NoteShift
    | DealerIn
    | NoteResult
    | RequestFootage
    | AnswerFootage
)
"""Commands that people send."""


class SetUpCage(CageCommand, frozen=True, tag="set-up-cage"):
    """Begin the cage's books, in the time zone by which a day ends."""

    zone: str
