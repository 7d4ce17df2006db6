"""A fake house that follows a test's script: one handler per socket, in the order they are opened."""

from __future__ import annotations

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from typing import Any

import httpx
import msgspec
from websockets.asyncio.server import ServerConnection, serve

from boxseat.client.client import Client
from boxseat.client.frames import TableFrame
from boxseat.client.line import Line

HELLO = {"is": "hello", "person": {"name": "ann", "role": "player", "guest": True}, "time": 0, "program": "0"}
Handler = Callable[["Heard"], Awaitable[None]]


class Heard:
    """One socket, from the house's side."""

    def __init__(self, socket: ServerConnection) -> None:
        self.socket = socket

    async def next(self) -> Any:
        return msgspec.json.decode(await self.socket.recv())

    async def say(self, **frame: object) -> None:
        await self.socket.send(msgspec.json.encode(frame), text=True)

    async def show(self, table: str, version: int) -> None:
        await self.say(**{"is": "table"}, id=table, version=version, table={}, you=None, paused="")

    async def done(self, command_id: str, version: int) -> None:
        await self.say(**{"is": "answer"}, id=command_id, answer="done", version=version)

    def hang_up(self) -> None:
        """Close the connection as a house does that is killed."""
        self.socket.transport.abort()


@asynccontextmanager
async def scripted(*handlers: Handler) -> AsyncIterator[tuple[Line, list[TableFrame]]]:
    """A connection to a house with these handlers, and the pictures that it receives."""
    pictures: list[TableFrame] = []
    async with _house(handlers) as port:

        async def address() -> str:
            return f"ws://127.0.0.1:{port}/"

        line = Line(address, pictures.append, lambda table, why: None)
        try:
            yield line, pictures
        finally:
            await line.close()


@asynccontextmanager
async def at_the_door(*handlers: Handler) -> AsyncIterator[Client]:
    """A client, not signed in yet, of a house with these handlers that accepts everyone."""

    def counter(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, json={"person": HELLO["person"], "ticket": "t"})

    async with _house(handlers) as port, httpx.AsyncClient(transport=httpx.MockTransport(counter)) as http:
        yield Client.connect(f"http://127.0.0.1:{port}", token="t", http=http, patience_s=5)


@asynccontextmanager
async def _house(handlers: Sequence[Handler]) -> AsyncIterator[int]:
    left = list(handlers)

    async def handle(socket: ServerConnection) -> None:
        heard = Heard(socket)
        await heard.say(**HELLO)
        await left.pop(0)(heard)

    async with serve(handle, "127.0.0.1", 0) as server:
        yield server.sockets[0].getsockname()[1]
