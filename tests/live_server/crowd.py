"""Many clients at one server for the length of a test."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from pathlib import Path

import httpx

from boxseat.client.client import Client
from boxseat.journal.address import database_url
from boxseat.people.roles import Role
from tests.server_process import QuickServing, TableWanted, employ, furnish, quick_serving

MONEY = 1_000_000_00


@asynccontextmanager
async def clients(
    url: str | Sequence[str], tokens: Iterable[str], *, patience_s: float | None = 90.0
) -> AsyncIterator[list[Client]]:
    """Clients with these tokens, all connected."""
    async with AsyncExitStack() as stack:
        limits = httpx.Limits(max_connections=32)
        http = await stack.enter_async_context(httpx.AsyncClient(timeout=30, trust_env=False, limits=limits))
        people = [Client.connect(url, token=token, http=http, patience_s=patience_s) for token in tokens]
        for one in people:
            stack.push_async_callback(one.close)
        await asyncio.gather(*(one.come_in() for one in people))
        yield people


@asynccontextmanager
async def floor(
    data: Path,
    tables: Iterable[TableWanted],
    guests: int,
    *,
    database: str = "",
    money: int = MONEY,
    supervisor: str = "",
) -> AsyncIterator[tuple[QuickServing, list[Client]]]:
    """A prepared floor, its server, and guests who are connected; a supervisor comes last, if one is named."""
    url = database or database_url(data)
    people = await furnish(url, tables, guests, money)
    if supervisor:
        people.append(await employ(url, supervisor, Role.SUPERVISOR))
    tokens = [one.token for one in people]
    async with quick_serving(data, database=database) as server, clients(server.url, tokens) as in_:
        yield server, in_
