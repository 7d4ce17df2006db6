"""Tables over HTTP: the list, a snapshot, setting up a table, and commands for clients without a socket."""

from __future__ import annotations

from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import Parameter
from msgspec import UNSET

from boxseat.house.answers import Answer, Behind, Done, Paused, Refused
from boxseat.house.live_stream import NoSuchStream
from boxseat.house.table_stream import LiveTable
from boxseat.money import AMOUNT_CENTS_MAX
from boxseat.people.roles import Person, Power, may, refusal_of
from boxseat.play.document_writer import write_document
from boxseat.refusal import Refusal
from boxseat.refusal_status import status_of
from boxseat.rulebook.load import OptionError, with_options
from boxseat.server.api_docs.failures import fails
from boxseat.server.bodies import read_body
from boxseat.server.first_tables import free_name
from boxseat.server.guard import AnyRequest, needs, node_of, person_of
from boxseat.server.logs import log
from boxseat.server.node import Node
from boxseat.server.problems import TOO_FAST_RETRY_S, Problem, error_response, problem_of
from boxseat.server.websocket.hub import may_watch
from boxseat.server.wire.core import BoxLine, CommandAsked, Error, NewTable, TableAnswer, TableLine
from boxseat.table.names import SERVED_TABLE_ID, STREAM_PREFIX, stream_of, table_of
from boxseat.table.permissions.face_down import boxes_face_down
from boxseat.table.settings import GAMING_TIMES, Settings
from boxseat.table.sign import SIGN
from boxseat.table.state import TableUse
from boxseat.table.view import seen_by, seen_by_all

TableName = Annotated[str, Parameter(description="A table's name.", max_length=80)]
CARDS_FACE_DOWN = Problem("round/open", "the round is still being played, and cards of it lie face down")
NO_TABLE = Problem("table/none", "there is no table of that name")


@get("/api/tables", opt=needs(Power.WATCH), responses=fails(401, 403, 429, 503), tags=["tables"])
async def tables(request: AnyRequest) -> list[TableLine]:
    """All tables of the house."""
    return [line_of(live) for live in await node_of(request).house.tables()]


@get(
    "/api/tables/{table_id:str}", opt=needs(Power.WATCH), responses=fails(400, 401, 403, 404, 429, 503), tags=["tables"]
)
async def table(request: AnyRequest, table_id: TableName) -> TableAnswer:
    """Snapshot of a table for you."""
    node = node_of(request)
    person = person_of(request)
    return seen(node, await find(node, table_id, person), person)


@get(
    "/api/tables/{table_id:str}/document",
    opt=needs(Power.SEE_FLOOR),
    responses=fails(400, 401, 403, 404, 422, 429, 503),
    tags=["tables"],
)
async def table_document(request: AnyRequest, table_id: TableName) -> dict[str, Any]:
    """Replay document of the round at a table as it lies, or of the last one; for staff."""
    live = await find(node_of(request), table_id, person_of(request))
    if live.table.round is None:
        raise Problem("round/none", "no round has been played at this table yet")
    if boxes_face_down(live.table):
        raise CARDS_FACE_DOWN
    return write_document(live.book, live.table.round, game=live.table.game)


@post(
    "/api/tables",
    opt=needs(Power.OPEN_TABLE, body=NewTable),
    responses=fails(400, 401, 403, 404, 409, 422, 429, 503),
    tags=["tables"],
)
async def set_up_table(request: AnyRequest) -> TableAnswer:
    """Set up a table; it is closed until it is opened for play. Options and settings need the power to change settings."""
    data = await read_body(request, NewTable)
    node, person = node_of(request), person_of(request)
    chosen = data.options is not UNSET or data.settings is not UNSET
    if chosen and (refused := refusal_of(person, Power.CHANGE_SETTINGS)):
        raise problem_of(refused)
    volume = node.shelf.volume(data.game, status=422)
    table_id = data.id if data.id is not UNSET else await _free_name(node, data.game)
    if not SERVED_TABLE_ID.fullmatch(table_id):
        raise Problem("request/shape", "id: a table's name has lower-case letters, digits and hyphens")
    try:
        book = with_options(volume.book, {} if data.options is UNSET else data.options)
    except OptionError as error:
        raise Problem("option/bad", str(error)) from None
    settings = _settings({} if data.settings is UNSET else data.settings)
    answer = await node.house.open_table(table_id, book, volume.text, settings, by=person.name)
    if not isinstance(answer, Done):
        raise problem_with(answer)
    log().info("table set up", table=table_id, game=data.game, person=person.name)
    return seen(node, await find(node, table_id), person)


