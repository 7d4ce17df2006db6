"""Significant events, to be read and exported. They are acknowledged by a command at `notices/house`."""

from __future__ import annotations

import csv
import io
from typing import Annotated

import msgspec
from litestar import Response, get
from litestar.params import Parameter

from boxseat.house.notices_stream import NOTICES
from boxseat.people.roles import Power
from boxseat.pit.events.event_kinds import EXPECTED, EventKind
from boxseat.pit.events.event_list import page_of
from boxseat.pit.notices.state import Desks
from boxseat.server.api_docs.failures import fails
from boxseat.server.guard import AnyRequest, history_of, needs, node_of

TIME_MS_MAX = 2**53
BeforeEntry = Annotated[int | None, Parameter(ge=1, le=TIME_MS_MAX, description="Only entries before this one.")]
Ms = Annotated[int, Parameter(ge=0, le=TIME_MS_MAX, description="Milliseconds since 1970.")]
Kind = Annotated[EventKind | None, Parameter(description="Only events of this kind.")]
Stream = Annotated[str, Parameter(max_length=120, description="Only events about this stream, such as `table/p1`.")]
Player = Annotated[str, Parameter(max_length=80, description="Only events that name this person.")]


class EventSeen(msgspec.Struct, frozen=True):
    """A significant event."""

    event: int
    """Its number: the sequence number of its entry in the journal."""
    at: int
    """In milliseconds since 1970."""
    kind: EventKind
    who: str
    about: str
    round: str
    """The id by which the round at the time is recalled; empty if there was none."""
    what: str
    seen_by: str
    """Empty until it is acknowledged."""
    seen_at: int


class EventsSeen(msgspec.Struct, frozen=True):
    """Events, newest first, among so many entries of the journal."""

    events: list[EventSeen]
    before: int
    """Value of `before` that goes on; 0 if there are no earlier entries."""


@get("/api/events", opt=needs(Power.SEE_LOG), responses=fails(400, 401, 403, 429, 503), tags=["events"])
async def events(
    request: AnyRequest,
    before: BeforeEntry = None,
    since: Ms = 0,
    until: Ms = TIME_MS_MAX,
    kind: Kind = None,
    about: Stream = "",
    player: Player = "",
) -> EventsSeen:
    """Significant events, newest first, with who has seen each. Those of every day are left out unless they are asked for."""
    return await _events(request, before, since, until, kind, about, player)


@get(
    "/api/events.csv",
    media_type="text/csv",
    opt=needs(Power.SEE_LOG),
    responses=fails(400, 401, 403, 429, 503),
    tags=["events"],
)
async def events_as_csv(
    request: AnyRequest,
    before: BeforeEntry = None,
    since: Ms = 0,
    until: Ms = TIME_MS_MAX,
    kind: Kind = None,
    about: Stream = "",
    player: Player = "",
) -> Response[str]:
    """The same events as a table of comma-separated values."""
    found = await _events(request, before, since, until, kind, about, player)
    text = io.StringIO(newline="")
    lines = csv.writer(text)
    lines.writerow(EventSeen.__struct_fields__)
    lines.writerows([_plain(value) for value in msgspec.structs.astuple(each)] for each in found.events)
    return Response(text.getvalue(), headers={"Content-Disposition": 'attachment; filename="events.csv"'})


async def _events(
    request: AnyRequest, before: int | None, since: int, until: int, kind: EventKind | None, about: str, player: str
) -> EventsSeen:
    desks: Desks = (await node_of(request).house.stream(f"{NOTICES.prefix}{NOTICES.sole}")).state
    end = None if until >= TIME_MS_MAX else until * 1000
    page = await history_of(request).query(page_of(before, since * 1000, end))
    found = []
    for each in page.events:
        if (kind is None and each.kind in EXPECTED) or (kind is not None and each.kind is not kind):
            continue
        if (about and each.about != about) or (
            player and player not in (each.who, *each.what.replace(",", " ").split())
        ):
            continue
        mark = desks.events.get(each.event)
        by, at = ("", 0) if mark is None else (mark.by, mark.at // 1000)
        seen = EventSeen(each.event, each.at // 1000, each.kind, each.who, each.about, each.round, each.what, by, at)
        found.append(seen)
    return EventsSeen(found, page.before)


def _plain(value: object) -> str:
    """A value for a spreadsheet, which must not take text for a formula."""
    text = str(value)
    return f"'{text}" if text.startswith(("=", "+", "-", "@")) else text


EVENT_ROUTES = [events, events_as_csv]
