"""Tables: the list of them, one as somebody sees it, a new one, and commands for those who have no socket."""

from __future__ import annotations

import re
from typing import Annotated, Any

import msgspec
from litestar import Response, get, post
from litestar.params import Parameter
from msgspec import UNSET

from boxseat.house.answers import Answer, Behind, Done, Paused, Refused
from boxseat.house.live_table import LiveTable, NoSuchTable
from boxseat.money import MOST_CENTS
from boxseat.people.roles import Person, Power, may, refusal_of
from boxseat.refusal import Refusal
from boxseat.rulebook.load import OptionError, with_options
from boxseat.server.api_docs.failures import fails
from boxseat.server.bodies import read_body
from boxseat.server.first_tables import free_name
from boxseat.server.guard import AnyRequest, needs, node_of, person_of
from boxseat.server.hub import may_look
from boxseat.server.logs import log
from boxseat.server.node import Node
from boxseat.server.problems import BUSY_S, Problem, answered, problem_of, status_of
from boxseat.server.wire.core import BoxLine, CommandAsked, Error, NewTable, TableAnswer, TableLine
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from boxseat.table.view import seen_by, seen_by_all

_ID = re.compile("[a-z0-9][a-z0-9-]{0,39}")
TableName = Annotated[str, Parameter(description="A table's name.", max_length=80)]
NO_TABLE = Problem(404, "table/none", "there is no table of that name")


@get("/api/tables", opt=needs(Power.WATCH), responses=fails(401, 403, 429, 503), tags=["tables"])
async def tables(request: AnyRequest) -> list[TableLine]:
    """Every table of the house."""
    return [line_of(live) for live in await node_of(request).house.tables()]


@get(
    "/api/tables/{table_id:str}", opt=needs(Power.WATCH), responses=fails(400, 401, 403, 404, 429, 503), tags=["tables"]
)
async def table(request: AnyRequest, table_id: TableName) -> TableAnswer:
    """A table as you see it."""
    node = node_of(request)
    person = person_of(request)
    return seen(node, await find(node, table_id, person), person)


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
    if not _ID.fullmatch(table_id):
        raise Problem(400, "request/shape", "id: a table's name has small letters, digits and hyphens")
    try:
        book = with_options(volume.book, {} if data.options is UNSET else data.options)
    except OptionError as error:
        raise Problem(422, "option/bad", str(error)) from None
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
    """Do something at a table. The same id again gets the same answer again; what `command` may hold is under `AnyCommand`."""
    data = await read_body(request, CommandAsked)
    node, person = node_of(request), person_of(request)
    answer = await node.command(person, table_id, data.id, data.version, data.command)
    if isinstance(answer, Done):
        node.presence.asked(person.name)
    return response_to(answer)


def response_to(answer: Answer) -> Response[Any]:
    """The house's answer with a status, and an error's fields beside its own where it is one."""
    match answer:
        case Done():
            return Response(answer)
        case Refused(code=code):
            wait = BUSY_S if code == "rate/too-fast" else 0
            response: Response[Any] = answered(Error(code, answer.clause, answer.reason), status_of(code), wait)
        case Behind():
            response = answered(Error("version/behind", "", "the table has moved on; look at it again"), 409)
        case Paused(reason=reason):
            response = answered(Error("house/paused", "", reason), 503, 1)
    response.content = {**msgspec.to_builtins(response.content), **msgspec.to_builtins(answer)}
    return response


def problem_with(answer: Refused | Behind | Paused) -> Problem:
    """Why the house did not do what a request needed of it."""
    match answer:
        case Refused(code=code, clause=clause, reason=reason):
            return problem_of(Refusal(code, clause, reason))
        case Paused(reason=reason):
            return Problem(503, "house/paused", reason, wait=1)
        case Behind():
            return Problem(409, "version/behind", "the table has moved on; look at it again")


async def find(node: Node, table_id: str, person: Person | None = None) -> LiveTable:
    """A table, as far as this person may look at it: others' practice tables are not there for them."""
    if not _ID.fullmatch(table_id):
        raise NO_TABLE
    try:
        live = await node.house.table(table_id)
    except NoSuchTable:
        raise NO_TABLE from None
    if person is not None and not may_look(live.table, person):
        raise NO_TABLE
    return live


def seen(node: Node, live: LiveTable, person: Person) -> TableAnswer:
    table, waiting = live.table, live.waiting()
    you = seen_by(live.book, table, waiting, person.name) if may(person, Power.PLAY) else None
    return TableAnswer(table.version, seen_by_all(live.book, table, waiting), you, node.house.paused)


def line_of(live: LiveTable) -> TableLine:
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
        in_round=table.in_round,
        round_number=table.round_number,
        cards_from=table.settings.cards_from,
        practice=table.settings.practice,
    )


def _settings(written: dict[str, Any]) -> Settings:
    """A table's settings, with the usual sign where none is given."""
    try:
        settings = msgspec.convert({"sign": msgspec.to_builtins(SIGN), **written}, Settings)
    except msgspec.ValidationError as error:
        raise Problem(400, "request/shape", f"settings: {str(error)[:200].replace('`', '')}") from None
    if settings.opening_float > MOST_CENTS:
        raise Problem(400, "request/shape", f"settings.opening_float: an amount is {MOST_CENTS} cents at the most")
    return settings


async def _free_name(node: Node, game: str) -> str:
    return free_name(game, {state.stream.removeprefix("table/") for state in await node.store.streams("table/")})


TABLES = [tables, table, set_up_table, command]
