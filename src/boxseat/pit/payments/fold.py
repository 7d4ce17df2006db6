"""The fold of the register of wrong payments."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from boxseat.consistency import require
from boxseat.pit.payments import records as r
from boxseat.pit.payments.state import STATUS_AFTER, PaymentError, PaymentsRegister


def fold(register: PaymentsRegister, happened: Sequence[r.RegisterRecord]) -> PaymentsRegister:
    """The register after one entry."""
    for record in happened:
        register = _after(register, record)
    return replace(register, version=register.version + 1)


def _after(register: PaymentsRegister, record: r.RegisterRecord) -> PaymentsRegister:
    match record:
        case r.RegisterOpened(zone=zone):
            require(register.version == 0, "the register begins once")
            return replace(register, zone=zone)
        case r.ErrorRecorded():
            return _recorded(register, record)
        case r.PatronIdentified(error=error, player=player):
            known = register.errors[error]
            require(not known.player, f"the patron of wrong payment {error} is not known yet")
            return _with(register, replace(known, player=player))
        case r.PaymentRectified(error=error, how=how):
            known = register.errors[error]
            require(known.status not in ("rectified", "reported"), f"wrong payment {error} is not put right yet")
            return _with(register, replace(known, status=STATUS_AFTER[how]))
        case r.MonthReported(month=month):
            require(month in register.report_due, f"{month} is to be reported")
            return replace(register, report_due={at: due for at, due in register.report_due.items() if at != month})


def _recorded(register: PaymentsRegister, record: r.ErrorRecorded) -> PaymentsRegister:
    require(record.error == len(register.errors) + 1, "wrong payments are numbered in order")
    require(record.cents > 0, f"wrong payment {record.error} has an amount")
    due = register.report_due
    if record.report_clause:
        due = {**due, record.month: record.month_ends}
    recorded = PaymentError(
        record.error,
        record.table,
        record.kind,
        record.cents,
        record.suspected,
        record.month,
        record.player,
        record.report_clause,
    )
    return replace(_with(register, recorded), report_due=due)


def _with(register: PaymentsRegister, error: PaymentError) -> PaymentsRegister:
    return replace(register, errors={**register.errors, error.error: error})
