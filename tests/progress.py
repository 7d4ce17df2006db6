"""What a long run says as it goes along, at once and not when its pipe is full."""

from __future__ import annotations

import sys


def say(line: str) -> None:
    sys.stdout.write(line + "\n")
    sys.stdout.flush()
