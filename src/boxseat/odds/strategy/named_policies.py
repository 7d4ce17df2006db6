"""Policies by name: perfect play, the best chart, the dealer's own rule, or the chart in a file."""

from __future__ import annotations

from collections.abc import Callable

from boxseat.odds.disk_cache import cached
from boxseat.odds.exact.perfect_policy import best_policy
from boxseat.odds.policy import Policy
from boxseat.odds.strategy.best_chart import best_chart
from boxseat.odds.strategy.chart_file import read_chart
from boxseat.odds.strategy.mimic import mimic_policy
from boxseat.rulebook.book import Book

STRATEGIES = ("chart", "perfect", "mimic")
"""The names of the policies that are computed."""


def policy_by_name(book: Book, strategy: str) -> Policy:
    """The policy of a strategy's name, or of the chart in a file; computed ones are stored in the disk cache."""
    if strategy == "mimic":
        return _cached(book, strategy, lambda: mimic_policy(book))
    if strategy == "perfect":
        return _cached(book, strategy, lambda: best_policy(book))
    if strategy == "chart":
        return _cached(book, strategy, lambda: best_chart(book).policy(book))
    return read_chart(strategy, book).policy(book)


def _cached(book: Book, strategy: str, find: Callable[[], Policy]) -> Policy:
    return Policy(**cached(strategy, [repr(book).encode()], lambda: find()._asdict()))
