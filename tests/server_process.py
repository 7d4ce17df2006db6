"""The real server in a process of its own, on a floor that is furnished beforehand; tests and load runs kill and start it again."""

from __future__ import annotations

import asyncio
import json
import os
import signal
import socket
import sys
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager, suppress
from importlib import resources
from pathlib import Path
from typing import NamedTuple

from boxseat.house.answers import Done
from boxseat.house.house import House
from boxseat.journal.address import database_url
from boxseat.journal.store import Store
from boxseat.people.front import Front
from boxseat.people.roles import Person, Role
from boxseat.people.settings import AccountSettings
from boxseat.rulebook.load import open_book, with_options
from boxseat.table import commands as c
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN

STARTED_WITHIN_S = 30.0
STOPPED_WITHIN_S = 20.0
UNLIMITED = ("requests", "logins", "arrivals", "commands", "frames")


def settings_with(limited: Iterable[str] = ()) -> str:
    """A settings file for a crowd from one address, which asks more often than one person may; some limits may stay as they are."""
    lifted = [f"{name} = {{at_once = 1e8, a_second = 1e8}}" for name in UNLIMITED if name not in limited]
    return "\n".join(["tables = 0", "[limits]", *lifted, "sockets_an_address = 100000", "sockets_each = 100"])


SETTINGS = settings_with()


class TableWanted(NamedTuple):
    """A table for a test's floor."""

    id: str
    game: str
    settings: Settings = Settings(sign=SIGN)
    options: tuple[tuple[str, int | str], ...] = ()


class Guest(NamedTuple):
    """Somebody who is in already."""

    name: str
    token: str


async def furnish(
    url: str, tables: Iterable[TableWanted], guests: int = 0, opening_cents: int = 100_000
) -> list[Guest]:
    """Open tables for play and let guests in, straight into the database, before a server is started on it."""
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


class Serving:
    """A server that is started, killed and started again on the same data and port."""

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
        """Start it, and return its address once it serves."""
        with self.log.open("ab") as log:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "boxseat", *self.arguments), stdout=asyncio.subprocess.PIPE, stderr=log
            )
        await self._listen(self.process)
        return self.url

    async def _listen(self, process: asyncio.subprocess.Process) -> None:
        """Until it says that it serves."""
        assert process.stdout is not None
        async with asyncio.timeout(STARTED_WITHIN_S):
            while line := (await process.stdout.readline()).decode():
                if "http://" in line:
                    assert line.split()[-1].rstrip("/") == self.url, line
                    return
        raise AssertionError(f"the server did not start: {self.log.read_text()[-2000:]}")

    async def kill(self) -> None:
        """As a power cut would: no word to anybody."""
        if self.process is not None:
            with suppress(ProcessLookupError):
                self.process.send_signal(signal.SIGKILL)
            await self.process.wait()

    async def stop(self) -> int:
        """As an operator does."""
        assert self.process is not None
        with suppress(ProcessLookupError):
            self.process.send_signal(signal.SIGTERM)
        async with asyncio.timeout(STOPPED_WITHIN_S):
            return await self.process.wait()

    def rss_mb(self) -> float:
        """The memory it holds now."""
        assert self.process is not None
        status = Path(f"/proc/{self.process.pid}/status").read_text()
        return next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS")) / 1024

    def cpu_s(self) -> float:
        """The processor time it has used."""
        assert self.process is not None
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class QuickServing(Serving):
    """The same, with everything imported beforehand: for tests that kill it again and again."""

    pid = 0

    async def start(self) -> str:
        if self.process is None:
            self.process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "tests.fork_server"),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
            )
        self.pid = (await self._order({"arguments": self.arguments, "log": str(self.log)}))["started"]
        await self._listen(self.process)
        return self.url

    async def kill(self) -> None:
        await self._order(self.pid)

    async def close(self) -> None:
        """Nothing of it is left."""
        if self.process is not None:
            await self.kill()
            await Serving.kill(self)

    async def _order(self, order: object) -> dict[str, int]:
        assert self.process is not None
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(order).encode() + b"\n")
        async with asyncio.timeout(STARTED_WITHIN_S):
            while line := await self.process.stdout.readline():
                if line.startswith(b"{"):
                    answer: dict[str, int] = json.loads(line)
                    return answer
        raise AssertionError("the nursery is gone")


@asynccontextmanager
async def serving(data: Path, *, database: str = "", settings: str = SETTINGS) -> AsyncIterator[Serving]:
    """A server for the length of a test."""
    server = Serving(data, database=database, settings=settings)
    await server.start()
    try:
        yield server
    finally:
        if server.process is not None and server.process.returncode is None:
            await server.kill()


def _text(game: str) -> str:
    return resources.files("boxseat.rulebook").joinpath("books", f"{game}.toml").read_text("utf-8")


def free_port() -> int:
    """A port that nobody listens on now."""
    with socket.socket() as found:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(("127.0.0.1", 0))
        return int(found.getsockname()[1])
