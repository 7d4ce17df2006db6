"""The sheet of a trainee: what was seen, right and how fast, by topic and clause, and what is to come back.

An exercise that was answered wrong comes back soon; once it is right, another of its skill comes later, and if that is right too,
none is open any more.
"""

from __future__ import annotations

import re
from typing import Any

import msgspec
from msgspec.structs import replace

from boxseat.rulebook.book import Book
from boxseat.training.course import NoExercise, exercise, fresh_exercise, topic_of
from boxseat.training.exercise import Exercise
from boxseat.training.marks import MarkedExercise
from boxseat.training.skill import TOPICS

SHEET_VERSION = 1
BACK_AFTER_EXERCISES = 3
"""After so many others an exercise comes back that was wrong."""
AGAIN_AFTER_EXERCISES = 10
"""After so many others another of its skill follows."""
SECONDS_MAX = 3600.0
"""More than this is no answer but a break."""
COUNT_MAX = 1_000_000_000
"""No number of a sheet is above this."""
DUE_TRIED_MAX = 5
"""So many that are due are looked at, if they lead to no exercise of this game any more."""


class BadSheet(ValueError):
    """A sheet that cannot be read; the message says why."""


class SheetRow(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The tally of a clause in a topic of a game."""

    game: str
    topic: str
    clause: str
    seen: int = 0
    right: int = 0
    seconds: float = 0.0
    mistakes: int = 0
    """Parts that were wrong by this clause, in any exercise of the topic."""


class Drill(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """An exercise that is to come back."""

    game: str
    key: str
    due: int
    """The number of exercises after which it comes."""
    is_repeat: bool = True
    """Whether it is the one that was wrong, and not another of its skill."""


class Sheet(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A trainee's sheet."""

    trainee: str
    version: int = SHEET_VERSION
    answered: int = 0
    first_day: str = ""
    last_day: str = ""
    rows: tuple[SheetRow, ...] = ()
    drills: tuple[Drill, ...] = ()


def sheet_data(sheet: Sheet) -> dict[str, Any]:
    """A sheet as plain data."""
    told: dict[str, Any] = msgspec.json.decode(msgspec.json.encode(sheet))
    return told


def read_sheet(text: bytes | str) -> Sheet:
    """A sheet from its JSON."""
    try:
        sheet = msgspec.json.decode(text, type=Sheet)
    except (msgspec.DecodeError, UnicodeDecodeError, RecursionError) as error:
        raise BadSheet(f"is no training sheet: {error}") from None
    check_sheet(sheet)
    return sheet


def check_sheet(sheet: Sheet) -> None:
    """Raise `BadSheet` for a sheet that no program of this version has written."""
    if sheet.version != SHEET_VERSION:
        raise BadSheet(f"version: {sheet.version} is not {SHEET_VERSION}, the one this program writes")
    if not all(0 <= number <= COUNT_MAX for number in (sheet.answered, *(drill.due for drill in sheet.drills))):
        raise BadSheet(f"answered, drills: the numbers of exercises are 0 to {COUNT_MAX}")
    for row in sheet.rows:
        numbers = (row.seen, row.right, row.mistakes, row.seen - row.right, row.seconds)
        if not all(0 <= number <= COUNT_MAX for number in numbers):
            raise BadSheet(f"rows: the numbers of clause {row.clause[:20]} cannot be")


def written_sheet(sheet: Sheet) -> bytes:
    """A sheet as JSON."""
    return msgspec.json.format(msgspec.json.encode(sheet), indent=1) + b"\n"


def next_exercise(book: Book, sheet: Sheet, seed: int, topic: str = "") -> Exercise:
    """The next exercise: one that is due to come back, or a fresh one; the same sheet and seed give the same."""
    drills = [drill for drill in sheet.drills if drill.game == book.name and drill.due <= sheet.answered]
    due = [drill for drill in drills if topic_of(drill.key) and topic in ("", topic_of(drill.key))]
    for drill in sorted(due, key=lambda one: one.due)[:DUE_TRIED_MAX]:
        try:
            return exercise(book, drill.key)
        except NoExercise:
            continue
    return fresh_exercise(book, seed, sheet.answered, topic)


def with_result(sheet: Sheet, done: Exercise, marked: MarkedExercise, *, seconds: float, day: str) -> Sheet:
    """The sheet with one more exercise; `day` is the date, as the caller writes dates."""
    rows = {(row.game, row.topic, row.clause): row for row in sheet.rows}

    def row_of(clause: str) -> SheetRow:
        return rows.get((done.game, done.topic, clause)) or SheetRow(done.game, done.topic, clause)

    def put(row: SheetRow) -> None:
        rows[row.game, row.topic, row.clause] = row

    row = row_of(done.clause)
    spent = round(row.seconds + min(max(seconds, 0.0), SECONDS_MAX), 1)
    put(replace(row, seen=row.seen + 1, right=row.right + marked.is_right, seconds=spent))
    for wrong in (one for one in marked.marks if not one.is_right):
        row = row_of(wrong.clause)
        put(replace(row, mistakes=row.mistakes + 1))
    answered = sheet.answered + 1
    return replace(
        sheet,
        answered=answered,
        first_day=sheet.first_day or day,
        last_day=day,
        rows=tuple(sorted(rows.values(), key=_order)),
        drills=_drills(sheet, done, marked, answered),
    )


def _order(row: SheetRow) -> tuple[str, int, list[int], str]:
    """By game, topic, and the numbers of the clause."""
    topics = list(TOPICS)
    topic = topics.index(row.topic) if row.topic in topics else len(topics)
    return row.game, topic, [int(number) for number in re.findall("[0-9]{1,9}", row.clause)], row.clause


def _drills(sheet: Sheet, done: Exercise, marked: MarkedExercise, answered: int) -> tuple[Drill, ...]:
    """What is to come back after an exercise was answered."""
    before = next((one for one in sheet.drills if (one.game, one.key) == (done.game, done.key)), None)
    others = tuple(one for one in sheet.drills if one is not before)
    if not marked.is_right:
        return (*others, Drill(done.game, done.key, answered + BACK_AFTER_EXERCISES))
    if before is not None and before.is_repeat:
        return (*others, Drill(done.game, _next_key(done.key), answered + AGAIN_AFTER_EXERCISES, is_repeat=False))
    return others


def _next_key(key: str) -> str:
    """The key of another exercise of the same skill."""
    skill, _, seed = key.partition("/")
    return f"{skill}/{int(seed) + 1}"
