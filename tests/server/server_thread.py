"""A real server on a free loopback port, in a thread of the test's process, and clients that call it.

Everything that was sent to anyone is stored. When the server stops, it is searched for secrets (I7).
"""

from __future__ import annotations

import asyncio
import json
import threading
import time
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any, TypeVar
from unittest.mock import patch

import httpx
import msgspec
from sqlalchemy import select
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from boxseat.house.kinds import STREAM_KINDS
from boxseat.house.streams import StreamKinds
from boxseat.journal.address import database_url
from boxseat.journal.schema import entries, secrets
from boxseat.people.roles import Role
from boxseat.people.settings import AccountSettings, Hashing
from boxseat.refusal import Refusal
from boxseat.server.node import Node
from boxseat.server.runner import FloorServer, serve
from boxseat.server.settings import Rate, RateLimits, ServerSettings, check
from boxseat.server.websocket.slow_clients import HttpProtocol, WebSocketProtocol
from boxseat.table.settings import Times

T = TypeVar("T")
PASSWORD = "seven plums in a blue bowl"
FAST = Rate(1e8, 1e8)
NO_LIMITS = RateLimits(
    requests=FAST,
    logins=FAST,
    arrivals=FAST,
    commands=FAST,
    frames=FAST,
    history=FAST,
    history_an_address=FAST,
    rulings=FAST,
    new_connections=FAST,
    bytes=FAST,
    bytes_an_address=FAST,
    raw_frames=FAST,
    raw_frames_an_address=FAST,
    raw_frames_in_all=FAST,
)
DOOR = AccountSettings(hashing=Hashing(passes=1, kibibytes=64), failed_answer_after=20_000)
TABLE = "star-pontoon"


class Caller:
    """A person who calls the server: over HTTP with their token, and on sockets."""

    def __init__(self, running: Running, name: str = "", token: str = "", role: Role | None = None) -> None:
        self.running = running
        self.name = name
        self.token = token
        self.role = role

    def ask(self, method: str, path: str, body: Any = None, **more: Any) -> httpx.Response:
        headers = {"Authorization": f"Bearer {self.token}"} if self.token else {}
        headers |= more.pop("headers", {})
        if body is not None:
            more["json"] = body
        response = self.running.http.request(method, path, headers=headers, **more)
        self.running.http.cookies.clear()
        self.running.sent.append(response.text)
        return response

    def get(self, path: str, **more: Any) -> httpx.Response:
        return self.ask("GET", path, **more)

    def post(self, path: str, body: Any = None, **more: Any) -> httpx.Response:
        return self.ask("POST", path, {} if body is None else body, **more)

    def ticket(self) -> str:
        response = self.post("/api/ticket")
        assert response.status_code == 200, response.text
        return str(response.json()["ticket"])

    @contextmanager
    def socket(self, *watch: str, **more: Any) -> Iterator[Line]:
        url = f"{self.running.ws}/api/socket?ticket={self.ticket()}"
        with connect(url, proxy=None, max_size=None, **more) as connection:
            line = Line(self.running, connection)
            assert line.next()["is"] == "hello"
            for table in watch:
                line.watch(table)
            yield line


