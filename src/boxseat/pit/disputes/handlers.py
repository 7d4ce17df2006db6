"""The judge of disputes: each command is refused by its clause, or becomes a record."""

from __future__ import annotations

from typing import NamedTuple

from boxseat.people.roles import Role
from boxseat.pit.disputes.commands import (
    AskReview,
    Complain,
    DisputeCommand,
    RaiseDispute,
    ReviewDispute,
    RuleOnDispute,
    SettleDispute,
)
from boxseat.pit.disputes.records import (
    ComplaintMade,
    DisputeDecided,
    DisputeRaised,
    DisputeRecord,
    DisputeSettled,
    ReviewAsked,
)
from boxseat.pit.disputes.state import Dispute, DisputeRegister, DisputeStatus, DisputeTerms, Instance, Remedy
from boxseat.pit.payments.state import PaymentError, PaymentsRegister
from boxseat.refusal import Refusal
from boxseat.rulebook.book import Book
from boxseat.table.names import PRACTICE
from boxseat.table.state import Table

UNDECIDED_PER_PLAYER_MAX = 20
"""Disputes of one player that wait for a decision at the same time."""


class Author(NamedTuple):
    """Who gives a command; the house itself has no role."""

    name: str
    role: Role | None


def judge(
    register: DisputeRegister,
    by: Author,
    command: DisputeCommand,
    disputed: tuple[Table, Book] | None,
    payments: PaymentsRegister,
) -> DisputeRecord | Refusal:
    """The record that an allowed command becomes; `disputed` is the table it names, with its book."""
    if isinstance(command, RaiseDispute):
        return _raised(register, by, command, disputed)
    dispute = register.find(command.dispute)
    if dispute is None:
        return Refusal("dispute/none", "", f"there is no dispute {command.dispute}")
    match command:
        case RuleOnDispute():
            return _refusal_to_decide(dispute, by) or _decided(dispute, by, command, Instance.FIRST)
        case AskReview():
            return _refusal_of_review(dispute, by) or ReviewAsked(dispute.number, by.name)
        case ReviewDispute() if by.role is Role.INSPECTOR:
            return _refusal_to_inspect(dispute) or _decided(dispute, by, command, Instance.INSPECTOR)
        case ReviewDispute():
            return _refusal_to_review(dispute, by) or _decided(dispute, by, command, Instance.REVIEW)
        case Complain():
            return _refusal_of_complaint(dispute, by) or ComplaintMade(dispute.number, by.name)
        case SettleDispute(error=error):
            refused = _refusal_to_settle(dispute)
            if refused is None and error is None:
                refused = _refusal_by_round(dispute, disputed)
            elif refused is None and error is not None:
                refused = _refusal_by_payment(register, dispute, payments.errors.get(error))
            return refused or DisputeSettled(dispute.number, by.name, error or 0)


def terms_of(book: Book) -> DisputeTerms:
    """What a book says about disputes."""
    rules = book.disputes
    return DisputeTerms(
        decided_by=rules.decided_by.value,
        decided_clause=rules.decided_by.clause,
        reviewed_by=rules.reviewed_by.value,
        reviewed_clause=rules.reviewed_by.clause,
        complaint=rules.complaint.value,
        complaint_clause=rules.complaint.clause,
    )


def _raised(
    register: DisputeRegister, by: Author, command: RaiseDispute, disputed: tuple[Table, Book] | None
) -> DisputeRecord | Refusal:
    if disputed is None or command.table.startswith(PRACTICE):
        return Refusal("table/none", "", f"there is no table {command.table[:40]}")
    table, book = disputed
    number = table.round_number if command.number is None else command.number
    if number > table.round_number:
        return Refusal("round/unknown", "", f"there was no round {number} at {table.id}")
    if sum(each.is_undecided for each in register.of(by.name)) >= UNDECIDED_PER_PLAYER_MAX:
        return Refusal(
            "dispute/many", "", f"{by.name} has {UNDECIDED_PER_PLAYER_MAX} disputes that are not decided yet"
        )
    return DisputeRaised(len(register.disputes) + 1, by.name, table.id, number, command.about, terms_of(book))


def _decided(
    dispute: Dispute, by: Author, command: RuleOnDispute | ReviewDispute, instance: Instance
) -> DisputeRecord | Refusal:
    if command.remedy is not Remedy.NONE and not command.upheld:
        clause = dispute.terms.decided_clause
        return Refusal("dispute/remedy", clause, "a dispute that is not upheld leaves nothing to be put right")
    return DisputeDecided(dispute.number, by.name, instance, command.upheld, command.text, command.remedy)


