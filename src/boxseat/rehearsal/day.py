"""A written day, played step by step through the house's own door, on a journal in memory and a clock of its own."""

from __future__ import annotations

from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager
from typing import Any, NamedTuple

from boxseat.consistency import Inconsistent, require
from boxseat.house.answers import Answer, Done, Refused
from boxseat.house.house import HOUSE_ACTOR, House
from boxseat.house.kinds import STREAM_KINDS
from boxseat.house.live_stream import NoSuchStream
from boxseat.house.streams import Entropy, StreamKinds
from boxseat.journal.memory_database import open_in_memory
from boxseat.journal.store import Store
from boxseat.ledger.accounts import BANK, Posting, wallet
from boxseat.people.account_store import AccountStore
from boxseat.people.administration import FIRST_ADMINISTRATOR
from boxseat.people.login import OPENING_MONEY
from boxseat.people.records import AccountOpened
from boxseat.people.roles import Person, Role
from boxseat.play.fields import BadDocument
from boxseat.play.replay import Replayed, answer
from boxseat.rehearsal.day_clock import DayClock
from boxseat.rehearsal.day_document import WrittenCommand, WrittenDay, WrittenRound, WrittenStep
from boxseat.rehearsal.whole_round import RoundRefused, play_round
from boxseat.table.commands import OpenForPlay
from boxseat.table.memory_table import practice_entropy
from boxseat.table.names import stream_of

OPENING_CENTS = 1_000_00
"""What every player's wallet begins with."""
NOT_OPENED_YET = ("table/hours", "table/not-approved")
"""Why a table is not open when the day begins."""


class Happening(NamedTuple):
    """A step with what came of it, or something that the house did by the clock."""

    at: int
    stream: str
    step: WrittenStep | None
    """None for what the house did by the clock."""
    command: Any
    """None for a whole round."""
    refused: Refused | None = None
    result: Mapping[str, Any] = {}
    said: tuple[str, ...] = ()
    """The announcements."""
    replayed: Replayed | None = None
    """The round, if the step was one and was played."""


class Day:
    """A day and its house."""

    def __init__(
        self,
        written: WrittenDay,
        store: Store,
        kinds: StreamKinds = STREAM_KINDS,
        *,
        administrator: str = FIRST_ADMINISTRATOR,
        entropy: Entropy | None = None,
    ) -> None:
        self.written = written
        self.store = store
        self.administrator = Person(administrator, Role.ADMINISTRATOR)
        self.clock = DayClock(written.times.start)
        self.house = House(store, self.clock, entropy or practice_entropy("rehearsal"), kinds, written.times.zone)
        self.happenings: list[Happening] = []

    async def begin(self) -> None:
        """Open everybody's account and all tables that may be opened yet, as a new house does."""
        await self.house.begin()
        await self._open_account(self.administrator, HOUSE_ACTOR)
        for person in self.written.people.values():
            await self._open_account(person, person.name if person.role is Role.PLAYER else self.administrator.name)
        for name, (book, text, settings) in self.written.tables.items():
            _check_done(await self.house.open_table(name, book, text, settings))
            answer = await self.house.submit_authorized(HOUSE_ACTOR, name, "", 1, OpenForPlay())
            if not (isinstance(answer, Refused) and answer.code in NOT_OPENED_YET):
                _check_done(answer)

    async def _open_account(self, person: Person, by: str) -> None:
        cents = OPENING_CENTS if person.role is Role.PLAYER else 0
        opened = AccountOpened(person.name, person.role, False, cents, credential="", password_due=False)
        money = (Posting(BANK, wallet(person.name), cents, OPENING_MONEY),) if cents else ()
        at, accounts = self.clock.now(), AccountStore(self.store)
        await accounts.write(person.name, None, (opened,), at=at, who=by, postings=money)

    async def play(self) -> None:
        """Play all steps; `BadDocument` if the cards of a round cannot be."""
        for step in self.written.steps:
            await self._pass_time(step.at)
            done = self._round(step) if isinstance(step, WrittenRound) else self._command(step)
            self.happenings.append(await done)

    async def _command(self, step: WrittenCommand) -> Happening:
        at, stream, command = step.at, step.stream, step.command
        version, _ = await self._look(stream)
        given = await self.house.command(step.who, stream, f"step-{step.place}", version, command)
        if isinstance(given, Refused):
            return Happening(at, stream, step, command, given)
        result = _check_done(given).result or {}
        after, said = await self._look(stream)
        return Happening(at, stream, step, command, result=result, said=said if after > version else ())

    async def _round(self, step: WrittenRound) -> Happening:
        at, stream, live = step.at, stream_of(step.table), await self.house.table(step.table)
        try:
            replayed = await play_round(self.house, self.written.people, live, step.document)
        except RoundRefused as error:
            return Happening(at, stream, step, None, error.refused)
        except BadDocument as error:
            raise BadDocument(f"steps[{step.place}].round.{error}") from None
        return Happening(at, stream, step, None, result=answer(replayed), said=live.said, replayed=replayed)

    async def _look(self, stream: str) -> tuple[int, tuple[str, ...]]:
        """The version of a stream, 0 if there is none yet, and the announcements of its last entry."""
        try:
            live = await self.house.stream(stream)
        except NoSuchStream:
            return 0, ()
        return live.state.version, live.said

    async def _pass_time(self, until: int) -> None:
        """Do everything that is due until then, each at its own time, and set the clock."""
        while True:
            due = [(state.deadline, state.stream) for state in await self.store.streams() if state.deadline is not None]
            at, stream = min(due, default=(until + 1, ""))
            if at > until:
                break
            self.clock.at = max(self.clock.at, at)
            live = await self.house.stream(stream)
            command, version = live.late(self.clock.now()), live.state.version
            _check_done(await self.house.submit_to(HOUSE_ACTOR, stream, "", version, command))
            require(live.state.version > version, f"what is due at {stream} is done")
            self.happenings.append(Happening(self.clock.at, stream, None, command, said=live.said))
        self.clock.at = until
        await self.house.erase_overdue(until)

    def answers(self) -> list[dict[str, object]]:
        """The answer of each step, in order."""
        return [_answer(each, each.step) for each in self.happenings if each.step is not None]


def _answer(happening: Happening, step: WrittenStep) -> dict[str, object]:
    if happening.refused is None:
        return {"step": step.place, "done": True, **happening.result}
    refused = {"clause": happening.refused.clause, "reason": happening.refused.reason}
    return {"step": step.place, "refused": refused}


def _check_done(given: Answer) -> Done:
    if not isinstance(given, Done):
        raise Inconsistent(f"the house does not do what is due: {given}")
    return given


@asynccontextmanager
async def opened(written: WrittenDay, kinds: StreamKinds = STREAM_KINDS) -> AsyncIterator[Day]:
    """A day at its start, with everybody's account and all tables open; its house and journal end with it."""
    store = await open_in_memory()
    day = Day(written, store, kinds)
    try:
        await day.begin()
        yield day
    finally:
        await day.house.close()
        await store.close()
