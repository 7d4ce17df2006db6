"""How the server's process shares itself out, so that nobody at a table waits for its housekeeping.

The thread that writes the journal is let in within half a millisecond, where Python's habit is five: a commit takes several steps,
and every one would wait. Garbage is looked for in small helpings; the great search, which stops everything for a tenth of a second
on a full floor, comes every few minutes.
"""

from __future__ import annotations

import asyncio
import gc
import sys

SWITCH_S = 0.0005
SMALL_EVERY_S = 1.0
GREAT_EVERY = 300
"""After so many small searches a great one."""


async def keep_pace() -> None:
    """Look for garbage ourselves, for as long as the server runs."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    gc.collect()
    gc.freeze()  # what is there from the start stays
    gc.disable()
    helpings = 0
    try:
        while True:
            await asyncio.sleep(SMALL_EVERY_S)
            helpings += 1
            gc.collect(1 if helpings % GREAT_EVERY else 2)
    finally:
        gc.enable()
        gc.unfreeze()
        sys.setswitchinterval(before)
