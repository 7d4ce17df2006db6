"""WebSocket endpoint, one socket per client: snapshots of tables, commands and their answers.

It implements ASGI directly for speed, because every frame of every table passes through it. One task reads frames, and
finishes a command before it reads the next frame. Another task writes the frames that could not be sent at once, so
that a slow reader delays only itself.
"""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Awaitable, Callable
from typing import Any
from urllib.parse import parse_qs

import msgspec
from msgspec import UNSET

from boxseat import __version__
from boxseat.house.answers import Answer, Paused, Refused
from boxseat.house.live_stream import NoSuchStream
from boxseat.journal.entry import StoreDown
from boxseat.people.roles import Power, may, refusal_of
from boxseat.people.sessions import Visit
from boxseat.server.guard import NO_SESSION
from boxseat.server.limits.addresses import address_of
from boxseat.server.logs import log
from boxseat.server.node import Node
from boxseat.server.problems import Problem, note_fault, retry_after
from boxseat.server.rate_limits import TokenBucket
from boxseat.server.websocket.frame_codec import (
    BadFrame,
    answer_frame,
    ids_in_bad_frame,
    read_frame,
    read_stream_command,
    text,
)
from boxseat.server.websocket.hub import Subscriber, stream_named
from boxseat.server.websocket.slow_clients import WebSocketProtocol
from boxseat.server.wire.core import (
    AnyFrame,
    EndedFrame,
    ErrorFrame,
    HelloFrame,
    PongFrame,
    StreamCommandFrame,
    person_seen,
)
from boxseat.table.names import stream_of

SOCKET_PATH = "/api/socket"
CLOSE_SESSION_OVER = 4401
CLOSE_ABUSE = 1008
CLOSE_FAULT = 1011
CLOSE_TIMEOUT_S = 0.8
"""Time for the last frames and the closing handshake; then the connection is aborted."""

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


