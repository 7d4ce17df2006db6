"""The line to the house: one socket, opened again whenever it breaks; what was not answered is said again, with the same id.

The house does a command once at the most and remembers its answer, so saying it twice is safe, and saying it until it is answered
loses nothing.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from contextlib import suppress
from random import Random

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from boxseat.client.counter import error_of
from boxseat.client.errors import NoAnswer, Paused, Refused, SessionOver, Unreachable
from boxseat.client.frames import AnswerFrame, Ended, ErrorFrame, Frame, Hello, Pong, TableFrame, decode_frame

FIRST_WAIT_S = 0.05
LONGEST_WAIT_S = 2.0
SLOWER_BY = 1.7
CLOSED_WITHIN_S = 2.0
SESSION_OVER = 4401
LONGEST_FRAME = 2**20
LONGEST_SAID = 16 * 1024
"""The house hangs up on a longer frame, and would again each time it is said."""
ERRORS_KEPT = 100
_SHOWN_OUT = (401, 403)
_PAUSED = "house/paused"

Address = Callable[[], Awaitable[str]]
"""Fetches a ticket, and says where to open the socket with it."""


class Line:
    """One socket to the house, or the next one. `pictures` hears every picture of a table, `ended` that there will be no more."""

    def __init__(
        self,
        address: Address,
        pictures: Callable[[TableFrame], None],
        ended: Callable[[SessionOver], None],
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
        self._watched: dict[str, asyncio.Future[None]] = {}
        self._unanswered: dict[str, tuple[bytes, asyncio.Future[AnswerFrame]]] = {}
        self._pings: dict[int, asyncio.Future[None]] = {}
        self._chance = Random()
        self.over: SessionOver | None = None
        self.opened = 0
        """How many sockets there have been."""
        self.errors: deque[ErrorFrame] = deque(maxlen=ERRORS_KEPT)
        """What the house said of frames that it could not read, the newest last."""

    async def open(self) -> Hello:
        """Open the first socket, if there is none yet; errors are raised here, and later breaks are mended quietly."""
        if self._greeted is None:
            self._greeted = asyncio.get_running_loop().create_future()
            self._running = asyncio.create_task(self._run(), name="line")
        return await asyncio.shield(self._greeted)

    # What one says

    async def watch(self, table: str) -> None:
        """Ask for a table's pictures; done when the first has come."""
        if table not in self._watched:
            _check_length(_watch(table))
            self._watched[table] = asyncio.get_running_loop().create_future()
            await self._say(_watch(table))
        await asyncio.shield(self._watched[table])

    async def unwatch(self, table: str) -> None:
        if self._watched.pop(table, None) is not None:
            await self._say(msgspec.json.encode({"unwatch": table}))

    async def ask(self, command_id: str, frame: bytes, patience_s: float | None) -> AnswerFrame:
        """Say a command until it is answered. Said twice at once with one id, it has one answer."""
        if self.over is not None:
            raise self.over
        _check_length(frame)
        said = self._unanswered.get(command_id)
        answer = said[1] if said else asyncio.get_running_loop().create_future()
        self._unanswered[command_id] = (frame, answer)
        try:
            async with asyncio.timeout(patience_s):
                await self._say(frame)
                return await asyncio.shield(answer)
        except TimeoutError:
            raise NoAnswer(command_id) from None
        finally:
            if said is None:
                self._unanswered.pop(command_id, None)

    async def ping(self, number: int) -> None:
        """Ask whether the house is there."""
        self._pings[number] = pong = asyncio.get_running_loop().create_future()
        await self._say(_ping(number))
        await pong

    async def _say(self, frame: bytes) -> None:
        if self._socket is not None:
            with suppress(ConnectionClosed):  # It is said again on the next socket.
                await self._socket.send(frame, text=True)

    # What the house says

    async def _run(self) -> None:
        wait = FIRST_WAIT_S
        while self.over is None:
            try:
                self._socket = await self._connect()
            except SessionOver as over:
                self._end(over)
                return
            except (Unreachable, Paused, Refused) as error:
                if self._first_failed(error):
                    return
                await asyncio.sleep(wait * self._chance.uniform(0.5, 1.0))
                wait = min(wait * SLOWER_BY, LONGEST_WAIT_S)
                continue
            try:
                await self._listen(self._socket)
                wait = FIRST_WAIT_S
            except ConnectionClosed as closed:
                if closed.rcvd is not None and closed.rcvd.code == SESSION_OVER:
                    self._end(SessionOver(closed.rcvd.reason or "the session is over"))
            except asyncio.CancelledError:
                await self._socket.close()
                raise
            finally:
                self._socket = None

    async def _connect(self) -> ClientConnection:
        try:
            address = await self._address()
        except Refused as refused:
            if refused.status in _SHOWN_OUT:
                raise SessionOver(refused.reason) from refused
            raise
        try:
            return await connect(
                address,
                compression=None,
                proxy=None,
                max_size=LONGEST_FRAME,
                ping_interval=self._ping_s,
                close_timeout=CLOSED_WITHIN_S,
                user_agent_header=None,
            )
        except InvalidStatus as status:
            raise error_of(status.response.status_code, status.response.body) from status
        except (InvalidHandshake, OSError, EOFError, TimeoutError) as error:
            raise Unreachable(f"there is no socket to be had: {error or type(error).__name__}") from error

    def _first_failed(self, error: Exception) -> bool:
        """The first socket's failure is told to whoever opens the line."""
        assert self._greeted is not None
        if self._greeted.done():
            return False
        self._greeted.set_exception(error)
        self._greeted = None
        return True

    async def _listen(self, socket: ClientConnection) -> None:
        while True:
            message = await socket.recv(decode=False)
            try:
                frame: Frame = decode_frame(message)
            except msgspec.ValidationError:
                continue  # A word this client does not know yet.
            if type(frame) is TableFrame:
                first = self._watched.get(frame.id)
                if first is not None:
                    self._pictures(frame)
                    if not first.done():
                        first.set_result(None)
            elif type(frame) is AnswerFrame:
                waiting = self._unanswered.get(frame.id)
                if waiting is not None and not waiting[1].done():
                    waiting[1].set_result(frame)
            else:
                await self._hear(socket, frame)

    async def _hear(self, socket: ClientConnection, frame: Frame) -> None:
        if isinstance(frame, Hello):
            await self._greet(socket, frame)
        elif isinstance(frame, Pong):
            pong = self._pings.pop(frame.ping, None)
            if pong is not None and not pong.done():
                pong.set_result(None)
        elif isinstance(frame, Ended):
            self._end(SessionOver(frame.reason))
        elif isinstance(frame, ErrorFrame):
            self._wrong(frame)

    async def _greet(self, socket: ClientConnection, hello: Hello) -> None:
        """A new socket: look at the same tables, and say again what was not answered, in the same order."""
        self.opened += 1
        assert self._greeted is not None
        if not self._greeted.done():
            self._greeted.set_result(hello)
        said = [_watch(table) for table in self._watched]
        said += [frame for frame, _ in self._unanswered.values()]
        said += [_ping(number) for number, pong in self._pings.items() if not pong.done()]
        for frame in said:
            await socket.send(frame, text=True)

    def _wrong(self, frame: ErrorFrame) -> None:
        self.errors.append(frame)
        paused = frame.code == _PAUSED
        refused = Paused(frame.reason) if paused else Refused(frame.code, "", frame.reason, status=400)
        if frame.id in self._unanswered:
            answer = self._unanswered[frame.id][1]
            if answer.done():
                return
            if paused:
                answer.set_result(AnswerFrame(frame.id, "paused", reason=frame.reason))
            else:
                answer.set_exception(refused)
            return
        first = self._watched.get(frame.table)
        if first is not None and not first.done():
            del self._watched[frame.table]
            first.set_exception(refused)

    def _end(self, over: SessionOver) -> None:
        """Nobody gets an answer any more."""
        if self.over is not None:
            return
        self.over = over
        open_: list[asyncio.Future[AnswerFrame] | asyncio.Future[None] | asyncio.Future[Hello]] = []
        open_ += [answer for _, answer in self._unanswered.values()]
        open_ += [*self._watched.values(), *self._pings.values()]
        open_ += [] if self._greeted is None else [self._greeted]
        for future in open_:
            if not future.done():
                future.set_exception(over)
                future.exception()  # Nobody may be waiting for it.
        self._ended(over)

    def drop(self) -> None:
        """Break the socket, as a bad network would; the next one is opened by itself."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def close(self) -> None:
        if self._running is not None:
            self._running.cancel()
            with suppress(asyncio.CancelledError):
                await self._running


def _check_length(frame: bytes) -> None:
    if len(frame) > LONGEST_SAID:
        reason = f"a frame of {len(frame)} bytes is longer than the house reads, which is {LONGEST_SAID}"
        raise Refused("frame/long", "", reason, status=413)


def _watch(table: str) -> bytes:
    return msgspec.json.encode({"watch": table})


def _ping(number: int) -> bytes:
    return msgspec.json.encode({"ping": number})
