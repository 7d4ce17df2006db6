"""uvicorn protocols with timeouts and limits: against clients that send half a request, too much, or never read."""

from __future__ import annotations

import asyncio
import struct
from typing import Any

import msgspec
import uvicorn
from uvicorn.protocols.http.httptools_impl import HttpToolsProtocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol
from websockets.frames import Frame
from websockets.protocol import State

from boxseat.refusal_status import status_of
from boxseat.server.limits.connection_limits import Connection, ConnectionLimits
from boxseat.server.limits.frame_scanner import FrameScanner, is_whole_text_frame
from boxseat.server.wire.core import Error

READ_TIMEOUT_S = 20.0
"""Time for a request to arrive, its body included, and for a WebSocket handshake to be accepted."""
WRITE_TIMEOUT_S = 20.0
"""Time within which the client must read at least a part of an unread answer."""
HEAD_BYTES_MAX = 65_536
"""Size of the request line and headers together."""
PIPELINED_MAX = 100
"""Requests that a client may send before it has read the first answer."""
PAUSE_MAX_S = 1.0
"""Longest single pause in reading from an HTTP connection above its rate; a longer wait is several pauses."""
FLOOD_TIMEOUT_S = 3.0
"""Time for which a socket may be above its rate without a break; then it is closed."""
FLOOD_BREAK_S = 0.5
FRAMES_PER_TURN_MAX = 50
"""Raw frames that are parsed before other connections get their turn; about a millisecond of work."""
HELD_CHECK_INTERVAL_S = 0.05
FRAGMENTS_MAX = 64
"""Fragments of one message."""
CLOSE_FLOOD = 1008
CLOSE_TIMEOUT_S = 1.0
"""Time for a flooding client to read the close frame before it is disconnected."""

_HEAD_END = b"\r\n\r\n"
_STATUS_LINES = {
    400: b"400 Bad Request",
    431: b"431 Request Header Fields Too Large",
    503: b"503 Service Unavailable",
}


class RequestRefused(Exception):
    """A request that is not read further: its head is too large, or too many pipelined requests wait."""


class ServerConfig(uvicorn.Config):
    """uvicorn configuration with the limits that the protocols share."""

    def __init__(self, connections: ConnectionLimits, *args: Any, **settings: Any) -> None:
        self.connections = connections
        super().__init__(*args, **settings)


def error_answer(code: str, reason: str) -> bytes:
    """Complete HTTP error response for a request that is not read; the connection is closed after it."""
    body = msgspec.json.encode(Error(code, "", reason))
    lines = [
        b"HTTP/1.1 " + _STATUS_LINES[status_of(code)],
        b"content-type: application/json",
        b"content-length: %d" % len(body),
        b"x-content-type-options: nosniff",
        b"connection: close",
    ]
    if status_of(code) == 503:
        lines.append(b"retry-after: 10")
    return b"\r\n".join([*lines, b"", body])


