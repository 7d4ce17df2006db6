"""``boxseat rehearse``: plays a written day through the real house, and answers as JSON or tells it step by step."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator, Mapping

import typer

from boxseat.cli.books import beside
from boxseat.cli.errors import WrongRequest
from boxseat.cli.files import read_json
from boxseat.cli.round_story import story
from boxseat.house.kinds import STREAM_KINDS
from boxseat.play.fields import BadDocument
from boxseat.rehearsal.answer_objects import OBJECTS, asked
from boxseat.rehearsal.day import Day, Happening, opened
from boxseat.rehearsal.day_document import WrittenDay, WrittenRound, read_day

DAY_FILE_BYTES_MAX = 50_000_000


def rehearse_day(file: str, *, as_json: bool) -> None:
    """Play the day of a file and print what came of it."""
    try:
        written = read_day(
            read_json(file, DAY_FILE_BYTES_MAX), STREAM_KINDS, OBJECTS, find=lambda game: beside(file, game)
        )
        day, objects = asyncio.run(_play(written))
    except BadDocument as error:
        raise WrongRequest(f"{file}: {error}") from None
    if as_json:
        typer.echo(json.dumps({"steps": day.answers(), **objects}, indent=1, ensure_ascii=False))
    else:
        typer.echo("\n".join(_account(day, objects)))


async def _play(written: WrittenDay) -> tuple[Day, Mapping[str, object]]:
    async with opened(written) as day:
        await day.play()
        return day, await asked(day)


def _account(day: Day, objects: Mapping[str, object]) -> Iterator[str]:
    """The day in words: what was asked, what was announced, what was refused, and the objects that were asked for."""
    for happening in day.happenings:
        yield f"{day.written.times.shown(happening.at)}  {_heading(happening)}"
        if happening.refused is not None:
            clause = f" (clause {happening.refused.clause})" if happening.refused.clause else ""
            yield f"      Refused: {happening.refused.reason}{clause}."
        elif happening.replayed is not None:
            yield from (f"      {line}".rstrip() for line in story(happening.replayed).splitlines())
        else:
            yield from (f"      {sentence}" for sentence in happening.said)
            yield from (f"      {name}: {_shown(value)}" for name, value in happening.result.items())
    for name, value in objects.items():
        yield f"{name}: {json.dumps(value, indent=1, ensure_ascii=False)}"


def _heading(happening: Happening) -> str:
    """Who did what where: sue at table p1: mark-box, box 3, maximum 50.00."""
    step, where = happening.step, happening.stream.replace("/", " ", 1)
    if isinstance(step, WrittenRound):
        return f"a round at {where}"
    do = type(happening.command).__struct_config__.tag
    if step is None:
        return f"the house at {where}: {do}"
    return f"{step.who.name} at {where}: {', '.join((do, *(f'{name} {_shown(each)}' for name, each in step.fields.items())))}"


def _shown(value: object) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False)
