"""Rounds and shoes that were played: recall, replay document and proof."""

from __future__ import annotations

from collections.abc import Callable
from importlib import resources
from typing import Annotated, Any, TypeVar

from litestar import MediaType, Response, get
from litestar.params import Parameter

from boxseat.house.table_stream import TABLES
from boxseat.inspection.recall import NoSuchRound, Rebuilt, Recalled, as_recalled, rebuild
from boxseat.journal import queries
from boxseat.journal.store import Store
from boxseat.people.roles import Power, may, refusal_of
from boxseat.play.document_writer import write_document
from boxseat.server.api_docs.failures import fails
from boxseat.server.guard import AnyRequest, Who, history_of, needs, node_of, person_of
from boxseat.server.problems import Problem, problem_of
from boxseat.server.routes.my_rounds import my_rounds
from boxseat.server.routes.people import Before
from boxseat.server.routes.tables import CARDS_FACE_DOWN, TableName, find
from boxseat.server.websocket.hub import may_watch
from boxseat.server.wire.core import RoundLine
from boxseat.server.wire.shoe import NoSuchShoe, ShoeAnswer, proof_of, table_of_shoe
from boxseat.table.names import ROUND_OR_SHOE_ID
from boxseat.table.permissions.face_down import boxes_face_down
from boxseat.table.permissions.overlay import book_of_round

T = TypeVar("T")
ROUNDS_PER_PAGE = 50
NO_ROUND = Problem("round/unknown", "there is no round of that name")
NO_SHOE = Problem("shoe/none", "there is no shoe of that name")
Name = Annotated[str, Parameter(max_length=80)]
"""Ids of rounds and shoes, which begin with the name of their table; any other id is refused without a query."""


@get(
    "/api/tables/{table_id:str}/rounds",
    opt=needs(Power.WATCH),
    responses=fails(400, 401, 403, 404, 429, 503),
    tags=["rounds"],
)
async def rounds(request: AnyRequest, table_id: TableName, before: Before = None) -> list[RoundLine]:
    """A table's rounds, newest first, fifty at a time."""
    node = node_of(request)
    live = await find(node, table_id, person_of(request))
    found = await history_of(request).query(queries.rounds(live.stream, before, ROUNDS_PER_PAGE))
    return [RoundLine(one.id, one.number, one.at // 1000, one.last is not None) for one in found]


@get(
    "/api/rounds/{round_id:str}",
    opt=needs(Who.SOMEBODY),
    responses=fails(400, 401, 403, 404, 429, 503),
    tags=["rounds"],
)
async def recall_round(request: AnyRequest, round_id: Name) -> Recalled:
    """A round as it was played, marked REPLAY; players may recall rounds in which they had a wager."""
    person = person_of(request)
    viewer = None if may(person, Power.RECALL_ANY_ROUND) else person.name
    return await _recalled(request, round_id, lambda rebuilt: as_recalled(rebuilt, viewer))


@get(
    "/api/rounds/{round_id:str}/document",
    opt=needs(Who.SOMEBODY),
    responses=fails(400, 401, 403, 404, 422, 429, 503),
    tags=["rounds"],
)
async def document(request: AnyRequest, round_id: Name) -> dict[str, Any]:
    """A finished round as a document for `boxseat replay`."""
    return await _recalled(request, round_id, _document)


def _document(rebuilt: Rebuilt) -> dict[str, Any]:
    if not rebuilt.over:
        raise Problem("round/open", "the round is still being played")
    book = book_of_round(rebuilt.entries[-1].book, rebuilt.after)
    return write_document(book, rebuilt.round, game=rebuilt.after.game)


async def _recalled(request: AnyRequest, round_id: str, show: Callable[[Rebuilt], T]) -> T:
    """A round as it is shown to this person; `Problem` where there is none, or where they may not see it."""
    person = person_of(request)
    if not may(person, Power.RECALL_OWN_ROUNDS) and (refused := refusal_of(person, Power.RECALL_ANY_ROUND)):
        raise problem_of(refused)
    if not ROUND_OR_SHOE_ID.fullmatch(round_id):
        raise NO_ROUND

    async def read(store: Store) -> T:
        try:
            rebuilt = await rebuild(store, round_id)
        except NoSuchRound:
            raise NO_ROUND from None
        if not may(person, Power.RECALL_ANY_ROUND):
            if not TABLES.may_watch(rebuilt.after, person):
                raise NO_ROUND
            if person.name not in rebuilt.round.net():
                raise Problem("power/none", "a player may not recall other people's rounds")
        if boxes_face_down(rebuilt.after):
            raise CARDS_FACE_DOWN
        return show(rebuilt)

    return await history_of(request).read(read)


@get("/api/shoes/{shoe:str}", opt=needs(Power.WATCH), responses=fails(400, 401, 403, 404, 429, 503), tags=["rounds"])
async def shoe_proof(request: AnyRequest, shoe: Name) -> ShoeAnswer:
    """A shoe's commitment, and its proof once the shoe is over."""
    node = node_of(request)
    if not ROUND_OR_SHOE_ID.fullmatch(shoe):
        raise NO_SHOE
    try:
        history = history_of(request)
        live = await node.house.table(await history.read(lambda store: table_of_shoe(store, shoe)))
        if not may_watch(live, person_of(request)):
            raise NO_SHOE
        return await history.read(lambda store: proof_of(store, shoe))
    except NoSuchShoe:
        raise NO_SHOE from None


@get(
    "/api/verifier",
    media_type=MediaType.HTML,
    opt=needs(Who.ANYONE),
    responses=fails(429),
    tags=["rounds"],
    sync_to_thread=False,
)
def verifier() -> Response[bytes]:
    """HTML page that verifies a shoe offline, without this server: one file, to be saved and opened from disk."""
    page = resources.files("boxseat.fairness").joinpath("verify-shoe.html").read_bytes()
    headers = {"Content-Disposition": 'attachment; filename="verify-shoe.html"'}
    return Response(page, headers=headers)


ROUNDS_ROUTES = [rounds, my_rounds, recall_round, document, shoe_proof, verifier]
