"""Prometheus metrics: commands and their latency, requests, sockets, tables, faults, and whether play is paused."""

from __future__ import annotations

from collections.abc import Callable

from prometheus_client import CollectorRegistry, Counter, Gauge, Histogram, generate_latest

_LATENCY_BUCKETS_S = (0.001, 0.0025, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10)

_LOOP_LAG_BUCKETS_S = (0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1)


class Metrics:
    """Metrics of one node, in Prometheus format."""

    def __init__(self) -> None:
        self.registry = CollectorRegistry()
        self._commands = Counter(
            "boxseat_commands", "Commands by kind and answer.", ("kind", "answer"), registry=self.registry
        )
        self._seconds = Histogram(
            "boxseat_command_seconds",
            "From a command's arrival to its answer.",
            buckets=_LATENCY_BUCKETS_S,
            registry=self.registry,
        )
        self._commit = Histogram(
            "boxseat_commit_seconds",
            "From a write to its commit on disk.",
            buckets=_LATENCY_BUCKETS_S,
            registry=self.registry,
        )
        self.loop_lag: Callable[[float], None] = Histogram(
            "boxseat_loop_lag_seconds",
            "How late the event loop runs a timer.",
            buckets=_LOOP_LAG_BUCKETS_S,
            registry=self.registry,
        ).observe
        self._requests = Counter(
            "boxseat_requests", "HTTP requests by route and status.", ("route", "status"), registry=self.registry
        )
        self._refusals = Counter(
            "boxseat_turned_away", "Clients turned away, by reason.", ("why",), registry=self.registry
        )
        self._faults = Counter("boxseat_faults", "Internal errors.", registry=self.registry)
        self._clocks = Counter(
            "boxseat_clock_events", "Clocks that jumped or differ.", ("what",), registry=self.registry
        )
        self._known: dict[tuple[str, str], Counter] = {}
        self.committed: Callable[[float], None] = self._commit.observe

    def watch(self, name: str, said: str, value: Callable[[], float]) -> None:
        """Add a gauge whose value is read at every scrape."""
        Gauge(f"boxseat_{name}", said, registry=self.registry).set_function(value)

    def command(self, kind: str, answer: str, seconds: float) -> None:
        """Count a command by kind and answer, and record its latency."""
        counter = self._known.get((kind, answer))
        if counter is None:
            counter = self._known[kind, answer] = self._commands.labels(kind, answer)
        counter.inc()
        self._seconds.observe(seconds)

    def request(self, route: str, status: int) -> None:
        """Count an HTTP request by route and status."""
        self._requests.labels(route, str(status)).inc()

    def turned_away(self, why: str) -> None:
        """Count a client that is turned away."""
        self._refusals.labels(why).inc()

    def fault(self) -> None:
        """Count an internal error."""
        self._faults.inc()

    def clock_event(self, what: str) -> None:
        """Count a clock that jumped, or that differs from another."""
        self._clocks.labels(what).inc()

    def text(self) -> bytes:
        """All metrics in Prometheus text format."""
        return generate_latest(self.registry)
