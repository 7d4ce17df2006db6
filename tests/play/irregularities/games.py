"""The four games beside one another, as their clauses about irregularities differ by number."""

from __future__ import annotations

import pytest

from boxseat.rulebook.load import GAMES

CANBERRA, STAR = GAMES[:2], GAMES[2:]
in_each_game = pytest.mark.parametrize("game", GAMES)
in_each_star_game = pytest.mark.parametrize("game", STAR)


def each(*clauses: str | tuple[str, ...]) -> pytest.MarkDecorator:
    """A test for each game with its clauses: Canberra Pontoon, Canberra Blackjack, The Star's Pontoon and Pontoon 6 to 5."""
    return _rows(GAMES, clauses)


def at_canberra(*clauses: str | tuple[str, ...]) -> pytest.MarkDecorator:
    """A test for each game of Canberra."""
    return _rows(CANBERRA, clauses)


def at_the_star(*clauses: str | tuple[str, ...]) -> pytest.MarkDecorator:
    """A test for each game of The Star."""
    return _rows(STAR, clauses)


def _rows(games: tuple[str, ...], clauses: tuple[str | tuple[str, ...], ...]) -> pytest.MarkDecorator:
    rows = [(one,) if isinstance(one, str) else one for one in clauses]
    names = ("clause",) if len(rows[0]) == 1 else tuple(f"clause{place + 1}" for place in range(len(rows[0])))
    return pytest.mark.parametrize(
        ("game", *names), [(game, *row) for game, row in zip(games, rows, strict=True)], ids=games
    )
