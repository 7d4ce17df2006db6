"""The state of the register of wrong payments."""

from __future__ import annotations

from typing import Literal

import msgspec

from boxseat.pit.payments.commands import How, Kind

Status = Literal["open", "attempted", "reported", "rectified"]
STATUS_AFTER: dict[How, Status] = {
    "reimbursed": "rectified",
    "returned": "rectified",
    "demanded": "attempted",
    "contacted": "attempted",
    "reported": "reported",
}
"""What a wrong payment is after something was done about it."""
MOVES_MONEY: tuple[How, ...] = ("reimbursed", "returned")


class PaymentError(msgspec.Struct, frozen=True):
    """A wrong payment."""

    error: int
    table: str
    kind: Kind
    cents: int
    suspected: bool
    month: str
    player: str = ""
    """Empty where the patron is not known."""
    report_clause: str = ""
    """The clause by which it is in the report of its month; empty if it is not."""
    status: Status = "open"

    @property
    def too_much(self) -> int:
        """What was paid too much; below zero if it was too little."""
        return self.cents if self.kind == "over" else -self.cents


class PaymentsRegister(msgspec.Struct, frozen=True):
    """The register of a house."""

    version: int = 0
    zone: str = ""
    errors: dict[int, PaymentError] = {}
    """By number, from 1."""
    report_due: dict[str, int] = {}
    """The months with something to report, each with its end in microseconds UTC, until it is reported."""


def reported(register: PaymentsRegister, month: str) -> list[PaymentError]:
    """The wrong payments in a month's report."""
    return [each for each in register.errors.values() if each.month == month and each.report_clause]
