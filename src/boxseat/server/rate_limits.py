"""Limits on asking: a bucket of tokens for every address and every account, filled again as time goes by."""

from __future__ import annotations

import time
from collections.abc import Callable

from boxseat.server.settings import Rate

MOST_BUCKETS = 100_000
"""So many are remembered; the oldest full ones are forgotten first, and lose nothing by it."""
CLEARED_EVERY = 60.0


class Bucket:
    """Tokens of one address, account or socket."""

    __slots__ = ("at", "tokens")

    def __init__(self, tokens: float, at: float) -> None:
        self.tokens = tokens
        self.at = at

    def take(self, rate: Rate, now: float) -> float:
        """Take a token; 0 where there was one, or the seconds until there is."""
        self.tokens = min(rate.at_once, self.tokens + (now - self.at) * rate.a_second)
        self.at = now
        if self.tokens >= 1:
            self.tokens -= 1
            return 0.0
        return (1 - self.tokens) / rate.a_second


class Allowance:
    """One rate for many: each name has a bucket of its own."""

    def __init__(self, rate: Rate, now: Callable[[], float] = time.monotonic, *, of: str = "") -> None:
        self.of = of
        """What is asked for, as the figures of those who were turned away have it."""
        self._rate = rate
        self._now = now
        self._buckets: dict[str, Bucket] = {}
        self._cleared_at = now()

    def take(self, name: str) -> float:
        """Take a token in somebody's name; 0, or the seconds until they may ask again."""
        now = self._now()
        bucket = self._buckets.get(name)
        if bucket is None:
            if now - self._cleared_at > CLEARED_EVERY or len(self._buckets) >= MOST_BUCKETS:
                self._clear(now)
            bucket = self._buckets[name] = Bucket(self._rate.at_once, now)
        return bucket.take(self._rate, now)

    def _clear(self, now: float) -> None:
        """Forget those whose buckets are full again; where too many are not, the oldest."""
        self._cleared_at = now
        full = self._rate.at_once / self._rate.a_second
        self._buckets = {name: one for name, one in self._buckets.items() if now - one.at < full}
        if len(self._buckets) >= MOST_BUCKETS:  # many at a time, so that a crowd of strangers costs little
            self._buckets = dict(list(self._buckets.items())[MOST_BUCKETS // 4 :])

    def __len__(self) -> int:
        return len(self._buckets)