class HttpProtocol(HttpToolsProtocol):
    """HTTP protocol: a request must arrive in time, and the client must read its answer."""

    config: ServerConfig
    _read_timeout: asyncio.TimerHandle | None = None
    _write_timeout: asyncio.TimerHandle | None = None
    _pause: asyncio.TimerHandle | None = None
    _in_head = True
    """Whether the next byte belongs to a request line or to headers."""
    _head_bytes = 0
    """Bytes of an incomplete request line and headers received so far."""
    _parsed_head_bytes = 0

    def __init__(self, connection: Connection, *args: Any, **more: Any) -> None:
        super().__init__(*args, **more)
        self.connection = connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Start the read timeout."""
        super().connection_made(transport)
        self.connection.abort = transport.abort
        # `pause_writing` is called from the first unread byte on: a connection closes only when all data is read.
        transport.set_write_buffer_limits(high=1, low=0)
        self._start_read_timeout()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeouts, and count the connection as closed."""
        self._cancel_read_timeout()
        self._cancel_write_timeout()
        if self._pause is not None:
            self._pause.cancel()
        self.connection.release()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Count and parse received data; refuse a request line and headers that are too long before they are parsed."""
        if self.transport.is_closing():
            return
        if wait := self.connection.receive(len(data)):
            self.connection.turn_away("bytes")
            self.slow_down(wait)
        if self._in_head:
            end = data.find(_HEAD_END)
            if self._head_bytes + (len(data) if end < 0 else end) > HEAD_BYTES_MAX:
                self._refuse_head()
                return
            self._head_bytes += len(data)
        super().data_received(data)

    def on_message_begin(self) -> None:
        """Start the read timeout of a request."""
        super().on_message_begin()
        self._parsed_head_bytes = 0
        self._start_read_timeout()
        self.connection.begin()
        self.scope["state"]["connection"] = self

    def on_url(self, url: bytes) -> None:
        """Count a part of the request line."""
        self._count_head(len(url))
        super().on_url(url)

    def on_header(self, name: bytes, value: bytes) -> None:
        """Count a header."""
        self._count_head(len(name) + len(value) + 4)
        super().on_header(name, value)

    def on_headers_complete(self) -> None:
        """Stop counting bytes: the headers are complete."""
        self._in_head = False
        if len(self.pipeline) >= PIPELINED_MAX:
            raise RequestRefused
        super().on_headers_complete()

    def on_message_complete(self) -> None:
        """Cancel the read timeout: the request has arrived."""
        self._in_head = True
        self._head_bytes = 0
        self._cancel_read_timeout()
        self.connection.finish()
        super().on_message_complete()

    def send_400_response(self, msg: str) -> None:
        """Answer a request that cannot be parsed, and close the connection."""
        if self._parsed_head_bytes > HEAD_BYTES_MAX:
            self._refuse_head()
            return
        self.connection.turn_away("malformed")
        self._refuse("request/bad", "the request cannot be read")

    def handle_websocket_upgrade(self) -> None:
        """Remove the HTTP timeouts from a connection that becomes a WebSocket, which has its own."""
        self._cancel_read_timeout()
        self._cancel_write_timeout()
        self.transport.set_write_buffer_limits()
        super().handle_websocket_upgrade()

    def slow_down(self, wait: float) -> None:
        """Pause reading from a client above its rate; not from a proxy, which many people share."""
        if self._pause is not None or self.connection.is_proxy:
            return
        self.transport.pause_reading()
        self._pause = self.loop.call_later(min(wait, PAUSE_MAX_S), self._read_on)

    def _read_on(self) -> None:
        self._pause = None
        if not self.flow.read_paused and not self.transport.is_closing():
            self.transport.resume_reading()

    def _count_head(self, size: int) -> None:
        self._parsed_head_bytes += size
        if self._parsed_head_bytes > HEAD_BYTES_MAX:
            raise RequestRefused

    def _refuse_head(self) -> None:
        self.connection.turn_away("head")
        self._refuse("request/head", f"the request line and headers may have at most {HEAD_BYTES_MAX} bytes")

    def _refuse(self, code: str, reason: str) -> None:
        self.transport.write(error_answer(code, reason))
        self.transport.close()

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
        """Disconnect a client that has read nothing since the timeout began; a slow reader gets more time."""
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
            self._read_timeout = self.loop.call_later(READ_TIMEOUT_S, self._end_late_request)

    def _end_late_request(self) -> None:
        self.connection.turn_away("late")
        self.transport.close()

    def _cancel_read_timeout(self) -> None:
        if self._read_timeout is not None:
            self._read_timeout.cancel()
            self._read_timeout = None


def text_frame_header(length: int) -> bytes:
    """The header of a whole text frame that a server sends (RFC 6455, 5.2)."""
    if length < 126:
        return struct.pack("!BB", 0x81, length)
    if length < 1 << 16:
        return struct.pack("!BBH", 0x81, 126, length)
    return struct.pack("!BBQ", 0x81, 127, length)


class WebSocketProtocol(WebSocketsSansIOProtocol):
    """WebSocket protocol that limits raw frames, writes frames without waiting, and can disconnect at once."""

    connection: Connection
    _timeout: asyncio.TimerHandle | None = None
    """Timer of the handshake, later of the held bytes."""
    _paused = False
    """Whether reading is paused because of the limits; uvicorn pauses it for the application too."""
    _above_rate_since = 0.0
    _above_rate_until = 0.0
    _ended = False

    def connection_made(self, transport: Any) -> None:
        """Take over the counted connection, and start the timeout of the handshake."""
        super().connection_made(transport)
        http = transport.get_protocol()
        self.connection = http.connection
        self.connection.begin()
        self._scanner = FrameScanner()
        self._held = b""
        """Received bytes that are not parsed yet."""
        self._timeout = self.loop.call_later(READ_TIMEOUT_S, self._end_late_handshake)

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the timeout, and count the connection as closed."""
        self._cancel_timeout()
        self._held = b""
        self.connection.release()
        super().connection_lost(exc)

    def handle_connect(self, event: Any) -> None:
        """Give the application access to the socket, as ``scope["state"]["socket"]``."""
        super().handle_connect(event)
        if hasattr(self, "scope"):
            self.scope["state"]["socket"] = self.scope["state"]["connection"] = self

    # The handshake

    async def send(self, message: Any) -> None:
        """Send an ASGI message; the handshake is over when it is accepted or refused."""
        await super().send(message)
        if message["type"] == "websocket.accept":
            self._cancel_timeout()
            self.connection.finish()
            self._read_on()
        elif message["type"] == "websocket.http.response.body":
            self.handshake_complete = True

    def _end_late_handshake(self) -> None:
        self.connection.turn_away("late")
        self.transport.abort()

    def _refuse_handshake(self) -> None:
        self.connection.turn_away("handshake", reason=str(self.conn.handshake_exc))
        if not self.close_sent:  # otherwise it is answered already: a header is missing or wrong
            self.transport.write(error_answer("request/bad", "the WebSocket handshake cannot be read"))
        self.close_sent = self.handshake_complete = True
        self.transport.close()

    # What the client sends

    def data_received(self, data: bytes) -> None:
        """Count received data, and parse as many frames as the client may send now."""
        if not self.handshake_initiated:
            super().data_received(data)
            if self.conn.handshake_exc is not None:
                self._refuse_handshake()
            return
        if self._ended or self.transport.is_closing():
            return
        if self._takes_at_once() and is_whole_text_frame(data) and self.connection.accept_frame(len(data)):
            super().data_received(data)
            return
        self._held += data
        wait = self.connection.receive(len(data))
        if wait:
            self._note_flood(wait)
        self._parse_held(wait)

    def _takes_at_once(self) -> bool:
        """Whether nothing is held, no pause is due, and the next byte begins a frame."""
        free = not self._held and not self._paused and not self.read_paused and self._timeout is None
        return free and self.conn.state is State.OPEN and self._scanner.is_between_frames

    def _parse_held(self, wait: float = 0.0) -> None:
        """Parse held bytes within the limits; while some are left, nothing more is read."""
        if self._ended or self.transport.is_closing():
            return
        if self.conn.state is State.CONNECTING:  # nothing is read before the handshake is accepted
            self._pause_reading()
            return
        self._cancel_timeout()
        if self._held and not self.read_paused and not wait:
            allowed, own_doing = self.connection.frames_allowed()
            size, frames = self._scanner.scan(self._held, min(allowed, FRAMES_PER_TURN_MAX))
            self.connection.spend_frames(frames)
            data, self._held = self._held[:size], self._held[size:]
            if data:
                super().data_received(data)
            if self._held and allowed < FRAMES_PER_TURN_MAX and own_doing:
                self._note_flood(HELD_CHECK_INTERVAL_S)
            elif self._held:
                wait = 1e-6  # parse the rest as soon as other connections have had their turn
        if self._ended or self.transport.is_closing():
            return
        if self._held or wait:
            self._pause_reading()
            if not self.read_paused:
                self._timeout = self.loop.call_later(wait or HELD_CHECK_INTERVAL_S, self._read_on)

    def _read_on(self) -> None:
        """Parse the held bytes, or resume reading where there are none."""
        self._cancel_timeout()
        self._parse_held()
        if self._paused and not self._held and not self._ended and not self.transport.is_closing():
            self._paused = False
            if not self.read_paused:
                self.transport.resume_reading()

    async def receive(self) -> Any:
        """The next message for the application; held bytes are then parsed before more data is read."""
        message = await super().receive()
        if self._held and not self.read_paused:
            self._read_on()
        return message

    def handle_cont(self, event: Frame) -> None:
        """Add a fragment to its message; a message of too many fragments closes the socket."""
        if len(self.frames) >= FRAGMENTS_MAX:
            self._end_flood("fragments")
            return
        super().handle_cont(event)

    def handle_ping(self) -> None:
        """Answer a ping, unless the client does not read the answers."""
        if self.writable.is_set():
            super().handle_ping()
        else:
            self.conn.data_to_send()

    def _note_flood(self, wait: float) -> None:
        """Note that the client is above its rate; close the socket if this lasts too long."""
        now = self.loop.time()
        if now > self._above_rate_until + FLOOD_BREAK_S:
            self._above_rate_since = now
            self.connection.turn_away("slowed")
        elif now - self._above_rate_since > FLOOD_TIMEOUT_S:
            self._end_flood("flood")
        self._above_rate_until = now + wait

    def _end_flood(self, why: str) -> None:
        """Send a close frame to a flooding client, read nothing more, and disconnect it after a timeout."""
        if self._ended:
            return
        self._ended = True
        self.connection.turn_away(why)
        self._held = b""
        self._cancel_timeout()
        self._pause_reading()
        self.stop_keepalive()
        if self.conn.state is State.OPEN:
            self.conn.fail(CLOSE_FLOOD, "too many frames")
            self.transport.write(b"".join(self.conn.data_to_send()))
        self.close_sent = True
        self.queue.put_nowait({"type": "websocket.disconnect", "code": CLOSE_FLOOD})
        # Closing at once, with frames unread, resets the connection, and the client would not see the close frame.
        if self.close_timer is not None:
            self.close_timer.cancel()
        self.close_timer = self.loop.call_later(CLOSE_TIMEOUT_S, self.transport.abort)

    def _pause_reading(self) -> None:
        self._paused = True
        self.transport.pause_reading()

    def slow_down(self, wait: float) -> None:
        """Do nothing: a refused handshake is closed anyway."""

    def _cancel_timeout(self) -> None:
        if self._timeout is not None:
            self._timeout.cancel()
            self._timeout = None

    # What the server sends

    def is_free(self) -> bool:
        """Whether a frame can be written without waiting."""
        return self.writable.is_set() and self.conn.state is State.OPEN and not self.is_closing()

    def is_closing(self) -> bool:
        """Whether the connection is closing, so that nothing sent arrives any more."""
        return self.close_sent or self.transport.is_closing()

    def write(self, text: str) -> None:
        """Send a text frame; the socket must be free, and is open."""
        payload = text.encode()
        if self.conn.extensions:  # such as compression
            self.conn.send_text(payload)
            self.transport.write(b"".join(self.conn.data_to_send()))
        else:
            self.transport.write(text_frame_header(len(payload)) + payload)

    def abort(self) -> None:
        """Disconnect at once."""
        self.transport.abort()
