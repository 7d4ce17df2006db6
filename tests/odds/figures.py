"""Figures that several tests ask for, worked out once."""

from __future__ import annotations

from functools import cache

from boxseat.odds.exact.whole_game import Game, whole_game
from boxseat.rulebook.load import open_book


@cache
def game_figures(game: str) -> Game:
    """A game as its book has it, with best play."""
    return whole_game(open_book(game))
