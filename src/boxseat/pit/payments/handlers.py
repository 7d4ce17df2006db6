"""Handlers of the register of wrong payments: each refuses, or returns its records. Clauses are those of the table's book."""

from __future__ import annotations

from boxseat.money import dollars
from boxseat.pit.payments import commands as c
from boxseat.pit.payments import records as r
from boxseat.pit.payments.month import month_of
from boxseat.pit.payments.state import PaymentError, PaymentsRegister
from boxseat.refusal import Refusal, refuse
from boxseat.rulebook.book import Book

Judged = Refusal | tuple[r.RegisterRecord, ...]


def record_error(register: PaymentsRegister, book: Book, command: c.RecordPaymentError, at: int) -> Judged:
    """Record a wrong payment; a large one is in the month's report where the table's rules want one (SP 18.20.2, R48)."""
    rules = book.wrong_payments
    month, ends = month_of(at, register.zone)
    is_large = rules.monthly_report.value and command.amount > rules.report_over.value
    number, suspected = len(register.errors) + 1, command.intentional == "suspected"
    return (
        r.ErrorRecorded(
            number,
            command.table,
            command.kind,
            int(command.amount),
            suspected,
            month,
            ends,
            command.player,
            rules.monthly_report.clause if is_large else "",
        ),
    )


def identify(register: PaymentsRegister, book: Book, command: c.IdentifyPatron) -> Judged:
    """Say who the patron of a wrong payment is (SP 18.19.2, 18.20.1)."""
    known = register.errors[command.error]
    if known.player:
        return refuse("payment/known", book.wrong_payments.patron, f"the patron is known already: {known.player}")
    return (r.PatronIdentified(known.error, command.player),)


def rectify(register: PaymentsRegister, book: Book, command: c.RectifyPayment) -> Judged:
    """Put a wrong payment right, record an attempt, or tell the authority (SP 18.18.2, 18.19.1, 18.20.1)."""
    rules, known, how = book.wrong_payments, register.errors[command.error], command.how
    if how == "reimbursed" and known.kind == "over":
        return refuse("payment/kind", rules.underpaid, "who was paid too much is not reimbursed")
    if how in ("returned", "demanded") and known.kind == "under":
        return refuse("payment/kind", rules.overpaid, "who was paid too little gives nothing back")
    if not known.player and how != "reported":
        return refuse("payment/unknown-patron", rules.patron, "the patron is not known yet: identify them first")
    if known.status in ("rectified", "reported"):
        done = "put right" if known.status == "rectified" else "reported"
        return refuse("payment/done", rules.unintended, f"wrong payment {known.error} is {done} already")
    rule = rules.suspected if known.suspected and how != "reported" else rules.unintended
    return (r.PaymentRectified(known.error, how, rule.clause),)


def in_words(known: PaymentError) -> str:
    """A wrong payment in one sentence, without its full stop."""
    whom = known.player or "a patron who is not known"
    much = "much" if known.kind == "over" else "little"
    suspected = ", perhaps on purpose" if known.suspected else ""
    return f"wrong payment {known.error} at {known.table}: {whom} was paid {dollars(known.cents)} too {much}{suspected}"
