"""The socket: pictures of tables as they change, each command done once, and what happens to clients that misbehave."""

from __future__ import annotations

import json
import socket
import time
from contextlib import suppress
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

from boxseat.journal.entry import StoreDown
from boxseat.server.presence import Presence
from boxseat.server.settings import Rate, RateLimits
from boxseat.server.websocket.feeds import TableFeed
from tests.server.server_thread import FAST, NO_LIMITS, PASSWORD, TABLE, Caller, Line, Running, running

OTHER = "canberra-blackjack"


def test_whoever_watches_sees_the_table_and_every_change(floor: Running, guest: Caller) -> None:
    with guest.socket(TABLE) as mine, floor.guest().socket(TABLE) as theirs:
        before = theirs.tables[TABLE]["version"]
        mine.done(TABLE, "buy-in", amount="50")
        seen = theirs.until("table")
        assert seen["version"] == before + 1
        assert guest.name in [patron["name"] for patron in seen["table"]["patrons"]]
        assert mine.tables[TABLE]["you"]["chips"] == "50.00"
        assert theirs.tables[TABLE]["you"]["chips"] is None  # a watcher has no chips
        assert mine.tables[TABLE]["table"] == theirs.tables[TABLE]["table"]


def test_a_round_is_played_to_its_end(guest: Caller) -> None:
    with guest.socket(TABLE) as line:
        line.done(TABLE, "buy-in", amount="200")
        line.done(TABLE, "sit", box=3)
        seen = line.play_round(TABLE, 3)
        assert seen["table"]["round"]["settlements"]
        assert seen["table"]["round"]["net"][guest.name]
        line.done(TABLE, "leave")


def test_a_refusal_names_code_clause_and_reason(guest: Caller) -> None:
    with guest.socket(TABLE) as line:
        answer = line.do(TABLE, "buy-in", amount="5000000")
        assert answer["answer"] == "refused"
        assert answer["code"] == "wallet/short"
        answer = line.do(TABLE, "hit", box=1)
        assert answer["answer"] == "refused"
        assert answer["clause"]


def test_the_same_id_again_is_done_once_and_answered_alike(guest: Caller) -> None:
    with guest.socket(TABLE) as line:
        first = line.do(TABLE, "buy-in", amount="10", named="once", version=line.tables[TABLE]["version"])
        again = line.do(TABLE, "buy-in", amount="10", named="once", version=line.tables[TABLE]["version"])
        assert first == again
        assert line.tables[TABLE]["you"]["chips"] == "10.00"
        body = {"id": "once", "version": first["version"], "command": {"do": "buy-in", "amount": "10"}}
        over_http = guest.post(f"/api/tables/{TABLE}/commands", body)
        assert over_http.json() == {"answer": "done", "version": first["version"]}


def test_a_command_for_a_question_that_is_over_is_behind(guest: Caller) -> None:
    with guest.socket(OTHER) as line:
        old = line.tables[OTHER]["version"]
        line.done(OTHER, "buy-in", amount="100")
        line.done(OTHER, "sit", box=1)
        while line.tables[OTHER]["table"]["cut"]:
            line.done(OTHER, "decline-cut")
        line.done(OTHER, "wager", box=1, stake="5")
        line.done(OTHER, "ready")
        answer = line.do(OTHER, "stand", box=1, version=old)
        assert answer["answer"] in ("behind", "refused")
        far = line.do(OTHER, "leave", version=line.tables[OTHER]["version"] + 1000)
        assert far["code"] == "version/unknown"


def test_pings_unwatching_and_resync(floor: Running, guest: Caller) -> None:
    with guest.socket(TABLE) as line, floor.guest().socket(TABLE) as other:
        assert line.say({"ping": 7}, "pong") == {"is": "pong", "ping": 7}
        assert line.say({"resync": TABLE}, "table")["version"] == line.tables[TABLE]["version"]
        line.send({"unwatch": TABLE})
        line.say({"ping": 8}, "pong")
        other.done(TABLE, "buy-in", amount="5")
        line.send({"ping": 9})
        assert line.next() == {"is": "pong", "ping": 9}
        assert line.say({"resync": TABLE}, "error")["code"] == "table/not-watched"
        for name, code in (("no-such-table", "table/none"), ("no such table", "frame/bad"), ("x" * 100, "frame/bad")):
            told = line.say({"watch": name}, "error")
            assert (told["code"], told["table"]) == (code, name)


