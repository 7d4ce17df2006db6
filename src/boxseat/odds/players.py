"""Whose play is simulated, by name: perfect, the chart, the dealer's own, or a chart file of one's own.

Finding the best chart takes seconds, so what was found is kept beside the compiled code, under the book's own fingerprint.
"""

from __future__ import annotations

import hashlib
import os
from collections.abc import Callable
from pathlib import Path

import numpy as np

from boxseat.odds.best import best_policy
from boxseat.odds.chartfile import read_chart
from boxseat.odds.compiled import cache_folder
from boxseat.odds.mimic import mimic_policy
from boxseat.odds.policy import Policy
from boxseat.odds.strategy import best_chart
from boxseat.rulebook.book import Book

STRATEGIES = ("chart", "perfect", "mimic")


def player(book: Book, strategy: str) -> Policy:
    """The policy of a strategy's name, or of the chart in a file."""
    if strategy == "mimic":
        return mimic_policy(book)
    if strategy == "perfect":
        return _kept(book, strategy, lambda: best_policy(book))
    if strategy == "chart":
        return _kept(book, strategy, lambda: best_chart(book).policy(book))
    return read_chart(strategy, book).policy(book)


def _kept(book: Book, strategy: str, find: Callable[[], Policy]) -> Policy:
    """What was found before for the same book and the same sources, or found now and kept."""
    print_of_book = hashlib.sha256(repr(book).encode()).hexdigest()[:24]
    path = cache_folder() / f"{strategy}-{print_of_book}.npz"
    try:
        with np.load(path) as parts:
            return Policy(*(parts[name] for name in Policy._fields))
    except (OSError, ValueError, KeyError, EOFError):
        found = find()
    _keep(path, found)
    return found


def _keep(path: Path, found: Policy) -> None:
    """Write it whole or not at all; where nothing can be written, it is found anew next time."""
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        being_written = path.with_suffix(f".{os.getpid()}.npz")
        np.savez(being_written, **found._asdict())
        being_written.replace(path)
    except OSError:
        return
