"""Limits on connections, per address and for the whole node, applied before any data of a client is parsed.

An address has a maximum of open connections, and a maximum of connections with an incomplete request or handshake.
Above the second maximum the oldest incomplete connection is closed, so that half-sent requests cannot keep other
clients out. Bytes and raw WebSocket frames have token buckets per connection, per address and for the node. A small
number of frames is always allowed, so that a flood does not block other people at the same address. A trusted proxy is
not counted as an address, because many people connect through it.
"""

from __future__ import annotations

import asyncio
import errno
import os
import time
from collections import Counter, OrderedDict
from collections.abc import Callable

from boxseat.server.limits.addresses import counted_address, is_among
from boxseat.server.limits.turned_away import TurnedAway
from boxseat.server.rate_limits import RateLimiter, TokenBucket
from boxseat.server.settings import Rate, ServerSettings

FILES_RESERVED = 128
"""File descriptors reserved for the database, the pages and the worker processes."""
FILES_CHECK_INTERVAL_S = 1.0
FRAMES_ALWAYS_ALLOWED = Rate(40, 20)
"""Raw frames per socket that are always allowed, even if other clients at its address send too many."""
RESERVED_FRAMES = 8
RESERVED_BYTES = 4096
"""What a connection reserves at once at the limits that it shares with others."""
ALL = "all"


class Connection:
    """Counters and token buckets of one connection."""

    __slots__ = (
        "_always",
        "_bytes",
        "_frames",
        "_limits",
        "_reserved_bytes",
        "_reserved_frames",
        "abort",
        "address",
        "client",
        "is_proxy",
    )

    def __init__(self, limits: ConnectionLimits, address: str, *, is_proxy: bool) -> None:
        now = time.monotonic()
        rates = limits.rates
        self.address = address
        """Address at the other end: the client's, or the proxy's."""
        self.abort: Callable[[], object] = lambda: None
        """Disconnects the client at once; set by whoever opens the connection."""
        self.is_proxy = is_proxy
        self.client = "" if is_proxy else address
        """The client's address; empty while only the proxy's is known."""
        self._limits = limits
        self._bytes = TokenBucket(rates.bytes.at_once, now)
        self._frames = TokenBucket(rates.raw_frames.at_once, now)
        self._always = TokenBucket(FRAMES_ALWAYS_ALLOWED.at_once, now)
        self._reserved_frames = 0
        self._reserved_bytes = 0

    def begin(self) -> None:
        """Count a request or handshake as begun and incomplete."""
        self._limits.begin(self)

    def finish(self) -> None:
        """Count the request as complete, or the handshake as accepted."""
        self._limits.finish(self)

    def release(self) -> None:
        """Count the connection as closed."""
        self._limits.release(self)

    def turn_away(self, why: str, **fields: object) -> None:
        """Count and log that the client is turned away."""
        self._limits.turned_away.note(why, self.client or self.address, **fields)

    def receive(self, size: int) -> float:
        """Count received bytes; returns 0, or the seconds for which nothing more may be read."""
        limits, now = self._limits, time.monotonic()
        wait = self._bytes.spend(limits.rates.bytes, now, size)
        if self.client:
            wait = max(wait, limits.bytes_an_address.spend(self.client, size))
        return max(wait, limits.bytes_in_all.spend(ALL, size))

    def accept_frame(self, size: int) -> bool:
        """Count one whole frame, from what is reserved at the limits shared with others; false if a limit is reached.

        A player's command costs two token buckets in place of eleven.
        """
        if (self._reserved_frames < 1 or self._reserved_bytes < size) and not self._reserve(size):
            return False
        rates, now = self._limits.rates, time.monotonic()
        if self._frames.available(rates.raw_frames, now) < 1 or self._bytes.available(rates.bytes, now) < size:
            return False
        self._frames.tokens -= 1
        self._bytes.tokens -= size
        self._reserved_frames -= 1
        self._reserved_bytes -= size
        return True

    def _reserve(self, size: int) -> bool:
        """Reserve the next frames and bytes at the shared limits, where more than half of each is left."""
        limits, bytes_wanted = self._limits, max(size, RESERVED_BYTES)
        wanted = [(limits.frames_in_all, ALL, RESERVED_FRAMES), (limits.bytes_in_all, ALL, bytes_wanted)]
        if self.client:
            wanted.append((limits.frames_an_address, self.client, RESERVED_FRAMES))
            wanted.append((limits.bytes_an_address, self.client, bytes_wanted))
        if any(limiter.available(name) - amount < limiter.rate.at_once / 2 for limiter, name, amount in wanted):
            return False
        for limiter, name, amount in wanted:
            limiter.spend(name, amount)
        self._reserved_frames, self._reserved_bytes = RESERVED_FRAMES, bytes_wanted
        return True

    def frames_allowed(self) -> tuple[int, bool]:
        """How many raw frames may be parsed now, and whether the client's own limits decide that number."""
        limits, now = self._limits, time.monotonic()
        own = self._frames.available(limits.rates.raw_frames, now)
        if self.client:
            own = min(own, limits.frames_an_address.available(self.client))
        in_all = limits.frames_in_all.available(ALL)
        always = self._always.available(FRAMES_ALWAYS_ALLOWED, now)
        return int(max(always, min(own, in_all))), own <= in_all

    def spend_frames(self, frames: int) -> None:
        """Count raw frames that are parsed now."""
        limits, now = self._limits, time.monotonic()
        self._frames.spend(limits.rates.raw_frames, now, frames)
        self._always.spend(FRAMES_ALWAYS_ALLOWED, now, min(frames, self._always.tokens))
        if self.client:
            limits.frames_an_address.spend(self.client, frames)
        limits.frames_in_all.spend(ALL, frames)


