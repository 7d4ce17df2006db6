"""Computer players: they keep a table company, wager within its limits and decide by the legal choices alone.

A `perfect` one plays as the exact values say, a `chart` one by the best chart a player can carry, a `loose` one by rules of thumb
and hunches. What the first two need to know of a book is solved once, when it is first asked for (`solved_book`).
"""

from __future__ import annotations

from boxseat.computer.advisers import SolvedBook, solved_book
from boxseat.computer.players import Computer, Kind, Loose, Studied, computer, with_joiners
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
    "with_joiners",
]
