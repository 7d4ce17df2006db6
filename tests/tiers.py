"""Which tier of the tests this is: samples, which `make test` takes for every change, or everything, as in `make test-all`.

What is marked `heavy` runs in `make test-all` only; what has a size takes a smaller one in `make test`.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable
from hashlib import sha256
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
FULL = os.environ.get("BOXSEAT_TESTS") == "all"
"""Whether everything runs, at its full size."""
heavy = pytest.mark.heavy


def size(sample: T, full: T) -> T:
    """How much of something is done in this tier."""
    return full if FULL else sample


def cases(values: Iterable[Any], sample: Container[Any]) -> list[Any]:
    """Values of a parameter, or tuples of several; those outside the sample are heavy."""
    return [
        value if value in sample else pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=heavy)
        for value in values
    ]


def chosen(name: str, one_in: int) -> bool:
    """Whether a name is in a sample that is the same on every machine."""
    return int.from_bytes(sha256(name.encode()).digest()[:4]) % one_in == 0
