"""Floods and half-open connections: all bytes and frames are counted before parsing, per address and in total."""

from __future__ import annotations

import asyncio
import base64
import itertools
import json
import os
import random
import resource
import socket
import struct
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from unittest.mock import Mock

import pytest
from websockets.frames import Frame, Opcode

from benchmarks.floods import FLOODS
from boxseat.server import listener
from boxseat.server.limits import connection_limits
from boxseat.server.limits.connection_limits import ConnectionLimits, raise_files_limit
from boxseat.server.limits.frame_scanner import FrameScanner, is_whole_text_frame
from boxseat.server.limits.turned_away import LOG_INTERVAL_S, TurnedAway
from boxseat.server.metrics import Metrics
from boxseat.server.settings import Rate, RateLimits, ServerSettings
from boxseat.server.websocket import slow_clients as protocols
from tests.server.server_thread import NO_LIMITS, TABLE, Caller, Running, running
from tests.tiers import heavy

UPGRADE = (
    b"Host: localhost\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: " + base64.b64encode(bytes(16)) + b"\r\n"
)
EMPTY_FRAGMENT = b"\x00\x80\x00\x00\x00\x00"
PONG = b"\x8a\x80\x00\x00\x00\x00"
TEXT_BEGINS = b"\x01\x80\x00\x00\x00\x00"
MALFORMED = {
    "a header of 9 kB": b"GET /api/socket HTTP/1.1\r\n" + UPGRADE + b"X: " + b"a" * 9000 + b"\r\n\r\n",
    "a query of 9 kB": b"GET /api/socket?" + b"a" * 9000 + b" HTTP/1.1\r\n" + UPGRADE + b"\r\n",
    "200 headers": b"GET /api/socket HTTP/1.1\r\n" + UPGRADE + b"X: a\r\n" * 200 + b"\r\n",
    "a POST": b"POST /api/socket HTTP/1.1\r\n" + UPGRADE + b"\r\n",
    "no key": b"GET /api/socket HTTP/1.1\r\n" + UPGRADE.rpartition(b"Sec-WebSocket-Key")[0] + b"\r\n",
}


@contextmanager
def _raw(floor: Running, timeout: float = 5) -> Iterator[socket.socket]:
    with socket.create_connection(("127.0.0.1", floor.port()), timeout=timeout) as raw:
        yield raw


def _read_all(raw: socket.socket) -> bytes:
    """Read everything until the server closes the connection."""
    read = b""
    with suppress(ConnectionError):
        while received := raw.recv(65_536):
            read += received
    return read


def _answered(floor: Running) -> bytes:
    """The status that a new connection is answered with; empty if it is reset, which may be seen while it still connects."""
    with suppress(ConnectionResetError), _raw(floor) as raw:
        return _read_all(raw)[9:12]
    return b""


@contextmanager
def _raw_socket(caller: Caller) -> Iterator[socket.socket]:
    """A WebSocket of this person, as a plain TCP socket."""
    with _raw(caller.running) as raw:
        raw.sendall(b"GET /api/socket?ticket=" + caller.ticket().encode() + b" HTTP/1.1\r\n" + UPGRADE + b"\r\n")
        read = b""
        while b"hello" not in read:
            received = raw.recv(65_536)
            assert received, read
            read += received
        yield raw


def _turned_away(floor: Running, why: str) -> float:
    for line in floor.node.metrics.text().decode().splitlines():
        if line.startswith(f'boxseat_turned_away_total{{why="{why}"}}'):
            return float(line.split()[1])
    return 0.0


def _logged(folder: Path, why: str) -> list[dict[str, object]]:
    lines = [json.loads(line) for line in (folder / "log").read_text().splitlines()]
    return [line for line in lines if line.get("why") == why]


# Handshakes


@pytest.mark.parametrize("head", MALFORMED.values(), ids=MALFORMED.keys())
def test_a_malformed_handshake_is_answered_and_closed(floor: Running, head: bytes) -> None:
    before = _turned_away(floor, "handshake")
    with _raw(floor) as raw:
        raw.sendall(head)
        assert _read_all(raw).startswith(b"HTTP/1.1 4")
        assert raw.getsockname()[1] not in floor.callers()
    assert _turned_away(floor, "handshake") == before + 1


