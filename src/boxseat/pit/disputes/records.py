"""Records of the register of disputes. The name of a record never changes."""

from __future__ import annotations

import msgspec

from boxseat.pit.disputes.state import DisputeTerms, Instance, Remedy


class _Record(msgspec.Struct, frozen=True, gc=False, tag_field="is", forbid_unknown_fields=True, omit_defaults=True):
    """Something that happened to a dispute."""


class DisputesBegun(_Record, frozen=True, tag="disputes-begun.1"):
    """The register was begun."""


class DisputeRaised(_Record, frozen=True, tag="dispute-raised.1"):
    """A player disputed what happened at a table."""

    number: int
    player: str
    table: str
    round: int
    about: str
    terms: DisputeTerms


class DisputeDecided(_Record, frozen=True, tag="dispute-decided.1"):
    """A dispute was decided, or decided again."""

    number: int
    by: str
    instance: Instance
    upheld: bool
    text: str
    remedy: Remedy = Remedy.NONE


class ReviewAsked(_Record, frozen=True, tag="review-asked.1"):
    """The player asked for a review."""

    number: int
    player: str


class ComplaintMade(_Record, frozen=True, tag="complaint-made.1"):
    """The player complained of the decision to an inspector."""

    number: int
    player: str


class DisputeSettled(_Record, frozen=True, tag="dispute-settled.1"):
    """What the last decision left to be done is done."""

    number: int
    by: str
    error: int = 0
    """The wrong payment that was put right; 0 where the disputed round itself was corrected."""


DisputeRecord = DisputesBegun | DisputeRaised | DisputeDecided | ReviewAsked | ComplaintMade | DisputeSettled
