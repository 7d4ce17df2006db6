"""History: past rounds, shoes and bankrolls use separate connections and rate limits, so that play never waits."""

from __future__ import annotations

import asyncio
import threading
import time
from pathlib import Path

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, event

from boxseat.inspection.recall import Rebuilt, Recalled, as_recalled
from boxseat.journal.connections import HISTORY_CONNECTIONS
from boxseat.journal.entry import StoreDown
from boxseat.server import history
from boxseat.server.routes import rounds
from boxseat.server.routes.my_rounds import rounds_of
from boxseat.server.settings import Rate
from tests.server.server_thread import NO_LIMITS, TABLE, Caller, Running, running

PATHS = (
    "/api/rounds",
    "/api/bankroll",
    f"/api/tables/{TABLE}/rounds",
    f"/api/rounds/{TABLE}-1",
    f"/api/shoes/{TABLE}-shoe-1",
)


def _played(floor: Running, rounds: int) -> Caller:
    ann = floor.guest()
    with ann.socket(TABLE) as line:
        line.done(TABLE, "buy-in", amount="500")
        line.done(TABLE, "sit", box=1)
        for _ in range(rounds):
            line.play_round(TABLE, 1, "5")
    return ann


@pytest.mark.parametrize("path", PATHS)
def test_history_has_a_rate_limit_of_its_own(tmp_path: Path, path: str) -> None:
    """Per person; commands at a table do not count."""
    with running(tmp_path, limits=replace(NO_LIMITS, history=Rate(3, 0.01))) as floor:
        ann = floor.guest()
        assert [ann.get(path).status_code == 429 for _ in range(5)] == [False, False, False, True, True]
        assert 'turned_away_total{why="history"} 2.0' in floor.node.metrics.text().decode()
        with ann.socket(TABLE) as line:
            line.done(TABLE, "buy-in", amount="10")
        assert floor.guest().get(path).status_code != 429


def test_an_address_has_a_rate_limit_for_history_too(tmp_path: Path) -> None:
    """Anyone can create many guests, so a limit per person is not enough."""
    with running(tmp_path, limits=replace(NO_LIMITS, history_an_address=Rate(3, 0.01))) as floor:
        assert [floor.guest().get("/api/rounds").status_code for _ in range(5)] == [200, 200, 200, 429, 429]


def test_a_page_of_rounds_takes_a_few_queries(tmp_path: Path) -> None:
    with running(tmp_path) as floor:
        ann = _played(floor, 6)

        def statements(connection: Connection) -> int:
            count = 0

            def note(*_: object) -> None:
                nonlocal count
                count += 1

            event.listen(connection, "before_cursor_execute", note)
            assert len(rounds_of(ann.name, range(1, 8), None, connection)) == 6
            event.remove(connection, "before_cursor_execute", note)
            return count

        assert floor.run(floor.node.store.query(statements)) <= 6


def test_play_and_pages_do_not_wait_for_history(store_url: str, tmp_path: Path) -> None:
    """All connections for history are busy and more requests wait, but a command is done at once."""
    with running(tmp_path, database=store_url) as floor:
        ann = _played(floor, 1)
        held, go_on = threading.Event(), threading.Event()

        async def slow(_: object) -> None:
            held.set()
            await asyncio.to_thread(go_on.wait, 20)

        async def hold() -> None:
            await asyncio.gather(*(floor.node.history.read(slow) for _ in range(HISTORY_CONNECTIONS + 2)))

        holding = asyncio.run_coroutine_threadsafe(hold(), floor._loop)
        assert held.wait(5)
        with ann.socket(TABLE) as line:
            began = time.monotonic()
            line.done(TABLE, "buy-in", amount="10")
            assert ann.get("/api/me").status_code == 200
            assert time.monotonic() - began < 3
        go_on.set()
        holding.result(20)
        assert [one["id"] for one in ann.get("/api/rounds").json()] == [f"{TABLE}-1"]
        assert ann.get(f"/api/rounds/{TABLE}-1").json()["marked"] == "REPLAY"
        assert ann.get("/api/bankroll").status_code == 200


def test_history_is_refused_when_too_many_wait(floor: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(history, "QUEUED_READS_MAX", 0)
    answer = floor.guest().get("/api/rounds")
    assert (answer.status_code, answer.json()["code"]) == (503, "history/busy")


def test_a_query_of_history_that_fails_does_not_pause_the_house(
    floor: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A read that takes too long does not mean that the database is gone; play itself would notice that."""

    async def gone(work: object) -> None:
        raise StoreDown("it took too long")

    monkeypatch.setattr(floor.node.store, "query_history", gone)
    assert floor.guest().get("/api/rounds").json()["code"] == "history/busy"
    assert floor.http.get("/healthz").json()["status"] == "ok"


def test_a_round_is_rebuilt_beside_the_event_loop(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """It takes more processor time than a table may wait."""
    threads: list[str] = []

    def shown(rebuilt: Rebuilt, viewer: str | None) -> Recalled:
        threads.append(threading.current_thread().name)
        return as_recalled(rebuilt, viewer)

    monkeypatch.setattr(rounds, "as_recalled", shown)
    with running(tmp_path) as floor:
        ann = _played(floor, 1)
        assert ann.get(f"/api/rounds/{TABLE}-1").status_code == 200
        assert threads
        assert floor._thread.name not in threads
