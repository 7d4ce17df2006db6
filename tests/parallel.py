"""Long runs split into parts, several at a time in worker processes."""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from typing import TypeVar

P = TypeVar("P")
R = TypeVar("R")


def in_parts(work: Callable[[P], R], parts: Sequence[P], workers: int) -> Iterator[tuple[R, float]]:
    """The result of each part, in order, with the estimated minutes left."""
    began = time.monotonic()
    with ProcessPoolExecutor(workers) as pool:
        for number, given in enumerate(pool.map(work, parts), start=1):
            yield given, (time.monotonic() - began) / number * (len(parts) - number) / 60
