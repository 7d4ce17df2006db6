"""Progress lines of a long run, flushed at once even if the output is a pipe."""

from __future__ import annotations

import sys


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
