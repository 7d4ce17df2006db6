"""Computer players compute a book in other processes, within a rate limit, and nothing holds the event loop."""

from __future__ import annotations

import asyncio
import time
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace

from boxseat.computer import Computer, Loose, Studied
from boxseat.rulebook.book import Book
from boxseat.server.loop_lag import measure_lag
from boxseat.server.odds_jobs.computer_processes import ProcessComputation
from boxseat.server.odds_jobs.pool import OddsPool
from boxseat.server.settings import Rate
from tests.databases import run_async
from tests.server.server_thread import NO_LIMITS, TABLE, running
from tests.tiers import heavy

HELD_S = 0.05

OTHER = "canberra-blackjack"
PATIENCE_S = 240.0


def _not_here(*_: object) -> None:
    raise AssertionError("this is for another process")


def test_books_to_learn_have_a_rate_limit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A book that is known, or is being computed, costs nothing; a player by rules of thumb needs none."""

    async def learn(self: ProcessComputation, player: Computer, book: Book) -> None:
        await asyncio.sleep(3600)

    monkeypatch.setattr(ProcessComputation, "learn", learn)
    with running(tmp_path, limits=replace(NO_LIMITS, solving=Rate(1, 0.001))) as floor:
        with floor.guest().socket(TABLE, OTHER) as line:
            for table in (TABLE, OTHER):
                line.done(table, "buy-in", amount="100")
                line.done(table, "sit", box=1)
            line.done(TABLE, "ask-computer", box=2, kind="perfect")
            line.done(TABLE, "ask-computer", box=3, kind="perfect")
            assert line.do(OTHER, "ask-computer", box=2, kind="perfect")["code"] == "rate/too-fast"
            line.done(OTHER, "ask-computer", box=2, kind="loose")
        assert 'turned_away_total{why="solving"} 1.0' in floor.node.metrics.text().decode()


@run_async
async def test_a_player_by_rules_of_thumb_needs_no_process() -> None:
    pool = OddsPool()
    computation = ProcessComputation(pool)
    player = Loose("lou", Random(1))
    monkeyed = pytest.MonkeyPatch()
    monkeyed.setattr(player, "decide", lambda *_: "stand")
    assert await computation.ask(player, "decide") == "stand"
    assert computation._process is None
    assert pool._pool is None


@heavy
def test_a_perfect_player_learns_and_plays_beside_the_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is computed in the server's own process, whose event loop stays free."""
    monkeypatch.setattr(Studied, "prepare", _not_here)
    monkeypatch.setattr(Studied, "decide", _not_here)
    with running(tmp_path) as floor, floor.guest().socket(TABLE) as line:
        line.done(TABLE, "buy-in", amount="200")
        line.done(TABLE, "sit", box=1)
        line.done(TABLE, "ask-computer", box=2, kind="perfect")
        until = time.monotonic() + PATIENCE_S
        while not all(floor.on_loop(lambda: [task.done() for task in floor.node.computers._ready.values()])):
            assert time.monotonic() < until
            line.say({"ping": 1}, "pong")
            time.sleep(0.2)
        assert all(floor.on_loop(lambda: [task.exception() is None for task in floor.node.computers._ready.values()]))
        while line.tables[TABLE]["table"]["cut"] is not None:
            line.done(TABLE, "decline-cut")
        line.done(TABLE, "wager", box=1, stake="20")
        line.done(TABLE, "ready")
        while line.tables[TABLE]["table"]["cut"] is not None:
            line.done(TABLE, "decline-cut")
        assert [box["number"] for box in line.tables[TABLE]["table"]["round"]["boxes"]] == [1, 2]
        while line.tables[TABLE]["table"]["in_round"]:
            asked = line.tables[TABLE]["you"]["asked"]
            if not asked:
                line.next(timeout=30)
                continue
            open_to = [choice["do"] for choice in line.tables[TABLE]["you"]["choices"]]
            do = next(word for word in ("decline", "stand", "hit") if word in open_to)
            line.do(TABLE, do, box=asked[0]["box"])


@run_async
async def test_whatever_holds_the_event_loop_is_measured_as_its_lag() -> None:
    lags: list[float] = []
    measuring = asyncio.create_task(measure_lag(lags.append, 0.001))
    await asyncio.sleep(0)
    time.sleep(HELD_S)
    await asyncio.sleep(0.05)
    measuring.cancel()
    assert max(lags) >= HELD_S - 0.001
    assert len(lags) > 1
