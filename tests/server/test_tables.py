"""Tables over HTTP: the list, the picture, new tables, and commands with an HTTP status for every answer."""

from __future__ import annotations

import json
import re
import time
from pathlib import Path

import pytest

from boxseat.journal.entry import StoreDown
from boxseat.money import AMOUNT_CENTS_MAX
from boxseat.people.roles import Role
from boxseat.rulebook.load import GAMES
from tests.server.server_thread import TABLE, Caller, Running, running


def _command(caller: Caller, table: str, do: str, *, version: int = 0, **fields: object) -> tuple[int, str]:
    version = version or caller.get(f"/api/tables/{table}").json()["version"]
    body = {"id": f"h{version}:{do}", "version": version, "command": {"do": do, **fields}}
    answer = caller.post(f"/api/tables/{table}/commands", body)
    told = answer.json()
    assert answer.status_code == 200 or {"code", "clause", "reason"} <= set(told)
    return answer.status_code, told.get("code") or told["answer"]


def test_a_fresh_floor_has_a_table_of_every_game(floor: Running, guest: Caller) -> None:
    lines = {line["id"]: line for line in guest.get("/api/tables").json()}
    assert set(lines) == set(GAMES) | {f"{game}-2" for game in GAMES}
    line = lines[TABLE]
    assert (line["status"], line["sign"]["minimum"], line["sign"]["maximum"]) == ("open", "5.00", "500.00")
    assert [box["number"] for box in line["boxes"]] == [1, 2, 3, 4, 5, 6, 7]
    assert set(line) == {
        *("id", "game", "title", "status", "sign", "boxes", "patrons", "in_round", "round_number", "cards_from"),
        *("practice", "dealt"),
    }


def test_a_table_as_somebody_sees_it(floor: Running, guest: Caller, supervisor: Caller) -> None:
    seen = guest.get(f"/api/tables/{TABLE}").json()
    assert seen["table"]["id"] == TABLE
    assert seen["version"] == seen["table"]["version"]
    assert seen["you"]["name"] == guest.name
    assert seen["paused"] == ""
    assert supervisor.get(f"/api/tables/{TABLE}").json()["you"] is None  # staff do not play


def test_a_table_that_is_not_there(guest: Caller) -> None:
    for name in ("nothing", "x" * 79, "a%2Fb", "%00", "TABLE", "%F0%9F%82%A1"):
        for answer in (guest.get(f"/api/tables/{name}"), guest.get(f"/api/tables/{name}/rounds")):
            assert answer.status_code == 404, name
    assert _command(guest, "nothing", "ready", version=1) == (404, "table/none")


def test_a_hit_between_rounds_is_refused_by_the_rules_and_a_round_nobody_played_is_not_there(guest: Caller) -> None:
    """In an earlier version both had the code round/none, and the first was a 404 too."""
    version = guest.get(f"/api/tables/{TABLE}").json()["version"]
    assert _command(guest, TABLE, "hit", version=version, box=1) == (422, "round/none")
    answer = guest.get("/api/rounds/nobody-played-this-1")
    assert (answer.status_code, answer.json()["code"]) == (404, "round/unknown")


def test_the_table_that_the_page_sets_up_is_as_it_says(floor: Running) -> None:
    """Its settings are in cents and microseconds."""
    page = (Path(__file__).parents[2] / "docs" / "api.md").read_text("utf-8")
    (written,) = re.findall(r"```json\n(.*?)```", page, flags=re.DOTALL)
    answer = floor.staff(Role.GAMING_MANAGER).post("/api/tables", json.loads(written) | {"id": "as-written"})
    assert answer.status_code == 201, answer.text
    sign = answer.json()["table"]["sign"]
    assert (sign["minimum"], sign["maximum"]) == ("10.00", "500.00")


