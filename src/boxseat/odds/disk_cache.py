"""Disk cache of solved tables (.npz), keyed by a hash of the inputs and of every source that the result comes from."""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from boxseat.odds.jit import cache_folder
from boxseat.odds.source_hash import package_hash

Arrays = dict[str, npt.NDArray[Any]]
"""Arrays by name, as an .npz file holds them."""


def cached(name: str, inputs: list[bytes], solve: Callable[[], Arrays]) -> Arrays:
    """The cached arrays for these inputs, or newly solved ones, which are stored.

    The sources are those of the module that `solve` is written in, and all it imports.
    """
    digest = hashlib.sha256(package_hash(solve.__module__))
    for part in inputs:
        digest.update(hashlib.sha256(part).digest())
    path = cache_folder() / f"{name}-{digest.hexdigest()[:24]}.npz"
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return dict(arrays)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        solved = solve()
    _store(path, solved)
    return solved


def _store(path: Path, solved: Arrays) -> None:
    """Write the file completely or not at all; if it cannot be written, it is solved again next time."""
    named: Any = solved
    unfinished = path.with_suffix(f".{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with unfinished.open("wb") as file:
            np.savez(file, **named)
        unfinished.replace(path)
    except OSError:
        return
