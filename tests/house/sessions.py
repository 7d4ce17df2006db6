"""I1 and I7: random sessions with all games and all commands, legal and illegal.

I1: each answer is compared with the reference model. I7: everything shown is searched for secrets. A session that fails
is reduced to the steps that matter before it is printed.
`python -m tests.house.sessions --sessions 14000 --steps 200` for the long run, a million rounds in all.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import time
import traceback
from collections import Counter
from collections.abc import Sequence
from random import Random

import msgspec

from boxseat.clock import SECOND
from boxseat.fairness.shuffle import cut_bounds
from boxseat.house.answers import Answer, Done, Refused
from boxseat.house.house import HOUSE_ACTOR, House
from boxseat.house.table_stream import LiveTable
from boxseat.money import Cents, parse_dollars
from boxseat.people.roles import Person, Role
from boxseat.rulebook.load import GAMES
from boxseat.table import commands as c
from boxseat.table.picture import ChoiceSeen
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from boxseat.table.state import Status
from boxseat.table.view import seen_by
from tests.house.memory_store import Disk, MemoryStore, endow
from tests.house.random_evening import MONEY, SteppedClock, any_command, any_ruling, book_of, book_text
from tests.house.reference import Reference
from tests.house.secrecy import Shoulders
from tests.parallel import in_parts
from tests.progress import say

PEOPLE = ("ann", "bob", "cat", "dan", "eve")
TABLE = "t1"
BATCH = 100
FIRST_SEED = 1_000_000
"""After the seeds of the quick test."""
STAFF = (
    Person("sue", Role.SUPERVISOR),
    Person("gil", Role.GAMING_MANAGER),
    Person("ira", Role.INSPECTOR),
    Person("dot", Role.DEALER),
    Person("tom", Role.TOURNAMENT_MANAGER),
    Person("ada", Role.ADMINISTRATOR),
)
CLOCK = Person(HOUSE_ACTOR, Role.PLAYER)
"""The house's own clock as an actor of steps; its commands need no authority."""


class Step(msgspec.Struct, frozen=True):
    """One action in a session."""

    person: Person
    command: c.TableCommand
    behind: int = 0
    """How many versions old their view of the table is; below zero, the version is invented."""
    later: int = 0
    """Microseconds after the previous step."""
    again: bool = False
    """Send the last command once more, with the same id."""


