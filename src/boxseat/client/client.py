"""Somebody in the house, from their own side: they come in, look at tables and play at them, and ask at the counter."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping, Sequence
from contextlib import AsyncExitStack
from itertools import count, cycle
from types import TracebackType
from typing import Any, Self, TypedDict, Unpack
from urllib.parse import quote

import httpx

from boxseat.client.errors import ClientError, Unreachable
from boxseat.client.frames import Hello, Person, Picture, TableFrame
from boxseat.client.http_calls import Counter, segment
from boxseat.client.line import Line
from boxseat.client.table import TableWatched, new_id

PATIENCE_S = 60.0
"""How long a command is said again before one gives up on an answer."""
PING_S = 20.0


class LoginOptions(TypedDict, total=False):
    """How one comes in: as a guest, with a token, or by name and password; and how patient one is."""

    guest: bool
    token: str
    """Of a session one has already."""
    name: str
    password: str
    new: bool
    """Make the account of that name."""
    http: httpx.AsyncClient
    """Shared by many clients of one program."""
    patience_s: float | None
    """After so long without an answer a command raises; none waits for ever."""
    ping_s: float | None
    """How often a silent line is tried."""


class Client:
    """Somebody in the house.

    `async with Client.connect(url, guest=True) as me:` comes in; `table = await me.watch("star")` looks at a table. The socket is
    opened with the first table and again whenever it breaks. With several addresses of one house, the next is tried when one
    is gone.
    """

    def __init__(self, url: str | Sequence[str], **way: Unpack[LoginOptions]) -> None:
        self._way = way
        if sum((way.get("guest", False), bool(way.get("token")), bool(way.get("name")))) != 1:
            raise ValueError("come in as a guest, with a token, or with a name and password")
        urls = [url] if isinstance(url, str) else list(url)
        if not urls:
            raise ValueError("name at least one address of the house")
        self._counters = [Counter(one, way.get("http")) for one in urls]
        self._turn = cycle(self._counters)
        self._counter = next(self._turn)
        self._patience_s = way.get("patience_s", PATIENCE_S)
        self._tables: dict[str, TableWatched] = {}
        self._pings = count(1)
        self.line = Line(self._address, self._show, self._end, ping_s=way.get("ping_s", PING_S))
        self.person: Person
        """Who one is."""
        self._use(way.get("token", ""))

    @classmethod
    def connect(cls, url: str | Sequence[str], **way: Unpack[LoginOptions]) -> Self:
        """Somebody who comes in at `url`: as a guest, with the token of a session, or by name and password."""
        return cls(url, **way)

    async def __aenter__(self) -> Self:
        try:
            await self.come_in()
        except BaseException:
            await self.close()
            raise
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Hang up. A slip of one's own that ended the line is raised here at the latest, unless another error is on its way."""
        slip = self.line.over
        await self.close()
        if error is None and slip is not None and not isinstance(slip, ClientError):
            raise slip

    async def come_in(self) -> Person:
        """Show who one is; what `async with` does."""
        if self._counter.token:
            said = await self.get("/api/me")
        elif self._way.get("guest"):
            said = await self.post("/api/guests")
        else:
            path = "/api/accounts" if self._way.get("new") else "/api/login"
            said = await self.post(path, {"name": self._way["name"], "password": self._way.get("password", "")})
        person = _part(said, "person")
        if "token" in said:
            self._use(said["token"])
        self.person = Person(person["name"], person["role"], bool(person.get("guest", False)))
        return self.person

    async def close(self) -> None:
        """Hang up; the session goes on, and `token` opens it again."""
        async with AsyncExitStack() as left:
            for counter in self._counters:
                left.push_async_callback(counter.close)
            await self.line.close()

    @property
    def name(self) -> str:
        return self.person.name

    @property
    def token(self) -> str:
        return self._counter.token

    def _use(self, token: str) -> None:
        for counter in self._counters:
            counter.token = token

    # Tables

    async def watch(self, table_id: str) -> TableWatched:
        """Look at a table, and go on looking."""
        await self.line.open()
        table = self._tables.get(table_id) or TableWatched(table_id, self.line, self._patience_s)
        self._tables[table_id] = table
        try:
            await self.line.watch(table_id)
        finally:
            if not self.line.watches(table_id):
                self._tables.pop(table_id, None)
        return table

    async def unwatch(self, table_id: str) -> None:
        """Look away."""
        await self.line.unwatch(table_id)

    async def hello(self) -> Hello:
        """Open the socket and hear the house's greeting."""
        return await self.line.open()

    async def ping(self) -> None:
        """Ask whether the house is there."""
        await self.line.open()
        await self.line.ping(next(self._pings))

    def _show(self, frame: TableFrame) -> None:
        table = self._tables.get(frame.id)
        if table is not None:
            table.show(Picture(frame))

    def _end(self, table_id: str, why: Exception) -> None:
        table = self._tables.pop(table_id, None)
        if table is not None:
            table.end(why)

    async def _address(self) -> str:
        """Where to open the socket, with a fresh ticket."""
        ticket = _part(await self.post("/api/ticket"), "ticket")
        scheme, _, rest = self._counter.url.partition("://")
        return f"{'wss' if scheme == 'https' else 'ws'}://{rest}/api/socket?ticket={quote(ticket, safe='')}"

    # The counter

    async def get(self, path: str, **parameters: str | int) -> Any:
        """Any call of the API that only looks."""
        return await self._ask(lambda counter: counter.get(path, **parameters))

    async def post(self, path: str, body: object = None) -> Any:
        """Any call of the API that changes something."""
        return await self._ask(lambda counter: counter.post(path, body))

    async def _ask(self, call: Callable[[Counter], Awaitable[Any]]) -> Any:
        """Call at this address of the house, or at the next where this one is gone; never twice what may have been done."""
        left = len(self._counters)
        while True:
            counter, left = self._counter, left - 1
            try:
                return await call(counter)
            except Unreachable as gone:
                if self._counter is counter:  # another call may have found it gone and turned to the next
                    self._counter = next(self._turn)
                if gone.maybe_heard or not left:
                    raise

    async def tables(self) -> list[dict[str, Any]]:
        """The tables of the house, with their signs."""
        listed: list[dict[str, Any]] = await self.get("/api/tables")
        return listed

    async def wallet(self) -> str:
        """The money one has away from the tables, in dollars."""
        return str((await self.get("/api/me"))["wallet"])

    async def open_table(self, game: str, **fields: object) -> Any:
        """Set up a table, for those who may."""
        return await self.post("/api/tables", {"game": game} | fields)

    async def command(self, table_id: str, command: Mapping[str, object], version: int, command_id: str = "") -> Any:
        """A command by HTTP, without a socket. Whoever may have to send it again names it, and sends it with the same name."""
        body = {"id": command_id or new_id(), "version": version, "command": command}
        return await self.post(f"/api/tables/{segment(table_id)}/commands", body)

    async def rounds(self, table_id: str, before: int | None = None) -> list[dict[str, Any]]:
        """A table's rounds, the newest first."""
        parameters = {} if before is None else {"before": before}
        listed: list[dict[str, Any]] = await self.get(f"/api/tables/{segment(table_id)}/rounds", **parameters)
        return listed

    async def recall(self, round_id: str) -> Any:
        """A round that is over, as it was; marked as a replay."""
        return await self.get(f"/api/rounds/{segment(round_id)}")

    async def document(self, round_id: str) -> Any:
        """A round as a document for `boxseat replay`."""
        return await self.get(f"/api/rounds/{segment(round_id)}/document")

    async def shoe(self, shoe_id: str) -> Any:
        """What a shoe promised and, once it is over, the proof."""
        return await self.get(f"/api/shoes/{segment(shoe_id)}")


def _part(said: Any, name: str) -> Any:
    """What a house always says; another program at its address may say anything."""
    if not isinstance(said, dict) or name not in said:
        raise Unreachable(f"what answers there is not the house: it names no {name}")
    return said[name]
