"""Files that people hand over: one by name, or what is piped in."""

from __future__ import annotations

import sys

from boxseat.cli.errors import WrongRequest


def read_bytes(name: str, most: int) -> bytes:
    """What a file holds, or standard input where its name is ``-``; a file above `most` bytes is no file of ours."""
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(most + 1)
        else:
            with open(name, "rb") as file:
                raw = file.read(most + 1)
    except (OSError, ValueError) as error:
        raise WrongRequest(f"{name[:200]!r} cannot be read: {getattr(error, 'strerror', error)}") from None
    if len(raw) > most:
        raise WrongRequest(f"{name}: is larger than {most // 1_000_000} MB")
    return raw
