"""How the server's process shares itself out, so that nobody at a table waits for its housekeeping.

The thread that writes the journal is let in within a tenth of a millisecond, where Python's habit is five: a commit takes several
steps, and every one would wait. Garbage is looked for in small helpings, which on a full floor take some hundredths of a second
each however seldom it is; the great search, of a tenth of a second, comes every few minutes.
"""

from __future__ import annotations

import asyncio
import gc
import sys

SWITCH_S = 0.0001
SMALL_EVERY_S = 30.0
GREAT_EVERY = 10
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
