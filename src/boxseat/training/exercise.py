"""An exercise: what happened at a table, the parts to be answered, and the right answers with their clauses.

An answer is text, and its form says how it is read. Everything but the picture of the table is plain data; `exercise_data` gives
all of it as JSON.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from boxseat.consistency import require
from boxseat.play.state import Round
from boxseat.training.table_data import table_data

AnswerForm = Literal["choice", "several", "cards", "amount", "total", "places"]
"""One of the options, any of them, cards, dollars, the total of a hand, or places in the order in which cards go to them."""


class AnswerOption(msgspec.Struct, frozen=True):
    """An option of a choice."""

    id: str
    label: str


class Part(msgspec.Struct, frozen=True):
    """One thing that is asked."""

    name: str
    asks: str
    form: AnswerForm
    options: tuple[AnswerOption, ...] = ()
    start: str = ""
    """For cards: those that lie there now."""
    cards: str = ""
    """For places: the cards in the order in which they leave the shoe, and some more."""


class RightAnswer(msgspec.Struct, frozen=True):
    """The right answer to a part, in the form in which answers are compared."""

    answer: str
    clause: str
    why: str = ""
    clauses: tuple[str, ...] = ()
    """For places: the clause of each, and one for what comes after the last."""


class Asked(msgspec.Struct, frozen=True):
    """A part with its right answer."""

    part: Part
    right: RightAnswer


class Exercise(msgspec.Struct, frozen=True):
    """One exercise."""

    key: str
    """Its skill and seed, from which it can be made again."""
    game: str
    topic: str
    skill: str
    title: str
    told: tuple[str, ...]
    """What happened, in sentences."""
    log: tuple[str, ...]
    """The cards and decisions of the round in order, where they matter."""
    table: Round | None
    """The table as it lies."""
    asked: tuple[Asked, ...]

    @property
    def clause(self) -> str:
        """The clause that the exercise is about: that of its first part."""
        return self.asked[0].right.clause


class Draft(msgspec.Struct, frozen=True):
    """An exercise without its name, as a skill makes it."""

    told: tuple[str, ...]
    asked: tuple[Asked, ...]
    table: Round | None = None
    log: tuple[str, ...] = ()


def asked(
    name: str,
    asks: str,
    form: AnswerForm,
    answer: str,
    clause: str,
    *,
    why: str = "",
    start: str = "",
) -> Asked:
    """A part without options, with its right answer."""
    return Asked(Part(name, asks, form, start=start), RightAnswer(answer, clause, why))


def places_in_order(
    name: str, asks: str, options: dict[str, str], answers: tuple[str, ...], rules: list[str], *, cards: str
) -> Asked:
    """Places of these cards in order; `rules` are their clauses, and one more for what comes after the last."""
    right = RightAnswer(" ".join(answers), rules[0], clauses=tuple(rules))
    return Asked(Part(name, asks, "places", _options(options), cards=cards), right)


def choice(name: str, asks: str, options: dict[str, str], answer: str, clause: str, *, why: str = "") -> Asked:
    """A choice of one of some options, by id and label."""
    require(answer in options, f"{answer!r} is no option of {name}")
    return Asked(Part(name, asks, "choice", _options(options)), RightAnswer(answer, clause, why))


def several(
    name: str, asks: str, options: dict[str, str], answers: tuple[str, ...], clause: str, *, why: str = ""
) -> Asked:
    """A choice of any of some options, none included."""
    right = " ".join(one for one in options if one in answers)
    return Asked(Part(name, asks, "several", _options(options)), RightAnswer(right, clause, why))


def _options(options: dict[str, str]) -> tuple[AnswerOption, ...]:
    return tuple(AnswerOption(name, label) for name, label in options.items())


def exercise_data(exercise: Exercise, *, with_answers: bool) -> dict[str, object]:
    """An exercise as JSON, with the right answers or without."""
    parts = msgspec.json.decode(msgspec.json.encode([one.part for one in exercise.asked]))
    told: dict[str, object] = {
        "key": exercise.key,
        "game": exercise.game,
        "topic": exercise.topic,
        "skill": exercise.skill,
        "title": exercise.title,
        "told": list(exercise.told),
        "log": list(exercise.log),
        "table": table_data(exercise.table) if exercise.table else None,
        "parts": parts,
    }
    if with_answers:
        told["answers"] = {
            one.part.name: {"answer": one.right.answer, "clause": one.right.clause, "why": one.right.why}
            for one in exercise.asked
        }
    return told