def test_names_in_commands_are_no_longer_than_names(floor: Running, supervisor: Caller) -> None:
    """A table would store them, and show them to everyone."""
    for do, fields in (("reserve", {"box": 7}), ("restrict", {})):
        told = supervisor.post(
            f"/api/tables/{TABLE}/commands",
            {"id": f"long:{do}", "version": 1, "command": {"do": do, "player": "a" * 201, **fields}},
        )
        assert (told.status_code, told.json()["code"]) == (400, "request/shape")
        assert told.json()["reason"].startswith("command.player: ")
    with supervisor.socket(TABLE) as line:
        command = {"do": "reserve", "box": 7, "player": "a" * 5000}
        error = line.say({"id": "long", "table": TABLE, "version": 1, "command": command}, "error")
        assert (error["code"], error["id"]) == ("frame/bad", "long")
        assert error["reason"].startswith("command.player: ")


def test_commands_have_a_status_for_every_answer(floor: Running, guest: Caller) -> None:
    table = "canberra-pontoon"
    assert _command(guest, table, "buy-in", amount=100) == (200, "done")
    assert _command(guest, table, "buy-in", amount="100000") == (422, "wallet/short")
    assert _command(guest, table, "sit", box=9)[0] == 422
    assert _command(guest, table, "sit", box=2) == (200, "done")
    while guest.get(f"/api/tables/{table}").json()["table"]["cut"]:
        assert _command(guest, table, "decline-cut") == (200, "done")
    assert _command(guest, table, "hit", box=2, version=1) == (409, "version/behind")
    assert _command(guest, table, "leave", version=10**9) == (422, "version/unknown")
    assert _command(guest, table, "close") == (403, "power/none")
    floor.on_loop(lambda: floor.node.house.pause("the disk is full"))
    assert _command(guest, table, "leave") == (503, "house/paused")
    while floor.node.house.paused:  # tests after this one share the floor
        time.sleep(0.05)


@pytest.mark.parametrize(
    "body",
    [
        {"id": "", "version": 1, "command": {"do": "ready"}},
        {"id": "a b", "version": 1, "command": {"do": "ready"}},
        {"id": "x" * 65, "version": 1, "command": {"do": "ready"}},
        {"id": "a", "version": -1, "command": {"do": "ready"}},
        {"id": "a", "version": 2**63, "command": {"do": "ready"}},
        {"id": "a", "version": "1", "command": {"do": "ready"}},
        {"id": "a", "version": 1, "command": {"do": "fly"}},
        {"id": "a", "version": 1, "command": {"do": "ready", "now": True}},
        {"id": "a", "version": 1, "command": {"do": "sit"}},
        {"id": "a", "version": 1, "command": {"do": "buy-in", "amount": "0"}},
        {"id": "a", "version": 1, "command": {"do": "buy-in", "amount": "1.005"}},
        {"id": "a", "version": 1, "command": {"do": "buy-in", "amount": True}},
        {"id": "a", "version": 1, "command": {"do": "buy-in", "amount": 1e300}},
        {"id": "a", "version": 1, "command": {"do": "time-up"}},
        {"id": "a", "version": 1, "command": {"do": "seat-expired", "player": "ann"}},
        {"id": "a", "version": 1},
    ],
    ids=str,
)
def test_commands_nobody_can_read_are_400(guest: Caller, body: dict[str, object]) -> None:
    answer = guest.post(f"/api/tables/{TABLE}/commands", body)
    assert answer.status_code == 400, answer.text


def test_a_table_is_set_up_opened_and_closed(floor: Running, supervisor: Caller, guest: Caller) -> None:
    made = supervisor.post("/api/tables", {"id": "t77", "game": TABLE})
    assert made.status_code == 201
    assert made.json()["table"]["status"] == "closed"
    again = supervisor.post("/api/tables", {"id": "t77", "game": TABLE})
    assert (again.status_code, again.json()["code"]) == (409, "table/exists")
    assert _command(supervisor, "t77", "open") == (200, "done")
    assert guest.get("/api/tables/t77").json()["table"]["status"] == "open"
    assert _command(supervisor, "t77", "close") == (200, "done")
    named = supervisor.post("/api/tables", {"game": TABLE}).json()["table"]["id"]
    assert named == f"{TABLE}-3"


