"""Rulings of staff through the house's door: who may give which, what desks are told, and repeats (R39, R41 to R43; SP 18.16.4)."""

from __future__ import annotations

import asyncio

import pytest

from boxseat.house.answers import Done, Refused
from boxseat.journal.entry import Notice
from boxseat.people.roles import Person, Role
from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from tests.databases import run_async
from tests.house.memory_store import MemoryStore
from tests.house.test_matrix import SUPERVISOR, Floor

MANAGER = Person("gil", Role.GAMING_MANAGER)
DEALT = "8S 9S 6S 8H 9H 9D"
"""ann and bob have 16 on box 1, cat 18 on box 2, the dealer a six; ann is asked."""
BOTH = (Role.SUPERVISOR, Role.GAMING_MANAGER)
POWERS = [
    (c.VoidTheRound("seen"), BOTH),
    (c.InvalidateTheRound("disruption", "seen"), BOTH),
    (c.InvalidateTheRound("fraud", "seen", refund=False), (Role.GAMING_MANAGER,)),
    (c.InvalidateTheRound("fraud", "seen", forfeited_by=("cat",)), (Role.GAMING_MANAGER,)),
    (c.VoidTheWagers("cat", "device", "seen"), BOTH),
    (c.CardMissing(), BOTH),
    (c.ForeignCardFound("a joker"), BOTH),
    (c.DeferPayments(), (Role.GAMING_MANAGER,)),
]
"""Rulings that the table allows, and the roles that may give them."""


async def _floor(game: str = "star-pontoon") -> Floor:
    floor = Floor(game)
    await floor.open()
    await floor.dealt(DEALT)
    return floor


@pytest.mark.parametrize(("command", "roles"), POWERS)
def test_each_ruling_is_of_its_roles(command: c.RulingCommand, roles: tuple[Role, ...]) -> None:
    asyncio.run(_by_every_role(command, roles))


async def _by_every_role(command: c.RulingCommand, roles: tuple[Role, ...]) -> None:
    for role in Role:
        floor = await _floor()
        before, version = dict(floor.disk.found.balances), floor.live.table.version
        answer = await floor.do(Person("zoe", role), command)
        if role in roles:
            assert isinstance(answer, Done), (role, answer)
        else:
            assert isinstance(answer, Refused), role
            assert answer.code == "power/none"
            assert "may not" in answer.reason
            assert (floor.disk.found.balances, floor.live.table.version) == (before, version)


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("command", [c.CardMissing("51"), c.ForeignCardFound("a joker\0", "51")])
def test_18_16_4_surveillance_and_an_inspector_are_told_of_a_wrong_pack_at_the_star(
    game: str, command: c.RulingCommand
) -> None:
    """Each reads it at their desk, with the table and the round; Canberra's instruments ask for no notice (R39)."""
    asyncio.run(_told(game, command))


async def _told(game: str, command: c.RulingCommand) -> None:
    floor = await _floor(game)
    await floor.done(SUPERVISOR, command)
    told = [line.notice for line in floor.disk.notices]
    if not game.startswith("star"):
        assert told == []
        return
    what = (
        "A card of the pack is missing" if isinstance(command, c.CardMissing) else "A foreign card was found (a joker)"
    )
    title, clause = floor.live.book.title, floor.live.book.dealing_errors.wrong_pack_told.clause
    text = f"{title}, round t1-1: {what}: the round is over, and the cards are checked."
    assert clause.endswith(".16.4")
    assert told == [Notice("inspector", text, clause), Notice("surveillance", text, clause)]


@run_async
async def test_a_ruling_that_is_sent_twice_is_done_once() -> None:
    floor = await _floor()
    command, seen = c.VoidTheWagers("cat", "device", "a phone"), floor.live.table.version
    answers = [await floor.house.submit(SUPERVISOR, "t1", "twice", seen, command) for _ in range(2)]
    assert answers == [Done(seen + 1)] * 2
    corrected = [line for line in floor.live.table.current_round.settlements if line.player == "cat"]
    assert len(corrected) == 1
    again = MemoryStore(floor.disk)
    assert len(await again.read("table/t1")) == floor.live.table.version
