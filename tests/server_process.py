"""The real server in its own process, on a prepared floor; tests and load runs kill it and start it again."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import subprocess
import sys
import threading
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from functools import cache, partial
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from boxseat.clock import WallClock
from boxseat.house.answers import Done
from boxseat.house.house import House
from boxseat.journal.address import database_url
from boxseat.journal.store import Store
from boxseat.people.administration import OneTimePassword
from boxseat.people.front import Front
from boxseat.people.roles import Person, Role
from boxseat.people.settings import AccountSettings
from boxseat.refusal import Refusal
from boxseat.rulebook.load import open_book, with_options
from boxseat.table import commands as c
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN

STARTED_WITHIN_S = 120.0
STOPPED_WITHIN_S = 60.0
UNLIMITED = (
    *("requests", "logins", "arrivals", "commands", "frames", "history", "history_an_address", "bytes_an_address"),
    *("raw_frames_an_address", "raw_frames_in_all", "new_connections"),
)


def settings_with(limited: Iterable[str] = ()) -> str:
    """A settings file for many clients at one address, with rate limits raised; those named stay as they are."""
    lifted = [f"{name} = {{at_once = 1e8, a_second = 1e8}}" for name in UNLIMITED if name not in limited]
    counts = ("sockets_an_address", "connections_an_address", "unfinished", "unfinished_an_address")
    lifted += [f"{name} = 100000" for name in counts]
    return "\n".join(["tables = 0", "[limits]", *lifted, "sockets_each = 100"])


SETTINGS = settings_with()


class TableWanted(NamedTuple):
    """A table for a test's floor."""

    id: str
    game: str
    settings: Settings = Settings(sign=SIGN)
    options: tuple[tuple[str, int | str], ...] = ()


class Guest(NamedTuple):
    """Somebody who is signed in already: a guest, or staff."""

    name: str
    token: str


async def furnish(
    url: str, tables: Iterable[TableWanted], guests: int = 0, opening_cents: int = 100_000
) -> list[Guest]:
    """Open tables for play and create guests, directly in the database, before a server starts on it."""
    store = await Store.open(url)
    try:
        house = House(store)
        boss = Person("sue", Role.SUPERVISOR)
        for wanted in tables:
            book = with_options(open_book(wanted.game), dict(wanted.options))
            assert await house.open_table(wanted.id, book, _text(wanted.game), wanted.settings) == Done(1)
            assert await house.submit(boss, wanted.id, f"open-{wanted.id}", 1, c.OpenForPlay()) == Done(2)
        front = Front(store, house.clock, AccountSettings(opening_cents=opening_cents))
        admitted = await asyncio.gather(*(front.login.open_guest() for _ in range(guests)))
        await front.close()
        await house.close()
        return [Guest(one.person.name, one.token) for one in admitted]
    finally:
        await store.close()


async def employ(url: str, name: str, role: Role) -> Guest:
    """Open an account for a staff member, directly in the database, before a server starts on it."""
    store = await Store.open(url)
    front = Front(store, WallClock())
    try:
        boss = await _signed_in(front, await front.administration.create_first_administrator())
        by = Person(boss.name, Role.ADMINISTRATOR)
        return await _signed_in(front, await front.administration.open_staff(by, name, role))
    finally:
        await front.close()
        await store.close()


async def _signed_in(front: Front, made: OneTimePassword | Refusal) -> Guest:
    """Somebody who has chosen a password, as staff must before they may do anything."""
    assert not isinstance(made, Refusal), made
    came = await front.login.login(made.name, made.password)
    assert not isinstance(came, Refusal), came
    visit = await front.sessions.find(came.token)
    assert visit is not None
    changed = await front.administration.change_password(visit, made.password, "nine pears in a red bowl")
    assert not isinstance(changed, Refusal), changed
    return Guest(made.name, changed.token)


