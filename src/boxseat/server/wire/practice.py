"""Wire format of practice tables, in addition to that of all tables."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from boxseat.server.wire.core import TableAnswer


class NewPractice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A practice table to open: a game and its options."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, bool | int | str] | UnsetType = UNSET


class DrillAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A theme to deal a practice hand of."""

    theme: Annotated[str, Meta(max_length=40)]


class DrillSeen(msgspec.Struct, frozen=True):
    """A theme that can be practised."""

    theme: str
    title: str
    said: str


class PracticeSeen(msgspec.Struct, frozen=True):
    """A practice table: its themes and its snapshot."""

    id: str
    drills: tuple[DrillSeen, ...]
    ranks: str
    seen: TableAnswer


class WorthSeen(msgspec.Struct, frozen=True):
    """A choice and its exact value, in units of the initial wager."""

    do: str
    worth: float


class AdviceSeen(msgspec.Struct, frozen=True):
    """A hand that waits for a decision, with the value of every choice, best first.

    The values are those of a fresh shoe without the cards in view; `asked` is the hand as `boxseat ev` takes it.
    """

    box: int
    what: str
    cards: tuple[str, ...]
    dealer: str
    choices: tuple[WorthSeen, ...]
    asked: dict[str, Any]
    cannot: str
    """Why the choices cannot be valued; empty where they are."""


class DecisionGraded(msgspec.Struct, frozen=True):
    """A decision, and what it lost compared with the best choice."""

    box: int
    what: str
    cards: tuple[str, ...]
    dealer: str
    did: str
    best: str
    gave_away: float
    """In units of the initial wager."""
    cost: str
    """In dollars of the wager on that hand."""
    choices: tuple[WorthSeen, ...]
    asked: dict[str, Any]


class GradeSeen(msgspec.Struct, frozen=True):
    """A finished round, decision by decision."""

    round: str
    number: int
    decisions: tuple[DecisionGraded, ...]
    right: int
    """How many were the best choice."""
    gave_away: float
    cost: str
    net: str
    """Result of the round in dollars, which is mostly luck."""
