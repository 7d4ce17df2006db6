"""Client of a casino server: logs in, watches tables, plays at them, and calls the HTTP API."""

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
from boxseat.client.http_calls import HttpApi, segment
from boxseat.client.line import Line
from boxseat.client.table import TableWatched, new_id

PATIENCE_S = 60.0
"""Time for which a command without an answer is sent again before it raises."""
PING_INTERVAL_S = 20.0


class LoginOptions(TypedDict, total=False):
    """How to log in (as a guest, with a token, or by name and password), and the timeouts."""

    guest: bool
    token: str
    """Token of an existing session."""
    name: str
    password: str
    new: bool
    """Whether to open the account first."""
    http: httpx.AsyncClient
    """HTTP client, to be shared by many clients of one program."""
    patience_s: float | None
    """A command without an answer for this long raises; None waits for ever."""
    ping_s: float | None
    """Ping interval of the socket; None for no pings."""


class Client:
    """A person's connection to the casino.

    `async with Client.connect(url, guest=True) as me:` logs in; `table = await me.watch("star")` subscribes to a table.
    The socket is opened with the first table, and again whenever it breaks. If the house has several addresses, the
    next one is tried when one does not answer.
    """

    def __init__(self, url: str | Sequence[str], **way: Unpack[LoginOptions]) -> None:
        self._way = way
        if sum((way.get("guest", False), bool(way.get("token")), bool(way.get("name")))) != 1:
            raise ValueError("log in as a guest, with a token, or with a name and password")
        urls = [url] if isinstance(url, str) else list(url)
        if not urls:
            raise ValueError("give at least one address of the house")
        self._apis = [HttpApi(one, way.get("http")) for one in urls]
        self._turn = cycle(self._apis)
        self._api = next(self._turn)
        self._patience_s = way.get("patience_s", PATIENCE_S)
        self._tables: dict[str, TableWatched] = {}
        self._pings = count(1)
        self.line = Line(self._address, self._show, self._end, ping_s=way.get("ping_s", PING_INTERVAL_S))
        self.person: Person
        """Who is logged in."""
        self._use(way.get("token", ""))

    @classmethod
    def connect(cls, url: str | Sequence[str], **way: Unpack[LoginOptions]) -> Self:
        """A client that logs in at `url`: as a guest, with the token of a session, or by name and password."""
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
        """Close. If an error in the caller's code ended the line, it is raised here, unless another is being raised."""
        own_error = self.line.over
        await self.close()
        if error is None and own_error is not None and not isinstance(own_error, ClientError):
            raise own_error

    async def come_in(self) -> Person:
        """Log in; `async with` does it."""
        if self._api.token:
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
        """Close the socket; the session goes on, and `token` opens it again."""
        async with AsyncExitStack() as left:
            for api in self._apis:
                left.push_async_callback(api.close)
            await self.line.close()

    @property
    def name(self) -> str:
        """Name of the person who is logged in."""
        return self.person.name

    @property
    def token(self) -> str:
        """Token of the session."""
        return self._api.token

    def _use(self, token: str) -> None:
        for api in self._apis:
            api.token = token

    # Tables

    async def watch(self, table_id: str) -> TableWatched:
        """Subscribe to a table; returns once its first snapshot has come."""
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
        """End the subscription to a table."""
        await self.line.unwatch(table_id)

    async def hello(self) -> Hello:
        """Open the socket, and return the server's greeting."""
        return await self.line.open()

    async def ping(self) -> None:
        """Check that the server answers."""
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
        """URL of the socket, with a fresh ticket."""
        ticket = _part(await self.post("/api/ticket"), "ticket")
        scheme, _, rest = self._api.url.partition("://")
        return f"{'wss' if scheme == 'https' else 'ws'}://{rest}/api/socket?ticket={quote(ticket, safe='')}"

    # The HTTP API

    async def get(self, path: str, **parameters: str | int) -> Any:
        """Any call of the API that only reads."""
        return await self._ask(lambda api: api.get(path, **parameters))

    async def post(self, path: str, body: object = None) -> Any:
        """Any call of the API that changes something."""
        return await self._ask(lambda api: api.post(path, body))

    async def _ask(self, call: Callable[[HttpApi], Awaitable[Any]]) -> Any:
        """Call the current address, or the next one if it does not answer.

        A call that may have been carried out is not repeated.
        """
        left = len(self._apis)
        while True:
            api, left = self._api, left - 1
            try:
                return await call(api)
            except Unreachable as gone:
                if self._api is api:  # otherwise another call has switched to the next address
                    self._api = next(self._turn)
                if gone.maybe_heard or not left:
                    raise

    async def tables(self) -> list[dict[str, Any]]:
        """All tables of the house, with their signs."""
        listed: list[dict[str, Any]] = await self.get("/api/tables")
        return listed

    async def wallet(self) -> str:
        """Balance of the wallet, in dollars."""
        return str((await self.get("/api/me"))["wallet"])

    async def open_table(self, game: str, **fields: object) -> Any:
        """Set up a table; needs the power to do so."""
        return await self.post("/api/tables", {"game": game} | fields)

    async def command(self, table_id: str, command: Mapping[str, object], version: int, command_id: str = "") -> Any:
        """Send a command by HTTP, without a socket. To send it again safely, use the same `command_id`."""
        body = {"id": command_id or new_id(), "version": version, "command": command}
        return await self.post(f"/api/tables/{segment(table_id)}/commands", body)

    async def table_document(self, table_id: str) -> Any:
        """The round at a table as it lies, as a document for `boxseat replay`; for staff."""
        return await self.get(f"/api/tables/{segment(table_id)}/document")

    async def rounds(self, table_id: str, before: int | None = None) -> list[dict[str, Any]]:
        """A table's rounds, newest first."""
        parameters = {} if before is None else {"before": before}
        listed: list[dict[str, Any]] = await self.get(f"/api/tables/{segment(table_id)}/rounds", **parameters)
        return listed

    async def recall(self, round_id: str) -> Any:
        """A finished round as it was played; marked as a replay."""
        return await self.get(f"/api/rounds/{segment(round_id)}")

    async def document(self, round_id: str) -> Any:
        """A round as a document for `boxseat replay`."""
        return await self.get(f"/api/rounds/{segment(round_id)}/document")

    async def shoe(self, shoe_id: str) -> Any:
        """A shoe's commitment and, once the shoe is over, its proof."""
        return await self.get(f"/api/shoes/{segment(shoe_id)}")


def _part(said: Any, name: str) -> Any:
    """A field that every answer of the server has; `Unreachable` if another program answers at this address."""
    if not isinstance(said, dict) or name not in said:
        raise Unreachable(f"the program at this address is not the house: its answer has no {name}")
    return said[name]