class Session:
    """One table, a few people, and the reference model."""

    def __init__(self, game: str, seed: int) -> None:
        self.game = game
        self.rng = Random(seed)
        self.clock = SteppedClock()
        self.disk = Disk()
        endow(self.disk, PEOPLE, MONEY)
        self.house = House(MemoryStore(self.disk), self.clock, Random(seed).randbytes)
        self.shoulders = Shoulders(self.house, self.disk, PEOPLE[0])
        self.told: Counter[str] = Counter()
        self.live: LiveTable
        self._sent: tuple[Person, str, int, c.TableCommand, Answer] | None = None
        self._ids = 0
        drawn = Random(seed)
        device = drawn.random() < 0.3
        self.settings = Settings(
            sign=SIGN,
            cards_from="device" if device else "shoe",
            late_to_minimum=drawn.random() < 0.3,
            supervisor_cuts=drawn.random() < 0.3,
        )

    async def open(self) -> None:
        text = book_text(self.game)
        opened = await self.house.open_table(TABLE, book_of(self.game), text, self.settings)
        assert isinstance(opened, Done)
        self.live = await self.house.table(TABLE)
        await self.shoulders.open(TABLE)
        self.shoulders.look()

    async def do(self, step: Step) -> Answer:
        """Carry out a step, compare it with the model, and search what is shown."""
        answer = await self._judged(step)
        await asyncio.sleep(0)  # changes are shown in the loop's next turn
        self.shoulders.look()
        return answer

    async def _judged(self, step: Step) -> Answer:
        before = Reference(self.disk, self.live.table, PEOPLE)
        self.clock.at += step.later
        if step.again and self._sent is not None:
            return await self._once_more(before)
        self._ids += 1
        command_id, version = f"c{self._ids}", max(0, self.live.table.version - step.behind)
        if step.person is CLOCK or step.person.name == HOUSE_ACTOR:
            answer = await self.house.submit_authorized(HOUSE_ACTOR, TABLE, "", version, step.command)
        else:
            answer = await self.house.submit(step.person, TABLE, command_id, version, step.command)
            self._sent = (step.person, command_id, version, step.command, answer)
        before.judge(step.person.name, step.command, answer, self.live.table)
        code = answer.code if isinstance(answer, Refused) else type(answer).__name__.lower()
        self.told[f"{type(step.command).__name__}: {code}"] += 1
        return answer

    async def _once_more(self, before: Reference) -> Answer:
        """I6: a repeated command gets the same answer, and nothing is done twice."""
        assert self._sent is not None
        person, command_id, version, command, answered = self._sent
        seq = self.disk.found.seq
        answer = await self.house.submit(person, TABLE, command_id, version, command)
        if isinstance(answered, Done) and (person.name, command_id) in self.disk.found.answers:
            assert answer == answered
            assert self.disk.found.seq == seq
        else:
            before.judge(person.name, command, answer, self.live.table)
        self._sent = (person, command_id, version, command, answer)
        return answer

    async def check_again(self) -> None:
        """Another node reads the same table from the journal."""
        other = await House(MemoryStore(self.disk), self.clock).table(TABLE)
        assert other.table == self.live.table, "the journal gives a different table"

    # Random steps

    def draw(self) -> Step:
        """A random step, mostly a sensible one."""
        rng, table = self.rng, self.live.table
        drawn = rng.random()
        if drawn < 0.03:
            return Step(CLOCK, c.TimeUp(), again=True)
        if drawn < 0.15:
            person = rng.choice((*map(_player, PEOPLE), *STAFF))
            return Step(person, any_command(rng, table), rng.choice((0, 0, 0, 1, 3, 50, -1)), rng.randint(0, SECOND))
        if drawn < 0.18:
            return Step(rng.choice(STAFF[:2]), self._staffs())
        if drawn < 0.19 and table.patrons:
            return Step(CLOCK, c.NoteAway(rng.choice(list(table.patrons)), away=rng.random() < 0.5))
        if table.status is not Status.OPEN and not table.in_round:
            return Step(STAFF[0], c.OpenForPlay())
        if table.cut_offer is not None:
            return self._cut()
        if table.in_round:
            return self._decision()
        return self._before_the_cards()

    def _cut(self) -> Step:
        table = self.live.table
        assert table.cut_offer is not None
        assert table.pack is not None
        place = self.rng.randint(*cut_bounds(self.live.book, table.pack.size))
        if self.rng.random() < 0.2:
            return self._time_up()
        if not table.cut_offer.player:
            return Step(STAFF[0], c.CutForHouse(place))
        return Step(_player(table.cut_offer.player), self.rng.choice((c.Cut(place), c.DeclineCut())))

    def _decision(self) -> Step:
        waiting = self.live.waiting()
        if not waiting or self.rng.random() < 0.05:
            return self._time_up()
        name = self.rng.choice(waiting).player
        you = seen_by(self.live.book, self.live.table, waiting, name)
        return Step(_player(name), _command_of(self.rng.choice(you.choices), self.rng))

    def _before_the_cards(self) -> Step:
        rng, table = self.rng, self.live.table
        if len(table.patrons) < 2 or rng.random() < 0.08:
            name = rng.choice(PEOPLE)
            if name not in table.patrons:
                return Step(_player(name), c.BuyIn(Cents(50 * rng.randint(20, 2000))))
            return Step(_player(name), rng.choice((c.Sit(rng.randint(1, 7)), c.AskForBox(), c.BuyIn(Cents(500)))))
        if table.has_stakes and rng.random() < 0.25:
            return self._time_up()
        name = rng.choice(list(table.patrons))
        wager = c.Lay(rng.choice((1, 1, 2, 2, 3, 7)), Cents(50 * rng.choice((2, 10, 20, 40, 100, 500, 1100))))
        if rng.random() < 0.2:
            wager = msgspec.structs.replace(wager, perfect_pairs=Cents(500))
        others = (c.Ready(), c.TakeBack(rng.randint(1, 7)), c.Leave(), c.AskComputer(rng.randint(1, 7)))
        return Step(_player(name), rng.choices((wager, *others), (10, 6, 1, 0.5, 0.3))[0])

    def _staffs(self) -> c.TableCommand:
        rng, table = self.rng, self.live.table
        box, name = rng.randint(1, 7), rng.choice((*table.patrons, "ann"))
        return rng.choice(
            (
                c.VoidTheRound("a card was dealt out of turn"),
                any_ruling(rng, table),
                any_ruling(rng, table),
                c.MarkBox(box, Cents(rng.choice((20_000, 80_000)))),
                c.MarkBox(box),
                c.ReserveBox(box, name),
                c.ReserveBox(box),
                c.Restrict(name, rng.random() < 0.4, rng.random() < 0.4, rng.random() < 0.8),
                c.ShuffleNow(rng.random() < 0.5),
                c.FinalRounds(),
                c.CloseTable(),
            )
        )

    def _time_up(self) -> Step:
        wait = max(0, (self.live.table.deadline or 0) - self.clock.at)
        return Step(CLOCK, c.TimeUp(), later=wait)


