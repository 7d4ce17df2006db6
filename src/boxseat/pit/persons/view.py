"""What people see of the register of persons: staff on the floor all that concerns their duty, a player only what is about them.

All are allow-lists. Why somebody is barred is shown to nobody here.
"""

from __future__ import annotations

import msgspec

from boxseat.pit.persons.state import PersonsRegister


class ExclusionForStaff(msgspec.Struct, frozen=True, gc=False):
    """An exclusion as staff see it, with who attested what."""

    player: str
    scope: str
    game: str
    table: str
    clause: str
    because: str
    reason: str
    by: str
    since: int


class BarForStaff(msgspec.Struct, frozen=True, gc=False):
    """A bar outside the rules as staff see it: not why."""

    player: str
    by: str
    since: int


class ExclusionSeen(msgspec.Struct, frozen=True, gc=False):
    """An exclusion as the person sees it."""

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

    exclusions: tuple[ExclusionForStaff, ...]
    barred: tuple[BarForStaff, ...]
    detained: tuple[DetentionSeen, ...]
    without_card: tuple[CardFaultSeen, ...]


class PersonsForPlayer(msgspec.Struct, frozen=True, gc=False):
    """What a player sees of the register: what is about them."""

    exclusions: tuple[ExclusionSeen, ...]
    without_card: bool


def seen_by_staff(register: PersonsRegister) -> PersonsForStaff:
    """The register as staff on the floor see it."""
    return PersonsForStaff(
        tuple(
            ExclusionForStaff(
                one.player,
                one.scope,
                one.game,
                one.table,
                one.clause,
                one.because,
                one.reason,
                one.by,
                one.since,
            )
            for one in register.exclusions
        ),
        tuple(BarForStaff(name, one.by, one.since) for name, one in register.bars.items()),
        tuple(DetentionSeen(name, one.table, one.clause, one.since) for name, one in register.detained.items()),
        tuple(CardFaultSeen(name, one.valid, one.card_of, one.since) for name, one in register.card_faults.items()),
    )


def seen_by_player(register: PersonsRegister, player: str) -> PersonsForPlayer:
    """The part of the register that is about one player."""
    own = tuple(
        ExclusionSeen(one.player, one.scope, one.game, one.clause, one.since)
        for one in register.exclusions
        if one.player == player
    )
    return PersonsForPlayer(own, player in register.card_faults)


def concerns(register: PersonsRegister, player: str) -> bool:
    """Whether the register has anything that a player may see."""
    return player in register.card_faults or any(one.player == player for one in register.exclusions)


def shut_out_at(register: PersonsRegister, game: str) -> dict[str, str]:
    """Players who may not play a game, each with the clause of the exclusion; empty for a bar outside the rules."""
    shut_out = dict.fromkeys(register.bars, "")
    for scope in ("game", "casino"):  # an exclusion from the casino comes first
        shut_out |= {one.player: one.clause for one in register.exclusions if one.scope == scope and one.covers(game)}
    return shut_out
