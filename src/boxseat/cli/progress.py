"""A status line on standard error while a command computes."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console

from boxseat.odds.jit import cache_folder

COMPILING_NOTE = " (the first time, compiling takes some ten seconds)"


@contextmanager
def telling(words: str) -> Iterator[Callable[[str], None]]:
    """A status line, with a note if compiling comes first; yields a function that changes its text."""
    note = "" if cache_folder().exists() else COMPILING_NOTE
    with Console(stderr=True, highlight=False, markup=False).status(words + note) as status:
        yield lambda changed: status.update(changed + note)


@contextmanager
def working(words: str) -> Iterator[None]:
    """A status line for work that compiles nothing."""
    with Console(stderr=True, highlight=False, markup=False).status(words):
        yield
