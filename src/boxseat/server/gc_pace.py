"""Garbage-collection schedule and thread switch interval, tuned for p99 latency.

The switch interval is 0.1 ms instead of Python's 5 ms: a commit takes several steps in the thread that writes the
journal, and each step could wait that long. Young objects are collected in batches that take 10 to 20 ms, even while
many clients connect. A full collection takes 100 to 200 ms on a full floor, and runs every few minutes.
"""

from __future__ import annotations

import asyncio
import gc
import sys

THREAD_SWITCH_INTERVAL_S = 0.0001
CHECK_INTERVAL_S = 0.2
YOUNG_OBJECTS_MAX = 20_000
"""Young objects that trigger a collection of the young generations."""
FULL_COLLECTION_INTERVAL_S = 300.0


async def run_gc_schedule() -> None:
    """Run garbage collections on this schedule until cancelled."""
    loop = asyncio.get_running_loop()
    previous_switch_interval = sys.getswitchinterval()
    sys.setswitchinterval(THREAD_SWITCH_INTERVAL_S)
    gc.collect()
    gc.freeze()  # objects from start-up stay until the end
    gc.disable()
    next_full = loop.time() + FULL_COLLECTION_INTERVAL_S
    try:
        while True:
            await asyncio.sleep(CHECK_INTERVAL_S)
            if loop.time() >= next_full:
                next_full = loop.time() + FULL_COLLECTION_INTERVAL_S
                gc.collect()
            elif gc.get_count()[0] >= YOUNG_OBJECTS_MAX:
                gc.collect(1)
    finally:
        gc.enable()
        gc.unfreeze()
        sys.setswitchinterval(previous_switch_interval)
