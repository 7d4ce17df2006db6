"""The streams in memory on one node: loaded once at first use, caught up, reported where they cannot be read."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable, Iterator
from typing import Any

from boxseat.clock import SECOND, Clock
from boxseat.house.live_stream import LiveStream, NoSuchStream, NotOpened
from boxseat.house.streams import StreamKind, StreamKinds
from boxseat.journal.entry import StoreDown
from boxseat.journal.store import Store

STAMPED_AHEAD_MAX_US = 2 * SECOND
"""A stream's last entry may be this far ahead of this node's clock before it is reported."""


class StreamCache:
    """The streams in memory on this node, by name."""

    def __init__(self, store: Store, clock: Clock, kinds: StreamKinds) -> None:
        self.on_load: list[Callable[[Any], None]] = []
        """Called with every stream that is loaded into memory."""
        self.stamped_ahead: Callable[[str, int], None] = lambda stream, by_us: None
        """Called once with a stream whose last entry is ahead of this node's clock, and the difference in microseconds."""
        self._store = store
        self._clock = clock
        self._kinds = kinds
        self._live: dict[str, LiveStream[Any]] = {}
        self._loading: dict[str, asyncio.Future[LiveStream[Any]]] = {}
        self._not_opened: set[str] = set()
        """Streams that need what cannot be read, such as a book."""
        self._reported: dict[str, str] = {}
        """The last error at each stream, so that the log has it once."""
        self._told_ahead: set[str] = set()

    def __iter__(self) -> Iterator[LiveStream[Any]]:
        return iter(list(self._live.values()))

    async def found(self, name: str) -> LiveStream[Any] | None:
        """A stream in memory once it is loaded, if it is loaded or being loaded; none otherwise."""
        if name in self._loading:
            await asyncio.wait([self._loading[name]])
        return self._live.get(name)

    async def load(self, name: str) -> LiveStream[Any]:
        """A stream in memory, loaded from the journal at first use; `NoSuchStream` if there is none."""
        if name in self._live:
            return self._live[name]
        kind = self._kinds.find(name)
        if kind is None:
            raise NoSuchStream(name)
        loading = self._loading.get(name)
        if loading is None:
            loading = self._loading[name] = asyncio.ensure_future(self._load(kind, name))
            loading.add_done_callback(lambda _: self._loading.pop(name))
        return await asyncio.shield(loading)

    async def _load(self, kind: StreamKind[Any], name: str) -> LiveStream[Any]:
        live = self.new(kind, name)
        await live.load()
        self._live[name] = live
        self._check_stamp(live)
        for told in self.on_load:
            told(live)
        return live

    def new(self, kind: StreamKind[Any], name: str) -> LiveStream[Any]:
        """A stream of a kind that is not loaded yet."""
        live: LiveStream[Any] = (kind.live_type or LiveStream)(kind, self._store, name, self._clock)
        return live

    async def read(self, name: str) -> LiveStream[Any] | None:
        """A stream in memory; none if it cannot be read, which is reported and does not affect others."""
        if name in self._not_opened:
            return None  # a book that is kept does not change
        try:
            return await self.load(name)
        except StoreDown:
            raise
        except Exception as error:
            if isinstance(error, NotOpened):
                self._not_opened.add(name)
            self.report(name, error)
            return None

    async def renew(self, live: LiveStream[Any], read: Callable[[], Awaitable[None]]) -> None:
        """Load a stream again; an error is reported and does not affect others."""
        try:
            async with live.lock:
                await read()
            self._check_stamp(live)
        except StoreDown:
            raise
        except Exception as error:
            self.report(live.stream, error)

    def _check_stamp(self, live: LiveStream[Any]) -> None:
        """Report a wrong clock, of this node or of the node that wrote the last entry."""
        by_us = live.last_at - self._clock.now()
        if by_us <= STAMPED_AHEAD_MAX_US:
            self._told_ahead.discard(live.stream)
        elif live.stream not in self._told_ahead:
            self._told_ahead.add(live.stream)
            self.stamped_ahead(live.stream, by_us)

    def unload(self, name: str) -> None:
        """Remove a stream from memory; it is loaded again at the next use."""
        self._live.pop(name).watchers.clear()

    def report(self, stream: str, error: Exception) -> None:
        """Log an error that no caller waits for: a sentence for a stream that cannot be opened, a traceback for an internal error.

        A repeated error is not logged again.
        """
        before, self._reported[stream] = self._reported.get(stream), repr(error)
        if before == repr(error):
            return
        where = stream.replace("/", " ", 1)
        told: dict[str, Any] = {"message": f"the house could not go on at {where}", "exception": error}
        if isinstance(error, NotOpened):
            told = {"message": str(error)}
        asyncio.get_running_loop().call_exception_handler(told)
