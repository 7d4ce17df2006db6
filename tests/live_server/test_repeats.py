"""I6: a command that comes twice, late, out of order or with a used id changes nothing, and gets its first answer."""

from __future__ import annotations

from pathlib import Path

from tests.databases import run_async
from tests.live_server.crowd import floor
from tests.live_server.repeats import repeated
from tests.server_process import TableWanted
from tests.tiers import size

REPEATS = size(100, 1_000)


@run_async
async def test_repeated_commands_do_nothing_and_are_answered_as_the_first_time(tmp_path: Path) -> None:
    found = await repeated(tmp_path, "star-pontoon", REPEATS, seed=3)
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
