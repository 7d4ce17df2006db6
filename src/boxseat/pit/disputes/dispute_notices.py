"""What is told of a dispute, and to whom: its player of decisions, the inspector of what lies with them."""

from __future__ import annotations

from collections.abc import Iterator

from boxseat.journal.entry import Notice
from boxseat.pit.disputes.fold import disputed
from boxseat.pit.disputes.records import ComplaintMade, DisputeDecided, DisputeRecord, ReviewAsked
from boxseat.pit.disputes.state import Dispute, DisputeRegister, Instance
from boxseat.table.names import stream_of

INSPECTOR = "inspector"


def notices(register: DisputeRegister, record: DisputeRecord) -> Iterator[Notice]:
    """The notices of a record, with the register after it. None tells the player's own words."""
    match record:
        case DisputeDecided(number=number, upheld=upheld, text=text, instance=Instance.FIRST):
            dispute = disputed(register, number)
            said = f"{_named(dispute)} is {_word(upheld)}: {text}"
            yield _notice(dispute.player, dispute, f"{said}. {_right(dispute)}", dispute.terms.decided_clause)
        case DisputeDecided(number=number, upheld=upheld, text=text, instance=Instance.REVIEW):
            dispute = disputed(register, number)
            said = f"{_named(dispute)} is {_word(upheld)} on review: {text}"
            yield _notice(dispute.player, dispute, f"{said}. {_right(dispute)}", dispute.terms.complaint_clause)
        case ReviewAsked(number=number) if disputed(register, number).terms.reviewed_by == "inspector":
            dispute = disputed(register, number)
            said = f"{dispute.player} asks for a review of the decision on {_named(dispute)}"
            yield _notice(INSPECTOR, dispute, said, dispute.terms.reviewed_clause)
        case ComplaintMade(number=number):
            dispute = disputed(register, number)
            said = f"{dispute.player} complains of the decision on {_named(dispute)}"
            yield _notice(INSPECTOR, dispute, said, dispute.terms.complaint_clause)
        case _:
            pass


def _notice(desk: str, dispute: Dispute, said: str, clause: str) -> Notice:
    return Notice(desk, said, clause, about=stream_of(dispute.table))


def _named(dispute: Dispute) -> str:
    return f"dispute {dispute.number} at {dispute.table}" + (f", round {dispute.round}" if dispute.round else "")


def _word(upheld: bool) -> str:
    return "upheld" if upheld else "not upheld"


def _right(dispute: Dispute) -> str:
    """What the player may still do."""
    terms = dispute.terms
    if terms.complaint:
        return f"Whoever is not satisfied may complain to an inspector (clause {terms.complaint_clause})"
    return f"On request an inspector reviews it (clause {terms.reviewed_clause})"
