"""The register of persons: exclusions, bars, detentions and Player Cards in force."""

from __future__ import annotations

import msgspec


class Exclusion(msgspec.Struct, frozen=True, gc=False):
    """A player may not play a game, or not at any table of the casino (R49)."""

    player: str
    scope: str
    """``game`` or ``casino``."""
    game: str
    """The game at whose table it was done."""
    table: str
    clause: str
    because: str
    reason: str
    by: str
    since: int

    def covers(self, game: str) -> bool:
        """Whether it keeps the player from the tables of a game."""
        return self.scope == "casino" or self.game == game


class PlayBar(msgspec.Struct, frozen=True, gc=False):
    """A player may not play at any table, on grounds outside the rules of the games."""

    law: str
    reason: str
    by: str
    since: int


class Detention(msgspec.Struct, frozen=True, gc=False):
    """Somebody is detained until an inspector or the police take over (SP 20.4.4)."""

    table: str
    clause: str
    reason: str
    by: str
    since: int


class CardFault(msgspec.Struct, frozen=True, gc=False):
    """Why a player is without a valid Player Card of their own (SP 20.1)."""

    valid: bool
    """Whether they have a valid one as far as staff know."""
    card_of: str
    """Whose card they presented; empty if it was nobody else's."""
    by: str
    since: int


class PersonsRegister(msgspec.Struct, frozen=True):
    """The register of persons. `version` counts its entries."""

    version: int = 0
    zone: str = "UTC"
    exclusions: tuple[Exclusion, ...] = ()
    bars: dict[str, PlayBar] = {}
    detained: dict[str, Detention] = {}
    card_faults: dict[str, CardFault] = {}
    """Players without a valid Player Card of their own; everybody else has one as far as the house knows."""

    def exclusion_at(self, player: str, game: str) -> Exclusion | None:
        """The exclusion that keeps a player from the tables of a game; that from the casino comes first."""
        found = [one for one in self.exclusions if one.player == player and one.covers(game)]
        return min(found, key=lambda one: one.scope != "casino", default=None)
