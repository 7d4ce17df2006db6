"""Listener: accepts connections a few at a time, and turns clients away before anything is built for them.

A loop's own server accepts all waiting connections in one turn and builds a transport and a protocol for each, which
costs more than twice as much as refusing it here.
"""

from __future__ import annotations

import asyncio
import socket
import ssl
import struct
from collections.abc import Callable
from contextlib import suppress

from boxseat.server.limits.connection_limits import Connection, ConnectionLimits
from boxseat.server.logs import log
from boxseat.server.rate_limits import RateLimiter
from boxseat.server.settings import Rate
from boxseat.server.websocket.slow_clients import READ_TIMEOUT_S, error_answer

ACCEPTS_PER_TURN_MAX = 16
"""Connections that are accepted before other work of the event loop gets its turn; under a millisecond if refused."""
NO_FILES_PAUSE_S = 1.0
"""Pause after an accept that failed, as it does while the process has no file descriptors left."""
ANSWERS = Rate(100, 50)
"""Refused connections that are answered, of all addresses together; the others are reset, which is cheaper."""

_MANY = error_answer("connection/many", "too many connections are open; try again later")
_RESET_ON_CLOSE = struct.pack("ii", 1, 0)


class Listener:
    """A listening socket and its accept loop; has the methods of `asyncio.Server` that uvicorn calls."""

    def __init__(
        self,
        bound: socket.socket,
        limits: ConnectionLimits,
        protocol: Callable[[Connection], asyncio.Protocol],
        certificate: ssl.SSLContext | None = None,
    ) -> None:
        self.sockets = (bound,)
        self._limits = limits
        self._protocol = protocol
        self._certificate = certificate
        self._answers = RateLimiter(ANSWERS)
        self._opening: set[asyncio.Task[None]] = set()
        """Connections that have no transport yet, or are within their TLS handshake."""
        self._accepting = asyncio.create_task(self._accept())

    def close(self) -> None:
        """Accept nothing more, and drop the connections that are not open yet."""
        for task in (self._accepting, *self._opening):
            task.cancel()

    async def wait_closed(self) -> None:
        """Wait until the accept loop has ended."""
        await asyncio.wait([self._accepting, *self._opening])

    async def _accept(self) -> None:
        loop, bound = asyncio.get_running_loop(), self.sockets[0]
        while True:
            try:
                client, peer = await loop.sock_accept(bound)
                self._take(client, peer)
                for _ in range(ACCEPTS_PER_TURN_MAX - 1):
                    client, peer = bound.accept()
                    self._take(client, peer)
            except (BlockingIOError, InterruptedError, ConnectionAbortedError):
                pass
            except OSError:  # logged by `ConnectionLimits.watch_files`
                await asyncio.sleep(NO_FILES_PAUSE_S)
            except Exception:  # a fault with one client must not keep out all others
                log().exception("connection not opened")
            await asyncio.sleep(0)

    def _take(self, client: socket.socket, peer: object) -> None:
        """Open a new connection, or refuse it."""
        connection = self._limits.admit(str(peer[0]) if isinstance(peer, tuple) else "")
        if connection is None:
            self._refuse(client)
            return
        client.setblocking(False)
        task = asyncio.create_task(self._open(client, connection))
        connection.abort = task.cancel
        self._opening.add(task)
        task.add_done_callback(self._opening.discard)

    def _refuse(self, client: socket.socket) -> None:
        """Answer, or reset where there are many to refuse; an answer within TLS would cost a whole TLS handshake."""
        with client, suppress(OSError):  # the client may have gone already
            if self._certificate is None and not self._answers.take(""):
                client.setblocking(False)
                client.send(_MANY)
            else:
                client.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, _RESET_ON_CLOSE)

    async def _open(self, client: socket.socket, connection: Connection) -> None:
        """Build the transport and the protocol, after the TLS handshake if there is one."""
        timeout_s = READ_TIMEOUT_S if self._certificate else None
        try:
            await asyncio.get_running_loop().connect_accepted_socket(
                lambda: self._protocol(connection), client, ssl=self._certificate, ssl_handshake_timeout=timeout_s
            )
        except (OSError, asyncio.CancelledError):  # the client has gone, speaks no TLS, or is dropped
            connection.release()
            client.close()
