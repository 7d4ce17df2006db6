"""Checks of data that must hold whatever the interpreter's options: unlike `assert`, they are never left out."""

from __future__ import annotations

from typing import TypeVar

T = TypeVar("T")


class Inconsistent(Exception):
    """Data that contradicts itself: a forged or damaged record, or a mistake in this program. The message says what."""


def present(value: T | None, what: str) -> T:
    """A value that must be there."""
    if value is None:
        raise Inconsistent(f"there is no {what}")
    return value


def require(condition: bool, what: str) -> None:
    """Something that must hold; `what` says what does not."""
    if not condition:
        raise Inconsistent(what)
