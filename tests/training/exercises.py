"""Exercises for tests: of a skill, in a game, from several seeds."""

from __future__ import annotations

from collections.abc import Iterator

from boxseat.play.state import Round
from boxseat.rulebook.load import open_book
from boxseat.training.course import exercise
from boxseat.training.exercise import Exercise, RightAnswer
from tests.tiers import size

GAMES = ("canberra-pontoon", "canberra-blackjack", "star-pontoon", "star-pontoon-6to5")
"""In the order in which the specification lists clauses: CP / CB / SP / S6."""
SEEDS = size(6, 60)


def exercises(game: str, skill: str, seeds: int = SEEDS) -> Iterator[Exercise]:
    for seed in range(seeds):
        yield exercise(open_book(game), f"{skill}/{seed}")


def right(one: Exercise) -> dict[str, str]:
    """The right answers by part."""
    return {asked.part.name: asked.right.answer for asked in one.asked}


def of_part(one: Exercise, part: str) -> RightAnswer:
    return next(asked.right for asked in one.asked if asked.part.name == part)


def table(one: Exercise) -> Round:
    assert one.table is not None
    return one.table


def told(one: Exercise) -> str:
    return " ".join(one.told)
