"""Protocols of uvicorn with timeouts and size limits: clients that send half a request or never read are disconnected."""

from __future__ import annotations

import asyncio
from typing import Any

from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.protocol import State

READ_TIMEOUT_S = 20.0
"""Time for a request to arrive, its body included."""
WRITE_TIMEOUT_S = 20.0
"""Time within which the client must read at least a part of an unread answer."""
HEAD_BYTES_MAX = 65_536
"""Size of the request line and headers together."""


class HttpProtocol(HttpToolsProtocol):
    """HTTP protocol: a request must arrive in time, and the client must read its answer."""

    _read_timeout: asyncio.TimerHandle | None = None
    _write_timeout: asyncio.TimerHandle | None = None
    _head_bytes: int | None = 0
    """Bytes of the request line and headers received so far; None once they are complete."""

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the read timeout, and report unread answers from the first byte."""
        super().connection_made(transport)
        # Report unread data from the first byte on: a connection does not close before all of it is read.
        transport.set_write_buffer_limits(high=1, low=0)
        self._start_read_timeout()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeouts."""
        self._cancel_read_timeout()
        self._cancel_write_timeout()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Parse received data; disconnect a client whose request line and headers are too long."""
        super().data_received(data)
        if self._head_bytes is not None:
            self._head_bytes += len(data)
            if self._head_bytes > HEAD_BYTES_MAX:
                self.transport.close()

    def on_message_begin(self) -> None:
        """Start the read timeout of a request."""
        super().on_message_begin()
        self._head_bytes = 0
        self._start_read_timeout()

    def on_headers_complete(self) -> None:
        """Stop counting bytes: the headers are complete."""
        self._head_bytes = None
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Cancel the read timeout: the request has arrived."""
        self._cancel_read_timeout()
        super().on_message_complete()

    def handle_websocket_upgrade(self) -> None:
        """Remove the HTTP timeouts from a connection that becomes a WebSocket."""
        self._cancel_read_timeout()
        self._cancel_write_timeout()
        self.transport.set_write_buffer_limits()
        super().handle_websocket_upgrade()

    def pause_writing(self) -> None:
        """Start the write timeout: the client has not read everything."""
        super().pause_writing()
        self._start_write_timeout()

    def resume_writing(self) -> None:
        """Cancel the write timeout: the client has read everything."""
        self._cancel_write_timeout()
        super().resume_writing()

    def _start_write_timeout(self) -> None:
        unsent = self.transport.get_write_buffer_size()
        self._write_timeout = self.loop.call_later(WRITE_TIMEOUT_S, self._abort_unless_below, unsent)

    def _abort_unless_below(self, unsent: int) -> None:
        """Disconnect a client that has read nothing since; a slow reader gets more time."""
        if self.transport.get_write_buffer_size() < unsent:
            self._start_write_timeout()
        else:
            self.transport.abort()

    def _cancel_write_timeout(self) -> None:
        if self._write_timeout is not None:
            self._write_timeout.cancel()
            self._write_timeout = None

    def _start_read_timeout(self) -> None:
        if self._read_timeout is None:
            self._read_timeout = self.loop.call_later(READ_TIMEOUT_S, self.transport.close)

    def _cancel_read_timeout(self) -> None:
        if self._read_timeout is not None:
            self._read_timeout.cancel()
            self._read_timeout = None


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """WebSocket protocol: frames can be written directly, and a client that does not read can be disconnected."""

    def handle_connect(self, event: Any) -> None:
        """Give the application access to the socket, as ``scope["state"]["socket"]``."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["socket"] = self

    def is_free(self) -> bool:
        """Whether a frame goes out without waiting for others."""
        return self.writable.is_set() and self.conn.state is State.OPEN and not self.is_closing()

    def is_closing(self) -> bool:
        """Whether the connection is closing, so that nothing sent arrives any more."""
        return self.transport.is_closing()

    def write(self, text: str) -> None:
        """Send a text frame; the socket must be free."""
        self.conn.send_text(text.encode())
        self.transport.write(b"".join(self.conn.data_to_send()))

    def abort(self) -> None:
        """Disconnect at once."""
        self.transport.abort()