class Serving:
    """A server that can be started, killed and started again on the same data and port."""

    def __init__(self, data: Path, *, database: str = "", port: int = 0, settings: str = SETTINGS) -> None:
        self.data = data
        self.database = database or database_url(data)
        self.port = port or free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        file = data / f"serve-{self.port}.toml"
        file.write_text(settings)
        self.log = data / f"serve-{self.port}.log"
        where = ["--database", database] if database else ["--data", str(data)]
        self.arguments = ["serve", "--no-browser", "--host", "127.0.0.1", "--port", str(self.port), *where]
        self.arguments += ["--settings", str(file)]
        self.process: asyncio.subprocess.Process | None = None

    async def start(self) -> str:
        """Start the server, and return its address once it accepts connections."""
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "boxseat", *self.arguments), stdout=asyncio.subprocess.PIPE, stderr=log
            )
        await self._listen(self.process)
        return self.url

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """Wait until the server says that it accepts connections."""
        assert process.stdout is not None
        async with asyncio.timeout(STARTED_WITHIN_S):
            while line := (await process.stdout.readline()).decode():
                if "http://" in line:
                    assert line.split()[-1].rstrip("/") == self.url, line
                    return
        raise AssertionError(f"the server did not start: {self.log.read_text()[-2000:]}")

    async def kill(self) -> None:
        """Kill the server without warning, like a power cut."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGKILL)
            await self.process.wait()

    async def stop(self) -> int:
        """Stop the server as an operator does."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(STOPPED_WITHIN_S):
            return await self.process.wait()

    def rss_mb(self) -> float:
        """The memory that the server uses now."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024

    def cpu_s(self) -> float:
        """The processor time that the server has used."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class Nursery:
    """The process that forks servers quickly (`tests/fork_server.py`); it ends with its parent."""

    def __init__(self) -> None:
        command = [sys.executable, "-m", "tests.fork_server"]
        self._process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self._one_at_a_time = threading.Lock()

    def order(self, do: str, **more: object) -> dict[str, int]:
        """Send an order, and wait for its answer."""
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        with self._one_at_a_time:
            self._process.stdin.write(json.dumps({"do": do, **more}) + "\n")
            self._process.stdin.flush()
            answer: dict[str, int] = json.loads(self._process.stdout.readline())
            return answer


nursery = cache(Nursery)
"""One for all servers that this process starts."""


class QuickServing(Serving):
    """A server forked by the nursery: for tests that start many servers, or kill one again and again."""

    id = 0

    async def start(self) -> str:
        output = self.data / f"serve-{self.port}.out"
        output.write_text("")
        words = {"arguments": self.arguments, "output": str(output), "log": str(self.log)}
        self.id = (await self._order("start", **words))["id"]
        try:
            async with asyncio.timeout(STARTED_WITHIN_S):
                while self.url not in output.read_text():
                    await asyncio.sleep(0.01)
        except TimeoutError:
            raise AssertionError(f"the server did not start: {self.log.read_text()[-2000:]}") from None
        return self.url

    async def kill(self) -> None:
        await self._order("kill", id=self.id)

    async def stop(self) -> int:
        async with asyncio.timeout(STOPPED_WITHIN_S):
            return (await self._order("stop", id=self.id))["status"]

    async def _order(self, do: str, **more: object) -> dict[str, int]:
        return await asyncio.to_thread(partial(nursery().order, do, **more))


@asynccontextmanager
async def serving(data: Path, *, database: str = "", settings: str = SETTINGS) -> AsyncIterator[Serving]:
    """A server that runs for the length of a test."""
    server = Serving(data, database=database, settings=settings)
    await server.start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.returncode is None:
            await server.kill()


@asynccontextmanager
async def quick_serving(data: Path, *, database: str = "") -> AsyncIterator[QuickServing]:
    """The same, forked quickly."""
    server = QuickServing(data, database=database)
    await server.start()
    try:
        yield server
    finally:
        await server.kill()


def _text(game: str) -> str:
    return resources.files("boxseat.rulebook").joinpath("books", f"{game}.toml").read_text("utf-8")


def free_port() -> int:
    """A port on which nothing listens now."""
    with socket.socket() as found:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
