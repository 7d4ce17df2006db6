"""Odds over HTTP: the same answers as the command line's, computed in a process pool.

A client that accepts `text/event-stream` gets a long answer as a stream: `progress` events, then one `answer` or one `problem`.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from typing import Annotated, Any, TypeVar

import msgspec
from litestar import Response, get
from litestar.params import FromQuery, PathParameter, QueryParameter
from litestar.response import Stream

from boxseat.server.api_docs.failures import fails
from boxseat.server.coach.open_decisions import refuse_advice
from boxseat.server.guard import AnyRequest, Who, needs, node_of
from boxseat.server.limits.addresses import address_of
from boxseat.server.node import Node
from boxseat.server.odds_jobs.game_odds import game_odds
from boxseat.server.odds_jobs.jobs import JsonObject
from boxseat.server.problems import Problem, note_fault
from boxseat.server.wire.core import whole
from boxseat.server.wire.odds import ChartSeen, ComparisonSeen, EdgeSeen, GameOdds, HandWorths, SimulationSeen

ROUNDS_MAX = 50_000_000
"""Rounds in one simulation; the command line plays more."""
KEEP_ALIVE_INTERVAL_S = 10.0
"""Interval of comments in a stream without events, so that no proxy closes it."""
EVENT_STREAM = "text/event-stream"

AnswerT = TypeVar("AnswerT", bound=msgspec.Struct)
GameName = Annotated[str, PathParameter(description="A game's name.", max_length=40)]
Decks = Annotated[int | None, QueryParameter(ge=1, le=64, description="How many decks; the book's own if left out.")]
Set = Annotated[
    list[str] | None,
    QueryParameter(
        name="set", max_items=8, description="Options of the book, each as NAME=VALUE: `max_split_hands=2`."
    ),
]
Cards = Annotated[str, QueryParameter(max_length=120, description="Cards such as `8S 8D`.")]
_FAILS = fails(400, 404, 422, 429, 503)


@get("/api/odds", opt=needs(Who.ANYONE), responses=fails(429), tags=["odds"])
async def all_odds(request: AnyRequest) -> list[GameOdds]:
    """Known odds of every game: decks, options, side bets, and the house edges computed so far.

    Missing house edges for the usual number of decks are then computed in the background, for later requests.
    """
    node = node_of(request)
    node.check_rate(node.odds, address_of(request.scope))
    shelf = node.shelf
    node.odds_pool.prepare("edge", [shelf.request(game) for game in shelf.games])
    return [game_odds(node.odds_pool, shelf, volume) for volume in shelf.volumes]


@get("/api/odds/{game:str}", opt=needs(Who.ANYONE), responses=_FAILS, tags=["odds"])
async def edge(request: AnyRequest, game: GameName, decks: Decks = None, settings: Set = None) -> Response[EdgeSeen]:
    """House edge under best play, as `boxseat edge --json`."""
    asked = node_of(request).shelf.request(game, decks, settings or ())
    return await _answered(request, "edge", asked, EdgeSeen)


@get("/api/odds/{game:str}/chart", opt=needs(Who.ANYONE), responses=_FAILS, tags=["odds"])
async def chart(request: AnyRequest, game: GameName, decks: Decks = None, settings: Set = None) -> Response[ChartSeen]:
    """Best strategy chart that a player can carry, as `boxseat strategy` finds it, with the values behind each cell.

    It is refused while a gaming table waits for your decision.
    """
    await refuse_advice(request)
    asked = node_of(request).shelf.request(game, decks, settings or ())
    return await _answered(request, "chart", asked, ChartSeen)


@get("/api/odds/{game:str}/ev", opt=needs(Who.ANYONE), responses=_FAILS, tags=["odds"])
async def values(
    request: AnyRequest,
    game: GameName,
    hand: Cards,
    dealer: Cards,
    decks: Decks = None,
    settings: Set = None,
    doubled: FromQuery[bool] = False,
    after_split: Annotated[str | None, QueryParameter(max_length=20, description="`original` or `added`.")] = None,
    removed: Annotated[str, QueryParameter(max_length=2_000, description="Further cards out of the shoe.")] = "",
    stake: Annotated[str | None, QueryParameter(max_length=20, description="Dollars; counts the Super Bonus.")] = None,
) -> Response[HandWorths]:
    """Value of every decision on a hand, as `boxseat ev --json`.

    It is refused while a gaming table waits for your decision.
    """
    await refuse_advice(request)
    asked = node_of(request).shelf.request(game, decks, settings or ())
    fields: JsonObject = {"hand": hand, "dealer": dealer}
    more = {"doubled": doubled or None, "after_split": after_split, "removed": removed or None, "stake": stake}
    fields |= {name: value for name, value in more.items() if value is not None}
    return await _answered(request, "values", {**asked, "fields": fields}, HandWorths)


@get("/api/odds/{game:str}/compare/{other:str}", opt=needs(Who.ANYONE), responses=_FAILS, tags=["odds"])
async def comparison(
    request: AnyRequest,
    game: GameName,
    other: GameName,
    decks: Decks = None,
    settings: Set = None,
    first_decks: Decks = None,
) -> Response[ComparisonSeen]:
    """Value of each difference between two books, as `boxseat compare --json`.

    `decks` and `set` apply to the second book, `first_decks` to the first.
    """
    shelf = node_of(request).shelf
    first, second = shelf.request(game, first_decks), shelf.request(other, decks, settings or ())
    return await _answered(request, "comparison", {"first": first, "second": second}, ComparisonSeen)


@get("/api/odds/{game:str}/simulate", opt=needs(Who.ANYONE), responses=_FAILS, tags=["odds"])
async def simulation(
    request: AnyRequest,
    game: GameName,
    decks: Decks = None,
    settings: Set = None,
    rounds: Annotated[int, QueryParameter(ge=1, le=ROUNDS_MAX)] = 1_000_000,
    strategy: Annotated[str, QueryParameter(pattern=whole("(chart|perfect|mimic)"))] = "chart",
    seed: Annotated[int, QueryParameter(ge=0, le=2**53)] = 1,
    boxes: Annotated[int, QueryParameter(ge=1, le=7)] = 1,
    dealing: Annotated[str, QueryParameter(pattern=whole("(fresh|shoe|continuous)"))] = "fresh",
) -> Response[SimulationSeen]:
    """Simulation of up to 50 million rounds, as `boxseat simulate --json`; it stops when the client disconnects."""
    asked = node_of(request).shelf.request(game, decks, settings or ())
    asked |= {"rounds": rounds, "strategy": strategy, "seed": seed, "boxes": boxes, "dealing": dealing}
    return await _answered(request, "simulation", asked, SimulationSeen)


async def _answered(request: AnyRequest, name: str, asked: JsonObject, kind: type[AnswerT]) -> Response[Any]:
    """The answer as one response, or as an event stream that ends with it."""
    node = node_of(request)
    node.check_rate(node.odds, address_of(request.scope))
    found = node.odds_pool.cached(name, asked)
    if found is None and name != "values":
        node.check_rate(node.solving, address_of(request.scope))
    if EVENT_STREAM in request.headers.get("accept", ""):
        headers = {"Cache-Control": "no-store", "X-Accel-Buffering": "no"}
        return Stream(_events(node, name, asked, found, kind), media_type=EVENT_STREAM, headers=headers)
    if found is None:
        found = await node.odds_pool.ask(name, asked)
    return Response(msgspec.convert(found, kind))


async def _events(
    node: Node, name: str, asked: JsonObject, found: JsonObject | None, kind: type[AnswerT]
) -> AsyncIterator[bytes]:
    if found is not None:
        yield _event("answer", msgspec.convert(found, kind))
        return
    queue: asyncio.Queue[JsonObject | None] = asyncio.Queue()
    try:
        job = node.odds_pool.begin(name, asked)
    except Problem as problem:
        yield _event("problem", problem.error)
        return
    job.listen(queue.put_nowait)
    job.answer.add_done_callback(lambda _: queue.put_nowait(None))
    try:
        while True:
            try:
                progress = await asyncio.wait_for(queue.get(), KEEP_ALIVE_INTERVAL_S)
            except TimeoutError:
                yield b": still counting\n\n"
                continue
            if progress is None:
                break
            while not queue.empty() and (newer := queue.get_nowait()) is not None:
                progress = newer
            yield _event("progress", progress)
            if job.answer.done():
                break
        try:
            yield _event("answer", msgspec.convert(await job.answer, kind))
        except Problem as problem:
            yield _event("problem", problem.error)
        except Exception as error:
            number = note_fault(error, odds=name)
            yield _event("problem", Problem("house/fault", f"internal error; it is in the log as {number}").error)
    finally:
        job.leave(queue.put_nowait)


def _event(name: str, data: Any) -> bytes:
    return b"event: %s\ndata: %s\n\n" % (name.encode(), msgspec.json.encode(data))


ODDS = [all_odds, edge, chart, values, comparison, simulation]
