"""My rounds: a player's own rounds at all tables, each with its result, and nobody else's."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, insert

from boxseat.journal import schema
from boxseat.server.routes import my_rounds
from boxseat.server.routes.my_rounds import rounds_of
from tests.server.server_thread import TABLE, Running, running
from tests.tiers import size
from tests.web.set_cards import Hands, on_the_shoe

OTHER = "canberra-blackjack"


def test_rounds_at_several_tables_with_their_nets(floor: Running, tmp_path: Path) -> None:
    ann, bob = floor.guest(), floor.guest()
    assert ann.get("/api/rounds").json() == []
    with on_the_shoe(Hands(tmp_path / "hands")) as hands, ann.socket(TABLE, OTHER) as line, bob.socket(OTHER) as bobs:
        for table in (TABLE, OTHER):
            line.done(table, "buy-in", amount="200")
            line.done(table, "sit", box=1)
        played: list[tuple[str, str, str]] = []
        # Lost, a stand-off, and won; the stand-off moves nothing to or from the tray.
        for table, cards, net in (
            (TABLE, "KS 9D 7H JC", "-20.00"),
            (OTHER, "KS KD KH KC", "0.00"),
            (TABLE, "KS 7D KH JC", "20.00"),
        ):
            while line.tables[table]["table"]["cut"] is not None:
                line.done(table, "decline-cut")
            hands.set(table, cards)
            seen = line.play_round(table, 1)["table"]["round"]
            assert seen["net"] == {ann.name: net}
            played.insert(0, (seen["id"], table, net))
        bobs.done(OTHER, "buy-in", amount="100")
        line.done(OTHER, "give-up", box=1)
        bobs.done(OTHER, "sit", box=2)
        bobs.play_round(OTHER, 2)
    found = ann.get("/api/rounds").json()
    assert [(one["id"], one["table"], one["net"]) for one in found] == played
    assert all(one["over"] for one in found)
    for one in found:
        assert ann.get(f"/api/rounds/{one['id']}").json()["net"][ann.name] == one["net"]
    assert ann.get("/api/rounds", params={"before": found[0]["seq"]}).json() == found[1:]
    assert len(bob.get("/api/rounds").json()) == 1


def test_paging_gives_every_round_once_and_no_work_for_the_rounds_of_others(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A page is as fast at a table with very many rounds, however few of them are the player's own."""
    page = size(12, my_rounds.ROUNDS_PER_PAGE)
    monkeypatch.setattr(my_rounds, "ROUNDS_PER_PAGE", page)
    with running(tmp_path) as floor:
        ann = floor.guest()
        with ann.socket(TABLE) as line:
            line.done(TABLE, "buy-in", amount="1000")
            line.done(TABLE, "sit", box=1)
            played = [line.play_round(TABLE, 1, "5")["table"]["round"]["id"] for _ in range(page + 7)]
        first = ann.get("/api/rounds").json()
        second = ann.get("/api/rounds", params={"before": first[-1]["seq"]}).json()
        assert [one["id"] for one in first + second] == played[::-1]
        assert len(first) == page

        def steps(connection: Connection) -> int:
            """How many steps the database takes for a page."""
            ticks: list[None] = []
            database: Any = connection.connection.driver_connection
            database.set_progress_handler(lambda: ticks.append(None), 10)
            rounds_of(ann.name, range(1, 8), None, connection)
            database.set_progress_handler(None, 0)
            return len(ticks)

        def others(connection: Connection) -> None:
            row = {"stream": f"table/{TABLE}", "at": 0, "seal": b""}
            rows = [row | {"id": f"x{n}", "number": -n, "first": -n, "last": -n} for n in range(1, 20_000)]
            connection.execute(insert(schema.rounds), rows)

        few = floor.run(floor.node.store.query(steps))
        floor.run(floor.node.store.change(others))
        assert floor.run(floor.node.store.query(steps)) < 1.5 * few
