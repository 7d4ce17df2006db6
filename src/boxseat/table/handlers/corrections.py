"""Corrections of what is over: wrong payments (SP 18.18-18.20)."""

from __future__ import annotations

from boxseat.refusal import Refusal
from boxseat.table.corrections.commands import FindPaymentWrong, PutPaymentRight
from boxseat.table.corrections.records import PaymentFoundWrong, PaymentPutRight
from boxseat.table.desk import Desk


def find_payment_wrong(desk: Desk, who: str, command: FindPaymentWrong) -> Refusal | None:
    """A payment was wrong: what was really paid is booked. The register has judged it."""
    desk.note(
        PaymentFoundWrong(command.error, command.player, command.cents, _clause(desk, suspected=command.suspected))
    )
    return None


def put_payment_right(desk: Desk, who: str, command: PutPaymentRight) -> Refusal | None:
    """A wrong payment is put right. The register has judged it."""
    desk.note(PaymentPutRight(command.error, command.player, command.cents, _clause(desk, suspected=command.suspected)))
    return None


def _clause(desk: Desk, *, suspected: bool) -> str:
    rules = desk.book.wrong_payments
    return (rules.suspected if suspected else rules.unintended).clause
