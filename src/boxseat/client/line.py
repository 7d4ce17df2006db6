"""WebSocket connection that reopens whenever it breaks; unanswered commands are sent again with the same id.

The server carries out a command id at most once and stores the answer, so it is safe to send a command until it is
answered.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random
from types import TracebackType
from typing import Generic, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from boxseat.client.errors import ClientError, NoAnswer, Paused, Refused, SessionOver, Unreachable
from boxseat.client.frames import AnswerFrame, Ended, ErrorFrame, Frame, Hello, Pong, TableFrame, decode_frame
from boxseat.client.http_calls import error_of
from boxseat.consistency import present

RECONNECT_DELAY_MIN_S = 0.05
RECONNECT_DELAY_MAX_S = 2.0
RECONNECT_DELAY_FACTOR = 1.7
CLOSE_TIMEOUT_S = 2.0
WATCH_RETRY_DELAY_S = 0.5
"""Delay before a paused server is asked again for a table that it showed before."""
CLOSE_SESSION_OVER = 4401
RECEIVED_BYTES_MAX = 2**20
SENT_BYTES_MAX = 16 * 1024
"""Size of a frame to the server. The server would close the socket on a longer one, again after each reconnection."""
COMMAND_ID_CHARS_MAX = 64
ERRORS_KEPT_MAX = 100
_HTTP_FORBIDDEN = 403
_SESSION_OVER_STATUSES = (401, _HTTP_FORBIDDEN)
_PAUSED_CODE = "house/paused"

FetchSocketUrl = Callable[[], Awaitable[str]]
"""Fetches a ticket, and returns the URL of the socket."""

K = TypeVar("K")
T = TypeVar("T")


class PendingFrame(Generic[T]):
    """A frame that was sent, and its one answer, for which any number of calls may wait."""

    def __init__(self, frame: bytes) -> None:
        self.frame = frame
        self.answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.waiting = 0

    def tell(self, answer: T) -> None:
        """Deliver the answer."""
        if not self.answer.done():
            self.answer.set_result(answer)

    def fail(self, why: Exception) -> None:
        """Deliver an error in place of the answer."""
        if not self.answer.done():
            self.answer.set_exception(why)
            self.answer.exception()  # Perhaps no call waits for it.


class Line:
    """One WebSocket at a time. `pictures` is called with every snapshot, `ended` when a table gets no more, with the reason.

    An error in `pictures` ends the line: every call that waits raises it, and every later one.
    """

    def __init__(
        self,
        address: FetchSocketUrl,
        pictures: Callable[[TableFrame], None],
        ended: Callable[[str, Exception], None],
        *,
        ping_s: float | None = 20.0,
    ) -> None:
        self._address = address
        self._pictures = pictures
        self._ended = ended
        self._ping_s = ping_s
        self._socket: ClientConnection | None = None
        self._running: asyncio.Task[None] | None = None
        self._greeted: asyncio.Future[Hello] | None = None
        self._wait = RECONNECT_DELAY_MIN_S
        self._watched: dict[str, PendingFrame[None]] = {}
        self._later: dict[str, asyncio.Task[None]] = {}
        self._unanswered: dict[str, PendingFrame[AnswerFrame]] = {}
        self._pings: dict[int, PendingFrame[None]] = {}
        self._chance = Random()
        self.over: Exception | None = None
        """Why the line has ended; None while it is open."""
        self._trace: TracebackType | None = None
        self.opened = 0
        """Number of sockets opened so far."""
        self.errors: deque[ErrorFrame] = deque(maxlen=ERRORS_KEPT_MAX)
        """Error frames of the server, newest last."""

    async def open(self) -> Hello:
        """Open the first socket, if there is none yet. Its errors are raised here; later breaks are only repaired."""
        self._check_open()
        if self._greeted is None:
            self._greeted = asyncio.get_running_loop().create_future()
            self._running = asyncio.create_task(self._run(), name="line")
        return await asyncio.shield(self._greeted)

    def _check_open(self) -> None:
        if self.over is not None:
            raise self.over.with_traceback(self._trace)

    # Sending

    async def watch(self, table: str) -> None:
        """Subscribe to a table, and wait for its first snapshot.

        If all calls that wait for it are cancelled, the subscription ends.
        """
        self._check_open()
        watched = self._watched.get(table)
        said = watched is not None
        if watched is None:
            _check_length(_watch(table))
            watched = self._watched[table] = PendingFrame(_watch(table))
        watched.waiting += 1
        try:
            if not said:
                await self._send(watched.frame)
            await asyncio.shield(watched.answer)
        finally:
            watched.waiting -= 1
            if not watched.waiting and not watched.answer.done():
                await self.unwatch(table)

    async def unwatch(self, table: str) -> None:
        """End the subscription to a table."""
        if table in self._watched:
            self._forget(table, ClientError(f"table {table} is no longer watched"))
            await self._send(msgspec.json.encode({"unwatch": table}))

    def watches(self, table: str) -> bool:
        """Whether there is a subscription to a table."""
        return table in self._watched

    async def ask(self, command_id: str, frame: bytes, patience_s: float | None) -> AnswerFrame:
        """Send a command until it is answered.

        Calls with the same command and id share one answer; another command with that id waits.
        """
        _check_id(command_id)
        try:
            async with asyncio.timeout(patience_s) as patience:
                return await self._answer(self._unanswered, command_id, frame)
        except TimeoutError:
            if not patience.expired():
                raise
            raise NoAnswer(command_id) from None

    async def ping(self, number: int) -> None:
        """Check that the server answers."""
        await self._answer(self._pings, number, _ping(number))

    async def _answer(self, all_: dict[K, PendingFrame[T]], name: K, frame: bytes) -> T:
        """Send a frame and wait for its answer; a frame for which no call waits any more is not sent again."""
        while name in all_ and all_[name].frame != frame:
            await asyncio.wait([all_[name].answer])
        self._check_open()
        _check_length(frame)
        said = name in all_
        asked = all_.setdefault(name, PendingFrame(frame))
        asked.waiting += 1
        try:
            if not said:  # once: a second answer would be taken for the answer to the next frame of this name
                await self._send(frame)
            return await asyncio.shield(asked.answer)
        finally:
            asked.waiting -= 1
            if not asked.waiting:
                asked.answer.cancel()
                del all_[name]

    async def _send(self, frame: bytes) -> None:
        if self._socket is not None:
            with suppress(ConnectionClosed):  # It is sent again on the next socket.
                await self._socket.send(frame, text=True)

    # Receiving

    async def _run(self) -> None:
        """Open one socket after another; the delay grows until the server sends its greeting."""
        while self.over is None:
            try:
                await self._run_socket()
            except (Unreachable, Paused, Refused) as error:
                if self._first_failed(error):
                    return
                if isinstance(error, Refused) and error.status == _HTTP_FORBIDDEN:
                    self._end(SessionOver(error.reason))
            except Exception as error:
                self._end(error)
            if self.over is None:
                await asyncio.sleep(self._wait * self._chance.uniform(0.5, 1.0))
                self._wait = min(self._wait * RECONNECT_DELAY_FACTOR, RECONNECT_DELAY_MAX_S)

    async def _run_socket(self) -> None:
        """One socket, from its ticket until it breaks."""
        socket = await self._connect()
        try:
            await self._listen(socket)
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code == CLOSE_SESSION_OVER:
                self._end(SessionOver(closed.rcvd.reason or "the session is over"))
            elif self._greeted is not None and not self._greeted.done():
                raise Unreachable("the house closed the socket before its greeting") from closed
        except Exception as error:  # An error in the handler of the snapshots.
            self._end(error)
        finally:
            self._socket = None
            await socket.close()

    async def _connect(self) -> ClientConnection:
        try:
            address = await self._address()
        except Refused as refused:
            if refused.status in _SESSION_OVER_STATUSES:
                raise SessionOver(refused.reason) from refused
            raise
        try:
            return await connect(
                address,
                compression=None,
                proxy=None,
                max_size=RECEIVED_BYTES_MAX,
                ping_interval=self._ping_s,
                close_timeout=CLOSE_TIMEOUT_S,
                user_agent_header=None,
            )
        except InvalidStatus as status:
            raise error_of(status.response.status_code, status.response.body) from status
        except (InvalidHandshake, OSError, EOFError, TimeoutError) as error:
            raise Unreachable(f"the socket cannot be opened: {error or type(error).__name__}") from error

    def _first_failed(self, error: Exception) -> bool:
        """Report a failure of the first socket to the call that opens the line; returns whether it was the first."""
        greeted = present(self._greeted, "call that has opened the line")
        if greeted.done():
            return False
        greeted.set_exception(error)
        greeted.exception()  # Perhaps no call waits for it.
        self._greeted = None
        return True

    async def _listen(self, socket: ClientConnection) -> None:
        while True:
            message = await socket.recv(decode=False)
            try:
                frame: Frame = decode_frame(message)
            except msgspec.ValidationError:
                continue  # A kind of frame that this client does not know yet.
            if type(frame) is TableFrame:
                watched = self._watched.get(frame.id)
                if watched is not None:
                    self._pictures(frame)
                    watched.tell(None)
            elif type(frame) is AnswerFrame:
                asked = self._unanswered.get(frame.id)
                if asked is not None:
                    asked.tell(frame)
            else:
                await self._handle(socket, frame)

    async def _handle(self, socket: ClientConnection, frame: Frame) -> None:
        if isinstance(frame, Hello):
            await self._resume(socket, frame)
        elif isinstance(frame, Pong):
            asked = self._pings.get(frame.ping)
            if asked is not None:
                asked.tell(None)
        elif isinstance(frame, Ended):
            self._end(SessionOver(frame.reason))
        elif isinstance(frame, ErrorFrame):
            self._handle_error(frame)

    async def _resume(self, socket: ClientConnection, hello: Hello) -> None:
        """Start to use a new socket: subscribe to the same tables, and send unanswered frames again in the same order."""
        self.opened += 1
        self._socket, self._wait = socket, RECONNECT_DELAY_MIN_S
        greeted = present(self._greeted, "call that has opened the line")
        if not greeted.done():
            greeted.set_result(hello)
        said = [watched.frame for watched in self._watched.values()]
        said += [asked.frame for asked in self._unanswered.values()]
        said += [ping.frame for ping in self._pings.values()]
        for frame in said:
            await socket.send(frame, text=True)

    def _handle_error(self, frame: ErrorFrame) -> None:
        self.errors.append(frame)
        paused = frame.code == _PAUSED_CODE
        refused = Paused(frame.reason) if paused else Refused(frame.code, "", frame.reason, status=400)
        asked, watched = self._unanswered.get(frame.id), self._watched.get(frame.table)
        if asked is not None and paused:
            asked.tell(AnswerFrame(frame.id, "paused", reason=frame.reason))
        elif asked is not None:
            asked.fail(refused)
        elif watched is not None and paused and watched.answer.done():
            self._retry_watch_later(frame.table)
        elif watched is not None:
            self._forget(frame.table, refused)

    def _retry_watch_later(self, table: str) -> None:
        if table not in self._later:
            self._later[table] = asyncio.create_task(self._retry_watch(table), name="watch again")

    async def _retry_watch(self, table: str) -> None:
        """Subscribe again to a table that the paused server could not show after a reconnection."""
        await asyncio.sleep(WATCH_RETRY_DELAY_S)
        del self._later[table]
        if table in self._watched:
            await self._send(_watch(table))

    # The end

    def _forget(self, table: str, why: Exception) -> None:
        """End a table's subscription with an error."""
        self._watched.pop(table).fail(why)
        self._ended(table, why)

    def _end(self, why: Exception) -> None:
        """End the line: every call that waits, and every later one, raises this error."""
        if self.over is not None:
            return
        self.over = why
        self._trace = why.__traceback__
        for asked in self._unanswered.values():
            asked.fail(why)
        for ping in self._pings.values():
            ping.fail(why)
        if self._greeted is not None and not self._greeted.done():
            self._greeted.set_exception(why)
            self._greeted.exception()  # Perhaps no call waits for it.
        for table in list(self._watched):
            self._forget(table, why)
        for later in self._later.values():
            later.cancel()

    def drop(self) -> None:
        """Break the socket, as a bad network would; the next one opens by itself."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def close(self) -> None:
        """Close for good; every call that waits raises."""
        self._end(ClientError("you have closed the client"))
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])


def _check_id(command_id: str) -> None:
    """Refuse an id that is too long; the server would cut it off in its answer, and no call waits for that id."""
    if len(command_id) > COMMAND_ID_CHARS_MAX:
        reason = (
            f"an id of {len(command_id)} characters is longer than the house reads, which is {COMMAND_ID_CHARS_MAX}"
        )
        raise Refused("frame/bad", "", reason, status=400)


def _check_length(frame: bytes) -> None:
    if len(frame) > SENT_BYTES_MAX:
        reason = f"a frame of {len(frame)} bytes is longer than the house reads, which is {SENT_BYTES_MAX}"
        raise Refused("frame/long", "", reason, status=413)


def _watch(table: str) -> bytes:
    return msgspec.json.encode({"watch": table})


def _ping(number: int) -> bytes:
    return msgspec.json.encode({"ping": number})
