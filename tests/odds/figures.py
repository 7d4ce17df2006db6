"""Figures that several tests need, computed once: they are in the disk cache, which depends on the source code."""

from __future__ import annotations

import json
import pickle
from collections.abc import Callable
from functools import cache
from typing import TypeVar

import numpy as np

from boxseat.odds.disk_cache import cached
from boxseat.odds.exact.whole_game import Game, whole_game
from boxseat.odds.strategy.best_chart import best_chart
from boxseat.odds.strategy.chart import Chart
from boxseat.odds.strategy.chart_file import as_record, chart_of
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import open_book

T = TypeVar("T")


@cache
def game_figures(game: str) -> Game:
    """The figures of a game by its own book, with best play."""
    book = open_book(game)
    return _kept("figures", book, lambda: whole_game(book))


def chart_figures(book: Book) -> Chart:
    """The best chart of a book."""
    record = _kept("chart", book, lambda: json.dumps(as_record(best_chart(book))))
    return chart_of(json.loads(record), book)


def _kept(name: str, book: Book, find: Callable[[], T]) -> T:
    """A cached figure; the cache folder's name contains a hash of all sources of `boxseat.odds`."""
    arrays = cached(
        f"test-{name}", [repr(book).encode()], lambda: {"found": np.frombuffer(pickle.dumps(find()), dtype=np.uint8)}
    )
    found: T = pickle.loads(arrays["found"].tobytes())
    return found
