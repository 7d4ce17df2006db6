"""Rate limits: a token bucket for every address, account and socket."""

from __future__ import annotations

import time
from collections.abc import Callable

from boxseat.server.settings import Rate

BUCKETS_MAX = 100_000
"""Buckets in memory; full ones are dropped first, which changes no limit."""
CLEANUP_INTERVAL_S = 60.0


class TokenBucket:
    """Token bucket of one address, account or socket."""

    __slots__ = ("at", "tokens")

    def __init__(self, tokens: float, at: float) -> None:
        self.tokens = tokens
        self.at = at

    def take(self, rate: Rate, now: float) -> float:
        """Take a token; returns 0, or the seconds until there is one."""
        if self.available(rate, now) >= 1:
            self.tokens -= 1
            return 0.0
        return (1 - self.tokens) / rate.a_second

    def available(self, rate: Rate, now: float) -> float:
        """Tokens in the bucket now; below zero while it is in debt."""
        self.tokens = min(rate.at_once, self.tokens + (now - self.at) * rate.a_second)
        self.at = now
        return self.tokens

    def spend(self, rate: Rate, now: float, amount: float) -> float:
        """Take an amount that is used already; returns 0, or the seconds until the bucket is no longer in debt."""
        self.tokens = self.available(rate, now) - amount
        return max(0.0, -self.tokens / rate.a_second)


class RateLimiter:
    """One rate limit for many names, each with its own token bucket."""

    def __init__(self, rate: Rate, now: Callable[[], float] = time.monotonic, *, of: str = "") -> None:
        self.of = of
        """What is limited: the label in the metrics."""
        self.rate = rate
        self._now = now
        self._buckets: dict[str, TokenBucket] = {}
        self._cleared_at = now()

    def take(self, name: str) -> float:
        """Take a token from a name's bucket; returns 0, or the seconds until there is one."""
        now = self._now()
        return self._bucket(name, now).take(self.rate, now)

    def available(self, name: str) -> float:
        """Tokens in a name's bucket now."""
        now = self._now()
        return self._bucket(name, now).available(self.rate, now)

    def spend(self, name: str, amount: float) -> float:
        """Take a used amount from a name's bucket; returns 0, or the seconds until it is no longer in debt."""
        now = self._now()
        return self._bucket(name, now).spend(self.rate, now, amount)

    def _bucket(self, name: str, now: float) -> TokenBucket:
        bucket = self._buckets.get(name)
        if bucket is None:
            if now - self._cleared_at > CLEANUP_INTERVAL_S or len(self._buckets) >= BUCKETS_MAX:
                self._clear(now)
            bucket = self._buckets[name] = TokenBucket(self.rate.at_once, now)
        return bucket

    def _clear(self, now: float) -> None:
        """Drop the buckets that are full again; if too many remain, also the oldest quarter."""
        self._cleared_at = now
        full = self.rate.at_once / self.rate.a_second
        self._buckets = {name: one for name, one in self._buckets.items() if now - one.at < full}
        if len(self._buckets) >= BUCKETS_MAX:  # many at a time, so that a flood of new names costs little
            self._buckets = dict(list(self._buckets.items())[BUCKETS_MAX // 4 :])

    def __len__(self) -> int:
        return len(self._buckets)