class Sockets:
    """Accepts WebSockets, and serves them until they close."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._by_address: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        try:
            visit = await self._admit(scope)
        except Problem as problem:
            await self.refuse(scope, send, problem)
            return
        except StoreDown as down:
            self._node.house.pause(down.reason)
            paused = Problem("house/paused", "the house cannot check your session now; try again", wait=1)
            await self.refuse(scope, send, paused)
            return
        address = address_of(scope)
        scope["state"]["socket"].connection.client = address
        self._by_address[address] += 1
        try:
            await send({"type": "websocket.accept"})
            await self._serve(visit, receive, send, scope["state"]["socket"])
        finally:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    async def refuse(self, scope: Any, send: Send, problem: Problem) -> None:
        """Refuse a handshake, and log it; a rate limit has logged its refusal already."""
        if problem.error.code != "rate/too-fast":
            self._node.turned_away.note("handshake", address_of(scope), code=problem.error.code)
        await reject_handshake(send, problem)

    async def _admit(self, scope: Any) -> Visit:
        """Session of the handshake's ticket; `Problem` where the handshake is refused."""
        node, limits = self._node, self._node.settings.limits
        full = self._by_address[address_of(scope)] >= limits.sockets_an_address
        if full or len(node.hub.subscribers) >= limits.sockets:
            raise Problem("socket/many", "too many sockets are open", wait=10)
        ticket = parse_qs(scope["query_string"].decode("latin-1")).get("ticket", [""])[0]
        visit = await node.front.sessions.redeem(ticket)
        if visit is None:
            raise NO_SESSION
        if refused := refusal_of(visit.person, Power.WATCH):
            raise Problem(refused.code, refused.reason)
        if len(node.hub.people.get(visit.person.name, ())) >= limits.sockets_each:
            raise Problem("socket/many", "you have too many sockets open", wait=10)
        return visit

    async def _serve(self, visit: Visit, receive: Receive, send: Send, socket: WebSocketProtocol) -> None:
        node, sessions = self._node, self._node.front.sessions
        plays = may(visit.person, Power.PLAY)
        queued_max = node.settings.limits.unsent
        subscriber = Subscriber(visit.person, visit.session, plays=plays, queued_max=queued_max, socket=socket)
        # Disconnects a client that does not read its last frames or does not close; no effect on a closed socket.
        subscriber.on_close = lambda: asyncio.get_running_loop().call_later(CLOSE_TIMEOUT_S, socket.abort)

        def ended() -> None:
            subscriber.close(CLOSE_SESSION_OVER, text(EndedFrame("your session is over; come in again")))

        sessions.watch(visit.session, ended)
        node.hub.enter(subscriber)
        subscriber.send(text(HelloFrame(person_seen(visit.person), node.house.clock.now() // 1000, __version__)))
        reading = asyncio.create_task(Reader(node, subscriber).read(receive), name="socket")
        try:
            # The session may have ended between `redeem` and `watch`.
            if await sessions.revalidate(visit.session) is None:
                ended()
            await _write(subscriber, send, reading)
        except Exception as error:
            if not socket.is_closing():
                self._note(error, visit)
            # If nothing can be written to a socket, its commands are not carried out either.
            subscriber.close(CLOSE_FAULT)
            socket.abort()
        finally:
            sessions.unwatch(visit.session, ended)
            node.hub.leave(subscriber)
            # Not cancelled: a command that has begun is finished.
            await asyncio.shield(reading)

    def _note(self, error: Exception, visit: Visit) -> None:
        """Log why an open socket cannot be written to any more."""
        if isinstance(error, StoreDown):
            self._node.house.pause(error.reason)
        else:
            self._node.metrics.fault()
            note_fault(error, person=visit.person.name)


async def _write(subscriber: Subscriber, send: Send, reading: asyncio.Task[None]) -> None:
    """Send queued frames until either side closes the socket."""
    reading.add_done_callback(lambda _: subscriber.close(1000))
    while subscriber.closing is None:
        await subscriber.wait()
        for each in subscriber.unsent():
            await send({"type": "websocket.send", "text": each})
    if not reading.done():
        if subscriber.last:
            await send({"type": "websocket.send", "text": subscriber.last})
        await send({"type": "websocket.close", "code": subscriber.closing})


class Reader:
    """Reads the frames of one socket and carries them out."""

    def __init__(self, node: Node, subscriber: Subscriber) -> None:
        limits, now = node.settings.limits, time.monotonic()
        self._node = node
        self._subscriber = subscriber
        self._limits = limits
        self._frames = TokenBucket(limits.frames.at_once, now)
        self._faults = TokenBucket(limits.faults.at_once, now)

    async def read(self, receive: Receive) -> None:
        """Read until the client disconnects; stop carrying out frames once the socket is closing."""
        subscriber = self._subscriber
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            if subscriber.closing is not None:
                continue
            if wait := self._frames.take(self._limits.frames, time.monotonic()):
                await asyncio.sleep(min(wait, 1))
            sent = message.get("text")
            if sent is None:
                self._fault("frame/binary", "frames are JSON text")
                continue
            try:
                frame = read_frame(sent)
            except BadFrame as bad:
                self._fault("frame/bad", str(bad), *ids_in_bad_frame(sent))
                continue
            try:
                await self._do(frame)
            except StoreDown as down:
                self._node.house.pause(down.reason)
                self._say("house/paused", "the house cannot read that now; try again", frame)
            except Exception as error:  # last resort: the socket stays open
                self._node.metrics.fault()
                number = note_fault(error, person=subscriber.person.name)
                self._say("house/fault", f"internal error; it is in the log as {number}", frame)

    async def _do(self, frame: AnyFrame | StreamCommandFrame) -> None:
        """Carry out a frame; `read_frame` has checked that it asks for exactly one thing."""
        subscriber, node = self._subscriber, self._node
        if isinstance(frame, StreamCommandFrame):
            await self._stream_command(frame)
            return
        command_id, table_id, version, command = frame.id, frame.table, frame.version, frame.command
        if command_id is not UNSET and table_id is not UNSET and version is not UNSET and command is not UNSET:
            await self._command(command_id, stream_of(table_id), version, command)
        elif frame.ping is not UNSET:
            subscriber.send(text(PongFrame(frame.ping)))
        elif frame.unwatch is not UNSET:
            node.hub.unwatch(subscriber, frame.unwatch)
        elif frame.watch is not UNSET:
            await self._watch(frame.watch, again=False)
        elif frame.resync is not UNSET:
            await self._watch(frame.resync, again=True)

    async def _watch(self, name: str, *, again: bool) -> None:
        subscriber = self._subscriber
        if again and name not in subscriber.watching:
            self._fault("table/not-watched", "this table is not being watched", table=name)
        elif name not in subscriber.watching and len(subscriber.watching) >= self._limits.watched:
            self._fault("table/many", f"a socket watches {self._limits.watched} tables at the most", table=name)
        else:
            try:
                await self._node.hub.watch(subscriber, name)
            except NoSuchStream:
                none = self._node.house.none_of(stream_named(name))
                self._fault(none.code, none.reason, table=name)

    async def _stream_command(self, frame: StreamCommandFrame) -> None:
        kind = self._node.house.kinds.find(frame.stream)
        if kind is None:
            none = self._node.house.none_of(frame.stream)
            self._fault(none.code, none.reason, frame.id)
            return
        try:
            command = read_stream_command(kind, frame.command)
        except BadFrame as bad:
            self._fault("frame/bad", str(bad), frame.id)
            return
        await self._command(frame.id, frame.stream, frame.version, command)

    async def _command(self, command_id: str, stream: str, version: int, command: Any) -> None:
        subscriber, node = self._subscriber, self._node
        answer: Answer
        try:
            visit = await node.front.sessions.revalidate(subscriber.session)
            if visit is None:
                return  # the session is over, and the socket is being closed
            answer = await node.command(visit.person, stream, command_id, version, command)
        except StoreDown as down:
            node.house.pause(down.reason)
            answer = Paused(down.reason)
        subscriber.send(answer_frame(command_id, answer))
        if isinstance(answer, Refused) and answer.code == "rate/too-fast":
            self._count_fault()

    def _fault(self, code: str, reason: str, command_id: str = "", table: str = "") -> None:
        self._subscriber.send(text(ErrorFrame(code, reason, command_id, table)))
        self._count_fault()

    def _say(self, code: str, reason: str, frame: AnyFrame | StreamCommandFrame) -> None:
        command_id = frame.id if isinstance(frame.id, str) else ""
        table = frame.watch if isinstance(frame, AnyFrame) and isinstance(frame.watch, str) else ""
        self._subscriber.send(text(ErrorFrame(code, reason, command_id, table)))

    def _count_fault(self) -> None:
        if self._faults.take(self._limits.faults, time.monotonic()):
            log().warning("socket closed for abuse", person=self._subscriber.person.name)
            self._subscriber.close(CLOSE_ABUSE)


async def reject_handshake(send: Send, problem: Problem) -> None:
    """Answer a WebSocket handshake with an HTTP error."""
    headers = [(b"content-type", b"application/json"), (b"x-content-type-options", b"nosniff")]
    if problem.wait:
        headers.append((b"retry-after", retry_after(problem.wait).encode()))
    await send({"type": "websocket.http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": msgspec.json.encode(problem.error)})