class Line:
    """The client's end of a socket."""

    def __init__(self, running: Running, connection: ClientConnection) -> None:
        self.connection = connection
        self.running = running
        self.tables: dict[str, dict[str, Any]] = {}
        self._commands = 0

    def next(self, timeout: float = 5) -> dict[str, Any]:
        text = self.connection.recv(timeout=timeout)
        assert isinstance(text, str)
        self.running.sent.append(text)
        frame: dict[str, Any] = json.loads(text)
        if frame["is"] == "table":
            before = self.tables.get(frame["id"])
            assert before is None or before["version"] <= frame["version"]
            self.tables[frame["id"]] = frame
        return frame

    def until(self, kind: str) -> dict[str, Any]:
        while (frame := self.next())["is"] != kind:
            pass
        return frame

    def send(self, frame: Any) -> None:
        self.connection.send(frame if isinstance(frame, str | bytes) else json.dumps(frame))

    def say(self, frame: Any, kind: str) -> dict[str, Any]:
        self.send(frame)
        return self.until(kind)

    def watch(self, table: str) -> dict[str, Any]:
        return self.say({"watch": table}, "table")

    def do(self, table: str, do: str, *, version: int | None = None, named: str = "", **fields: Any) -> dict[str, Any]:
        """Send a command, and return its answer after the new picture of the table."""
        self._commands += 1
        name = named or f"c{self._commands}:{time.monotonic_ns()}"
        at = self.tables[table]["version"] if version is None else version
        self.send({"id": name, "table": table, "version": at, "command": {"do": do, **fields}})
        while not ((frame := self.next())["is"] == "answer" and frame["id"] == name):
            assert frame["is"] != "error", frame
        while frame["answer"] == "done" and self.tables[table]["version"] < frame["version"]:
            self.next()
        return frame

    def done(self, table: str, do: str, **fields: Any) -> dict[str, Any]:
        answer = self.do(table, do, **fields)
        assert answer["answer"] == "done", answer
        return self.tables[table]

    def closed_with(self) -> int:
        """Read until the server closes the socket; return the close code."""
        with suppress(ConnectionClosed):
            while True:
                self.next()
        code = self.connection.close_code
        assert code is not None
        return code

    def play_round(self, table: str, box: int, stake: str = "20") -> dict[str, Any]:
        """A whole round on one's own box: every offer is declined, and hands stand as soon as they may."""
        while self.tables[table]["table"]["cut"] is not None:
            self.done(table, "decline-cut")
        self.done(table, "wager", box=box, stake=stake)
        seen = self.done(table, "ready")
        while self.tables[table]["table"]["cut"] is not None:
            seen = self.done(table, "decline-cut")
        while seen["table"]["in_round"]:
            asked = seen["you"]["asked"][0]
            open_to = [choice["do"] for choice in seen["you"]["choices"]]
            do = next(word for word in ("decline", "stand", "hit") if word in open_to)
            seen = self.done(table, do, box=asked["box"])
        return seen


