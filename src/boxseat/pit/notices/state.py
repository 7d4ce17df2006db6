"""The state of the desks: which notices are seen."""

from __future__ import annotations

import msgspec

from boxseat.people.roles import Role

DESKS: dict[str, tuple[Role, ...]] = {
    "inspector": (Role.INSPECTOR,),
    "nicc": (Role.INSPECTOR,),
    "authority": (Role.INSPECTOR,),
    "surveillance": (Role.SURVEILLANCE,),
    "cage": (Role.CAGE,),
    "supervisor": (Role.SUPERVISOR, Role.GAMING_MANAGER),
    "gaming-manager": (Role.GAMING_MANAGER,),
    "events": (Role.GAMING_MANAGER, Role.INSPECTOR),
}
"""The desks of the house, and the roles that sit at each. Any other desk is the person of that name."""
EVENTS = "events"
"""The desk of the significant events."""
PLAYERS = "players"
"""Everybody at the table: it is said there, and nobody acknowledges it."""


class SeenMark(msgspec.Struct, frozen=True, gc=False, array_like=True):
    """Who has seen a notice, and when."""

    by: str
    at: int


class Desks(msgspec.Struct, frozen=True, gc=False):
    """What is seen."""

    version: int = 0
    seen: dict[int, SeenMark] = {}
    """By the number of the notice."""
    events: dict[int, SeenMark] = {}
    """The significant events that are seen, by the sequence number of their entry."""


def desks_of(name: str, role: Role) -> tuple[str, ...]:
    """The desks of a person: their own name, unless it is that of a desk of the house, and those of their role."""
    own = () if name in DESKS or name == PLAYERS else (name,)
    return (*own, *(desk for desk, roles in DESKS.items() if role in roles))
