"""Notices to the desks of a person, with who has seen each. They are acknowledged by a command at `notices/house`."""

from __future__ import annotations

from typing import Annotated

import msgspec
from litestar import get
from litestar.params import Parameter

from boxseat.house.notices_stream import NOTICES
from boxseat.journal import queries
from boxseat.pit.notices.commands import NUMBER_MAX
from boxseat.pit.notices.state import Desks, desks_of
from boxseat.server.api_docs.failures import fails
from boxseat.server.guard import AnyRequest, Who, history_of, needs, node_of, person_of

NOTICES_PER_PAGE = 100
BeforeNotice = Annotated[int, Parameter(ge=1, le=NUMBER_MAX, description="Only notices with lower numbers.")]


class NoticeSeen(msgspec.Struct, frozen=True):
    """A notice to a desk."""

    notice: int
    to: str
    about: str
    """The stream that it is about, such as `table/star-pontoon`."""
    clause: str
    text: str
    at: int
    """In milliseconds since 1970."""
    seen_by: str
    """Empty until somebody at the desk has acknowledged it."""
    seen_at: int
    """In milliseconds since 1970; 0 until then."""


@get("/api/notices", opt=needs(Who.SOMEBODY), responses=fails(400, 401, 403, 429, 503), tags=["notices"])
async def notices(request: AnyRequest, before: BeforeNotice = NUMBER_MAX) -> list[NoticeSeen]:
    """Notices to you and to the desks of your role, newest first, a hundred at a time."""
    person = person_of(request)
    desks: Desks = (await node_of(request).house.stream(f"{NOTICES.prefix}{NOTICES.sole}")).state
    chosen = queries.numbered_notices(desks_of(person.name, person.role), before, NOTICES_PER_PAGE)
    found = []
    for number, line in await history_of(request).query(chosen):
        told, mark = line.notice, desks.seen.get(number)
        by, at = ("", 0) if mark is None else (mark.by, mark.at // 1000)
        about = told.about or line.stream
        found.append(NoticeSeen(number, told.desk, about, told.clause, told.text, line.at // 1000, by, at))
    return found


NOTICE_ROUTES = [notices]
