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
from types import TracebackType
from typing import Generic, TypeVar

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus

from boxseat.client.errors import ClientError, NoAnswer, Paused, Refused, SessionOver, Unreachable
from boxseat.client.frames import AnswerFrame, Ended, ErrorFrame, Frame, Hello, Pong, TableFrame, decode_frame
from boxseat.client.http_calls import error_of

FIRST_WAIT_S = 0.05
LONGEST_WAIT_S = 2.0
SLOWER_BY = 1.7
CLOSED_WITHIN_S = 2.0
WATCH_AGAIN_S = 0.5
"""After so long a paused house is asked again for a table that it had shown before."""
SESSION_OVER = 4401
LONGEST_FRAME = 2**20
LONGEST_SAID = 16 * 1024
"""The house hangs up on a longer frame, and would again each time it is said."""
LONGEST_ID = 64
ERRORS_KEPT = 100
_MAY_NOT = 403
_SHOWN_OUT = (401, _MAY_NOT)
_PAUSED = "house/paused"

Address = Callable[[], Awaitable[str]]
"""Fetches a ticket, and says where to open the socket with it."""

K = TypeVar("K")
T = TypeVar("T")


class PendingFrame(Generic[T]):
    """Something said to the house, and its one answer, for which any number may wait."""

    def __init__(self, frame: bytes) -> None:
        self.frame = frame
        self.answer: asyncio.Future[T] = asyncio.get_running_loop().create_future()
        self.waiting = 0

    def tell(self, answer: T) -> None:
        if not self.answer.done():
            self.answer.set_result(answer)

    def fail(self, why: Exception) -> None:
        if not self.answer.done():
            self.answer.set_exception(why)
            self.answer.exception()  # Nobody may be waiting for it.


