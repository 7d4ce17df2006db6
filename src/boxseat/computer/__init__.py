"""Computer players: they keep a table company, wager within its limits and decide by the legal choices alone.

A `perfect` one plays as the exact values say, a `chart` one by the best chart a player can carry, a `loose` one by rules of thumb
and hunches. What the first two must work out of a book first is imported and worked out when it is asked for (`wisdom`), and once.
"""

from __future__ import annotations

from boxseat.computer.advisers import Wisdom, wisdom
from boxseat.computer.players import Computer, Kind, Loose, Studied, computer, with_joiners
from boxseat.computer.thinking_time import thinking_time

__all__ = [
    "Computer",
    "Kind",
    "Loose",
    "Studied",
    "Wisdom",
    "computer",
    "thinking_time",
    "wisdom",
    "with_joiners",
]
