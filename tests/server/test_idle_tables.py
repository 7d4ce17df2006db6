"""Practice tables whose owners have been away for long are unloaded from memory; nothing that was played is lost."""

from __future__ import annotations

from typing import Any

from boxseat.server.coach.idle_tables import IDLE_AFTER_US
from tests.server.server_thread import Caller, Running
from tests.tiers import heavy

GAME = "star-pontoon"


def _open(caller: Caller) -> dict[str, Any]:
    """A practice table whose cards are cut, so that it waits for no one."""
    answer = caller.post("/api/practice", {"game": GAME})
    assert answer.status_code == 200, answer.text
    found: dict[str, Any] = answer.json()
    while (seen := caller.get(f"/api/tables/{found['id']}").json())["table"]["cut"] is not None:
        body = {"id": f"cut:{seen['version']}", "version": seen["version"], "command": {"do": "decline-cut"}}
        assert caller.post(f"/api/tables/{found['id']}/commands", body).status_code == 200
    return found


def _tidy(floor: Running, *, later: int = IDLE_AFTER_US) -> set[str]:
    """Run the sweep as if this much later; returns the practice tables still in memory."""

    def work() -> set[str]:
        node = floor.node
        node.idle_tables.sweep(node.house.clock.now() + later)
        return {live.table.id for live in node.house.loaded_tables() if live.table.settings.practice}

    return floor.on_loop(work)


@heavy
def test_memory_stays_flat_and_who_comes_back_finds_the_table_as_it_was(floor: Running) -> None:
    people = [floor.guest() for _ in range(12)]
    opened = [_open(one) for one in people]
    ann, table = people[0], opened[0]["id"]
    with ann.socket(table) as line:
        line.done(table, "set-cards", cards="KS 7D KH")
        line.done(table, "wager", box=4, stake="100")
        line.done(table, "ready")
        line.done(table, "stand", box=4)
        line.done(table, "ask-computer", box=2, kind="loose")
    before = ann.get(f"/api/tables/{table}").json()
    assert _tidy(floor, later=0) >= {one["id"] for one in opened}, "the owners may come back any moment"
    at_hand = len(floor.guest().get("/api/tables").json())
    assert _tidy(floor) == set()
    assert len(floor.on_loop(floor.node.house.loaded_tables)) == at_hand
    assert not [key for key in floor.node.computers._players if key[0] == table]
    after = ann.get(f"/api/tables/{table}").json()
    assert (after["version"], after["table"], after["you"]) == (before["version"], before["table"], before["you"])
    assert _open(ann)["id"] == table


def test_a_table_that_is_looked_at_or_in_play_stays(floor: Running, guest: Caller) -> None:
    watched = _open(guest)["id"]
    player = floor.guest()
    played = _open(player)["id"]
    with player.socket(played) as line:
        line.done(played, "set-cards", cards="KS 7D 5H")
        line.done(played, "wager", box=4, stake="20")
        line.done(played, "ready")
    with guest.socket(watched) as line:
        assert _tidy(floor) >= {watched, played}
    assert played in _tidy(floor)
