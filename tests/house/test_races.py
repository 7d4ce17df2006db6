"""I5: of fifty requests at once exactly one succeeds; between nodes the database decides.

I6: a command that is repeated, reordered or stale is done at most once.
"""

from __future__ import annotations

import asyncio
from random import Random

import pytest

from boxseat.house.answers import Answer, Done
from boxseat.money import Cents
from boxseat.people.roles import Person, Role
from boxseat.table import commands as c
from tests.databases import run_async
from tests.house.memory_store import MemoryStore
from tests.house.races import CONTESTS, Contest, Race, racing
from tests.tiers import cases, heavy, size

contests = pytest.mark.parametrize("contest", CONTESTS)
contests_on_a_server = pytest.mark.parametrize("contest", cases(CONTESTS, tuple(CONTESTS)[:1]))


@contests
@run_async
async def test_exactly_one_of_fifty_wins(contest: Contest, sqlite_url: str) -> None:
    async with racing(sqlite_url) as race:
        await contest(race, size(4, 100))


@contests_on_a_server
@run_async
async def test_exactly_one_of_fifty_wins_on_a_server(contest: Contest, postgres_url: str) -> None:
    async with racing(postgres_url) as race:
        await contest(race, size(3, 34))


@heavy
@contests
@run_async
async def test_exactly_one_of_fifty_wins_between_two_nodes(contest: Contest, postgres_url: str) -> None:
    """Half of the requests go through another node of the house."""
    async with racing(postgres_url, postgres_url) as race:
        await contest(race, size(3, 34))


@run_async
async def test_repeated_reordered_and_stale_commands_are_done_once_at_the_most() -> None:
    """I6: many commands, each sent again and again, late and out of order."""
    race = Race([MemoryStore()])
    house, rng = race.houses[0], Random(6)
    await race.open("t1")
    for name in ("ann", "bob", "cat"):
        await race.endow(name, 10_000_000)
        await race.done(name, "t1", c.BuyIn(Cents(1_000_000)))
    live = await house.table("t1")
    sent: list[tuple[Person, str, str, int, c.TableCommand]] = []
    answered: dict[str, Answer] = {}
    for number in range(size(400, 1000)):
        name = rng.choice(("ann", "bob", "cat"))
        box = rng.randint(1, 7)
        command: c.TableCommand = rng.choice(
            (c.BuyIn(Cents(500)), c.Sit(box), c.GiveUp(box), c.Lay(box, Cents(1000)), c.TakeBack(box), c.DoStand(box))
        )
        sent.append((Person(name, Role.PLAYER), "t1", f"m{number}", live.table.version, command))
        if rng.random() < 0.05 and live.table.deadline is not None:
            await race.time_up("t1")
        burst = rng.choices(sent[-8:], k=4)
        for answer, message in zip(await asyncio.gather(*(house.submit(*one) for one in burst)), burst, strict=True):
            before = answered.setdefault(message[2], answer)
            if isinstance(before, Done):
                assert answer == before, message
            answered[message[2]] = answer
    stored = [entry.command for entry in await race.store.read("table/t1") if entry.command]
    assert len(stored) == len(set(stored)), "something was done twice"
    assert len(stored) > size(120, 300)
    assert await race.store.total() == 0
