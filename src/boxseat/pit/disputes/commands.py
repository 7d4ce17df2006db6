"""Commands about disputes: of the player who disputes something, and of those who decide and review."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from boxseat.pit.disputes.state import Remedy

WORDS_MAX = 1_000
"""Characters of what a player says happened, and of a decision's reason."""
NUMBER_MAX = 10**9
Words = Annotated[str, Meta(min_length=1, max_length=WORDS_MAX)]
Number = Annotated[int, Meta(ge=1, le=NUMBER_MAX)]


class _Asked(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True):
    """A command about a dispute."""


class RaiseDispute(_Asked, frozen=True, tag="dispute"):
    """Dispute what happened at a table. Nothing is stopped by it."""

    table: str
    about: Words
    """What happened and what should have, in the player's own words."""
    number: Number | None = None
    """The round; left out: the one in play, or the last one."""


class RuleOnDispute(_Asked, frozen=True, tag="rule-on-dispute"):
    """Decide a dispute in the first instance."""

    dispute: Number
    upheld: bool
    text: Words
    """The reason, which the player reads."""
    remedy: Remedy = Remedy.NONE


class AskReview(_Asked, frozen=True, tag="ask-review"):
    """Ask for a review of the decision."""

    dispute: Number


class ReviewDispute(_Asked, frozen=True, tag="review-dispute"):
    """Decide a dispute again, as its reviewer."""

    dispute: Number
    upheld: bool
    text: Words
    remedy: Remedy = Remedy.NONE


class Complain(_Asked, frozen=True, tag="complain"):
    """Complain of the decision to an inspector."""

    dispute: Number


class SettleDispute(_Asked, frozen=True, tag="settle-dispute"):
    """Say that what an upheld dispute left to be done is done."""

    dispute: Number
    error: Number | None = None
    """The number of the wrong payment that was put right; left out where the disputed round itself was corrected."""


PlayersDisputeCommand = RaiseDispute | AskReview | Complain
StaffDisputeCommand = RuleOnDispute | ReviewDispute | SettleDispute
DisputeCommand = PlayersDisputeCommand | StaffDisputeCommand


class BeginRegister(_Asked, frozen=True, tag="begin-disputes"):
    """The house begins the register."""