class Running:
    """A running server."""

    def __init__(
        self,
        database: str,
        settings: ServerSettings,
        door: AccountSettings = DOOR,
        kinds: StreamKinds = STREAM_KINDS,
    ) -> None:
        self.database = database
        self.sent: list[str] = []
        self.node: Node
        self._settings = settings
        self._door = door
        self._kinds = kinds
        self._server: FloorServer
        self._loop: asyncio.AbstractEventLoop
        self._serving = threading.Event()
        self._failed: BaseException | None = None
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._names = 0
        self._administrator = ""

    def start(self) -> Running:
        self._thread.start()
        assert self._serving.wait(30)
        if self._failed is not None:
            raise self._failed
        self.http = httpx.Client(base_url=self.url, trust_env=False, timeout=30)
        self.ws = self.url.replace("http", "ws", 1)
        return self

    def _run(self) -> None:
        def serving(address: str, first: str) -> None:
            self.url = address
            self._serving.set()

        def opened(node: Node, server: FloorServer) -> None:
            self.node, self._server = node, server

        async def work() -> None:
            self._loop = asyncio.get_running_loop()
            await serve(self._settings, self.database, serving, door=self._door, opened=opened, kinds=self._kinds)

        try:
            asyncio.run(work())
        except BaseException as error:
            self._failed = error
            self._serving.set()

    def port(self) -> int:
        """The port that the server listens on, whatever address people use."""
        return int(self._server.servers[0].sockets[0].getsockname()[1])

    def callers(self) -> set[int]:
        """The local ports of the clients that are connected now."""
        connected = self._server.server_state.connections
        return self.on_loop(
            lambda: {
                one.client[1] for one in connected if isinstance(one, HttpProtocol | WebSocketProtocol) and one.client
            }
        )

    def run(self, work: Awaitable[T]) -> T:
        """Run something on the server's event loop."""

        async def body() -> T:
            return await work

        return asyncio.run_coroutine_threadsafe(body(), self._loop).result(30)

    def on_loop(self, work: Callable[[], T]) -> T:
        async def body() -> T:
            return work()

        return asyncio.run_coroutine_threadsafe(body(), self._loop).result(30)

    def stop(self) -> None:
        tainted = list(self.tainted())
        faults = self.faults()
        self._server.should_exit = True
        self._thread.join(20)
        self.http.close()
        assert not self._thread.is_alive()
        assert not tainted, "a secret was sent"
        assert faults == 0, "the server had internal errors"

    def faults(self) -> int:
        text = self.node.metrics.text().decode()
        return int(
            float(next(line.split()[1] for line in text.splitlines() if line.startswith("boxseat_faults_total")))
        )

    def tainted(self) -> Iterator[str]:
        """Frames that contain parts of seeds that are not shown yet (I7)."""

        def work(connection: Any) -> tuple[list[tuple[str, bytes]], bytes]:
            seeds = [(key, value) for key, value in connection.execute(select(secrets.c.key, secrets.c.value))]
            return seeds, b"\n".join(connection.execute(select(entries.c.records)).scalars())

        seeds, journal = self.run(self.node.store.query(work))
        everything = "\n".join(self.sent)
        for shoe, seed in seeds:
            shown = seed.hex().encode() in journal
            parts = [seed[place : place + 16] for place in range(0, len(seed), 16)]
            if not shown and any(
                part.hex() in everything or msgspec.json.encode(part)[1:-3].decode() in everything for part in parts
            ):
                yield shoe

    # People

    def stranger(self) -> Caller:
        return Caller(self)

    def guest(self) -> Caller:
        answer = self.stranger().post("/api/guests")
        assert answer.status_code == 201, answer.text
        return Caller(self, answer.json()["person"]["name"], answer.json()["token"], Role.PLAYER)

    def account(self, name: str) -> Caller:
        answer = self.stranger().post("/api/accounts", {"name": name, "password": PASSWORD})
        assert answer.status_code == 201, answer.text
        return Caller(self, name, answer.json()["token"], Role.PLAYER)

    def staff(self, role: Role, name: str = "") -> Caller:
        """A staff member, who has chosen a password."""
        self._names += 1
        name = name or f"{role.replace('-', '')[:12]}{self._names}x"
        if not self._administrator:
            self._administrator = "admin0x"
            self._employ("house", self._administrator, Role.ADMINISTRATOR)
        return self._employ(self._administrator, name, role)

    def _employ(self, by: str, name: str, role: Role) -> Caller:
        made = self.run(self.node.front.administration._open(by, name, role))
        assert not isinstance(made, Refusal)
        login = self.stranger().post("/api/login", {"name": name, "password": made.password})
        changed = Caller(self, name, login.json()["token"]).post(
            "/api/password", {"old": made.password, "new": PASSWORD}
        )
        assert changed.status_code == 200, changed.text
        return Caller(self, name, changed.json()["token"], role)


@contextmanager
def running(data: Path, *, database: str = "", **settings: Any) -> Iterator[Running]:
    """A server that runs as long as the block. Its tables deal as soon as all are ready, unless `times` differ."""
    door, times = settings.pop("door", DOOR), settings.pop("times", Times())
    kinds = settings.pop("kinds", STREAM_KINDS)
    chosen = ServerSettings(**{"port": 0, "limits": NO_LIMITS, "log": str(data / "log"), **settings})
    one = Running(database or database_url(data), check(chosen), door, kinds)
    with patch("boxseat.server.first_tables.GAMING_TIMES", times):
        one.start()
    try:
        yield one
    finally:
        one.stop()
