"""What a practice table is asked and answered, beside what every table is."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from msgspec import UNSET, Meta, UnsetType

from boxseat.server.wire.core import TableAnswer


class NewPractice(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A practice table of one's own, for a game with options."""

    game: Annotated[str, Meta(max_length=40)]
    options: dict[str, bool | int | str] | UnsetType = UNSET


class DrillAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    theme: Annotated[str, Meta(max_length=40)]


class DrillSeen(msgspec.Struct, frozen=True):
    """A theme to practise hands of."""

    theme: str
    title: str
    said: str


class PracticeSeen(msgspec.Struct, frozen=True):
    """A practice table, and what can be practised there."""

    id: str
    drills: tuple[DrillSeen, ...]
    ranks: str
    seen: TableAnswer


class WorthSeen(msgspec.Struct, frozen=True):
    """One choice, and its exact value in units of the initial wager."""

    do: str
    worth: float


class AdviceSeen(msgspec.Struct, frozen=True):
    """A hand that somebody has to decide on, and what every choice is worth, best first.

    The values are those of a fresh shoe without the cards in view; `asked` is the question as `boxseat ev` takes it.
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
    """A decision that was made, and what it gave away against the best there was."""

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
    """A round that is over, decision by decision."""

    round: str
    number: int
    decisions: tuple[DecisionGraded, ...]
    right: int
    """How many were the best there was."""
    gave_away: float
    cost: str
    net: str
    """What the round came to, which is mostly luck."""
