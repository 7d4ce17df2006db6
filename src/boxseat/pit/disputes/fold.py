"""The fold: from records to the register of disputes."""

from __future__ import annotations

from collections.abc import Sequence

from msgspec.structs import replace

from boxseat.consistency import present, require
from boxseat.pit.disputes.records import (
    ComplaintMade,
    DisputeDecided,
    DisputeRaised,
    DisputeRecord,
    DisputesBegun,
    DisputeSettled,
    ReviewAsked,
)
from boxseat.pit.disputes.state import Dispute, DisputeDecision, DisputeRegister, DisputeStatus, Instance, Remedy

STATUS_AFTER = {
    Instance.FIRST: DisputeStatus.DECIDED,
    Instance.REVIEW: DisputeStatus.REVIEWED,
    Instance.INSPECTOR: DisputeStatus.CLOSED,
}
_BEFORE = {
    Instance.FIRST: DisputeStatus.OPEN,
    Instance.REVIEW: DisputeStatus.REVIEW_ASKED,
    Instance.INSPECTOR: DisputeStatus.WITH_INSPECTOR,
}


def fold(register: DisputeRegister, records: Sequence[DisputeRecord], at: int) -> DisputeRegister:
    """The register after one entry."""
    for record in records:
        register = _after(register, record, at)
    return replace(register, version=register.version + 1)


def _after(register: DisputeRegister, record: DisputeRecord, at: int) -> DisputeRegister:
    match record:
        case DisputesBegun():
            require(not register.version, "the register of disputes is begun once")
            return register
        case DisputeRaised(number=number, player=player, table=table, round=round_, about=about, terms=terms):
            require(number == len(register.disputes) + 1, "disputes are numbered in order")
            raised = Dispute(number, player, table, round_, about, terms, at)
            return replace(register, disputes=(*register.disputes, raised))
        case DisputeDecided(number=number, instance=instance):
            before = disputed(register, number)
            require(before.status is _BEFORE[instance], f"dispute {number} is {before.status.value} when it is decided")
            decision = DisputeDecision(record.by, instance, record.upheld, record.text, record.remedy, at)
            decisions = (*before.decisions, decision)
            return _with(register, replace(before, status=STATUS_AFTER[instance], decisions=decisions))
        case ReviewAsked(number=number, player=player):
            before = disputed(register, number)
            require(before.player == player and bool(before.decisions), f"{player} has a decision on dispute {number}")
            to_inspector = before.terms.reviewed_by == "inspector"
            status = DisputeStatus.WITH_INSPECTOR if to_inspector else DisputeStatus.REVIEW_ASKED
            return _with(register, replace(before, status=status))
        case ComplaintMade(number=number, player=player):
            before = disputed(register, number)
            require(before.player == player and bool(before.decisions), f"{player} has a decision on dispute {number}")
            return _with(register, replace(before, status=DisputeStatus.WITH_INSPECTOR))
        case DisputeSettled(number=number, error=error):
            before = disputed(register, number)
            require(before.remedy_due is not Remedy.NONE, f"dispute {number} leaves something to be put right")
            *others, last = before.decisions
            return _with(register, replace(before, decisions=(*others, replace(last, settled=True, settled_by=error))))


def disputed(register: DisputeRegister, number: int) -> Dispute:
    """The dispute of a number, which must be there."""
    return present(register.find(number), f"dispute {number}")


def _with(register: DisputeRegister, changed: Dispute) -> DisputeRegister:
    disputes = [*register.disputes]
    disputes[changed.number - 1] = changed
    return replace(register, disputes=tuple(disputes))
