"""I5, races: fifty requests at once for one box, the last chips of a wallet, or one insurance; exactly one succeeds.

`python -m tests.house.races --trials 10000` for the long run, on SQLite. `--database` and `--nodes` for several nodes
on a database server.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

from boxseat.cards import parse_cards
from boxseat.house.answers import Answer, Behind, Done, Refused
from boxseat.house.house import HOUSE_ACTOR, House
from boxseat.journal.address import database_url
from boxseat.journal.entry import Write
from boxseat.journal.store import Store
from boxseat.ledger.accounts import BANK, Posting, wallet
from boxseat.money import Cents
from boxseat.people.roles import Person, Role
from boxseat.table import commands as c
from boxseat.table.card_source import decks
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from boxseat.table.state import Table
from tests.house.random_evening import SteppedClock, book_of, book_text

GAME = "star-pontoon"
CROWD = 50
PAIRS = 10
SUPERVISOR = Person("sue", Role.SUPERVISOR)


class Race:
    """Nodes of one house on one database, and people who all act at once."""

    def __init__(self, stores: Sequence[Store]) -> None:
        self.clock = SteppedClock()
        self.houses = [House(store, self.clock) for store in stores]
        self.store = stores[0]
        self.rng = Random(1)
        self._numbers = 0

    async def endow(self, name: str, cents: int) -> None:
        money = (Posting(BANK, wallet(name), cents, "opening money"),)
        await self.store.append(Write(f"account/{name}", 0, 1, name, "", b"[]", postings=money))

    async def open(self, table: str) -> None:
        text = book_text(GAME)
        await self.houses[0].open_table(table, book_of(GAME), text, Settings(sign=SIGN))
        await self.done("sue", table, c.OpenForPlay())

    async def do(self, name: str, table: str, command: c.TableCommand, version: int | None = None) -> Answer:
        """Send a command through a random node."""
        self._numbers += 1
        house = self.rng.choice(self.houses)
        live = await house.table(table)
        person = SUPERVISOR if name == "sue" else Person(name, Role.PLAYER)
        seen = live.table.version if version is None else version
        return await house.submit(person, table, f"c{self._numbers}", seen, command)

    async def done(self, name: str, table: str, *commands: c.TableCommand) -> None:
        for command in commands:
            answer = await self.do(name, table, command, await self._version(table))
            assert isinstance(answer, Done), (name, command, answer)

    async def _version(self, table: str) -> int:
        """The newest version, so that a node that is behind reads the journal first."""
        return next(state.version for state in await self.store.streams(f"table/{table}"))

    async def time_up(self, table: str) -> Answer:
        house = self.houses[0]
        live = await house.table(table)
        await live.catch_up()
        return await house.submit_authorized(HOUSE_ACTOR, table, "", live.table.version, c.TimeUp())

    async def now(self, table: str) -> Table:
        """The table according to the journal."""
        live = await self.houses[0].table(table)
        async with live.lock:
            await live.catch_up()
        return live.table


@asynccontextmanager
async def racing(*urls: str) -> AsyncIterator[Race]:
    stores = [await Store.open(url) for url in urls]
    try:
        yield Race(stores)
    finally:
        for store in stores:
            await store.close()


def _won(answers: Sequence[Answer]) -> int:
    return sum(isinstance(answer, Done) for answer in answers)


Contest = Callable[[Race, int], Awaitable[None]]


async def one_box(race: Race, trials: int) -> None:
    """Fifty players want box 3."""
    await race.open("t1")
    crowd = [f"p{number}" for number in range(CROWD)]
    for name in crowd:
        await race.endow(name, 1000)
        await race.done(name, "t1", c.BuyIn(Cents(1000)))
    for _ in range(trials):
        answers = await asyncio.gather(*(race.do(name, "t1", c.Sit(3)) for name in crowd))
        assert _won(answers) == 1
        codes = {answer.code for answer in answers if isinstance(answer, Refused)}
        assert codes <= {"seat/taken"}
        owner = (await race.now("t1")).seats[3]
        assert isinstance(answers[crowd.index(owner)], Done)
        await race.done(owner, "t1", c.GiveUp(3))


async def last_chip(race: Race, trials: int) -> None:
    """Fifty requests at two tables spend the same ten dollars of a wallet; several wallets at a time."""
    for number in range(PAIRS):
        await race.open(f"a{number}")
        await race.open(f"b{number}")
    for first in range(0, trials, PAIRS):
        await asyncio.gather(*(_emptied(race, trial) for trial in range(first, min(first + PAIRS, trials))))
    assert await race.store.total() == 0


async def _emptied(race: Race, trial: int) -> None:
    name = f"p{trial}"
    await race.endow(name, 1000)
    tables = [f"a{trial % PAIRS}", f"b{trial % PAIRS}"] * (CROWD // 2)
    answers = await asyncio.gather(*(race.do(name, table, c.BuyIn(Cents(1000)), 0) for table in tables))
    assert _won(answers) == 1
    assert {answer.code for answer in answers if isinstance(answer, Refused)} == {"wallet/short"}
    assert await race.store.balance(wallet(name)) == 0


async def _dealers_ace(race: Race) -> None:
    """Stack the cards on every node so that the dealer's first card in the next round is an ace."""
    for house in race.houses:
        live = await house.table("t1")
        await live.catch_up()
        pack = live.table.pack
        assert pack is not None
        rest = decks(live.book)
        live.cached[pack.shoe, 1] = (*rest[: pack.drawn], *parse_cards("9S AS 9H 6D 7D"), *rest)


async def insurance(race: Race, trials: int) -> None:
    """One player asks for the same insurance from fifty windows."""
    await race.open("t1")
    await race.endow("ann", 10_000_000)
    await race.done("ann", "t1", c.BuyIn(Cents(10_000_000)), c.Sit(1))
    for _ in range(trials):
        await race.do("ann", "t1", c.Lay(1, Cents(1000)), (await race.now("t1")).version)
        while not (await race.now("t1")).in_round:
            await _dealers_ace(race)
            await race.time_up("t1")
        table = await race.now("t1")
        assert table.round is not None
        chips = table.patrons["ann"].chips
        answers = await asyncio.gather(
            *(race.do("ann", "t1", c.DoInsure(1, Cents(500)), table.version) for _ in range(CROWD))
        )
        assert _won(answers) == 1
        assert all(isinstance(answer, Done | Behind | Refused) for answer in answers)
        after = await race.now("t1")
        assert after.patrons["ann"].chips == chips - 500
        await race.done("sue", "t1", c.VoidTheRound("the next trial"))
    assert await race.store.total() == 0


CONTESTS: list[Contest] = [one_box, last_chip, insurance]


async def _run(contest: Contest, url: str, nodes: int, trials: int) -> None:
    start = time.monotonic()
    async with racing(*[url] * nodes) as race:
        await contest(race, trials)
    sys.stdout.write(f"{contest.__name__}: {trials:,} trials of {CROWD}, {time.monotonic() - start:.0f} s\n")
    sys.stdout.flush()


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--trials", type=int, default=10_000)
    parser.add_argument("--database", help="a server's address with an empty database; by default a new SQLite file")
    parser.add_argument("--nodes", type=int, default=1)
    parser.add_argument("--contest", type=int, choices=range(3), help="run only this one; each needs an empty database")
    asked = parser.parse_args()
    for contest in [CONTESTS[asked.contest]] if asked.contest is not None else CONTESTS:
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(_run(contest, database_url(Path(folder), asked.database), asked.nodes, asked.trials))
    return 0


if __name__ == "__main__":
    sys.exit(main())
