"""Records of corrections of what is over. The name of a record never changes."""

from __future__ import annotations

import msgspec

from boxseat.table.hand_dealt.records import NetChange


class _CorrectionRecord(msgspec.Struct, frozen=True, gc=False, tag_field="is", forbid_unknown_fields=True):
    """Something that was corrected at a table."""


class PaymentFoundWrong(_CorrectionRecord, frozen=True, tag="payment-found-wrong.1"):
    """A payment at this table was wrong, and what was really paid is booked."""

    error: int
    """Its number in the register of wrong payments."""
    player: str
    """Empty where the patron is not known."""
    cents: int
    """What was paid too much; below zero if it was too little."""
    clause: str


class PaymentPutRight(_CorrectionRecord, frozen=True, tag="payment-put-right.1"):
    """A wrong payment was put right."""

    error: int
    player: str
    cents: int
    """What the player gets; below zero if they give it back."""
    clause: str


class PastRoundVoided(_CorrectionRecord, frozen=True, tag="past-round-voided.1"):
    """A round was declared void after the next one had begun, and what it came to is undone."""

    number: int
    changes: tuple[NetChange, ...]
    """How much more each player has won by that."""
    reason: str
    clause: str


PaymentRecord = PaymentFoundWrong | PaymentPutRight
CorrectionRecord = PaymentRecord | PastRoundVoided
