"""A trial: commands at one stream, each judged on the state after those before it, and stored together or not at all."""

from __future__ import annotations

from typing import Any

from boxseat.house.answers import Answer, refused_by
from boxseat.house.house import House
from boxseat.house.judgement import Judged, write_of
from boxseat.house.live_stream import LiveStream, Request
from boxseat.journal.entry import WriteRefused
from boxseat.people.roles import Person, Role


class Trial:
    """The commands so far. Whoever tries holds the stream's lock; what is not kept has not happened."""

    def __init__(self, house: House, live: LiveStream[Any]) -> None:
        self._house = house
        self._live = live
        self._after = live.current
        self._judged: list[Judged] = []

    @property
    def state(self) -> Any:
        """The stream's state after the commands so far."""
        return self._after.state

    async def command(self, person: Person, command: Any) -> Answer:
        """Judge a person's command, if their role has the power it needs."""
        if refused := self._live.kind.refusal_to_ask(person, command):
            return refused_by(refused, self.state.version)
        return await self.submit(person.name, command, person.role)

    async def submit(self, who: str, command: Any, role: Role | None = None) -> Answer:
        """Judge a command without a check of authority."""
        request = Request(who, "", self.state.version, command, role)
        found = await self._house.judge(self._live, self._after, request)
        if not isinstance(found, Judged):
            return found
        self._judged.append(found)
        self._after = found.after
        return found.answer

    async def keep(self) -> None:
        """Store all commands in one commit; raise as `Store.append` does if the first of them is rejected."""
        run = [write_of(self._live, found) for found in self._judged]
        outcomes = await self._house.store.append_run(run) if run else []
        for found, outcome in zip(self._judged, outcomes, strict=False):
            if isinstance(outcome, WriteRefused):
                raise outcome
            self._live.adopt(found.after)
        self._live.tell()
