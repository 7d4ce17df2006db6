"""Streams of any kind over HTTP: their picture for the person who asks, and commands. Tables have routes of their own besides."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Response, get, post
from litestar.params import Parameter

from boxseat.house.answers import Done
from boxseat.house.live_stream import LiveStream, NoSuchStream
from boxseat.house.streams import STREAM_NAME
from boxseat.people.roles import Person, Power, may
from boxseat.refusal import Refusal
from boxseat.server.api_docs.failures import fails
from boxseat.server.bodies import read_body
from boxseat.server.guard import AnyRequest, needs, node_of, person_of
from boxseat.server.node import Node
from boxseat.server.problems import Problem, problem_of
from boxseat.server.routes.tables import response_to
from boxseat.server.websocket.feeds import is_staff
from boxseat.server.websocket.frame_codec import BadFrame, read_stream_command
from boxseat.server.websocket.hub import may_watch
from boxseat.server.wire.core import StreamAnswer, StreamCommandAsked

KindName = Annotated[str, Parameter(description="A kind of stream.", max_length=20)]
NameOfKind = Annotated[str, Parameter(description="A name of that kind.", max_length=80)]


@get(
    "/api/streams/{kind:str}/{name:str}",
    opt=needs(Power.WATCH),
    responses=fails(400, 401, 403, 404, 429, 503),
    tags=["streams"],
)
async def stream(request: AnyRequest, kind: KindName, name: NameOfKind) -> StreamAnswer:
    """Picture of a stream for you."""
    node, person = node_of(request), person_of(request)
    live = await _find(node, f"{kind}/{name}", person)
    you = live.kind.private_picture(live.context, live.state, person) if may(person, Power.PLAY) else None
    staff = live.kind.staff_picture(live.context, live.state) if is_staff(person) else None
    picture = live.kind.picture(live.context, live.state)
    return StreamAnswer(live.state.version, picture, you, node.house.paused, staff)


@post(
    "/api/streams/{kind:str}/{name:str}/commands",
    status_code=200,
    opt=needs(Power.WATCH, body=StreamCommandAsked),
    responses=fails(400, 401, 403, 404, 409, 422, 429, 503),
    tags=["streams"],
)
async def stream_command(request: AnyRequest, kind: KindName, name: NameOfKind) -> Response[Done]:
    """Carry out a command at a stream. The id is an idempotency key: the same id again gets the same answer again."""
    data = await read_body(request, StreamCommandAsked)
    node, person, called = node_of(request), person_of(request), f"{kind}/{name}"
    found = node.house.kinds.find(called)
    if found is None or not STREAM_NAME.fullmatch(called):
        raise _none(node, called)
    try:
        command = read_stream_command(found, data.command)
    except BadFrame as bad:
        raise Problem("request/shape", str(bad)) from None
    answer = await node.command(person, called, data.id, data.version, command)
    if isinstance(answer, Done):
        node.presence.note_request(person.name)
    return response_to(answer)


async def _find(node: Node, called: str, person: Person) -> LiveStream[Any]:
    """A stream that this person may watch; `Problem` where there is none."""
    if not STREAM_NAME.fullmatch(called):
        raise _none(node, called)
    try:
        live = await node.house.stream(called)
    except NoSuchStream:
        raise _none(node, called) from None
    if not may_watch(live, person):
        raise _none(node, called)
    return live


def _none(node: Node, called: str) -> Problem:
    none = node.house.none_of(called)
    return problem_of(Refusal(none.code, none.clause, none.reason))


STREAMS = [stream, stream_command]
