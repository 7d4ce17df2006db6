"""Records of the register of persons, each with who attested it. The name of a record never changes."""

from __future__ import annotations

import msgspec


class _Record(msgspec.Struct, frozen=True, gc=False, tag_field="is", forbid_unknown_fields=True, omit_defaults=True):
    """Something that happened in the register."""


class PersonsRegisterOpened(_Record, frozen=True, tag="persons-register-opened.1"):
    """The register began."""

    zone: str


class PersonExcluded(_Record, frozen=True, tag="person-excluded.1"):
    """A player was excluded from a game, or from every table of the casino."""

    player: str
    by: str
    scope: str
    game: str
    """The game at whose table it was done."""
    table: str
    clause: str
    because: str
    reason: str
    at: int


class PersonReadmitted(_Record, frozen=True, tag="person-readmitted.1"):
    """The exclusions of a player that were made at a game were lifted."""

    player: str
    by: str
    game: str
    table: str
    clause: str
    reason: str = ""


class PersonBarred(_Record, frozen=True, tag="person-barred.1"):
    """A player was barred on grounds outside the rules of the games."""

    player: str
    by: str
    law: str
    reason: str
    at: int


class BarLifted(_Record, frozen=True, tag="bar-lifted.1"):
    """The bar of a player was lifted."""

    player: str
    by: str
    law: str = ""
    reason: str = ""


class PersonDetained(_Record, frozen=True, tag="person-detained.1"):
    """Somebody in possession of a forbidden device is detained."""

    player: str
    by: str
    table: str
    clause: str
    reason: str
    at: int


class PersonHandedOver(_Record, frozen=True, tag="person-handed-over.1"):
    """An inspector or the police have taken over a detained person."""

    player: str
    by: str
    table: str
    clause: str
    to: str


class CardStatusNoted(_Record, frozen=True, tag="card-status-noted.1"):
    """It was noted whether a player has a valid Player Card."""

    player: str
    by: str
    valid: bool
    at: int


class CardPresented(_Record, frozen=True, tag="card-presented.1"):
    """A player presented a Player Card at a table: that of somebody else, or afterwards their own."""

    player: str
    by: str
    table: str
    clause: str
    card_of: str
    at: int


PersonsRecord = (
    PersonsRegisterOpened
    | PersonExcluded
    | PersonReadmitted
    | PersonBarred
    | BarLifted
    | PersonDetained
    | PersonHandedOver
    | CardStatusNoted
    | CardPresented
)
