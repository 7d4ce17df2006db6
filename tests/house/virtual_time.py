"""An event loop whose time is its own: nobody waits, and the same things happen in the same order every time."""

from __future__ import annotations

import asyncio
import selectors
from collections.abc import Coroutine
from typing import Any, TypeVar

T = TypeVar("T")


class Stuck(Exception):
    """Everybody waits for something, and nothing will ever happen."""


class _NothingToRead(selectors.DefaultSelector):
    """Where others would sleep, time goes on at once."""

    loop: VirtualLoop

    def select(self, timeout: float | None = None) -> list[tuple[selectors.SelectorKey, int]]:
        if timeout is None:
            raise Stuck
        self.loop.passed += max(timeout, 0)
        return []


class VirtualLoop(asyncio.SelectorEventLoop):
    """Seconds pass when there is nothing left to do."""

    def __init__(self) -> None:
        self.passed = 0.0
        selector = _NothingToRead()
        selector.loop = self
        super().__init__(selector)

    def time(self) -> float:
        return self.passed


def run_virtually(main: Coroutine[Any, Any, T]) -> T:
    """Run something on a loop of its own time."""
    with asyncio.Runner(loop_factory=VirtualLoop) as runner:
        return runner.run(main)
