"""How the server's process shares itself out, so that nobody at a table waits for its housekeeping.

The thread that writes the journal is let in within a tenth of a millisecond, where Python's habit is five: a commit takes several
steps, and every one would wait. Garbage is looked for among what is new, in helpings of one or two hundredths of a second, also
while a crowd comes in; the great search, of a tenth of a second or two on a full floor, comes every few minutes.
"""

from __future__ import annotations

import asyncio
import gc
import sys

SWITCH_S = 0.0001
LOOKED_EVERY_S = 0.2
HELPING = 20_000
"""So many new objects are searched together."""
GREAT_EVERY_S = 300.0


async def keep_pace() -> None:
    """Look for garbage ourselves, for as long as the server runs."""
    loop = asyncio.get_running_loop()
    before = sys.getswitchinterval()
    sys.setswitchinterval(SWITCH_S)
    gc.collect()
    gc.freeze()  # what is there from the start stays
    gc.disable()
    great = loop.time() + GREAT_EVERY_S
    try:
        while True:
            await asyncio.sleep(LOOKED_EVERY_S)
            if loop.time() >= great:
                great = loop.time() + GREAT_EVERY_S
                gc.collect()
            elif gc.get_count()[0] >= HELPING:
                gc.collect(1)
    finally:
        gc.enable()
        gc.unfreeze()
        sys.setswitchinterval(before)
