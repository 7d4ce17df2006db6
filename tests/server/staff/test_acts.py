"""Descriptions of commands: every command of staff can be drawn as a form, for the roles that may give it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import get_args

import pytest

from boxseat.house.kinds import STREAM_KINDS
from boxseat.house.table_stream import TABLES
from boxseat.people.roles import POWERS, Person, Role
from boxseat.server.bookshelf import Shelf
from boxseat.server.routes.acts import NOT_IN_FORMS, acts_of
from boxseat.server.wire.acts import ActField, ActSeen
from boxseat.table import commands as c

VOLUMES = Shelf(()).volumes
KINDS = {"text", "amount", "time", "number", "flag", "choice", "names", "counts", "group"}


def acts(role: Role) -> dict[str, ActSeen]:
    return {act.do: act for act in acts_of(Person("x", role), STREAM_KINDS, VOLUMES)}


def _all(fields: tuple[ActField, ...]) -> Iterator[ActField]:
    for field in fields:
        yield field
        yield from _all(field.fields)


@pytest.mark.parametrize("role", list(Role), ids=str)
def test_a_role_is_offered_what_it_has_the_power_for_and_every_field_can_be_drawn(role: Role) -> None:
    """CP 17.7, CB 16.7: one table of powers decides what a page offers."""
    offered = acts(role)
    for command in set(get_args(c.StaffCommand)) - NOT_IN_FORMS:
        word = str(command.__struct_config__.tag)
        assert (word in offered) == (TABLES.powers[command] in POWERS[role]), word
    for act in offered.values():
        assert act.about.endswith(".")
        for field in _all(act.fields):
            assert field.kind in KINDS
            assert bool(field.choices) == (field.kind == "choice"), (act.do, field)


def test_a_form_has_the_clause_of_each_game_and_asks_for_a_reason() -> None:
    void = acts(Role.SUPERVISOR)["void-round"]
    assert void.at == "table"
    assert void.clauses == {
        "canberra-pontoon": "15.5",
        "canberra-blackjack": "14.5",
        "star-pontoon": "18.8",
        "star-pontoon-6to5": "17.8",
    }
    reason, because = void.fields
    assert (reason.name, reason.required) == ("reason", True)
    assert (because.kind, because.usual) == ("choice", "cannot-reconstruct")


def test_what_players_do_at_a_table_has_a_place_of_its_own() -> None:
    assert not {"hit", "wager", "for-player", "card"} & set(acts(Role.GAMING_MANAGER))


def test_who_is_held_until_the_shuffle_is_held_by_its_own_clause() -> None:
    """SP 6.11 and not 6.12, which is for all further shoes."""
    offered = acts(Role.SUPERVISOR)
    for word in ("hold-to-minimum", "release-from-minimum"):
        assert [*offered[word].clauses.values()] == ["4.6", "4.7", "6.11", "5.10"]