def _player(name: str) -> Person:
    return Person(name, Role.PLAYER)


def _command_of(choice: ChoiceSeen, rng: Random) -> c.TableCommand:
    fields: dict[str, object] = {"do": choice.do, "box": choice.box}
    if choice.amount is not None and (choice.do == "insure" or rng.random() < 0.7):
        fields["amount"] = int(parse_dollars(rng.choice((choice.amount.least, choice.amount.most))))
    command: c.TableCommand = msgspec.convert(fields, type=c.TableCommand, dec_hook=lambda kind, value: kind(value))
    return command


async def session(game: str, seed: int, steps: int) -> tuple[Counter[str], list[Step], Exception | None]:
    """Run one session; returns the answers, the steps, and the error if there was one."""
    played = Session(game, seed)
    await played.open()
    done: list[Step] = []
    try:
        for _ in range(steps):
            done.append(played.draw())
            await played.do(done[-1])
        await played.check_again()
    except Exception as error:
        return played.told, done, error
    played.told.update(sessions=1, rounds=played.live.table.round_number, frames=played.shoulders.frames)
    return played.told, done, None


async def again(game: str, seed: int, steps: Sequence[Step]) -> Exception | None:
    """Run given steps on the same table; returns the error if there was one."""
    played = Session(game, seed)
    await played.open()
    try:
        for step in steps:
            await played.do(step)
        await played.check_again()
    except Exception as error:
        return error
    return None


async def shortest(game: str, seed: int, steps: Sequence[Step]) -> tuple[list[Step], Exception]:
    """The fewest of these steps that still fail."""
    kept = [*steps]
    wrong = await again(game, seed, kept)
    assert wrong is not None, "a session that failed does not fail when it is repeated"
    size = len(kept) // 2
    while size:
        start = 0
        while start < len(kept):
            fewer = kept[:start] + kept[start + size :]
            failed = await again(game, seed, fewer)
            if failed is not None and type(failed) is type(wrong):
                kept, wrong = fewer, failed
            else:
                start += size
        size //= 2
    return kept, wrong


async def sessions(game: str, seeds: range, steps: int) -> Counter[str]:
    """Run many sessions; the first that fails is reduced and printed."""
    told: Counter[str] = Counter()
    for seed in seeds:
        answered, done, error = await session(game, seed, steps)
        told += answered
        if error is not None:
            kept, wrong = await shortest(game, seed, done)
            lines = "\n".join(f"  {step}" for step in kept)
            where = "".join(traceback.format_exception(wrong)[-3:])
            raise AssertionError(f"{game}, seed {seed}, {len(kept)} of {len(done)} steps:\n{lines}\n{where}") from error
    return told


def _batch(batch: tuple[str, range, int]) -> Counter[str]:
    return asyncio.run(sessions(*batch))


def _so_far(told: Counter[str]) -> str:
    return f"{told['sessions']:,} sessions, {told['rounds']:,} rounds, {told['frames']:,} frames searched, no fault"


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--sessions", type=int, default=14_000, help="sessions per game")
    parser.add_argument("--steps", type=int, default=200, help="steps per session")
    parser.add_argument("--games", nargs="+", choices=GAMES, default=GAMES)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--first", type=int, default=FIRST_SEED, help="the first seed")
    asked = parser.parse_args()
    last = asked.first + asked.sessions
    firsts = range(asked.first, last, BATCH)
    batches = [(game, range(at, min(at + BATCH, last)), asked.steps) for at in firsts for game in asked.games]
    told, began = Counter[str](), time.monotonic()
    for number, (answered, left) in enumerate(in_parts(_batch, batches, asked.workers), start=1):
        told += answered
        if number % len(asked.games) == 0:
            say(f"{_so_far(told)}, {left:.0f} minutes left")
    say(f"{_so_far(told)}, {time.monotonic() - began:.0f} s")
    return 0


if __name__ == "__main__":
    sys.exit(main())
