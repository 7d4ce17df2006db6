"""What took long to find is kept beside the compiled code, in a folder that no change to the sources outlives."""

from __future__ import annotations

import hashlib
import os
import zipfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from boxseat.odds.compiled import cache_folder

Arrays = dict[str, npt.NDArray[Any]]


def kept(name: str, made_from: list[bytes], find: Callable[[], Arrays]) -> Arrays:
    """The arrays that were found before from the same things, or found now and kept."""
    digest = hashlib.sha256()
    for part in made_from:
        digest.update(hashlib.sha256(part).digest())
    path = cache_folder() / f"{name}-{digest.hexdigest()[:24]}.npz"
    try:
        with np.load(path, allow_pickle=False) as arrays:
            return dict(arrays)
    except (OSError, ValueError, KeyError, EOFError, zipfile.BadZipFile):
        found = find()
    _keep(path, found)
    return found


def _keep(path: Path, found: Arrays) -> None:
    """Write it whole or not at all; where nothing can be written, it is found anew next time."""
    named: Any = found
    being_written = path.with_suffix(f".{os.getpid()}.part")
    try:
        path.parent.mkdir(parents=True, exist_ok=True)
        with being_written.open("wb") as file:
            np.savez(file, **named)
        being_written.replace(path)
    except OSError:
        return
