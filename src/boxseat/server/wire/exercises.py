"""Wire format of the training of dealers. The sheet is the trainee's own: it comes with each request, and goes back changed."""

from __future__ import annotations

from typing import Annotated

import msgspec
from msgspec import Meta

from boxseat.server.wire.core import whole
from boxseat.table.picture import BoxInPlay, LineSeen
from boxseat.training.answer_text import ANSWER_CHARACTERS_MAX
from boxseat.training.course import SEEDS_END
from boxseat.training.exercise import Part
from boxseat.training.marks import Mark
from boxseat.training.sheet import COUNT_MAX, Sheet, SheetRow

Key = Annotated[str, Meta(max_length=60, description="An exercise: its skill and seed, `misplace/17`.")]


class ExerciseAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The next exercise: one that is due to come back, or a fresh one by the seed."""

    sheet: Sheet
    seed: Annotated[int, Meta(ge=0, lt=SEEDS_END)]
    topic: Annotated[str, Meta(max_length=40, description="A topic; empty for all.")] = ""


class ExerciseAnswered(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The answers to an exercise, by the name of the part."""

    key: Key
    answers: dict[str, Annotated[str, Meta(max_length=ANSWER_CHARACTERS_MAX)]]
    seconds: Annotated[float, Meta(ge=0, le=COUNT_MAX)]
    day: Annotated[str, Meta(pattern=whole("[0-9]{4}-[0-9]{2}-[0-9]{2}"), description="The trainee's date.")]
    sheet: Sheet


class ResultAsked(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A sheet whose result is asked for."""

    sheet: Sheet


class SkillSeen(msgspec.Struct, frozen=True):
    """A kind of exercise."""

    skill: str
    title: str


class TopicSeen(msgspec.Struct, frozen=True):
    """A topic of a game's course, with the kinds of exercises that the game has."""

    topic: str
    title: str
    skills: tuple[SkillSeen, ...]


class CardLying(msgspec.Struct, frozen=True):
    """A card that lies where it should not, and the place in words."""

    card: str
    place: str


class TableLying(msgspec.Struct, frozen=True):
    """The table of an exercise as it lies; hands that are settled keep their cards."""

    cards_from: str
    dealer: tuple[str, ...]
    dealer_total: int
    dealer_soft: bool
    boxes: tuple[BoxInPlay, ...]
    settled: tuple[LineSeen, ...]
    surplus: tuple[CardLying, ...]
    next: tuple[str, ...]
    """Cards out of the shoe that wait for a place."""
    rack: tuple[str, ...]
    """Cards that are burnt."""


class ExerciseSeen(msgspec.Struct, frozen=True):
    """An exercise without its right answers."""

    key: str
    game: str
    topic: str
    skill: str
    title: str
    told: tuple[str, ...]
    log: tuple[str, ...]
    table: TableLying | None
    parts: tuple[Part, ...]
    comes_back: bool
    """Whether it was wrong before, or follows one that was."""


class AnswerMarked(msgspec.Struct, frozen=True):
    """The marks of an exercise, and the trainee's sheet with it."""

    key: str
    is_right: bool
    marks: tuple[Mark, ...]
    sheet: Sheet


class TopicTally(msgspec.Struct, frozen=True):
    """The sum of a topic of a game."""

    game: str
    topic: str
    title: str
    seen: int
    right: int
    seconds: float


class ClauseTally(msgspec.Struct, frozen=True):
    """A row of the sheet, with what the register says of its clause."""

    row: SheetRow
    says: str


class ResultSeen(msgspec.Struct, frozen=True):
    """The result of a sheet."""

    topics: tuple[TopicTally, ...]
    clauses: tuple[ClauseTally, ...]
    csv: str
