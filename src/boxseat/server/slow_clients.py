"""uvicorn's protocols with bounds of our own: nobody holds a place at the door by sending half a request, or by never reading."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

ARRIVED_WITHIN_S = 20.0
"""How long a request may take to arrive, its body included."""
TAKEN_WITHIN_S = 20.0
"""How long an answer may lie without any of it being taken."""
MOST_HEAD_BYTES = 65_536
"""How long its first line and headers may be together."""


class Requests(HttpToolsProtocol):
    """Requests, which have to arrive whole and in time, and whose answers have to be taken."""

    _due: asyncio.TimerHandle | None = None
    _look: asyncio.TimerHandle | None = None
    _head: int | None = 0
    """How much of a head has come; none where its end has been read."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        super().connection_made(transport)
        # We are told as soon as anything waits, however little: a connection does not close before all of it is taken.
        transport.set_write_buffer_limits(high=1, low=0)
        self._expect()

    def connection_lost(self, exc: Exception | None) -> None:
        self._arrived()
        self._taken()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        super().data_received(data)
        if self._head is not None:
            self._head += len(data)
            if self._head > MOST_HEAD_BYTES:
                self.transport.close()

    def on_message_begin(self) -> None:
        super().on_message_begin()
        self._head = 0
        self._expect()

    def on_headers_complete(self) -> None:
        self._head = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        self._arrived()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        self._arrived()
        self._taken()
        self.transport.set_write_buffer_limits()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        super().pause_writing()
        self._look_later()

    def resume_writing(self) -> None:
        self._taken()
        super().resume_writing()

    def _look_later(self) -> None:
        unsent = self.transport.get_write_buffer_size()
        self._look = self.loop.call_later(TAKEN_WITHIN_S, self._cut_off_unless_below, unsent)

    def _cut_off_unless_below(self, unsent: int) -> None:
        """Somebody who reads slowly is waited for; somebody who does not read is not."""
        if self.transport.get_write_buffer_size() < unsent:
            self._look_later()
        else:
            self.transport.abort()

    def _taken(self) -> None:
        if self._look is not None:
            self._look.cancel()
            self._look = None

    def _expect(self) -> None:
        if self._due is None:
            self._due = self.loop.call_later(ARRIVED_WITHIN_S, self.transport.close)

    def _arrived(self) -> None:
        if self._due is not None:
            self._due.cancel()
            self._due = None


class Frames(WebSocketsSansIOProtocol):
    """Sockets that can be written to at once, and cut off: somebody who reads nothing would never let them close."""

    def handle_connect(self, event: Any) -> None:
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["socket"] = self

    def is_free(self) -> bool:
        """Whether a frame goes out without waiting for those before it."""
        return self.writable.is_set() and self.conn.state is State.OPEN and not self.is_closing()

    def is_closing(self) -> bool:
        """Whether nothing that is sent arrives any more."""
        return self.transport.is_closing()

    def write(self, text: str) -> None:
        """Send a frame to a socket that is free."""
        self.conn.send_text(text.encode())
        self.transport.write(b"".join(self.conn.data_to_send()))

    def abort(self) -> None:
        self.transport.abort()
