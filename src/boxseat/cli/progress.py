"""What is being worked out, said on standard error while someone waits for it."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager

from rich.console import Console

from boxseat.odds.jit import cache_folder

FIRST_TIME = " (the first time, compiling takes some ten seconds)"


@contextmanager
def telling(words: str) -> Iterator[Callable[[str], None]]:
    """A line that says what is being worked out, where someone is looking; it is changed by what this yields."""
    note = "" if cache_folder().exists() else FIRST_TIME
    with Console(stderr=True, highlight=False, markup=False).status(words + note) as status:
        yield lambda changed: status.update(changed + note)


@contextmanager
def working(words: str) -> Iterator[None]:
    """The same for work that compiles nothing."""
    with Console(stderr=True, highlight=False, markup=False).status(words):
        yield
