"""Corrections of what is over: wrong payments (SP 18.18-18.20), and void rounds (CP 15.5, CB 14.5; R44)."""

from __future__ import annotations

from boxseat.refusal import Refusal, refuse
from boxseat.table.corrections.amendments import amended, undoing
from boxseat.table.corrections.commands import FindPaymentWrong, PutPaymentRight, VoidPastRound
from boxseat.table.corrections.records import PastRoundVoided, PaymentFoundWrong, PaymentPutRight
from boxseat.table.desk import Desk
from boxseat.table.handlers.irregularities import one_line


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


def void_past_round(desk: Desk, who: str, command: VoidPastRound) -> Refusal | None:
    """Declare a round void after the next one has begun; the later ones stand. What it came to is undone."""
    rule, number, ended = desk.table_book.dealing_errors.found_later, command.number, desk.past
    if rule.value != "void":
        return refuse(
            "void/stands", rule, "a round stands once the next one has begun; what was paid wrongly is put right"
        )
    if number >= desk.table.round_number:
        return refuse("void/no-later-round", rule, f"no round has begun after round {number}")
    if ended is None:
        return refuse("void/no-round", rule, f"there was no round {number} at this table")
    if ended.void or amended(desk.table, number).void:
        return refuse("void/already", rule, f"round {number} is void already")
    if not command.reason.strip():
        return refuse("void/reason", rule, "a void round needs a reason")
    changes = undoing(desk.table, number, ended)
    desk.note(PastRoundVoided(number, changes, one_line(command.reason), rule.clause))
    return None
