"""Computer players: they wager within the table's limits and choose among the legal choices.

A `perfect` one plays by the exact values, a `chart` one by the best chart, a `loose` one by rules of thumb and chance. What the
first two need of a book is computed once, at first use (`solved_book`).
"""

from __future__ import annotations

from boxseat.computer.advisers import SolvedBook, solved_book
from boxseat.computer.players import Computer, Kind, Loose, Studied, computer
from boxseat.computer.thinking_time import thinking_time

__all__ = [
    "Computer",
    "Kind",
    "Loose",
    "SolvedBook",
    "Studied",
    "computer",
    "solved_book",
    "thinking_time",
]