def test_a_frame_that_cannot_be_read_is_answered_and_the_socket_lives(guest: Caller) -> None:
    with guest.socket(TABLE) as line:
        for bad in ("{", "[]", "{}", '{"watch": 1}', '{"watch": "a", "ping": 1}', '{"id": "x"}', b"\x00\x01"):
            assert line.say(bad, "error")["reason"]
        wrong = {"id": "c1", "table": TABLE, "version": 1, "command": {"do": "buy-in", "amount": "-5"}}
        assert line.say(wrong, "error")["id"] == "c1"
        assert line.say({"ping": 1}, "pong")


def test_too_many_bad_frames_close_it_with_1008(floor: Running, guest: Caller) -> None:
    with guest.socket() as line:
        with suppress(ConnectionClosed):  # it may be closed before the last is sent
            for _ in range(60):
                line.send("{")
        assert line.closed_with() == 1008


def test_a_frame_over_16_kib_closes_it_with_1009(guest: Caller) -> None:
    with guest.socket() as line:
        line.send(json.dumps({"watch": "x" * 20_000}))
        assert line.closed_with() == 1009


# S4


def _status(floor: Running, ticket: str, **headers: str) -> int:
    try:
        with connect(f"{floor.ws}/api/socket?ticket={ticket}", proxy=None, additional_headers=headers):
            return 101
    except InvalidStatus as refused:
        return refused.response.status_code


def test_s4_a_handshake_needs_a_ticket_that_is_good_once(floor: Running, guest: Caller) -> None:
    assert _status(floor, "") == 401
    assert _status(floor, "made-up") == 401
    assert _status(floor, guest.token) == 401  # a session token does not open a socket
    ticket = guest.ticket()
    assert _status(floor, ticket) == 101
    assert _status(floor, ticket) == 401


