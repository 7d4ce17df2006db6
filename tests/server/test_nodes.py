"""Two servers on one PostgreSQL: a change at one is seen at the other, and a session ended at one is over at both."""

from __future__ import annotations

import time
from pathlib import Path

from boxseat.people.roles import Role
from tests.server.server_thread import TABLE, Caller, running


def test_a_house_of_two_nodes(postgres_url: str, tmp_path: Path) -> None:
    for name in ("one", "two"):
        (tmp_path / name).mkdir()
    with (
        running(tmp_path / "one", database=postgres_url) as one,
        running(tmp_path / "two", database=postgres_url) as two,
    ):
        ann = one.account("ann")
        there = Caller(two, ann.name, ann.token, Role.PLAYER)
        with ann.socket(TABLE) as here, there.socket(TABLE) as other:
            here.done(TABLE, "buy-in", amount="100")
            here.done(TABLE, "sit", box=1)
            while other.tables[TABLE]["version"] < here.tables[TABLE]["version"]:
                other.next()
            assert other.tables[TABLE]["you"] == here.tables[TABLE]["you"]
            other.play_round(TABLE, 1)
            while here.tables[TABLE]["version"] < other.tables[TABLE]["version"]:
                here.next()
            assert here.tables[TABLE]["table"] == other.tables[TABLE]["table"]
            boss = one.staff(Role.ADMINISTRATOR)
            began = time.monotonic()
            assert boss.post("/api/people/ann/end-sessions").status_code == 200
            other.until("ended")
            assert other.closed_with() == 4401
            assert time.monotonic() - began < 2
        assert there.get("/api/me").status_code == 401
