"""The programs in docs/bots.md run unchanged against a real server."""

from __future__ import annotations

import asyncio
import re
import sys
from pathlib import Path
from typing import Any

from tests.databases import run_async
from tests.live_server.crowd import floor
from tests.server_process import TableWanted

PAGE = (Path(__file__).parents[2] / "docs" / "bots.md").read_text("utf-8")
WORKED, OWN_BOT = re.findall(r"```python\n(.*?)```", PAGE, flags=re.DOTALL)


@run_async
async def test_the_worked_example_plays_three_rounds_and_leaves(tmp_path: Path) -> None:
    program = tmp_path / "seventeen.py"
    program.write_text(WORKED)
    async with floor(tmp_path, [TableWanted("star-pontoon", "star-pontoon")], 1) as (server, (me,)):
        run = await asyncio.create_subprocess_exec(
            *(sys.executable, str(program), server.url, "star-pontoon"),
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.STDOUT,
        )
        async with asyncio.timeout(30):
            said = (await run.communicate())[0].decode()
        assert run.returncode == 0, said
        assert re.search(r"box 1: main 5.00, [a-z-]+, -?\d+\.\d\d \(clause ", said), said
        assert re.search(r"\d+\.\d\d in the wallet", said), said
        table = await me.get("/api/tables/star-pontoon")
        assert table["table"]["round"]["number"] == 3
        assert table["table"]["patrons"] == []


@run_async
async def test_a_bot_of_ones_own_plays_an_evening(tmp_path: Path) -> None:
    written: dict[str, Any] = {}
    exec(OWN_BOT, written)
    async with floor(tmp_path, [TableWanted("t1", "canberra-blackjack")], 1) as (server, (me,)):
        async with asyncio.timeout(30):
            await written["evening"](server.url, "t1")
        table = (await me.get("/api/tables/t1"))["table"]
        assert table["round"]["number"] == 5
        assert table["patrons"] == []