def test_s4_a_ticket_is_not_good_for_long(floor: Running, guest: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    ticket = guest.ticket()
    clock = floor.node.house.clock
    now = clock.now()
    monkeypatch.setattr(clock, "now", lambda: now + 31_000_000)
    assert _status(floor, ticket) == 401


def test_s4_a_handshake_of_a_foreign_page_is_refused(floor: Running, guest: Caller) -> None:
    for origin in ("https://evil.example", "http://127.0.0.1:1", "null", f"{floor.url}.evil.example", "file://"):
        assert _status(floor, guest.ticket(), Origin=origin) == 403
    assert _status(floor, guest.ticket(), Origin=floor.url) == 101


def test_s4_a_ticket_of_a_session_that_has_ended_opens_nothing(floor: Running, guest: Caller) -> None:
    ticket = guest.ticket()
    guest.post("/api/logout")
    assert _status(floor, ticket) == 401


@pytest.mark.parametrize("how", ["logout", "disable", "end-sessions", "role", "password"])
def test_s4_an_ended_session_closes_its_sockets_within_a_second(
    floor: Running, administrator: Caller, how: str
) -> None:
    ann = floor.account(f"ann-{how}")
    with ann.socket(TABLE) as one, ann.socket() as two:
        began = time.monotonic()
        if how == "logout":
            ann.post("/api/logout")
        elif how == "password":
            ann.post("/api/password", {"old": PASSWORD, "new": "nine pears in a red bowl"})
        elif how == "role":
            assert administrator.post(f"/api/people/{ann.name}/role", {"role": "dealer"}).status_code == 200
        else:
            assert administrator.post(f"/api/people/{ann.name}/{how}").status_code == 200
        for line in (one, two):
            assert line.until("ended")["reason"]
            assert line.closed_with() == 4401
        assert time.monotonic() - began < 1.5  # one second, and some for a busy machine


def test_somebody_who_never_reads_is_dropped_and_holds_up_nobody(tmp_path: Path) -> None:
    limits = RateLimits(requests=FAST, arrivals=FAST, commands=FAST, frames=FAST, unsent=64)
    with running(tmp_path, limits=limits) as floor:
        deaf = floor.guest()
        ticket = deaf.ticket()
        port = int(floor.url.rsplit(":", 1)[1])
        with socket.socket() as raw:
            raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
            raw.connect(("127.0.0.1", port))
            raw.sendall(
                f"GET /api/socket?ticket={ticket} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nUpgrade: websocket\r\n"
                "Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
                "Sec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n".encode()
            )
            raw.sendall(_masked({"watch": TABLE}))
            raw.settimeout(2)
            assert _is_cut_off(raw, _masked({"resync": TABLE}) * 40 + _masked({"ping": 2**50}) * 40)
        with floor.guest().socket(TABLE) as line:
            began = time.monotonic()
            line.done(TABLE, "buy-in", amount="10")
            assert time.monotonic() - began < 1
            _wait(lambda: deaf.name not in floor.node.hub.people)


def test_one_person_has_so_many_sockets_and_no_more(tmp_path: Path) -> None:
    limits = RateLimits(requests=FAST, arrivals=FAST, sockets_each=2)
    with running(tmp_path, limits=limits) as floor:
        ann = floor.guest()
        with ann.socket(), ann.socket():
            assert _status(floor, ann.ticket()) == 429
            assert _status(floor, floor.guest().ticket()) == 101
        _wait(lambda: ann.name not in floor.node.hub.people)
        assert _status(floor, ann.ticket()) == 101


def test_commands_faster_than_a_person_are_refused_and_told_so(tmp_path: Path) -> None:
    limits = RateLimits(requests=FAST, arrivals=FAST, frames=FAST, commands=Rate(3, 0.001))
    with running(tmp_path, limits=limits) as floor:
        ann = floor.guest()
        with ann.socket(TABLE) as line:
            answers = [line.do(TABLE, "ready") for _ in range(5)]
            assert [answer["code"] for answer in answers[3:]] == ["rate/too-fast"] * 2
        body = {"id": "x", "version": 1, "command": {"do": "ready"}}
        answer = ann.post(f"/api/tables/{TABLE}/commands", body)
        assert (answer.status_code, answer.json()["code"]) == (429, "rate/too-fast")
        assert int(answer.headers["retry-after"]) >= 1
        with floor.guest().socket(TABLE) as line:
            assert line.do(TABLE, "ready")["code"] != "rate/too-fast"


def test_a_paused_house_is_told_to_all_and_goes_on_by_itself(tmp_path: Path) -> None:
    with running(tmp_path, limits=NO_LIMITS) as floor:
        ann = floor.guest()
        with ann.socket(TABLE) as line:
            floor.on_loop(lambda: floor.node.house.pause("the disk is full"))
            assert line.until("table")["paused"] == "the disk is full"
            health = floor.stranger().get("/healthz")
            assert (health.status_code, health.json()) == (503, {"status": "paused", "reason": "the disk is full"})
            assert line.do(TABLE, "ready") | {"id": ""} == {
                "is": "answer",
                "id": "",
                "answer": "paused",
                "reason": "the disk is full",
            }
            assert line.until("table")["paused"] == ""
            assert floor.stranger().get("/healthz").json() == {"status": "ok"}


def test_a_command_that_finds_the_database_gone_is_answered_with_paused(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Also if the check of the session, and not the table, is the first to find it."""
    with running(tmp_path, limits=NO_LIMITS) as floor, floor.guest().socket(TABLE) as line:
        with monkeypatch.context() as gone:
            gone.setattr(floor.node.front.sessions, "revalidate", _gone)
            answer = line.do(TABLE, "ready")
            assert (answer["answer"], answer["reason"]) == ("paused", "the disk is full")
            assert line.until("table")["paused"] == "the disk is full"
        assert line.until("table")["paused"] == ""
        assert line.do(TABLE, "buy-in", amount="10")["answer"] == "done"


def test_whatever_finds_the_database_gone_stops_play_and_says_so(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path, limits=NO_LIMITS) as floor:
        ann = floor.guest()
        with ann.socket(TABLE) as line:
            with monkeypatch.context() as gone:
                gone.setattr(floor.node.store, "balance", _gone)
                answer = ann.get("/api/me")
                assert (answer.status_code, answer.json()["code"]) == (503, "house/paused")
                assert line.until("table")["paused"] == "the disk is full"
            assert line.until("table")["paused"] == ""
            with monkeypatch.context() as gone:
                gone.setattr(floor.node.front.sessions, "redeem", _gone)
                assert _status(floor, "any") == 503
                assert line.until("table")["paused"] == "the disk is full"
            assert line.until("table")["paused"] == ""


def test_play_stops_also_where_the_house_finds_by_itself_that_it_cannot_write(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Presence is stored every other second, so a quiet house notices too, and does not report itself healthy."""
    monkeypatch.setattr(Presence.run, "__defaults__", (0.05,))
    with running(tmp_path) as floor, floor.guest().socket(TABLE) as line:
        with monkeypatch.context() as gone:
            gone.setattr(floor.node.store, "change", _gone)
            assert line.until("table")["paused"] == "the disk is full"
            assert floor.stranger().get("/healthz").status_code == 503
        assert line.until("table")["paused"] == ""
        assert floor.stranger().get("/healthz").status_code == 200


@pytest.mark.parametrize("wrong", [ZeroDivisionError, RuntimeError])
def test_a_socket_that_cannot_be_shown_its_table_is_noted_and_closed_and_does_nothing_more(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, wrong: type[Exception]
) -> None:
    def frame(*_: object) -> str:
        raise wrong

    with running(tmp_path) as floor:
        ann = floor.guest()
        with ann.socket(TABLE) as line:
            monkeypatch.setattr(TableFeed, "frame", frame)
            line.send({"id": "c1", "table": TABLE, "version": 2, "command": {"do": "buy-in", "amount": "10"}})
            assert line.closed_with() == 1006
        _wait(lambda: ann.name not in floor.node.hub.people)
        assert floor.faults() == 1
        assert wrong.__name__ in [json.loads(each).get("kind") for each in (tmp_path / "log").read_text().splitlines()]
        floor.node.metrics._faults.reset()


def test_a_socket_whose_session_cannot_be_looked_up_is_closed_and_the_house_pauses(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with running(tmp_path) as floor:
        ann, again = floor.guest(), floor.node.front.sessions.revalidate
        ticket, asked = ann.ticket(), []

        async def once(session: str) -> object:
            asked.append(session)
            return await (again(session) if len(asked) == 1 else _gone())

        with floor.guest().socket(TABLE) as line, monkeypatch.context() as gone:
            gone.setattr(floor.node.front.sessions, "revalidate", once)
            with connect(f"{floor.ws}/api/socket?ticket={ticket}", proxy=None) as connection:
                assert Line(floor, connection).closed_with() == 1006
            assert line.until("table")["paused"] == "the disk is full"
            assert line.until("table")["paused"] == ""
        assert ann.name not in floor.node.hub.people


async def _gone(*_: object) -> None:
    raise StoreDown("the disk is full")


def _masked(frame: dict[str, object]) -> bytes:
    said = json.dumps(frame).encode()
    return bytes((0x81, 0x80 | len(said), 0, 0, 0, 0)) + said


def _is_cut_off(raw: socket.socket, frames: bytes) -> bool:
    """Whether the house closes the connection of a client that only sends."""
    ended = time.monotonic() + 20
    try:
        while time.monotonic() < ended:
            raw.sendall(frames)
    except OSError:
        return True
    return False


def _wait(done: object, timeout: float = 10) -> None:
    assert callable(done)
    ended = time.monotonic() + timeout
    while not done():
        assert time.monotonic() < ended
        time.sleep(0.02)
