"""One socket a client: tables as they change, commands and their answers.

It speaks ASGI by itself, since every frame of every table goes through here. One loop reads, and a command is done before the next
is read; another writes what could not be sent at once, so that a slow reader holds up nobody but themselves.
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
from boxseat.house.live_table import NoSuchTable
from boxseat.journal.entry import StoreDown
from boxseat.people.roles import Power, may, refusal_of
from boxseat.people.sessions import Visit
from boxseat.server.frames import BadFrame, answer_frame, meant_by, read_frame, text
from boxseat.server.guard import NO_SESSION, address_of
from boxseat.server.hub import Caller
from boxseat.server.logs import log
from boxseat.server.node import Node
from boxseat.server.problems import Problem, note_fault, retry_after
from boxseat.server.rate_limits import Bucket
from boxseat.server.slow_clients import Frames
from boxseat.server.wire.core import AnyFrame, EndedFrame, ErrorFrame, HelloFrame, PongFrame, person_seen

PATH = "/api/socket"
ENDED = 4401
ABUSE = 1008
FAULT = 1011
CLOSED_WITHIN = 0.8
"""How long the last frame of a socket may take, in seconds; somebody who does not read it is cut off."""

Receive = Callable[[], Awaitable[Any]]
Send = Callable[[Any], Awaitable[None]]


class Sockets:
    """Takes sockets, and keeps them until they close."""

    def __init__(self, node: Node) -> None:
        self._node = node
        self._by_address: Counter[str] = Counter()

    async def __call__(self, scope: Any, receive: Receive, send: Send) -> None:
        try:
            visit = await self._admit(scope)
        except Problem as problem:
            await turn_away(send, problem)
            return
        except StoreDown as down:
            self._node.house.pause(down.reason)
            await turn_away(send, Problem(503, "house/paused", "the house cannot look you up now; try again", wait=1))
            return
        address = address_of(scope)
        self._by_address[address] += 1
        try:
            await send({"type": "websocket.accept"})
            await self._serve(visit, receive, send, scope["state"]["socket"])
        finally:
            self._by_address[address] -= 1
            if not self._by_address[address]:
                del self._by_address[address]

    async def _admit(self, scope: Any) -> Visit:
        """Who comes with this handshake; `Problem` where they may not."""
        node, limits = self._node, self._node.settings.limits
        full = self._by_address[address_of(scope)] >= limits.sockets_an_address
        if full or len(node.hub.callers) >= limits.sockets:
            raise Problem(429, "socket/many", "there are as many sockets open as there may be", wait=10)
        ticket = parse_qs(scope["query_string"].decode("latin-1")).get("ticket", [""])[0]
        visit = await node.front.sessions.redeem(ticket)
        if visit is None:
            raise NO_SESSION
        if refused := refusal_of(visit.person, Power.WATCH):
            raise Problem(403, refused.code, refused.reason)
        if len(node.hub.people.get(visit.person.name, ())) >= limits.sockets_each:
            raise Problem(429, "socket/many", "you have as many sockets open as you may", wait=10)
        return visit

    async def _serve(self, visit: Visit, receive: Receive, send: Send, socket: Frames) -> None:
        node, sessions = self._node, self._node.front.sessions
        plays = may(visit.person, Power.PLAY)
        most = node.settings.limits.unsent
        caller = Caller(visit.person, visit.session, plays=plays, most=most, wire=socket)
        # Whoever does not take their last frames, or hang up in turn, is cut off; to a socket that is closed that is nothing.
        caller.on_close = lambda: asyncio.get_running_loop().call_later(CLOSED_WITHIN, socket.abort)

        def ended() -> None:
            caller.close(ENDED, text(EndedFrame("your session is over; come in again")))

        sessions.watch(visit.session, ended)
        node.hub.enter(caller)
        caller.send(text(HelloFrame(person_seen(visit.person), node.house.clock.now() // 1000, __version__)))
        reading = asyncio.create_task(Reader(node, caller).read(receive), name="socket")
        try:
            # It may have ended between the ticket and the watch.
            if await sessions.again(visit.session) is None:
                ended()
            await _write(caller, send, reading)
        except Exception as error:
            if not socket.is_closing():
                self._note(error, visit)
            # What is not written to any more may not go on asking either.
            caller.close(FAULT)
            socket.abort()
        finally:
            sessions.unwatch(visit.session, ended)
            node.hub.leave(caller)
            # Never cut short: a command that has begun is finished, and the table shows it.
            await asyncio.shield(reading)

    def _note(self, error: Exception, visit: Visit) -> None:
        """Why a socket that was open could not be written to any more."""
        if isinstance(error, StoreDown):
            self._node.house.pause(error.reason)
        else:
            self._node.metrics.fault()
            note_fault(error, person=visit.person.name)


async def _write(caller: Caller, send: Send, reading: asyncio.Task[None]) -> None:
    """Send what there is to send, until the socket closes at either end."""
    reading.add_done_callback(lambda _: caller.close(1000))
    while caller.closing is None:
        await caller.wait()
        for each in caller.unsent():
            await send({"type": "websocket.send", "text": each})
    if not reading.done():
        if caller.last:
            await send({"type": "websocket.send", "text": caller.last})
        await send({"type": "websocket.close", "code": caller.closing})


class Reader:
    """Reads one socket's frames and does what they ask."""

    def __init__(self, node: Node, caller: Caller) -> None:
        limits, now = node.settings.limits, time.monotonic()
        self._node = node
        self._caller = caller
        self._limits = limits
        self._frames = Bucket(limits.frames.at_once, now)
        self._faults = Bucket(limits.faults.at_once, now)

    async def read(self, receive: Receive) -> None:
        """Until the other end is gone, or the socket is closed for abuse."""
        caller = self._caller
        while True:
            message = await receive()
            if message["type"] == "websocket.disconnect":
                return
            if caller.closing is not None:
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
                self._fault("frame/bad", str(bad), *meant_by(sent))
                continue
            try:
                await self._do(frame)
            except StoreDown as down:
                self._node.house.pause(down.reason)
                self._say("house/paused", "the house cannot look that up now; try again", frame)
            except Exception as error:  # the last resort: the socket lives on
                self._node.metrics.fault()
                number = note_fault(error, person=caller.person.name)
                self._say("house/fault", f"something is wrong here; it was noted as {number}", frame)

    async def _do(self, frame: AnyFrame) -> None:
        caller, node = self._caller, self._node
        if frame.command is not UNSET:
            await self._command(frame)
        elif frame.ping is not UNSET:
            caller.send(text(PongFrame(frame.ping)))
        elif frame.unwatch is not UNSET:
            node.hub.unwatch(caller, frame.unwatch)
        else:
            table_id = frame.watch if frame.watch is not UNSET else frame.resync
            assert table_id is not UNSET
            await self._watch(table_id, again=frame.watch is UNSET)

    async def _watch(self, table_id: str, *, again: bool) -> None:
        caller = self._caller
        if again and table_id not in caller.watching:
            self._fault("table/not-watched", "this table is not being watched", table=table_id)
        elif table_id not in caller.watching and len(caller.watching) >= self._limits.watched:
            self._fault("table/many", f"a socket watches {self._limits.watched} tables at the most", table=table_id)
        else:
            try:
                await self._node.hub.watch(caller, table_id)
            except NoSuchTable:
                self._fault("table/none", f"there is no table {table_id}", table=table_id)

    async def _command(self, frame: AnyFrame) -> None:
        caller, node = self._caller, self._node
        assert frame.id is not UNSET
        assert frame.table is not UNSET
        assert frame.version is not UNSET
        assert frame.command is not UNSET
        answer: Answer
        try:
            visit = await node.front.sessions.again(caller.session)
            if visit is None:
                return  # the session is over, and the socket is being told
            answer = await node.command(visit.person, frame.table, frame.id, frame.version, frame.command)
        except StoreDown as down:
            node.house.pause(down.reason)
            answer = Paused(down.reason)
        caller.send(answer_frame(frame.id, answer))
        if isinstance(answer, Refused) and answer.code == "rate/too-fast":
            self._count_fault()

    def _fault(self, code: str, reason: str, command_id: str = "", table: str = "") -> None:
        self._caller.send(text(ErrorFrame(code, reason, command_id, table)))
        self._count_fault()

    def _say(self, code: str, reason: str, frame: AnyFrame) -> None:
        command_id = frame.id if isinstance(frame.id, str) else ""
        table = frame.watch if isinstance(frame.watch, str) else ""
        self._caller.send(text(ErrorFrame(code, reason, command_id, table)))

    def _count_fault(self) -> None:
        if self._faults.take(self._limits.faults, time.monotonic()):
            log().warning("socket closed for abuse", person=self._caller.person.name)
            self._caller.close(ABUSE)


async def turn_away(send: Send, problem: Problem) -> None:
    """Answer a handshake with an error, as any request is."""
    headers = [(b"content-type", b"application/json"), (b"x-content-type-options", b"nosniff")]
    if problem.wait:
        headers.append((b"retry-after", retry_after(problem.wait).encode()))
    await send({"type": "websocket.http.response.start", "status": problem.status, "headers": headers})
    await send({"type": "websocket.http.response.body", "body": msgspec.json.encode(problem.error)})
