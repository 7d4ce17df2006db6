"""LISTEN/NOTIFY subscription to what other nodes append, with catch-up by sequence number after a reconnect."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import msgspec
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg

from boxseat.journal.address import parse, split_connect_timeout
from boxseat.journal.commit_sql import NOTIFY_CHANNEL
from boxseat.journal.db_errors import DATABASE_ERRORS
from boxseat.journal.entry import Entry, StoreDown

RECONNECT_DELAY_S = 0.5
PROBE_INTERVAL_S = 10.0
"""A connection without notifications is probed this often; also the timeout of a probe and of connecting."""
CATCH_UP_ENTRIES_MAX = 1_000
"""Entries read at once when catching up."""

Notification = tuple[str, int, int, list[tuple[str, int]]]
"""The writing node, the first and last sequence number of a commit, and the streams with their new versions."""
Since = Callable[[int, int], Awaitable[list[Entry]]]
"""Reads entries after a sequence number, up to a limit: `Store.since`."""


async def listen(url: str, node: str, seq: int, since: Since) -> AsyncIterator[tuple[str, int]]:
    """Streams and versions that other nodes append after a sequence number, as they append them."""
    while True:
        notifications: asyncio.Queue[Notification | None] = asyncio.Queue()
        connection: asyncpg.Connection | None = None
        try:
            connection = await _connect(url, notifications)
            # Catch up: no notification was received for what was appended before the connection was open.
            while missed := await since(seq, CATCH_UP_ENTRIES_MAX):
                seq = missed[-1].seq
                for stream, version in {entry.stream: entry.version for entry in missed}.items():
                    yield stream, version
            while (notification := await _next(connection, notifications)) is not None:
                writer, first, _, told = notification
                # Not beyond this commit's start: it may have several notifications, and a lost connection must not skip any.
                seq = max(seq, first - 1)
                for stream, version in told if writer != node else ():
                    yield stream, version
        except (*DATABASE_ERRORS, StoreDown):
            pass
        finally:
            if connection is not None:
                connection.terminate()
        await asyncio.sleep(RECONNECT_DELAY_S)


async def _connect(url: str, notifications: asyncio.Queue[Notification | None]) -> asyncpg.Connection:
    dialect: Any = PGDialect_asyncpg
    plain, seconds = split_connect_timeout(parse(url), PROBE_INTERVAL_S)
    _, settings = dialect().create_connect_args(plain)
    connection = await asyncpg.connect(**settings, timeout=seconds)

    def heard(_connection: object, _pid: int, _channel: str, payload: object) -> None:
        with suppress(msgspec.DecodeError):  # another program's message on our channel
            notifications.put_nowait(msgspec.json.decode(str(payload), type=Notification))

    await connection.add_listener(NOTIFY_CHANNEL, heard)
    connection.add_termination_listener(lambda _: notifications.put_nowait(None))
    return connection


async def _next(
    connection: asyncpg.Connection, notifications: asyncio.Queue[Notification | None]
) -> Notification | None:
    """The next notification; none once the connection is lost."""
    while True:
        try:
            return await asyncio.wait_for(notifications.get(), PROBE_INTERVAL_S)
        except TimeoutError:
            await connection.execute("SELECT 1", timeout=PROBE_INTERVAL_S)
