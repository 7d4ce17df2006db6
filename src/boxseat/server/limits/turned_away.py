"""Clients that are turned away: all are counted in the metrics, and the log has one line per reason and client."""

from __future__ import annotations

import time
from collections.abc import Callable

from boxseat.server.logs import log
from boxseat.server.metrics import Metrics

LOG_INTERVAL_S = 10.0
"""If a client is turned away again within this time, it is only counted; the count is logged afterwards."""
CLIENTS_LOGGED_MAX = 1_000
"""Clients with a log line of their own within that time; further clients share one line per reason."""
OTHERS = "others"


class TurnedAway:
    """Counts and logs clients that are turned away; a flood of them does not fill the log."""

    def __init__(self, metrics: Metrics, now: Callable[[], float] = time.monotonic) -> None:
        self._metrics = metrics
        self._now = now
        self._counts: dict[tuple[str, str], int] = {}
        self._since = now()

    def note(self, why: str, who: str, **fields: object) -> None:
        """Count a client that is turned away; log it unless it was logged within the interval."""
        self._metrics.turned_away(why)
        if self._now() - self._since >= LOG_INTERVAL_S:
            self.flush()
        key = (why, who)
        if key not in self._counts and len(self._counts) >= CLIENTS_LOGGED_MAX:
            key = (why, OTHERS)
        if key in self._counts:
            self._counts[key] += 1
            return
        self._counts[key] = 0
        log().warning("turned away", why=why, who=key[1], **fields)

    def flush(self) -> None:
        """Log how often clients were turned away again since their first line."""
        for (why, who), times in self._counts.items():
            if times:
                log().warning("turned away again", why=why, who=who, times=times)
        self._counts.clear()
        self._since = self._now()

    def flush_if_due(self) -> None:
        """Log the counts once the interval is over."""
        if self._counts and self._now() - self._since >= LOG_INTERVAL_S:
            self.flush()
