"""HTTP transport for a crowd: a few persistent connections, so that the crowd itself is not the bottleneck.

The connection pool of httpx looks through all waiting calls whenever one is done, which is too slow for so many calls.
"""

from __future__ import annotations

import asyncio

import httpx

CONNECTIONS = 24
Connection = tuple[asyncio.StreamReader, asyncio.StreamWriter]


class Swift(httpx.AsyncBaseTransport):
    """HTTP/1.1 transport to one server, for answers with a Content-Length."""

    def __init__(self, connections: int = CONNECTIONS) -> None:
        self._free: asyncio.LifoQueue[Connection | None] = asyncio.LifoQueue()
        for _ in range(connections):
            self._free.put_nowait(None)

    async def handle_async_request(self, request: httpx.Request) -> httpx.Response:
        content = await request.aread()
        connection = await self._free.get()
        try:
            answer, connection = await self._call(request, content, connection)
            return answer
        except (OSError, EOFError, ValueError) as error:
            _close(connection)
            connection = None
            raise httpx.ReadError(str(error) or type(error).__name__, request=request) from error
        except BaseException:
            _close(connection)
            connection = None
            raise
        finally:
            self._free.put_nowait(connection)

    async def _call(
        self, request: httpx.Request, content: bytes, connection: Connection | None
    ) -> tuple[httpx.Response, Connection | None]:
        if connection is None or connection[0].at_eof():  # the server has closed it in the meantime
            connection = await asyncio.open_connection(request.url.host, request.url.port or 80)
        reader, writer = connection
        headers = b"".join(name + b": " + value + b"\r\n" for name, value in request.headers.raw)
        writer.write(
            request.method.encode() + b" " + request.url.raw_path + b" HTTP/1.1\r\n" + headers + b"\r\n" + content
        )
        head = (await reader.readuntil(b"\r\n\r\n")).split(b"\r\n")
        status = int(head[0].split(b" ", 2)[1])
        fields = [(name, value.strip()) for name, _, value in (line.partition(b":") for line in head[1:-2])]
        named = {name.lower(): value for name, value in fields}
        body = await reader.readexactly(int(named.get(b"content-length", b"0")))
        answer = httpx.Response(status, headers=fields, content=body)
        if named.get(b"connection", b"").lower() == b"close":
            _close(connection)
            return answer, None
        return answer, connection

    async def aclose(self) -> None:
        while not self._free.empty():
            _close(self._free.get_nowait())


def _close(connection: Connection | None) -> None:
    if connection is not None:
        connection[1].close()
