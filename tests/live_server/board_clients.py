"""Clients that send commands to boards by the socket, beside those who play at tables."""

from __future__ import annotations

import asyncio
from collections.abc import Mapping, Sequence
from random import Random
from typing import Any

import msgspec
from msgspec.structs import replace

from boxseat.client.client import Client
from boxseat.client.frames import AnswerFrame
from boxseat.client.table import new_id
from boxseat.clock import WallClock
from boxseat.people.roles import Role
from tests.house.board import Board, CloseWithTable, Pin, PinLike, SetUpBoard, ShowPrize, stream
from tests.house.board_commands import BOARDS, STAFFS, board_command, next_name, set_up
from tests.live_server.witness import Witness

OPEN_S = (5, 60)
"""The shortest and the longest time that a board is open."""
PAUSED_RETRY_S = 0.25
REST_S = 0.05
"""The longest time between an answer and the next command."""


class BoardsKnown:
    """The boards as their clients know them, by the answers."""

    def __init__(self) -> None:
        self.newest = {first: Board(name=first) for first in BOARDS}

    def note(self, first: str, command: Any, answer: AnswerFrame) -> None:
        """Take in what an answer to a command at a board tells."""
        board = self.newest[first]
        done = answer.answer == "done"
        if isinstance(command, SetUpBoard) and (done or answer.code == "board/exists"):
            self.newest[first] = Board(version=1, name=command.name, is_open=True)
        elif isinstance(command, Pin | PinLike) and done:
            phones = tuple(f"board/{board.name}/phone-{number}" for number in range(1, answer.version))
            self.newest[first] = replace(board, version=max(board.version, answer.version), phones=phones)
        elif answer.code == "board/closed" or (isinstance(command, CloseWithTable) and done):
            self.newest[first] = replace(board, is_open=False)
        elif answer.code == "board/shown" or (isinstance(command, ShowPrize) and done):
            self.newest[first] = replace(board, is_open=False, shown="shown")


class BoardClient:
    """A person who sends commands to boards. `said` has those that were done, each with its stream and answer."""

    def __init__(
        self,
        me: Client,
        role: Role,
        known: BoardsKnown,
        witness: Witness,
        seed: float,
        tables: Sequence[str],
        open_s: tuple[int, int] = OPEN_S,
    ) -> None:
        self.me = me
        self.said: list[tuple[str, Mapping[str, object], AnswerFrame]] = []
        self._staff = role is not Role.PLAYER
        self._known = known
        self._witness = witness
        self._chance = Random(seed)
        self._tables = tables
        self._open_s = open_s

    async def set_up_first(self) -> None:
        """Set up the boards that everybody begins with."""
        for first in BOARDS:
            await self._send(first, set_up(self._chance, first, WallClock().now(), self._open_s))

    async def run(self, commands: int | None = None) -> None:
        """Send so many commands; or go on until cancelled."""
        sent = 0
        while sent != commands:
            first = self._chance.choice(BOARDS)
            await asyncio.sleep(self._chance.random() * REST_S)
            if (command := self._draw(first)) is not None:
                await self._send(first, command)
                sent += 1

    def _draw(self, first: str) -> Any:
        """A command that suits the board; none if it is another person's to send."""
        board, chance, now = self._known.newest[first], self._chance, WallClock().now()
        if board.shown and chance.random() < 0.5:
            return set_up(chance, next_name(board.name), now, self._open_s) if self._staff else None
        others = [each.name for each in self._known.newest.values()]
        command = board_command(chance, board, others, self._tables, now)
        theirs = isinstance(command, STAFFS) == self._staff
        return command if theirs or chance.random() < 0.1 else None

    async def _send(self, first: str, command: Any) -> None:
        board, written = self._known.newest[first], msgspec.to_builtins(command)
        where, version = stream(board.name), self._chance.choice((0, board.version))
        if isinstance(command, SetUpBoard):
            where, version = stream(command.name), 0
        answer = await self.ask(where, written, version=version)
        self._witness.note(where, self.me.name, written, answer)
        self._known.note(first, command, answer)
        if answer.answer == "done":
            self.said.append((where, written, answer))

    async def ask(
        self, where: str, command: Mapping[str, object], *, version: int = 0, command_id: str = ""
    ) -> AnswerFrame:
        """Send a command until it is answered."""
        named = command_id or new_id()
        frame = msgspec.json.encode({"id": named, "stream": where, "version": version, "command": command})
        while (answer := await self.me.line.ask(named, frame, None)).answer == "paused":
            await asyncio.sleep(PAUSED_RETRY_S)
        return answer
