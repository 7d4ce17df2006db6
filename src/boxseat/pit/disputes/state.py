"""The state of the register of disputes."""

from __future__ import annotations

from enum import StrEnum
from typing import Literal

import msgspec


class DisputeStatus(StrEnum):
    """Where a dispute stands."""

    OPEN = "open"
    DECIDED = "decided"
    REVIEW_ASKED = "review-asked"
    REVIEWED = "reviewed"
    WITH_INSPECTOR = "with-inspector"
    CLOSED = "closed"


class Instance(StrEnum):
    """Who decided: in the first instance, as a reviewer of the house, or as the inspector."""

    FIRST = "first"
    REVIEW = "review"
    INSPECTOR = "inspector"


class Remedy(StrEnum):
    """What an upheld dispute leaves to be done."""

    NONE = "none"
    CORRECTION = "correction"
    PAYMENT = "payment"


class DisputeTerms(msgspec.Struct, frozen=True, gc=False):
    """What the table's book says about its disputes, as it stood when this one was raised (R47)."""

    decided_by: Literal["supervisor", "operator"]
    decided_clause: str
    reviewed_by: Literal["another-supervisor", "inspector"]
    reviewed_clause: str
    complaint: bool
    complaint_clause: str


class DisputeDecision(msgspec.Struct, frozen=True, gc=False):
    """A decision on a dispute."""

    by: str
    instance: Instance
    upheld: bool
    text: str
    remedy: Remedy
    at: int
    settled: bool = False
    """Whether its remedy was carried out."""
    settled_by: int = 0
    """The number of the wrong payment by which it was; 0 for a correction of the round."""


class Dispute(msgspec.Struct, frozen=True, gc=False):
    """A player's dispute, from the day it is raised on."""

    number: int
    player: str
    table: str
    round: int
    """The number of the round it is about; 0 if none was played there yet."""
    about: str
    terms: DisputeTerms
    at: int
    status: DisputeStatus = DisputeStatus.OPEN
    decisions: tuple[DisputeDecision, ...] = ()

    @property
    def round_id(self) -> str:
        """The id by which its round is recalled; empty if it is about none."""
        return f"{self.table}-{self.round}" if self.round else ""

    @property
    def is_undecided(self) -> bool:
        """Whether somebody has still to decide: first, on review, or as the inspector."""
        return self.status in UNDECIDED

    @property
    def remedy_due(self) -> Remedy:
        """What has still to be done by the last decision."""
        last = self.decisions[-1] if self.decisions else None
        return Remedy.NONE if last is None or last.settled else last.remedy


UNDECIDED = (DisputeStatus.OPEN, DisputeStatus.REVIEW_ASKED, DisputeStatus.WITH_INSPECTOR)


class DisputeRegister(msgspec.Struct, frozen=True, gc=False):
    """All disputes of the house, in the order in which they were raised: the first has number 1."""

    version: int = 0
    disputes: tuple[Dispute, ...] = ()

    def find(self, number: int) -> Dispute | None:
        """The dispute of a number; none if there is no such dispute."""
        return self.disputes[number - 1] if 0 < number <= len(self.disputes) else None

    def of(self, player: str) -> tuple[Dispute, ...]:
        """The disputes of one player."""
        return tuple(each for each in self.disputes if each.player == player)