def _refusal_to_decide(dispute: Dispute, by: Author) -> Refusal | None:
    """The refusal of a first decision."""
    terms = dispute.terms
    if dispute.status is not DisputeStatus.OPEN:
        return Refusal("dispute/decided", terms.decided_clause, f"dispute {dispute.number} is decided already")
    if terms.decided_by == "supervisor" and by.role is not Role.SUPERVISOR:
        return Refusal("dispute/first", terms.decided_clause, "a supervisor decides a dispute in the first instance")
    return _refusal_in_own_cause(dispute, by, terms.decided_clause)


def _refusal_of_review(dispute: Dispute, by: Author) -> Refusal | None:
    """The refusal to have a decision reviewed."""
    clause = dispute.terms.reviewed_clause
    if by.name != dispute.player:
        return _not_theirs(dispute, clause)
    if dispute.status is DisputeStatus.OPEN:
        return Refusal("dispute/undecided", clause, f"dispute {dispute.number} is not decided yet")
    if dispute.status is not DisputeStatus.DECIDED:
        return Refusal("dispute/reviewed", clause, f"dispute {dispute.number} is {_standing(dispute)} already")
    return None


def _refusal_to_review(dispute: Dispute, by: Author) -> Refusal | None:
    """The refusal of a review by staff."""
    clause = dispute.terms.reviewed_clause
    if dispute.status is not DisputeStatus.REVIEW_ASKED:
        return Refusal("dispute/no-review", clause, f"no review of dispute {dispute.number} is asked of staff")
    if by.name == dispute.decisions[-1].by:
        return Refusal("dispute/own-decision", clause, "nobody reviews their own decision")
    return _refusal_in_own_cause(dispute, by, clause)


def _refusal_to_inspect(dispute: Dispute) -> Refusal | None:
    """The refusal of a decision by an inspector."""
    if dispute.status is DisputeStatus.WITH_INSPECTOR:
        return None
    said = f"dispute {dispute.number} does not lie with an inspector"
    return Refusal("dispute/no-review", dispute.terms.complaint_clause, said)


def _refusal_of_complaint(dispute: Dispute, by: Author) -> Refusal | None:
    """The refusal to complain to an inspector."""
    terms = dispute.terms
    clause = terms.complaint_clause
    if by.name != dispute.player:
        return _not_theirs(dispute, clause)
    if not terms.complaint:
        return Refusal("dispute/no-complaint", clause, "a review by an inspector is asked for by ask-review")
    if dispute.status is DisputeStatus.OPEN:
        return Refusal("dispute/undecided", clause, f"dispute {dispute.number} is not decided yet")
    if dispute.status in (DisputeStatus.WITH_INSPECTOR, DisputeStatus.CLOSED):
        return Refusal("dispute/reviewed", clause, f"dispute {dispute.number} is {_standing(dispute)} already")
    return None


def _refusal_to_settle(dispute: Dispute) -> Refusal | None:
    """The refusal to call a dispute settled that leaves nothing to be done now."""
    if not dispute.is_undecided and dispute.remedy_due is not Remedy.NONE:
        return None
    said = f"dispute {dispute.number} leaves nothing to be put right now"
    return Refusal("dispute/nothing-due", dispute.terms.decided_clause, said)


def _refusal_by_round(dispute: Dispute, disputed: tuple[Table, Book] | None) -> Refusal | None:
    """The refusal to call a dispute settled whose round was not corrected."""
    if disputed is not None and dispute.round in disputed[0].amended:
        return None
    said = f"round {dispute.round} at {dispute.table} is not corrected"
    return Refusal("dispute/not-put-right", dispute.terms.decided_clause, said)


def _refusal_by_payment(register: DisputeRegister, dispute: Dispute, error: PaymentError | None) -> Refusal | None:
    """The refusal to call a dispute settled by a payment that was not put right, or is another's."""
    clause = dispute.terms.decided_clause
    theirs = error is not None and (error.table, error.player) == (dispute.table, dispute.player)
    if error is None or not theirs or error.status != "rectified":
        said = f"no payment to {dispute.player} at {dispute.table} is put right by that"
        return Refusal("dispute/not-put-right", clause, said)
    if any(one.settled_by == error.error for each in register.disputes for one in each.decisions):
        return Refusal("dispute/not-put-right", clause, f"wrong payment {error.error} settles another dispute")
    return None


def _refusal_in_own_cause(dispute: Dispute, by: Author, clause: str) -> Refusal | None:
    if by.name != dispute.player:
        return None
    return Refusal("dispute/own-cause", clause, "nobody decides their own dispute")


def _not_theirs(dispute: Dispute, clause: str) -> Refusal:
    return Refusal("dispute/not-yours", clause, f"dispute {dispute.number} is another player's")


def _standing(dispute: Dispute) -> str:
    """The status in words: ``with inspector``."""
    return dispute.status.value.replace("-", " ")
