"""What people see of disputes: the player their own; those who decide and review them, all that are not done and the newest."""

from __future__ import annotations

from collections.abc import Iterable

import msgspec

from boxseat.pit.disputes.state import Dispute, DisputeDecision, DisputeRegister, DisputeStatus, Instance, Remedy

NEWEST_SHOWN_MAX = 50
"""Disputes that are done and shown, the newest."""


class DisputeDecisionSeen(msgspec.Struct, frozen=True):
    """A decision."""

    by: str
    instance: Instance
    upheld: bool
    text: str
    remedy: Remedy
    at: int
    """In milliseconds since 1970."""
    settled: bool
    """Whether its remedy was carried out."""
    settled_by: int
    """The wrong payment by which it was; 0 for a correction of the round."""


class DisputeSeen(msgspec.Struct, frozen=True):
    """A dispute, with the player's own words."""

    dispute: int
    player: str
    table: str
    round: str
    """The id by which the round is recalled; empty if it is about none."""
    about: str
    at: int
    """In milliseconds since 1970."""
    status: DisputeStatus
    decisions: tuple[DisputeDecisionSeen, ...]
    clause: str
    """The clause by which it is decided."""
    may_ask_review: bool
    may_complain: bool
    """What its player may do now."""
    complaint_clause: str
    """The clause of the right to complain to an inspector; empty where there is none."""
    to_do: str
    """What staff have still to do: ``decide``, ``review``, ``inspect``, ``correction`` or ``payment``; empty if it is done."""


class DisputesSeen(msgspec.Struct, frozen=True):
    """Disputes, those to be done first, then the newest."""

    to_do: tuple[DisputeSeen, ...]
    done: tuple[DisputeSeen, ...]


TO_DO = {
    DisputeStatus.OPEN: "decide",
    DisputeStatus.REVIEW_ASKED: "review",
    DisputeStatus.WITH_INSPECTOR: "inspect",
}


def seen_by_staff(register: DisputeRegister) -> DisputesSeen:
    """All disputes that are not done, and the newest others."""
    return _seen(register.disputes)


def seen_by_player(register: DisputeRegister, player: str) -> DisputesSeen:
    """A player's own disputes."""
    return _seen(register.of(player))


def _seen(disputes: Iterable[Dispute]) -> DisputesSeen:
    shown = [_shown(each) for each in disputes]
    to_do = tuple(each for each in shown if each.to_do)
    done = [each for each in shown if not each.to_do]
    return DisputesSeen(to_do, tuple(reversed(done[-NEWEST_SHOWN_MAX:])))


def _shown(dispute: Dispute) -> DisputeSeen:
    terms, status = dispute.terms, dispute.status
    decided = status in (DisputeStatus.DECIDED, DisputeStatus.REVIEW_ASKED, DisputeStatus.REVIEWED)
    return DisputeSeen(
        dispute=dispute.number,
        player=dispute.player,
        table=dispute.table,
        round=dispute.round_id,
        about=dispute.about,
        at=dispute.at // 1000,
        status=status,
        decisions=tuple(_decision(each) for each in dispute.decisions),
        clause=terms.decided_clause,
        may_ask_review=status is DisputeStatus.DECIDED,
        may_complain=decided and terms.complaint,
        complaint_clause=terms.complaint_clause if terms.complaint else "",
        to_do=to_do(dispute),
    )


def to_do(dispute: Dispute) -> str:
    """What staff have still to do about a dispute; empty if it is done."""
    if dispute.is_undecided:
        return TO_DO[dispute.status]
    return "" if dispute.remedy_due is Remedy.NONE else dispute.remedy_due.value


def _decision(decision: DisputeDecision) -> DisputeDecisionSeen:
    return DisputeDecisionSeen(
        decision.by,
        decision.instance,
        decision.upheld,
        decision.text,
        decision.remedy,
        decision.at // 1000,
        decision.settled,
        decision.settled_by,
    )
