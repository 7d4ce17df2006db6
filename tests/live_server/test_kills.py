"""L2: `kill -9` of the server while clients play: nothing acknowledged is lost, nothing done twice, no chip lost."""

from __future__ import annotations

from pathlib import Path

from tests.databases import run_async
from tests.live_server.kills import under_fire
from tests.tiers import size

KILLS = size(2, 25)


@run_async
async def test_killed_in_the_middle_of_play_nothing_is_lost_and_nothing_done_twice(tmp_path: Path) -> None:
    witness, found = await under_fire(tmp_path, KILLS, seed=7)
    assert found.done >= KILLS * 2
    assert found.pictures >= KILLS * 2
    assert found.clean, found
    assert witness.answers["done"] == found.done