class Line:
    """One socket to the house, or the next one. `pictures` hears every picture of a table; `ended` that a table will have no
    more, and why.

    A slip in `pictures` ends the line: whoever waits for something is told, and whoever asks later.
    """

    def __init__(
        self,
        address: Address,
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
        self._wait = FIRST_WAIT_S
        self._watched: dict[str, PendingFrame[None]] = {}
        self._later: dict[str, asyncio.Task[None]] = {}
        self._unanswered: dict[str, PendingFrame[AnswerFrame]] = {}
        self._pings: dict[int, PendingFrame[None]] = {}
        self._chance = Random()
        self.over: Exception | None = None
        """Why nothing is said or heard any more."""
        self._trace: TracebackType | None = None
        self.opened = 0
        """How many sockets there have been."""
        self.errors: deque[ErrorFrame] = deque(maxlen=ERRORS_KEPT)
        """What the house said of frames that it could not read, the newest last."""

    async def open(self) -> Hello:
        """Open the first socket, if there is none yet; errors are raised here, and later breaks are mended quietly."""
        self._check_open()
        if self._greeted is None:
            self._greeted = asyncio.get_running_loop().create_future()
            self._running = asyncio.create_task(self._run(), name="line")
        return await asyncio.shield(self._greeted)

    def _check_open(self) -> None:
        if self.over is not None:
            raise self.over.with_traceback(self._trace)

    # What one says

    async def watch(self, table: str) -> None:
        """Ask for a table's pictures; done when the first has come. A table for which nobody waits so long is forgotten."""
        self._check_open()
        watched = self._watched.get(table)
        said = watched is not None
        if watched is None:
            _check_length(_watch(table))
            watched = self._watched[table] = PendingFrame(_watch(table))
        watched.waiting += 1
        try:
            if not said:
                await self._say(watched.frame)
            await asyncio.shield(watched.answer)
        finally:
            watched.waiting -= 1
            if not watched.waiting and not watched.answer.done():
                await self.unwatch(table)

    async def unwatch(self, table: str) -> None:
        if table in self._watched:
            self._forget(table, ClientError(f"table {table} is no longer watched"))
            await self._say(msgspec.json.encode({"unwatch": table}))

    def watches(self, table: str) -> bool:
        return table in self._watched

    async def ask(self, command_id: str, frame: bytes, patience_s: float | None) -> AnswerFrame:
        """Say a command until it is answered. Said twice at once with one id, it has one answer; another with that id waits."""
        _check_id(command_id)
        try:
            async with asyncio.timeout(patience_s) as patience:
                return await self._answer(self._unanswered, command_id, frame)
        except TimeoutError:
            if not patience.expired():
                raise
            raise NoAnswer(command_id) from None

    async def ping(self, number: int) -> None:
        """Ask whether the house is there."""
        await self._answer(self._pings, number, _ping(number))

    async def _answer(self, all_: dict[K, PendingFrame[T]], name: K, frame: bytes) -> T:
        """Say something, and wait for its answer; what nobody waits for any more is not said again."""
        while name in all_ and all_[name].frame != frame:
            await asyncio.wait([all_[name].answer])
        self._check_open()
        _check_length(frame)
        said = name in all_
        asked = all_.setdefault(name, PendingFrame(frame))
        asked.waiting += 1
        try:
            if not said:  # once: a second answer would be taken for that of whatever has this name next
                await self._say(frame)
            return await asyncio.shield(asked.answer)
        finally:
            asked.waiting -= 1
            if not asked.waiting:
                asked.answer.cancel()
                del all_[name]

    async def _say(self, frame: bytes) -> None:
        if self._socket is not None:
            with suppress(ConnectionClosed):  # It is said again on the next socket.
                await self._socket.send(frame, text=True)

    # What the house says

    async def _run(self) -> None:
        """One socket after another, each a little later than the one before until the house greets again."""
        while self.over is None:
            try:
                await self._visit()
            except (Unreachable, Paused, Refused) as error:
                if self._first_failed(error):
                    return
                if isinstance(error, Refused) and error.status == _MAY_NOT:
                    self._end(SessionOver(error.reason))
            except Exception as error:
                self._end(error)
            if self.over is None:
                await asyncio.sleep(self._wait * self._chance.uniform(0.5, 1.0))
                self._wait = min(self._wait * SLOWER_BY, LONGEST_WAIT_S)

    async def _visit(self) -> None:
        """One socket, from its ticket until it breaks."""
        socket = await self._connect()
        try:
            await self._listen(socket)
        except ConnectionClosed as closed:
            if closed.rcvd is not None and closed.rcvd.code == SESSION_OVER:
                self._end(SessionOver(closed.rcvd.reason or "the session is over"))
            elif self._greeted is not None and not self._greeted.done():
                raise Unreachable("the house hung up before its greeting") from closed
        except Exception as error:  # A slip of whoever looks at the pictures.
            self._end(error)
        finally:
            self._socket = None
            await socket.close()

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
        self._greeted.exception()  # Nobody may be waiting for it.
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
                watched = self._watched.get(frame.id)
                if watched is not None:
                    self._pictures(frame)
                    watched.tell(None)
            elif type(frame) is AnswerFrame:
                asked = self._unanswered.get(frame.id)
                if asked is not None:
                    asked.tell(frame)
            else:
                await self._hear(socket, frame)

    async def _hear(self, socket: ClientConnection, frame: Frame) -> None:
        if isinstance(frame, Hello):
            await self._greet(socket, frame)
        elif isinstance(frame, Pong):
            asked = self._pings.get(frame.ping)
            if asked is not None:
                asked.tell(None)
        elif isinstance(frame, Ended):
            self._end(SessionOver(frame.reason))
        elif isinstance(frame, ErrorFrame):
            self._wrong(frame)

    async def _greet(self, socket: ClientConnection, hello: Hello) -> None:
        """A new socket: look at the same tables, and say again what was not answered, in the same order."""
        self.opened += 1
        self._socket, self._wait = socket, FIRST_WAIT_S
        assert self._greeted is not None
        if not self._greeted.done():
            self._greeted.set_result(hello)
        said = [watched.frame for watched in self._watched.values()]
        said += [asked.frame for asked in self._unanswered.values()]
        said += [ping.frame for ping in self._pings.values()]
        for frame in said:
            await socket.send(frame, text=True)

    def _wrong(self, frame: ErrorFrame) -> None:
        self.errors.append(frame)
        paused = frame.code == _PAUSED
        refused = Paused(frame.reason) if paused else Refused(frame.code, "", frame.reason, status=400)
        asked, watched = self._unanswered.get(frame.id), self._watched.get(frame.table)
        if asked is not None and paused:
            asked.tell(AnswerFrame(frame.id, "paused", reason=frame.reason))
        elif asked is not None:
            asked.fail(refused)
        elif watched is not None and paused and watched.answer.done():
            self._watch_later(frame.table)
        elif watched is not None:
            self._forget(frame.table, refused)

    def _watch_later(self, table: str) -> None:
        if table not in self._later:
            self._later[table] = asyncio.create_task(self._watch_again(table), name="watch again")

    async def _watch_again(self, table: str) -> None:
        """A table that was seen before a break, and that the house was too troubled to show after it."""
        await asyncio.sleep(WATCH_AGAIN_S)
        del self._later[table]
        if table in self._watched:
            await self._say(_watch(table))

    # The end

    def _forget(self, table: str, why: Exception) -> None:
        """No picture of this table comes any more."""
        self._watched.pop(table).fail(why)
        self._ended(table, why)

    def _end(self, why: Exception) -> None:
        """Nobody gets an answer any more."""
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
            self._greeted.exception()  # Nobody may be waiting for it.
        for table in list(self._watched):
            self._forget(table, why)
        for later in self._later.values():
            later.cancel()

    def drop(self) -> None:
        """Break the socket, as a bad network would; the next one is opened by itself."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def close(self) -> None:
        """Hang up; whoever still waits for something is told."""
        self._end(ClientError("you have hung up"))
        if self._running is not None:
            self._running.cancel()
            await asyncio.wait([self._running])


def _check_id(command_id: str) -> None:
    """The house would answer the beginning of a longer one, which nobody waits for."""
    if len(command_id) > LONGEST_ID:
        reason = f"an id of {len(command_id)} characters is longer than the house reads, which is {LONGEST_ID}"
        raise Refused("frame/bad", "", reason, status=400)


def _check_length(frame: bytes) -> None:
    if len(frame) > LONGEST_SAID:
        reason = f"a frame of {len(frame)} bytes is longer than the house reads, which is {LONGEST_SAID}"
        raise Refused("frame/long", "", reason, status=413)


def _watch(table: str) -> bytes:
    return msgspec.json.encode({"watch": table})


def _ping(number: int) -> bytes:
    return msgspec.json.encode({"ping": number})