@post(
    "/api/tables/{table_id:str}/commands",
    status_code=200,
    opt=needs(Power.WATCH, body=CommandAsked),
    responses=fails(400, 401, 403, 404, 409, 422, 429, 503),
    tags=["tables"],
)
async def command(request: AnyRequest, table_id: TableName) -> Response[Done]:
    """Carry out a command at a table. The id is an idempotency key: the same id again gets the same answer again.

    What `command` may hold is under `AnyCommand`.
    """
    data = await read_body(request, CommandAsked)
    node, person = node_of(request), person_of(request)
    answer = await node.command(person, stream_of(table_id), data.id, data.version, data.command)
    if isinstance(answer, Done):
        node.presence.note_request(person.name)
    return response_to(answer)


def response_to(answer: Answer) -> Response[Any]:
    """The house's answer as an HTTP response; an error also has the fields of `Error`."""
    match answer:
        case Done():
            return Response(answer)
        case Refused(code=code):
            wait = TOO_FAST_RETRY_S if code == "rate/too-fast" else 0
            response: Response[Any] = error_response(Error(code, answer.clause, answer.reason), status_of(code), wait)
        case Behind():
            response = error_response(Error("version/behind", "", "the table has moved on; look at it again"), 409)
        case Paused(reason=reason):
            response = error_response(Error("house/paused", "", reason), 503, 1)
    response.content = {**msgspec.to_builtins(response.content), **msgspec.to_builtins(answer)}
    return response


def problem_with(answer: Refused | Behind | Paused) -> Problem:
    """HTTP error for a request whose command the house did not carry out."""
    match answer:
        case Refused(code=code, clause=clause, reason=reason):
            return problem_of(Refusal(code, clause, reason))
        case Paused(reason=reason):
            return Problem("house/paused", reason, wait=1)
        case Behind():
            return Problem("version/behind", "the table has moved on; look at it again")


async def find(node: Node, table_id: str, person: Person | None = None) -> LiveTable:
    """A table that this person may see; `Problem` where there is none, as for another person's practice table."""
    if not SERVED_TABLE_ID.fullmatch(table_id):
        raise NO_TABLE
    try:
        live = await node.house.table(table_id)
    except NoSuchStream:
        raise NO_TABLE from None
    if person is not None and not may_watch(live, person):
        raise NO_TABLE
    return live


def seen(node: Node, live: LiveTable, person: Person) -> TableAnswer:
    """Snapshot of a table for one person."""
    table, waiting = live.table, live.waiting()
    you = seen_by(live.book, table, waiting, person.name) if may(person, Power.PLAY) else None
    return TableAnswer(table.version, seen_by_all(live.book, table, waiting, live.said), you, node.house.paused)


def line_of(live: LiveTable) -> TableLine:
    """A table as the list of tables shows it."""
    table = live.table
    picture = seen_by_all(live.book, table, ())
    return TableLine(
        id=table.id,
        game=table.game,
        title=table.title,
        status=table.status,
        sign=picture.sign,
        boxes=tuple(BoxLine(box.number, box.seated) for box in picture.boxes),
        patrons=len(table.patrons),
        in_round=table.in_play,
        round_number=table.round_number,
        cards_from=table.settings.cards_from,
        practice=table.use is TableUse.PRACTICE,
        dealt=table.settings.dealt,
    )


def _settings(written: dict[str, Any]) -> Settings:
    """Settings of a new table, with the usual sign and times where none are given."""
    usual = msgspec.to_builtins(GAMING_TIMES)
    times = written.get("times", usual)
    if isinstance(times, dict):
        times = usual | times
    try:
        settings = msgspec.convert({"sign": msgspec.to_builtins(SIGN), **written, "times": times}, Settings)
    except msgspec.ValidationError as error:
        raise Problem("request/shape", f"settings: {str(error)[:200].replace('`', '')}") from None
    if not settings.times.least:
        raise Problem("setting/times", "settings.times.least: bets stay open for at least three seconds")
    if settings.rehearsal:
        raise Problem("request/shape", "settings.rehearsal: the rounds of a server are not dealt from written cards")
    if settings.opening_float > AMOUNT_CENTS_MAX:
        raise Problem("request/shape", f"settings.opening_float: an amount is {AMOUNT_CENTS_MAX} cents at the most")
    return settings


async def _free_name(node: Node, game: str) -> str:
    return free_name(game, {table_of(state.stream) for state in await node.store.streams(STREAM_PREFIX)})


TABLES = [tables, table, table_document, set_up_table, command]
