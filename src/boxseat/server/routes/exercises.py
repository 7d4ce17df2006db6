"""Training of dealers over HTTP: exercises, marks, and the result of a trainee's sheet.

The house stores no sheet: it comes with each request and is the trainee's to keep.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Annotated, TypeVar

import msgspec
from litestar import get, post
from litestar.params import PathParameter

from boxseat.server.api_docs.failures import fails
from boxseat.server.bodies import read_body
from boxseat.server.coach.exercises import answer_marked, exercise_seen, result_seen
from boxseat.server.guard import AnyRequest, Who, needs, node_of
from boxseat.server.limits.addresses import address_of
from boxseat.server.problems import Problem
from boxseat.server.wire.exercises import (
    AnswerMarked,
    ExerciseAnswered,
    ExerciseAsked,
    ExerciseSeen,
    ResultAsked,
    ResultSeen,
    TopicSeen,
)
from boxseat.training.answer_text import UnreadableAnswer
from boxseat.training.course import NoExercise, course
from boxseat.training.sheet import BadSheet, Sheet, check_sheet

T = TypeVar("T")
GameName = Annotated[str, PathParameter(description="A game's name.", max_length=40)]
_FAILS = fails(400, 401, 403, 404, 422, 429, 503)


@get("/api/training/{game:str}", opt=needs(Who.SOMEBODY), responses=fails(400, 401, 404, 429), tags=["training"])
async def topics(request: AnyRequest, game: GameName) -> list[TopicSeen]:
    """The course of a game: its topics, and the kinds of exercises of each."""
    return msgspec.convert(course(node_of(request).shelf.volume(game).book), list[TopicSeen])


@post(
    "/api/training/{game:str}/exercise",
    opt=needs(Who.SOMEBODY, body=ExerciseAsked),
    status_code=200,
    responses=_FAILS,
    tags=["training"],
)
async def next_one(request: AnyRequest, game: GameName) -> ExerciseSeen:
    """The next exercise for a trainee, without its right answers: one that was wrong and is due to come back, or a fresh one."""
    asked = await read_body(request, ExerciseAsked)
    return await _computed(request, game, asked.sheet, exercise_seen, asked)


@post(
    "/api/training/{game:str}/answer",
    opt=needs(Who.SOMEBODY, body=ExerciseAnswered),
    status_code=200,
    responses=_FAILS,
    tags=["training"],
)
async def answer(request: AnyRequest, game: GameName) -> AnswerMarked:
    """Mark an exercise: each part with the right answer, the clause and the register's sentence, and the sheet with it."""
    answered = await read_body(request, ExerciseAnswered)
    return await _computed(request, game, answered.sheet, answer_marked, answered)


@post(
    "/api/training/result",
    opt=needs(Who.SOMEBODY, body=ResultAsked),
    status_code=200,
    responses=fails(400, 401, 403, 422, 429),
    tags=["training"],
)
async def result(request: AnyRequest) -> ResultSeen:
    """The result of a sheet by topic and clause, and as CSV."""
    sheet = (await read_body(request, ResultAsked)).sheet
    node = node_of(request)
    node.check_rate(node.odds, address_of(request.scope))
    _check(sheet)
    return result_seen(sheet)


async def _computed(request: AnyRequest, game: str, sheet: Sheet, function: Callable[..., T], asked: object) -> T:
    """What a function finds in a worker process."""
    node = node_of(request)
    book = node.shelf.volume(game).book
    node.check_rate(node.odds, address_of(request.scope))
    _check(sheet)
    try:
        return await node.odds_pool.call(function, book, asked)
    except NoExercise as error:
        raise Problem("training/none", str(error)) from None
    except UnreadableAnswer as error:
        raise Problem("training/answer", str(error)) from None


def _check(sheet: Sheet) -> None:
    try:
        check_sheet(sheet)
    except BadSheet as error:
        raise Problem("training/sheet", f"sheet: {error}") from None


TRAINING_ROUTES = [topics, next_one, answer, result]
