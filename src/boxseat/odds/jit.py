"""Just-in-time compilation by numba, with machine code cached on disk, keyed by a hash of the sources it was made from."""

from __future__ import annotations

import hashlib
import os
from functools import cache
from pathlib import Path

import numba

from boxseat.odds.source_hash import package_hash


@cache
def cache_folder() -> Path:
    """Where machine code and solved tables of these sources are stored."""
    digest = hashlib.sha256(numba.__version__.encode() + package_hash("boxseat.odds"))
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "boxseat" / digest.hexdigest()[:16]


numba.config.CACHE_DIR = str(cache_folder())  # type: ignore[attr-defined]
compiled = numba.njit(cache=True, nogil=True)
"""Decorator: compile a function; it runs without the global interpreter lock."""
inlined = numba.njit(cache=True, inline="always")
"""Decorator: compile a function into the body of its callers."""
