"""Event loop lag: how late the loop runs a timer, because something else holds it."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

MEASURE_INTERVAL_S = 0.05


async def measure_lag(observe: Callable[[float], None], interval_s: float = MEASURE_INTERVAL_S) -> None:
    """Call `observe` with the lag in seconds, at this interval, until cancelled."""
    loop = asyncio.get_running_loop()
    while True:
        due = loop.time() + interval_s
        await asyncio.sleep(interval_s)
        observe(max(0.0, loop.time() - due))
