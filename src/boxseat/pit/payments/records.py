"""Records of the register of wrong payments. The name of a record never changes."""

from __future__ import annotations

import msgspec

from boxseat.pit.payments.commands import How, Kind


class _RegisterRecord(msgspec.Struct, frozen=True, gc=False, tag_field="is", forbid_unknown_fields=True):
    """Something that happened at the register."""


class RegisterOpened(_RegisterRecord, frozen=True, tag="payments-register-opened.1"):
    """The register began."""

    zone: str


class ErrorRecorded(_RegisterRecord, frozen=True, tag="payment-error-recorded.1", omit_defaults=True):
    """A wrong payment was recorded."""

    error: int
    table: str
    kind: Kind
    cents: int
    suspected: bool
    """Whether it may have been made on purpose."""
    month: str
    """The month in which it was recorded, by the casino's clocks: ``2024-09``."""
    month_ends: int
    """When that month ends, in microseconds UTC."""
    player: str = ""
    report_clause: str = ""
    """The clause by which it is in the report of its month; empty if it is not."""


class PatronIdentified(_RegisterRecord, frozen=True, tag="patron-identified.1"):
    """The patron of a wrong payment was found."""

    error: int
    player: str


class PaymentRectified(_RegisterRecord, frozen=True, tag="payment-rectified.1"):
    """A wrong payment was put right, or something was done towards that."""

    error: int
    how: How
    clause: str


class MonthReported(_RegisterRecord, frozen=True, tag="payments-month-reported.1"):
    """The large wrong payments of a month were reported."""

    month: str


RegisterRecord = RegisterOpened | ErrorRecorded | PatronIdentified | PaymentRectified | MonthReported
