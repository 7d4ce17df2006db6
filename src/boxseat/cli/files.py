"""Reading a file that a command names, or standard input."""

from __future__ import annotations

import sys

from boxseat.cli.errors import WrongRequest


def read_bytes(name: str, bytes_max: int) -> bytes:
    """The content of a file, or of standard input where its name is ``-``; more than `bytes_max` is refused."""
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(bytes_max + 1)
        else:
            with open(name, "rb") as file:
                raw = file.read(bytes_max + 1)
    except (OSError, ValueError) as error:
        raise WrongRequest(f"{name[:200]!r} cannot be read: {getattr(error, 'strerror', error)}") from None
    if len(raw) > bytes_max:
        raise WrongRequest(f"{name}: is larger than {bytes_max // 1_000_000} MB")
    return raw
