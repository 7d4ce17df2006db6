"""What people see of the register of persons: staff on the floor all that concerns their duty, a player only what is about them.

All are allow-lists. Why somebody is barred is shown to nobody here.
"""

from __future__ import annotations

import msgspec

from boxseat.pit.persons.state import PersonsRegister


class ExclusionSeen(msgspec.Struct, frozen=True, gc=False):
    """An exclusion as staff and the person see it."""

    player: str
    scope: str
    game: str
    clause: str
    since: int


class DetentionSeen(msgspec.Struct, frozen=True, gc=False):
    """A detention as staff see it."""

    player: str
    table: str
    clause: str
    since: int


class CardFaultSeen(msgspec.Struct, frozen=True, gc=False):
    """A player without a valid Player Card of their own."""

    player: str
    valid: bool
    card_of: str
    since: int


class PersonsForStaff(msgspec.Struct, frozen=True, gc=False):
    """The register as staff see it."""

    exclusions: tuple[ExclusionSeen, ...]
    barred: tuple[str, ...]
    detained: tuple[DetentionSeen, ...]
    without_card: tuple[CardFaultSeen, ...]


class PersonsForPlayer(msgspec.Struct, frozen=True, gc=False):
    """What a player sees of the register: what is about them."""

    exclusions: tuple[ExclusionSeen, ...]
    without_card: bool


def seen_by_staff(register: PersonsRegister) -> PersonsForStaff:
    """The register as staff on the floor see it."""
    return PersonsForStaff(
        _exclusions(register),
        tuple(register.bars),
        tuple(DetentionSeen(name, one.table, one.clause, one.since) for name, one in register.detained.items()),
        tuple(CardFaultSeen(name, one.valid, one.card_of, one.since) for name, one in register.card_faults.items()),
    )


def seen_by_player(register: PersonsRegister, player: str) -> PersonsForPlayer:
    """The part of the register that is about one player."""
    own = tuple(one for one in _exclusions(register) if one.player == player)
    return PersonsForPlayer(own, player in register.card_faults)


def concerns(register: PersonsRegister, player: str) -> bool:
    """Whether the register has anything that a player may see."""
    return player in register.card_faults or any(one.player == player for one in register.exclusions)


def shut_out_at(register: PersonsRegister, game: str) -> dict[str, str]:
    """Players who may not play a game, each with the clause of the exclusion; empty for a bar outside the rules."""
    names = [one.player for one in register.exclusions if one.covers(game)]
    found = {name: register.exclusion_at(name, game) for name in names}
    return dict.fromkeys(register.bars, "") | {name: one.clause for name, one in found.items() if one is not None}


def _exclusions(register: PersonsRegister) -> tuple[ExclusionSeen, ...]:
    return tuple(ExclusionSeen(one.player, one.scope, one.game, one.clause, one.since) for one in register.exclusions)
