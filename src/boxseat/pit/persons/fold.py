"""The fold: the register of persons from its records."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeVar

from msgspec.structs import replace

from boxseat.consistency import require
from boxseat.pit.persons import records as r
from boxseat.pit.persons.state import CardFault, Detention, Exclusion, PersonsRegister, PlayBar

V = TypeVar("V")


def fold(register: PersonsRegister, happened: Sequence[r.PersonsRecord]) -> PersonsRegister:
    """The register after one entry."""
    for record in happened:
        register = _folded(register, record)
    return replace(register, version=register.version + 1)


def _folded(register: PersonsRegister, record: r.PersonsRecord) -> PersonsRegister:
    player = "" if isinstance(record, r.PersonsRegisterOpened) else record.player
    match record:
        case r.PersonsRegisterOpened(zone=zone):
            return replace(register, zone=zone)
        case r.PersonExcluded():
            known = [one for one in register.exclusions if (one.player, one.game) == (player, record.game)]
            require(all(one.scope != record.scope for one in known), f"{player} is excluded once")
            added = Exclusion(
                player,
                record.scope,
                record.game,
                record.table,
                record.clause,
                record.because,
                record.reason,
                record.by,
                record.at,
            )
            return replace(register, exclusions=(*register.exclusions, added))
        case r.PersonReadmitted(game=game):
            left = tuple(one for one in register.exclusions if (one.player, one.game) != (player, game))
            require(left != register.exclusions, f"{player} was excluded from {game}")
            return replace(register, exclusions=left)
        case r.PersonBarred(law=law, reason=reason, by=by, at=at):
            require(player not in register.bars, f"{player} is barred once")
            return replace(register, bars={**register.bars, player: PlayBar(law, reason, by, at)})
        case r.BarLifted():
            return replace(register, bars=_without(register.bars, player))
        case r.PersonDetained(table=table, clause=clause, reason=reason, by=by, at=at):
            require(player not in register.detained, f"{player} is detained once")
            detention = Detention(table, clause, reason, by, at)
            return replace(register, detained={**register.detained, player: detention})
        case r.PersonHandedOver():
            return replace(register, detained=_without(register.detained, player))
        case r.CardStatusNoted(valid=valid, by=by, at=at):
            before = register.card_faults.get(player)
            card_of = "" if before is None else before.card_of
            if valid and not card_of:
                return replace(register, card_faults=_without(register.card_faults, player))
            fault = CardFault(valid, card_of, by, at)
            return replace(register, card_faults={**register.card_faults, player: fault})
        case r.CardPresented(card_of=card_of, by=by, at=at):
            if card_of == player:
                return replace(register, card_faults=_without(register.card_faults, player))
            before = register.card_faults.get(player)
            fault = CardFault(before is None or before.valid, card_of, by, at)
            return replace(register, card_faults={**register.card_faults, player: fault})


def _without(mapping: Mapping[str, V], name: str) -> dict[str, V]:
    require(name in mapping, f"{name} is in the register")
    return {other: value for other, value in mapping.items() if other != name}
