"""Commands at the register of persons, as staff send them."""

from __future__ import annotations

from typing import Literal

import msgspec


class _Command(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True):
    """A command at the register of persons."""


class Exclude(_Command, frozen=True, tag="exclude"):
    """Exclude a player from the game of a table, or from every table of the casino."""

    table: str
    player: str
    scope: Literal["game", "casino"]
    because: Literal["device", "rules", "player-card"]
    reason: str


class Readmit(_Command, frozen=True, tag="readmit"):
    """Lift the exclusions of a player that were made at the game of a table."""

    table: str
    player: str
    reason: str = ""


class Bar(_Command, frozen=True, tag="bar"):
    """Bar a player from every table on grounds outside the rules of the games: self-exclusion, a minor, an order."""

    player: str
    law: str
    reason: str


class Unbar(_Command, frozen=True, tag="unbar"):
    """Lift the bar of a player."""

    player: str
    law: str = ""
    reason: str = ""


class Detain(_Command, frozen=True, tag="detain"):
    """Record that somebody in possession of a forbidden device is detained."""

    table: str
    player: str
    reason: str


class HandOver(_Command, frozen=True, tag="hand-over"):
    """Record that an inspector or the police have taken over a detained person."""

    table: str
    player: str
    to: Literal["inspector", "police"]


class CardStatus(_Command, frozen=True, tag="card-status"):
    """Record whether a player has a valid Player Card."""

    player: str
    valid: bool


class PresentCard(_Command, frozen=True, tag="present-card"):
    """Record whose Player Card a player presented at a table."""

    table: str
    player: str
    card_of: str


PersonsCommand = Exclude | Readmit | Bar | Unbar | Detain | HandOver | CardStatus | PresentCard
"""What staff send."""
AtTable = Exclude | Readmit | Detain | HandOver | PresentCard
"""Commands that name a table, whose book has their clauses."""


class OpenPersonsRegister(_Command, frozen=True, tag="open-persons-register"):
    """Begin the register; only the house does that."""

    zone: str
    """The time zone of the casino."""
