"""What other nodes append, heard through PostgreSQL's own notices; one that was missed while the line was down is looked up."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import suppress
from typing import Any

import asyncpg  # type: ignore[import-untyped]
import msgspec
from sqlalchemy.dialects.postgresql.asyncpg import PGDialect_asyncpg

from boxseat.journal.address import parse, waiting_for
from boxseat.journal.commit_sql import CHANNEL
from boxseat.journal.db_errors import TROUBLES
from boxseat.journal.entry import Entry, StoreDown

AGAIN_S = 0.5
LIVES_S = 10.0
"""A line that says nothing is tried this often."""

Notice = tuple[str, int, int, list[tuple[str, int]]]
Since = Callable[[int, int], Awaitable[list[Entry]]]


async def listen(url: str, node: str, seq: int, since: Since) -> AsyncIterator[tuple[str, int]]:
    """Streams and versions appended after a place, as other nodes append them."""
    while True:
        notices: asyncio.Queue[Notice | None] = asyncio.Queue()
        line: asyncpg.Connection | None = None
        try:
            line = await _open_line(url, notices)
            # What was appended before the line was open came without a notice, or with one that nobody heard.
            while missed := await since(seq, 1000):
                seq = missed[-1].seq
                for stream, version in {entry.stream: entry.version for entry in missed}.items():
                    yield stream, version
            while (notice := await _next(line, notices)) is not None:
                writer, first, _, told = notice
                seq = max(
                    seq, first - 1
                )  # a commit of many streams has several notices: if the line falls, all are looked up
                for stream, version in told if writer != node else ():
                    yield stream, version
        except (*TROUBLES, StoreDown):
            pass
        finally:
            if line is not None:
                line.terminate()
        await asyncio.sleep(AGAIN_S)


async def _open_line(url: str, notices: asyncio.Queue[Notice | None]) -> asyncpg.Connection:
    dialect: Any = PGDialect_asyncpg
    plain, seconds = waiting_for(parse(url), LIVES_S)
    _, settings = dialect().create_connect_args(plain)
    line = await asyncpg.connect(**settings, timeout=seconds)

    def heard(_line: object, _pid: int, _channel: str, payload: object) -> None:
        with suppress(msgspec.DecodeError):  # somebody else's word on our channel
            notices.put_nowait(msgspec.json.decode(str(payload), type=Notice))

    await line.add_listener(CHANNEL, heard)
    line.add_termination_listener(lambda _: notices.put_nowait(None))
    return line


async def _next(line: asyncpg.Connection, notices: asyncio.Queue[Notice | None]) -> Notice | None:
    """The next notice; none once the line is down."""
    while True:
        try:
            return await asyncio.wait_for(notices.get(), LIVES_S)
        except TimeoutError:
            await line.execute("SELECT 1", timeout=LIVES_S)
