"""A kind of stream that the server does not know is watched and given commands, over the socket and over HTTP, as tables are."""

from __future__ import annotations

import time
from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from boxseat.people.roles import Role
from boxseat.server.websocket.frame_codec import BadFrame, read_stream_command
from tests.house.board import BOARDS, KINDS
from tests.server.server_thread import TABLE, Caller, Line, Running, running

BOARD = "board/north"


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("floor"), kinds=KINDS) as one:
        set_up = {"id": "s1", "version": 0, "command": {"do": "set-up-board", "name": "north", "closes_at": 2**53}}
        sue = one.staff(Role.SUPERVISOR, "sue")
        assert sue.post(f"/api/streams/{BOARD}/commands", set_up).json() == {"answer": "done", "version": 1}
        yield one


def _pin(points: int, phone: str = "") -> dict[str, Any]:
    return {"do": "pin", "points": points, "phone": phone}


def _sent(line: Line, name: str, command: dict[str, Any], stream: str = BOARD) -> dict[str, Any]:
    line.send({"id": name, "stream": stream, "version": 0, "command": command})
    while (frame := line.next())["is"] not in ("answer", "error"):
        pass
    return frame


def test_everybody_who_watches_gets_the_picture_and_their_own_part(floor: Running) -> None:
    ann, bob, ivy = floor.guest(), floor.guest(), floor.staff(Role.INSPECTOR)
    with ann.socket(TABLE) as hers, bob.socket() as his, ivy.socket() as staffs:
        first = {line: line.say({"watch": BOARD}, "stream") for line in (hers, his, staffs)}
        assert {frame["id"] for frame in first.values()} == {BOARD}
        answer = _sent(hers, "p1", _pin(5))
        assert (answer["answer"], answer["result"]) == ("done", {"number": answer["version"] - 1})
        for line, points in ((hers, 5), (his, 0)):
            shown = line.say({"resync": BOARD}, "stream")
            assert (shown["version"], shown["you"], "staff" in shown) == (answer["version"], {"points": points}, False)
        shown = staffs.say({"resync": BOARD}, "stream")
        assert (shown["you"], shown["staff"]["points"][ann.name]) == (None, 5)
        his.send({"unwatch": BOARD})
        assert _sent(hers, "p2", _pin(1))["answer"] == "done"
        assert his.say({"ping": 1}, "pong") == {"is": "pong", "ping": 1}, "no frame since"


def test_the_picture_is_there_without_a_socket(floor: Running) -> None:
    ann, sue = floor.guest(), floor.staff(Role.SUPERVISOR)
    assert _asked(ann, "p1", _pin(3, "0491 570 156")).status_code == 200
    hers, staffs = ann.get(f"/api/streams/{BOARD}").json(), sue.get(f"/api/streams/{BOARD}").json()
    assert (hers["you"], "staff" in hers, hers["picture"]) == ({"points": 3}, False, staffs["picture"])
    assert staffs["staff"]["points"][ann.name] == 3
    assert "570 156" not in str(hers) + str(staffs)
    table = sue.get(f"/api/streams/table/{TABLE}").json()
    assert table["version"] == sue.get(f"/api/tables/{TABLE}").json()["version"]


def _asked(caller: Caller, name: str, command: Any, stream: str = BOARD) -> Any:
    return caller.post(f"/api/streams/{stream}/commands", {"id": name, "version": 0, "command": command})


@pytest.mark.parametrize(
    ("stream", "command", "status", "code"),
    [
        (BOARD, {"do": "pin", "points": 0}, 400, "board/points"),
        (BOARD, {"do": "show-prize"}, 403, "power/none"),
        (BOARD, {"do": "close-board"}, 400, "request/shape"),  # the house's own
        (BOARD, {"do": "pin"}, 400, "request/shape"),
        (BOARD, {"do": "pin", "points": 1, "phone": "\0"}, 400, "request/shape"),
        ("board/none", {"do": "pin", "points": 1}, 400, "board/none"),
        ("account/ann", {"do": "pin", "points": 1}, 400, "request/shape"),
        ("notes/x", {"do": "pin", "points": 1}, 404, "stream/none"),
        ("board/%20", {"do": "pin", "points": 1}, 404, "board/none"),
    ],
)
def test_what_is_wrong_is_said_over_http_and_on_the_socket(
    floor: Running, stream: str, command: dict[str, Any], status: int, code: str
) -> None:
    ann = floor.guest()
    answer = _asked(ann, "x", command, stream)
    assert (answer.json()["code"], answer.json()["reason"] != "") == (code, True)
    if not code.startswith("board/"):  # codes of this kind have no status in the list
        assert answer.status_code == status
    with ann.socket() as line:
        refused = _sent(line, "y", command, stream)
        assert refused["code"] in (code, "frame/bad")
        assert _sent(line, "z", _pin(1))["answer"] == "done", "the socket stays open"


def test_broken_json_in_a_command_is_called_that(floor: Running) -> None:
    with floor.guest().socket() as line:
        error = line.say('{"id": "c1", "stream": "board/north", "version": 0, "command": {"do": pin}}', "error")
        assert (error["code"], error["reason"].startswith("the frame is not JSON")) == ("frame/bad", True)
        error = line.say({"watch": "North", "stream": ""}, "error")
        assert error["reason"].startswith("watch: expected `str` matching".replace("`", ""))


def test_accounts_and_others_practice_tables_are_nobodys_to_watch(floor: Running) -> None:
    ann, sue = floor.guest(), floor.staff(Role.SUPERVISOR)
    for caller in (ann, sue):
        assert caller.get(f"/api/streams/account/{ann.name}").status_code == 404
        with caller.socket() as line:
            assert line.say({"watch": f"account/{ann.name}"}, "error")["code"] == "stream/none"
    assert ann.post("/api/practice", {"game": "star-pontoon"}).status_code == 200
    practice = next(
        one.stream for one in floor.on_loop(lambda: list(floor.node.house.cache)) if "practice-" in one.stream
    )
    bob = floor.guest()
    assert (ann.get(f"/api/streams/{practice}").status_code, bob.get(f"/api/streams/{practice}").status_code) == (
        200,
        404,
    )
    with bob.socket() as line:
        assert line.say({"watch": practice}, "error")["code"] == "table/none"


def test_a_pause_is_shown_at_streams_too(floor: Running) -> None:
    ann = floor.guest()
    with ann.socket() as line:
        line.say({"watch": BOARD}, "stream")
        floor.on_loop(lambda: floor.node.house.pause("the disk is full"))
        assert line.until("stream")["paused"] == "the disk is full"
        while line.until("stream")["paused"]:
            time.sleep(0.05)


def test_a_number_that_no_integer_holds_is_a_bad_frame() -> None:
    """The decoder refuses it before the command's fields are read; an internal error would close the connection."""
    raw = msgspec.Raw(b'{"do": "set-up-board", "name": "south", "closes_at": ' + b"9" * 5_000 + b"}")
    with pytest.raises(BadFrame, match=r"^command: .*out of range"):
        read_stream_command(BOARDS, raw)
