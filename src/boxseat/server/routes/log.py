"""The log over HTTP: who did what, where and when, from the journal."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get
from litestar.params import Parameter
from sqlalchemy import Connection, select

from boxseat.journal.schema import entries
from boxseat.people.records import tags
from boxseat.people.roles import Power
from boxseat.server.api_docs.failures import fails
from boxseat.server.guard import AnyRequest, history_of, needs

LINES_PER_PAGE = 100
BeforeEntry = Annotated[int, Parameter(ge=1, le=2**53, description="Only entries before this number.")]
Part = Annotated[str, Parameter(max_length=80, description="Only streams whose names begin so, such as `table/`.")]
Author = Annotated[str, Parameter(max_length=80, description="Only what this person did.")]


class LogLine(msgspec.Struct, frozen=True):
    """An entry of the journal: who did what, where and when. What its records hold is not told."""

    entry: int
    at: int
    """In milliseconds since 1970."""
    who: str
    stream: str
    what: tuple[str, ...]
    """The words of its records."""


@get("/api/log", opt=needs(Power.SEE_LOG), responses=fails(400, 401, 403, 429, 503), tags=["staff"])
async def log_lines(
    request: AnyRequest, before: BeforeEntry = 2**53, stream: Part = "", who: Author = ""
) -> list[LogLine]:
    """The log, newest first, a hundred lines at a time."""
    e = entries.c
    chosen = select(e.seq, e.at, e.who, e.stream, e.records).where(e.seq < before)
    if stream:
        chosen = chosen.where(e.stream.startswith(stream, autoescape=True))
    if who:
        chosen = chosen.where(e.who == who)
    chosen = chosen.order_by(e.seq.desc()).limit(LINES_PER_PAGE)

    def read(connection: Connection) -> list[LogLine]:
        return [
            LogLine(row.seq, row.at // 1000, row.who, row.stream, _words(row.records))
            for row in connection.execute(chosen)
        ]

    return await history_of(request).query(read)


def _words(records: bytes) -> tuple[str, ...]:
    """The words of records, without their version, each once."""
    return tuple(dict.fromkeys(tag.rpartition(".")[0] for tag in tags(records)))


LOG = [log_lines]
