"""I6: commands that come twice, late, out of order, or with a used id change nothing and get their first answer again."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping
from pathlib import Path
from random import Random

from boxseat.client.bots import RandomBot, play
from boxseat.client.client import Client
from boxseat.client.frames import AnswerFrame
from boxseat.client.table import TableWatched
from tests.databases import run_async
from tests.floor_under_fire.crowd import floor
from tests.floor_under_fire.witness import Witness, compare
from tests.serving import TableWanted

REPEATS = 1_000
PLAYERS = 4
AT_ONCE = 20


class Recorder:
    """Remembers what somebody said, against which version, and the answer."""

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


@run_async
async def test_a_thousand_repeated_commands_do_nothing_and_are_answered_as_the_first_time(tmp_path: Path) -> None:
    chance, witness = Random(3), Witness()
    async with floor(tmp_path, [TableWanted("t1", "star-pontoon")], PLAYERS) as (server, people):
        recorders = await _play(people, witness, rounds=6)
        for recorder in recorders:
            recorder.silence()
        before = max(recorder.table.picture.version for recorder in recorders)
        for _ in range(REPEATS // AT_ONCE):
            asked = []
            for _ in range(AT_ONCE):
                recorder = chance.choice(recorders)
                command, first = chance.choice(recorder.said)
                other = chance.choice(recorder.said)[0] if chance.random() < 0.2 else command
                version = chance.choice((0, first.version - 1, before))
                asked.append((first, recorder.table.ask(other, version=version, command_id=first.id)))
            for (first, _), again in zip(asked, await asyncio.gather(*(ask for _, ask in asked)), strict=True):
                assert again == first
        assert recorders[0].table.picture.version == before
        assert (await people[0].get("/api/tables/t1"))["version"] == before
        database = server.database
    found = await compare(database, witness)
    assert found.clean, found


@run_async
async def test_a_late_answer_to_an_old_question_is_behind_and_does_nothing(tmp_path: Path) -> None:
    async with floor(tmp_path, [TableWanted("t1", "canberra-pontoon")], 1) as (_, (me,)):
        table = await me.watch("t1")
        await table.buy_in(100)
        await table.sit(2)
        if table.picture.table.cut is not None:
            await table.decline_cut()
        early = table.picture.version
        await table.wager(2, 10)
        await table.ready()
        now = table.picture.version
        late: tuple[dict[str, object], ...] = (
            {"do": "wager", "box": 2, "stake": "5"},
            {"do": "ready"},
            {"do": "stand", "box": 2},
            {"do": "decline", "box": 2},
            {"do": "cut", "place": 60},
        )
        for command in late:
            answer = await table.ask(command, version=early)
            assert answer.answer in ("behind", "refused"), command
        assert (await me.get("/api/tables/t1"))["version"] == now


async def _play(people: list[Client], witness: Witness, rounds: int) -> list[Recorder]:
    recorders = []
    for person in people:
        recorders.append(Recorder(await person.watch("t1"), witness, person.name))
    await asyncio.gather(
        *(
            play(recorder.table, RandomBot(boxes=(place + 1,), buy_in="500", chance=Random(place)), rounds=rounds)
            for place, recorder in enumerate(recorders)
        )
    )
    return recorders