def test_a_handshake_that_is_not_accepted_in_time_is_ended(floor: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever the cause of the delay."""
    monkeypatch.setattr(protocols, "READ_TIMEOUT_S", 0.3)

    async def never(ticket: str) -> None:
        await asyncio.sleep(2)

    monkeypatch.setattr(floor.node.front.sessions, "redeem", never)
    with _raw(floor, 1.5) as raw:
        raw.sendall(b"GET /api/socket?ticket=x HTTP/1.1\r\n" + UPGRADE + b"\r\n")
        assert _read_all(raw) == b""


def test_a_refused_handshake_is_one_clear_line(tmp_path: Path) -> None:
    with running(tmp_path) as floor:
        for _ in range(3):
            with _raw(floor) as raw:
                raw.sendall(b"GET /api/socket?ticket=x HTTP/1.1\r\n" + UPGRADE + b"\r\n")
                assert _read_all(raw).startswith(b"HTTP/1.1 401 ")
        lines = [json.loads(line) for line in (tmp_path / "log").read_text().splitlines()]
        assert not [line for line in lines if "library" in line]
        refused = _logged(tmp_path, "handshake")
        assert [(line["event"], line["code"]) for line in refused] == [("turned away", "session/none")]
        assert _turned_away(floor, "handshake") == 3


# Connections


def _settings(**limits: object) -> RateLimits:
    return RateLimits(**{**{name: getattr(NO_LIMITS, name) for name in RateLimits.__struct_fields__}, **limits})


def test_the_oldest_half_requests_make_way_for_new_visitors(tmp_path: Path) -> None:
    """They also give way to the same person's next request on a connection that is open."""
    with running(tmp_path, limits=_settings(unfinished_an_address=10)) as floor, ExitStack() as half_open:
        halves = [half_open.enter_context(_raw(floor)) for _ in range(40)]
        for raw in halves:
            with suppress(ConnectionError):
                raw.sendall(b"GET /healthz HTTP/1.1\r\n")
        assert floor.http.get("/healthz").status_code == 200
        assert _turned_away(floor, "unfinished") >= 30
        assert _logged(tmp_path, "unfinished")[0]["who"] == "127.0.0.1"
        with floor.guest().socket(TABLE) as line:
            assert line.done(TABLE, "buy-in", amount="10")


def test_an_address_has_only_so_many_connections(tmp_path: Path) -> None:
    with running(tmp_path, limits=_settings(connections_an_address=8)) as floor, ExitStack() as stack:
        for _ in range(8):
            raw = stack.enter_context(_raw(floor))
            raw.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n")
            assert raw.recv(65_536).startswith(b"HTTP/1.1 200 ")
        with _raw(floor) as late:
            answer = _read_all(late)
            assert answer.startswith(b"HTTP/1.1 503 ")
            assert json.loads(answer.partition(b"\r\n\r\n")[2])["code"] == "connection/many"
        assert _turned_away(floor, "connections") == 1
        assert _logged(tmp_path, "connections")
        stack.close()
        ended = time.monotonic() + 5
        while len(floor.node.connections):
            assert time.monotonic() < ended
            time.sleep(0.02)


def test_an_address_opens_only_so_many_connections_a_second(tmp_path: Path) -> None:
    """Each connection costs the server something, even if its request is refused."""
    with running(tmp_path, limits=_settings(new_connections=Rate(5, 0.001))) as floor:
        answers = []
        for _ in range(8):
            with _raw(floor) as raw:
                raw.sendall(b"GET /healthz HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n")
                answers.append(_read_all(raw)[9:12])
        assert answers[:5] == [b"200"] * 5
        assert not {*answers[5:]} - {b"503", b""}
        assert _turned_away(floor, "new-connections") == 3


def test_nothing_is_built_for_a_connection_that_is_turned_away(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Neither a protocol nor a transport; of many refusals only the first are answered, the others are reset."""
    monkeypatch.setattr(listener, "ANSWERS", Rate(2, 0.001))
    opened = Mock(wraps=listener.Listener._open)
    with running(tmp_path, limits=_settings(new_connections=Rate(5, 0.001))) as floor:
        monkeypatch.setattr(listener.Listener, "_open", lambda *given: opened(*given))
        with ExitStack() as stack:
            for _ in range(5):
                stack.enter_context(_raw(floor))
            answers = [_answered(floor) for _ in range(7)]
        assert answers == [b"503"] * 2 + [b""] * 5
        assert opened.call_count == 5
        assert _turned_away(floor, "new-connections") == 7


def test_a_client_that_resets_its_connection_does_not_stop_the_listener(tmp_path: Path) -> None:
    with running(tmp_path, limits=_settings(new_connections=Rate(5, 50))) as floor:
        for _ in range(50):
            with _raw(floor) as raw:
                raw.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
        time.sleep(0.2)
        assert floor.http.get("/healthz").status_code == 200


def test_only_so_many_connections_are_accepted_before_other_work_has_its_turn() -> None:
    waiting = 3 * listener.ACCEPTS_PER_TURN_MAX

    async def accepted_by_turn() -> list[int]:
        limits = Mock()
        limits.admit.return_value = None
        with socket.create_server(("127.0.0.1", 0), backlog=waiting) as bound, ExitStack() as clients:
            bound.setblocking(False)
            for _ in range(waiting):
                clients.enter_context(socket.create_connection(bound.getsockname()))
            listening = listener.Listener(bound, limits, Mock())
            seen = [0]
            while seen[-1] < waiting:
                await asyncio.sleep(0)
                seen.append(limits.admit.call_count)
            listening.close()
            await listening.wait_closed()
        return [after - before for before, after in itertools.pairwise(seen)]

    assert max(asyncio.run(accepted_by_turn())) == listener.ACCEPTS_PER_TURN_MAX


def test_files_that_run_out_do_not_stop_the_listener(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(listener, "NO_FILES_PAUSE_S", 0.05)
    failures = [OSError(24, "Too many open files"), RuntimeError("a fault")]
    take = listener.Listener._take

    def fail_first(self: listener.Listener, client: socket.socket, peer: object) -> None:
        if failures:
            client.close()
            raise failures.pop()
        take(self, client, peer)

    monkeypatch.setattr(listener.Listener, "_take", fail_first)
    with running(tmp_path) as floor:
        for _ in range(2):
            with _raw(floor) as raw:
                assert _read_all(raw) == b""
        assert floor.http.get("/healthz").status_code == 200
        assert not failures


def test_a_proxy_is_not_an_address(tmp_path: Path) -> None:
    """Many people connect through one proxy. Its address has no limit; the limit of the whole node still applies."""
    settings = ServerSettings(
        behind_proxy=True,
        public_url="https://play.example",
        limits=RateLimits(connections_an_address=2, unfinished_an_address=2, connections=4),
    )
    limits = ConnectionLimits(settings, TurnedAway(Metrics()))
    assert all(limits.admit("127.0.0.1") for _ in range(4))
    assert limits.admit("127.0.0.1") is None
    assert limits.admit("192.0.2.1") is None


def test_connections_leave_files_for_the_database() -> None:
    """With 1,024 open files, clients get fewer connections than that, and one address at most half of them."""
    limits = ConnectionLimits(ServerSettings(), TurnedAway(Metrics()), files_max=1024)
    assert limits.connections_max == 1024 - connection_limits.FILES_RESERVED
    assert limits.an_address_max == limits.connections_max // 2


def test_the_soft_limit_of_open_files_is_raised() -> None:
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    low = min(soft, 1024)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (low, hard))
        assert raise_files_limit(low) == (low, min(hard, low + connection_limits.FILES_RESERVED))
        assert raise_files_limit(10) == (resource.getrlimit(resource.RLIMIT_NOFILE)[0],) * 2
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


def test_no_files_left_is_counted_and_logged(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(connection_limits, "FILES_CHECK_INTERVAL_S", 0.05)

    def none_left(_: int) -> int:
        raise OSError(24, "Too many open files")

    with running(tmp_path) as floor:
        monkeypatch.setattr(os, "dup", none_left)
        ended = time.monotonic() + 5
        while not _turned_away(floor, "files"):
            assert time.monotonic() < ended
            time.sleep(0.02)
        monkeypatch.undo()
        assert _logged(tmp_path, "files")


# Frames and bytes


@pytest.mark.parametrize("frame", [PONG, EMPTY_FRAGMENT], ids=["pongs", "continuation frames"])
def test_a_flood_of_frames_is_slowed_and_then_closed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, frame: bytes
) -> None:
    """Frames that are no messages are counted too; other players are not held up."""
    monkeypatch.setattr(protocols, "FLOOD_TIMEOUT_S", 1.0)
    with running(tmp_path, limits=RateLimits()) as floor:
        mallory, ann = floor.guest(), floor.guest()
        with ann.socket(TABLE) as line, _raw_socket(mallory) as raw:
            line.done(TABLE, "buy-in", amount="10")
            if frame == EMPTY_FRAGMENT:
                raw.sendall(TEXT_BEGINS)
            stop, longest = threading.Event(), 0.0

            def flood() -> None:
                with suppress(OSError):
                    while not stop.is_set():
                        raw.sendall(frame * 10_000)

            flooding = threading.Thread(target=flood, daemon=True)
            flooding.start()
            read = b""
            raw.settimeout(0.1)
            ended = time.monotonic() + 10
            while b"\x88" not in read and time.monotonic() < ended:
                began = time.monotonic()
                line.done(TABLE, "buy-in", amount="5")
                longest = max(longest, time.monotonic() - began)
                with suppress(TimeoutError):
                    received = raw.recv(65_536)
                    read += received
                    if not received:
                        break
                time.sleep(0.1)
            stop.set()
            assert read.partition(b"\x88")[2][1:3] == (1008).to_bytes(2, "big")
            flooding.join(5)
        assert longest < 1.0  # seconds, on a busy machine; without the limit it was 3 to 22
        assert _turned_away(floor, "flood") + _turned_away(floor, "fragments") == 1
        assert _logged(tmp_path, "flood") + _logged(tmp_path, "fragments")


def test_a_burst_of_commands_is_read_later_and_not_closed(tmp_path: Path) -> None:
    """The frames of a client that is only too fast wait their turn, however many they are."""
    limits = _settings(raw_frames=Rate(50, 50))
    with running(tmp_path, limits=limits) as floor, floor.guest().socket(TABLE) as line:
        for number in range(120):
            line.send({"ping": number})
        assert [line.until("pong")["ping"] for _ in range(120)] == list(range(120))


def test_a_socket_that_sends_too_many_bytes_is_closed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(protocols, "FLOOD_TIMEOUT_S", 0.2)
    with running(tmp_path, limits=_settings(bytes=Rate(10_000, 20_000))) as floor:
        with _raw_socket(floor.guest()) as raw:
            frame = Frame(Opcode.PONG, b"x" * 125).serialize(mask=True)
            with suppress(ConnectionError):
                for _ in range(200):
                    raw.sendall(frame * 10)
                    time.sleep(0.01)
            assert (1008).to_bytes(2, "big") in _read_all(raw)
        assert _turned_away(floor, "flood") == 1


def test_a_flood_from_one_address_leaves_frames_to_others_there(tmp_path: Path) -> None:
    """A few frames of every socket are always allowed."""
    limits = _settings(raw_frames_an_address=Rate(1, 0.001))
    with running(tmp_path, limits=limits) as floor, floor.guest().socket(TABLE) as line:
        for _ in range(30):
            line.say({"ping": 1}, "pong")


def test_requests_above_the_rate_are_read_more_slowly(tmp_path: Path) -> None:
    """A 429 costs time too: a client that does not slow down gets one answer a second on a connection."""
    with running(tmp_path, limits=_settings(requests=Rate(2, 0.5))) as floor:
        began = time.monotonic()
        statuses = [floor.http.get("/healthz").status_code for _ in range(4)]
        assert statuses[-1] == 429
        assert time.monotonic() - began > 0.9


def test_frames_are_counted_however_they_are_cut() -> None:
    chance = random.Random(7)
    for _ in range(200):
        sizes = [chance.choice((0, 1, 125, 126, 127, 300, 70_000)) for _ in range(chance.randrange(1, 8))]
        data = b"".join(Frame(Opcode.BINARY, bytes(size)).serialize(mask=chance.random() < 0.8) for size in sizes)
        scanner, found, place = FrameScanner(), 0, 0
        while place < len(data):
            part = data[place : place + chance.choice((1, 2, 3, 7, 100, 100_000))]
            size, frames = scanner.scan(part, chance.randrange(0, 4))
            place += size
            found += frames
        assert found == len(sizes)


@pytest.mark.parametrize("size", [0, 1, 125, 126, 300, 65_535, 65_536])
def test_a_whole_text_frame_is_recognized(size: int) -> None:
    whole = Frame(Opcode.TEXT, bytes(size)).serialize(mask=True)
    assert is_whole_text_frame(whole) == (size < 65_536)
    others = (
        whole[:-1],
        whole + b"x",
        whole + whole,
        Frame(Opcode.TEXT, bytes(size)).serialize(mask=False),
        Frame(Opcode.TEXT, bytes(size), fin=False).serialize(mask=True),
        Frame(Opcode.BINARY, bytes(size)).serialize(mask=True),
    )
    assert not any(is_whole_text_frame(data) for data in others)


@pytest.mark.parametrize("size", [0, 125, 126, 65_535, 65_536, 100_000])
def test_the_header_of_a_frame_is_that_of_the_library(size: int) -> None:
    payload = bytes(size)
    assert protocols.text_frame_header(size) + payload == Frame(Opcode.TEXT, payload).serialize(mask=False)


def test_whole_frames_are_counted_against_every_limit() -> None:
    """A socket's own limit, and the shared ones, of which at most half is reserved in advance."""
    rates = _settings(raw_frames=Rate(50, 0.001), raw_frames_an_address=Rate(100, 0.001))
    limits = ConnectionLimits(ServerSettings(limits=rates), TurnedAway(Metrics()))
    one, two = (limits.admit("192.0.2.1") for _ in range(2))
    assert one is not None
    assert two is not None
    accepted = [sum(each.accept_frame(200) for _ in range(1000)) for each in (one, two)]
    assert accepted == [48, 0], "six reservations of eight are half of what the address has"
    assert one.frames_allowed()[0] >= 2


def test_a_client_turned_away_again_and_again_has_two_lines(tmp_path: Path) -> None:
    """One line at once, and later one with the count; the metric counts every refusal."""
    now = 0.0
    metrics = Metrics()
    turned_away = TurnedAway(metrics, lambda: now)
    with running(tmp_path):
        for _ in range(500):
            turned_away.note("connections", "192.0.2.1")
        now = LOG_INTERVAL_S + 1
        turned_away.flush_if_due()
    lines = _logged(tmp_path, "connections")
    assert [(line["event"], line.get("times")) for line in lines] == [("turned away", None), ("turned away again", 499)]
    assert 'turned_away_total{why="connections"} 500.0' in metrics.text().decode()


@heavy
def test_while_a_flood_runs_others_play_on(store_url: str, tmp_path: Path) -> None:
    """The real server with its default limits, and one flood after another: all others stay connected and get answers.

    The same command measures how fast the answers are. Which limit a flood meets first depends on the machine's speed.
    """
    command = ["-m", "benchmarks.floor", "floods", "--seconds", "3", "--warm-up", "4", "--tables", "2", "--json"]
    if store_url.startswith("postgresql"):
        command += ["--database", store_url]
    done = subprocess.run([sys.executable, *command], capture_output=True, text=True, timeout=300, check=False)
    figures = json.loads(done.stdout)
    assert figures["disconnects of others"] == 0
    for name in FLOODS:
        assert figures[name]["with ms"]["count"] > 0, name
    assert "handshake" in figures["turned away"]
