"""What people see of the register of wrong payments: allow-lists for those who may see it at all."""

from __future__ import annotations

import csv
import io

import msgspec

from boxseat.money import dollars
from boxseat.pit.payments.state import PaymentError, PaymentsRegister, Status, reported


class PaymentErrorSeen(msgspec.Struct, frozen=True):
    """A wrong payment, as staff see it."""

    error: int
    table: str
    player: str | None
    """Null where the patron is not known."""
    kind: str
    amount: str
    suspected: bool
    status: Status
    month: str


class ReportedSeen(msgspec.Struct, frozen=True):
    """A wrong payment in the report of its month."""

    error: int
    player: str | None
    kind: str
    amount: str


class PaymentsSeen(msgspec.Struct, frozen=True):
    """The register, as staff see it."""

    errors: list[PaymentErrorSeen]
    monthly_report: dict[str, list[ReportedSeen]]
    """By month; months without entries are left out."""


def seen(register: PaymentsRegister) -> PaymentsSeen:
    """The register with its monthly reports, that of the month still running too."""
    months = sorted({each.month for each in register.errors.values() if each.report_clause})
    reports = {month: [_reported(each) for each in reported(register, month)] for month in months}
    return PaymentsSeen([_error(each) for each in register.errors.values()], reports)


def report_csv(register: PaymentsRegister, month: str) -> str:
    """A month's report as a table for other programs."""
    text = io.StringIO()
    lines = csv.writer(text, lineterminator="\n")
    lines.writerow(("error", "month", "table", "player", "kind", "amount", "suspected", "status"))
    for each in reported(register, month):
        suspected = "yes" if each.suspected else "no"
        lines.writerow(
            (each.error, month, each.table, each.player, each.kind, dollars(each.cents), suspected, each.status)
        )
    return text.getvalue()


def _error(each: PaymentError) -> PaymentErrorSeen:
    return PaymentErrorSeen(
        each.error,
        each.table,
        each.player or None,
        each.kind,
        dollars(each.cents),
        each.suspected,
        each.status,
        each.month,
    )


def _reported(each: PaymentError) -> ReportedSeen:
    return ReportedSeen(each.error, each.player or None, each.kind, dollars(each.cents))
