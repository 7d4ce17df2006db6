"""Marks: each part of an answer right or wrong, with the clause and what the register says of it."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

import msgspec

from boxseat.rulebook.load import GAMES
from boxseat.rulebook.register import clauses
from boxseat.training.answer_text import UnreadableAnswer, read_answer
from boxseat.training.exercise import Asked, Exercise


class Mark(msgspec.Struct, frozen=True):
    """The mark of one part."""

    part: str
    asks: str
    given: str
    answer: str
    """The right answer."""
    is_right: bool
    clause: str
    sentence: str
    """What the register says of the clause; empty for a book that has no register."""
    why: str


class MarkedExercise(msgspec.Struct, frozen=True):
    """An answered exercise: right if every part is."""

    key: str
    is_right: bool
    marks: tuple[Mark, ...]


def mark(exercise: Exercise, answers: Mapping[str, str]) -> MarkedExercise:
    """Mark the answers, by the name of the part; every part needs one."""
    names = [one.part.name for one in exercise.asked]
    for name in answers:
        if name not in names:
            raise UnreadableAnswer(f"{name[:40]}: nothing of this name is asked; there are {', '.join(names)}")
    marks = tuple(_mark(exercise.game, one, answers) for one in exercise.asked)
    return MarkedExercise(exercise.key, all(one.is_right for one in marks), marks)


def _mark(game: str, one: Asked, answers: Mapping[str, str]) -> Mark:
    part, right = one.part, one.right
    if part.name not in answers:
        raise UnreadableAnswer(f"{part.name}: not answered")
    try:
        given = read_answer(part, answers[part.name])
    except UnreadableAnswer as error:
        raise UnreadableAnswer(f"{part.name}: {error}") from None
    clause = right.clause if not right.clauses else _clause_of_difference(given, one)
    sentence = clause_sentence(game, clause)
    return Mark(part.name, part.asks, given, right.answer, given == right.answer, clause, sentence, right.why)


def _clause_of_difference(given: str, one: Asked) -> str:
    """The clause of the first place that differs."""
    right = one.right
    pairs = zip(given.split(), right.answer.split(), strict=False)
    alike = next((place for place, (ours, theirs) in enumerate(pairs) if ours != theirs), None)
    if alike is None:
        alike = min(len(given.split()), len(right.answer.split()))
    return right.clause if given == right.answer else right.clauses[alike]


def clause_sentence(game: str, clause: str) -> str:
    """What the register says of a clause; empty if it has none."""
    return _sentences(game).get(clause, "") if game in GAMES else ""


@cache
def _sentences(game: str) -> dict[str, str]:
    return {clause.number: clause.summary for clause in clauses(game)}
