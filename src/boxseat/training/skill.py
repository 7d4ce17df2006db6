"""A skill: one kind of exercise, made from a book and choices."""

from __future__ import annotations

from collections.abc import Callable
from typing import Literal

import msgspec

from boxseat.rulebook.book import Book
from boxseat.training.chance import Chance
from boxseat.training.exercise import Draft

Topic = Literal["shuffle-and-cut", "deal", "wagers-and-payouts", "irregularities"]
TOPICS: dict[str, str] = {
    "shuffle-and-cut": "Shuffle and cut",
    "deal": "Deal with announcements and pace",
    "wagers-and-payouts": "Wagers and payouts",
    "irregularities": "Irregularities",
}
"""The topics by name, as the training units for dealing Pontoon divide the work, and their titles."""


class Skill(msgspec.Struct, frozen=True):
    """A kind of exercise."""

    name: str
    topic: Topic
    title: str
    draft: Callable[[Book, Chance], Draft | None]
    """Makes an exercise; none if these choices lead to no suitable one."""
    weight: int = 2
    """How often it comes, compared with the others of its topic."""
    offered: Callable[[Book], bool] = lambda book: True
    """Whether a game has it."""
