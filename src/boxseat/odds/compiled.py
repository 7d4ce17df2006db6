"""Where compiled code is kept: a folder named by the sources it was made from, so that it never outlives a change to them."""

from __future__ import annotations

import hashlib
import os
from pathlib import Path

import numba

SOURCES = ("odds", "cards.py", "play/dealer.py")
"""All that compiled functions take code or constants from."""


def cache_folder() -> Path:
    package = Path(__file__).parent.parent
    digest = hashlib.sha256(numba.__version__.encode())
    for name in SOURCES:
        place = package / name
        for path in sorted(place.glob("*.py")) if place.is_dir() else [place]:
            digest.update(path.read_bytes())
    base = Path(os.environ.get("XDG_CACHE_HOME") or Path.home() / ".cache")
    return base / "boxseat" / digest.hexdigest()[:16]


numba.config.CACHE_DIR = str(cache_folder())  # type: ignore[attr-defined]
compiled = numba.njit(cache=True, nogil=True)
inlined = numba.njit(cache=True, inline="always")
