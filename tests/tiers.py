"""The tiers of the tests: `make test` runs samples, for every change; `make test-all` runs everything.

Tests marked `heavy` run in `make test-all` only. A test that uses `size` does less work in `make test`.
"""

from __future__ import annotations

import os
from collections.abc import Container, Iterable
from hashlib import sha256
from typing import Any, TypeVar

import pytest

T = TypeVar("T")
FULL = os.environ.get("BOXSEAT_TESTS") == "all"
"""Whether everything runs, at full size."""
heavy = pytest.mark.heavy


def size(sample: T, full: T) -> T:
    """The smaller or the full amount of work, by the tier."""
    return full if FULL else sample


def cases(values: Iterable[Any], sample: Container[Any]) -> list[Any]:
    """Values of a test parameter (tuples for several parameters); those outside the sample are marked heavy."""
    return [
        value if value in sample else pytest.param(*(value if isinstance(value, tuple) else (value,)), marks=heavy)
        for value in values
    ]


def chosen(name: str, one_in: int) -> bool:
    """Whether a name belongs to a sample of one in so many. The sample is the same on every machine."""
    return int.from_bytes(sha256(name.encode()).digest()[:4]) % one_in == 0
