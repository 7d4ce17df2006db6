"""Commands at the register of wrong payments."""

from __future__ import annotations

from typing import Literal

import msgspec

from boxseat.money import Cents

Kind = Literal["over", "under"]
How = Literal["reimbursed", "returned", "demanded", "contacted", "reported"]


class _AtRegister(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True):
    """A command at the register."""


class RecordPaymentError(_AtRegister, frozen=True, tag="payment-error"):
    """Record that a patron was paid too much or too little at a table."""

    table: str
    kind: Kind
    amount: Cents
    """The difference to what should have been paid."""
    intentional: Literal["no", "suspected"]
    player: str = ""
    """Empty where the patron is not known yet."""


class IdentifyPatron(_AtRegister, frozen=True, tag="identify-patron"):
    """Say whose wager it was that was paid wrongly."""

    error: int
    player: str


class RectifyPayment(_AtRegister, frozen=True, tag="rectify-payment"):
    """Put a wrong payment right, record an attempt to do so, or tell the authority."""

    error: int
    how: How


RegisterCommand = RecordPaymentError | IdentifyPatron | RectifyPayment


# What the house itself does.


class OpenRegister(_AtRegister, frozen=True, tag="open-payments-register"):
    """Begin the register."""

    zone: str
    """The time zone of the casino, by which a month ends."""


class SendMonthlyReport(_AtRegister, frozen=True, tag="send-monthly-report"):
    """Report the large wrong payments of a month that is over."""

    month: str
