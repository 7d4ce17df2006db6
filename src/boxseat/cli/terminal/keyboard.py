"""Keyboard input: a line at a time, where the player may leave at any prompt."""

from __future__ import annotations

import io
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType

LEAVE_WORDS = ("q", "quit", "exit", "leave")
ANSWER_CHARACTERS_MAX = 60
"""No answer at a table is longer; the rest is cut off."""


class Leaving(Exception):
    """The player leaves: q, the end of the input, or Ctrl-C."""


class Keyboard:
    """Reads answers. A Ctrl-C outside a prompt takes effect at the next one, so that no round is interrupted."""

    def __init__(self) -> None:
        self._left = False
        self._waiting = False

    def ask(self, prompt: str, *, characters_max: int = ANSWER_CHARACTERS_MAX) -> str:
        """The next line typed, in lower case, with blanks removed around it and single within."""
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
        answer = " ".join(typed[:characters_max].lower().split())
        if answer in LEAVE_WORDS:
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
        """A context in which Ctrl-C means leaving, and bytes that are no text are replaced."""
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
