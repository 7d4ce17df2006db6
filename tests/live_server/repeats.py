"""I6, repeats: commands are sent again, late, out of order and under another's id, and change nothing.

At tables and at boards, the same command with its id gets its first answer again. Another command with that id is refused: it
needs its own id.
`python -m tests.live_server.repeats --repeats 1000000` is the long run, with a new evening for each hundred thousand;
the short one is a test.
"""

from __future__ import annotations

import argparse
import asyncio
import sys
import tempfile
import time
from collections.abc import Mapping
from pathlib import Path
from random import Random
from typing import Any, NamedTuple

from boxseat.client.bots import RandomBot, play
from boxseat.client.client import Client
from boxseat.client.frames import AnswerFrame
from boxseat.client.table import TableWatched
from boxseat.people.roles import Role
from boxseat.rulebook.load import GAMES
from tests.live_server.board_clients import BoardClient, BoardsKnown
from tests.live_server.crowd import floor
from tests.live_server.witness import Findings, Witness, compare
from tests.progress import say
from tests.server_process import TableWanted

PLAYERS = 4
AT_ONCE = 20
ROUNDS = 6
AN_EVENING = 100_000
REUSED = "command/reused"
NOTES = 25
"""Commands that each player sends to boards."""
OPEN_S = (7_200, 14_400)
"""How long the boards are open: none is closed by the clock meanwhile."""
ASIDE = "aside"
"""A table at which nobody plays, to be closed with a board."""


class Recorder:
    """Records a client's commands, the version that each was sent with, and the answer."""

    def __init__(self, table: TableWatched, witness: Witness, who: str) -> None:
        self.table = table
        self.said: list[tuple[Mapping[str, object], AnswerFrame]] = []
        witness.attend(who, table)
        self._answered = table.answered
        table.answered = self._note

    def _note(self, command: Mapping[str, object], answer: AnswerFrame) -> None:
        assert self._answered is not None
        self._answered(command, answer)
        if answer.answer == "done":
            self.said.append((command, answer))

    def silence(self) -> None:
        self.table.answered = None


async def repeated(data: Path, game: str, repeats: int, seed: int) -> Findings:
    """Play a few rounds, send many of their commands again, and compare the journal with the answers."""
    chance, witness = Random(seed), Witness()
    tables = [TableWanted("t1", game), TableWanted(ASIDE, game)]
    async with floor(data, tables, PLAYERS, supervisor="ursula") as (server, (*people, supervisor)):
        recorders = await _play(people, witness)
        for recorder in recorders:
            recorder.silence()
        before = max(recorder.table.picture.version for recorder in recorders)
        writers = await _write(people, supervisor, witness, chance)
        said = [_AtBoard(writer, *each) for writer in writers for each in writer.said]
        assert len(said) > NOTES, "too little was done at the boards"
        results = [await one.over_http() for one in said]
        shown = await _boards(people[0], said)
        for first in range(0, repeats, AT_ONCE):
            await _again(recorders, before, min(AT_ONCE, repeats - first), chance)
            await _again_at_boards(said, results, chance)
        assert recorders[0].table.picture.version == before
        assert (await people[0].get("/api/tables/t1"))["version"] == before
        assert await _boards(people[0], said) == shown
        database = server.database
    return await compare(database, witness)


async def _again(recorders: list[Recorder], newest: int, times: int, chance: Random) -> None:
    asked = []
    for _ in range(times):
        recorder = chance.choice(recorders)
        command, first = chance.choice(recorder.said)
        other = chance.choice(recorder.said)[0] if chance.random() < 0.2 else command
        version = chance.choice((0, first.version - 1, newest))
        due = first if other == command else REUSED
        asked.append((due, recorder.table.ask(other, version=version, command_id=first.id)))
    for (due, _), again in zip(asked, await asyncio.gather(*(ask for _, ask in asked)), strict=True):
        assert (again == due) if isinstance(due, AnswerFrame) else (again.code == due)


class _AtBoard(NamedTuple):
    """A command at a board that was done, and by whom."""

    writer: BoardClient
    where: str
    command: Mapping[str, object]
    answer: AnswerFrame

    @property
    def fingerprint(self) -> dict[str, object]:
        """What makes it the same command when it is sent again: everything but personal data."""
        return {**self.command, "phone": "", "at": self.where}

    async def over_http(self) -> Any:
        """Send it again by HTTP; the answer has its result."""
        body = {"id": self.answer.id, "version": 0, "command": self.command}
        return await self.writer.me.post(f"/api/streams/{self.where}/commands", body)


async def _write(people: list[Client], supervisor: Client, witness: Witness, chance: Random) -> list[BoardClient]:
    known = BoardsKnown()
    writers = [
        BoardClient(me, role, known, witness, chance.random(), [ASIDE], OPEN_S)
        for me, role in [*((me, Role.PLAYER) for me in people), (supervisor, Role.SUPERVISOR)]
    ]
    await supervisor.hello()
    await writers[-1].set_up_first()
    async with asyncio.TaskGroup() as all_:
        staffs = all_.create_task(writers[-1].run())
        await asyncio.gather(*(writer.run(NOTES) for writer in writers[:-1]))
        staffs.cancel()
    return writers


async def _again_at_boards(said: list[_AtBoard], results: list[Any], chance: Random) -> None:
    """One command again by the socket, one by HTTP, and another under a used id."""
    one, other = chance.choice(said), chance.choice(said)
    again = await one.writer.ask(one.where, one.command, command_id=one.answer.id)
    assert again == one.answer
    place = chance.randrange(len(said))
    assert await said[place].over_http() == results[place]
    reused = await one.writer.ask(other.where, other.command, command_id=one.answer.id)
    if other.fingerprint == one.fingerprint:
        assert reused == one.answer
    else:
        assert reused.code in (REUSED, "power/none")


async def _boards(person: Client, said: list[_AtBoard]) -> list[Any]:
    """What people see on each board; its version may grow meanwhile, as personal data is erased when it is due."""
    seen = [await person.get(f"/api/streams/{where}") for where in sorted({one.where for one in said})]
    return [(one["picture"], one["you"]) for one in seen]


async def _play(people: list[Client], witness: Witness) -> list[Recorder]:
    recorders = []
    for person in people:
        recorders.append(Recorder(await person.watch("t1"), witness, person.name))
    await asyncio.gather(
        *(
            play(recorder.table, RandomBot(boxes=(place + 1,), buy_in="500", chance=Random(place)), rounds=ROUNDS)
            for place, recorder in enumerate(recorders)
        )
    )
    return recorders


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--repeats", type=int, default=1_000_000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    began, failed = time.monotonic(), 0
    for number, first in enumerate(range(0, asked.repeats, AN_EVENING)):
        game, times = GAMES[number % len(GAMES)], min(AN_EVENING, asked.repeats - first)
        with tempfile.TemporaryDirectory(prefix="repeats") as folder:
            found = asyncio.run(repeated(Path(folder), game, times, asked.seed + number))
        failed += not found.clean
        say(f"{first + times:,} repeats, {time.monotonic() - began:.0f} s, {game}: {'clean' if found.clean else found}")
    return int(failed > 0)


if __name__ == "__main__":
    sys.exit(main())
