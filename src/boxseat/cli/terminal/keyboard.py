"""What the person at the table types: a line at a time, and getting up to leave at any moment."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

LEAVE = ("q", "quit", "exit", "leave")
LONGEST = 60
"""Nothing that means something is longer."""


class Leaving(Exception):
    """The player gets up: q, the end of the input, or Ctrl-C."""


class Keyboard:
    """Reads answers. Ctrl-C while nobody is asked is kept until the next question, so that no round is cut in two."""

    def __init__(self) -> None:
        self._left = False
        self._waiting = False

    def ask(self, prompt: str) -> str:
        """The next line typed, in small letters and without blanks around it."""
        if self._left:
            raise Leaving
        try:
            self._waiting = True
            typed = self._line(prompt)
        except (EOFError, KeyboardInterrupt):
            self._waiting, self._left = False, True
            _write("\n")
            raise Leaving from None
        finally:
            self._waiting = False
        answer = " ".join(typed[:LONGEST].lower().split())
        if answer in LEAVE:
            self._left = True
            raise Leaving
        return answer

    def _line(self, prompt: str) -> str:
        if sys.stdin is None:
            raise EOFError
        if sys.stdin.isatty():
            return input(prompt)
        _write(prompt)
        typed = sys.stdin.readline()
        if not typed:
            raise EOFError
        _write(typed if typed.endswith("\n") else typed + "\n")
        return typed

    @contextmanager
    def attended(self) -> Iterator[None]:
        """While the player sits there: Ctrl-C means leaving, and bytes that are no text are no reason to stop."""
        for stream in (sys.stdin, sys.stdout):
            if isinstance(stream, io.TextIOWrapper):
                stream.reconfigure(errors="replace")
        before = signal.signal(signal.SIGINT, self._interrupted)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, before)

    def _interrupted(self, _signal: int, _frame: FrameType | None) -> None:
        self._left = True
        if self._waiting:
            self._waiting = False
            raise KeyboardInterrupt


def _write(text: str) -> None:
    if sys.stdout is not None:
        sys.stdout.write(text)
        sys.stdout.flush()
