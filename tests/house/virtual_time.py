"""An event loop with virtual time: nothing really waits, and the same things happen in the same order every time."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Stuck(Exception):
    """Every task waits, and nothing will ever happen."""


class _NothingToRead(selectors.DefaultSelector):
    """Instead of sleeping, it moves the virtual time forward at once."""

    loop: VirtualLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Stuck
        self.loop.passed += max(timeout, 0)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """Time passes only when there is nothing left to do."""

    def __init__(self) -> None:
        self.passed = 0.0
        selector = _NothingToRead()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        return self.passed


def run_virtually(main: Coroutine[Any, Any, T]) -> T:
    """Run a coroutine on a loop with virtual time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)