def test_options_and_settings_are_a_managers(floor: Running, supervisor: Caller) -> None:
    body = {"id": "t78", "game": TABLE, "options": {"decks": 6}}
    assert supervisor.post("/api/tables", body).json()["code"] == "power/none"
    manager = floor.staff(Role.GAMING_MANAGER)
    made = manager.post("/api/tables", body)
    assert made.status_code == 201, made.text
    for wrong, status, code in (
        ({"options": {"decks": 5}}, 422, "option/bad"),
        ({"options": {"wheels": 5}}, 422, "option/bad"),
        ({"settings": {"wheels": 5}}, 400, "request/shape"),
        ({"settings": {"rehearsal": True}}, 400, "request/shape"),
        ({"settings": {"opening_float": 10**30}}, 400, "request/shape"),
        ({"settings": {"opening_float": AMOUNT_CENTS_MAX + 1}}, 400, "request/shape"),
        ({"settings": {"players_on_box": 99}}, 422, "setting/players-on-box"),
        ({"game": "poker"}, 422, "game/none"),
        ({"id": "T 1"}, 400, "request/shape"),
        ({"id": "t1\n"}, 400, "request/shape"),
    ):
        answer = manager.post("/api/tables", {"id": "t79", "game": TABLE, **wrong})
        assert (answer.status_code, answer.json()["code"]) == (status, code), wrong
        assert "opening_float" in answer.json()["reason"] or "opening_float" not in str(wrong)
    most = manager.post("/api/tables", {"id": "t80", "game": TABLE, "settings": {"opening_float": AMOUNT_CENTS_MAX}})
    assert most.status_code == 201
    assert _command(manager, "t80", "open") == (200, "done")


def test_no_table_is_set_up_while_nothing_can_be_written_down(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def gone(*_: object) -> None:
        raise StoreDown("the disk is full")

    with running(tmp_path) as floor:
        supervisor = floor.staff(Role.SUPERVISOR)
        monkeypatch.setattr(floor.node.store, "append", gone)
        for name in ("t1", TABLE):
            answer = supervisor.post("/api/tables", {"id": name, "game": TABLE})
            assert (answer.status_code, answer.json()["code"]) == (503, "house/paused")
            assert answer.headers["retry-after"] == "1"
        monkeypatch.undo()


def test_a_floor_that_was_open_has_the_tables_it_had(tmp_path: Path) -> None:
    with running(tmp_path) as floor:
        boss = floor.staff(Role.SUPERVISOR, "the-boss")
        assert _command(boss, TABLE, "close") == (200, "done")
        ann = floor.account("ann")
        with ann.socket("canberra-blackjack") as line:
            line.done("canberra-blackjack", "buy-in", amount="100")
            line.done("canberra-blackjack", "sit", box=1)
            line.done("canberra-blackjack", "decline-cut")
            line.done("canberra-blackjack", "wager", box=1, stake="10")
            line.done("canberra-blackjack", "ready")
            before = line.tables["canberra-blackjack"]
    with running(tmp_path, tables=3) as floor:
        ann.running = floor
        lines = {line["id"]: line["status"] for line in ann.get("/api/tables").json()}
        assert set(lines) == set(GAMES)
        assert lines[TABLE] == "closed"
        after = ann.get("/api/tables/canberra-blackjack").json()
        assert after["table"]["round"] == before["table"]["round"]
        assert after["you"] == before["you"]


def test_devices_where_a_game_may_have_them(tmp_path: Path) -> None:
    with running(tmp_path, devices=True) as floor:
        lines = {line["id"]: line["cards_from"] for line in floor.guest().get("/api/tables").json()}
        assert "device" in lines.values()
        assert all((kind == "device") == name.endswith("-device") for name, kind in lines.items())