class ConnectionLimits:
    """All connections of a node, by address."""

    def __init__(self, settings: ServerSettings, turned_away: TurnedAway, files_max: int | None = None) -> None:
        self.rates = rates = settings.limits
        self.turned_away = turned_away
        files = soft_files_limit() if files_max is None else files_max
        self.connections_max = (
            rates.connections if files is None else min(rates.connections, max(16, files - FILES_RESERVED))
        )
        self.an_address_max = min(rates.connections_an_address, max(8, self.connections_max // 2))
        self.unfinished_max = min(rates.unfinished, max(8, self.connections_max // 2))
        self._new_an_address = RateLimiter(rates.new_connections)
        self._new_in_all = RateLimiter(rates.new_connections_in_all)
        self.bytes_an_address = RateLimiter(rates.bytes_an_address)
        self.bytes_in_all = RateLimiter(rates.bytes_in_all)
        self.frames_an_address = RateLimiter(rates.raw_frames_an_address)
        self.frames_in_all = RateLimiter(rates.raw_frames_in_all)
        self._proxies = settings.proxies if settings.behind_proxy else ()
        self._open: set[Connection] = set()
        self._by_address: Counter[str] = Counter()
        self._unfinished: OrderedDict[Connection, None] = OrderedDict()
        """Connections whose request or handshake is not complete, oldest first."""
        self._unfinished_by_address: dict[str, OrderedDict[Connection, None]] = {}

    def __len__(self) -> int:
        return len(self._open)

    def admit(self, host: str) -> Connection | None:
        """Count a new connection; None where there are too many."""
        address = counted_address(host)
        is_proxy = is_among(host, self._proxies)
        full_here = not is_proxy and self._by_address[address] >= self.an_address_max
        if full_here or len(self._open) >= self.connections_max:
            self.turned_away.note("connections", address, at_address=full_here, open=len(self._open))
            return None
        if (not is_proxy and self._new_an_address.take(address)) or self._new_in_all.take(ALL):
            self.turned_away.note("new-connections", address)
            return None
        connection = Connection(self, address, is_proxy=is_proxy)
        self._open.add(connection)
        self._by_address[address] += 1
        self.begin(connection)
        return connection

    def begin(self, connection: Connection) -> None:
        """Count an incomplete request; where there are too many, close the oldest connection that has one."""
        here = self._unfinished_by_address.setdefault(connection.address, OrderedDict())
        here[connection] = self._unfinished[connection] = None
        if not connection.is_proxy and len(here) > self.rates.unfinished_an_address:
            self._drop(next(iter(here)))
        elif len(self._unfinished) > self.unfinished_max:
            self._drop(next(iter(self._unfinished)))

    def finish(self, connection: Connection) -> None:
        """Count a request or handshake as complete."""
        if connection in self._unfinished:
            del self._unfinished[connection]
            here = self._unfinished_by_address[connection.address]
            del here[connection]
            if not here:
                del self._unfinished_by_address[connection.address]

    def release(self, connection: Connection) -> None:
        """Count a connection as closed."""
        self.finish(connection)
        if connection in self._open:
            self._open.remove(connection)
            self._by_address[connection.address] -= 1
            if not self._by_address[connection.address]:
                del self._by_address[connection.address]

    def _drop(self, connection: Connection) -> None:
        connection.turn_away("unfinished", unfinished=len(self._unfinished))
        self.finish(connection)
        connection.abort()

    async def watch_files(self) -> None:
        """Check every second that files can be opened, and log how many clients were turned away."""
        while True:
            if not can_open_files():
                self.turned_away.note("files", "this process", open=len(self._open))
            self.turned_away.flush_if_due()
            await asyncio.sleep(FILES_CHECK_INTERVAL_S)


def can_open_files() -> bool:
    """Whether this process can open another file; if not, the system refuses connections before they are counted."""
    try:
        os.close(os.dup(0))
    except OSError as error:
        return error.errno not in (errno.EMFILE, errno.ENFILE)
    return True


def soft_files_limit() -> int | None:
    """Soft limit of file descriptors; None where there is no limit."""
    try:
        import resource
    except ImportError:  # Windows
        return None
    soft, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return None if soft == resource.RLIM_INFINITY else soft


def raise_files_limit(connections: int) -> tuple[int | None, int | None]:
    """Raise the soft limit of file descriptors for this many connections; returns the limit before and after.

    The hard limit is never exceeded.
    """
    before = soft_files_limit()
    wanted = connections + FILES_RESERVED
    if before is None or before >= wanted:
        return before, before
    import resource

    _, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    after = wanted if hard == resource.RLIM_INFINITY else min(wanted, hard)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (after, hard))
    except (OSError, ValueError):
        return before, before
    return before, after
