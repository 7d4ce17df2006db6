"""Frames from the server, decoded no further than needed: a snapshot stays bytes until it is read."""

from __future__ import annotations

from functools import cached_property
from typing import Any

import msgspec

from boxseat.table.picture import TableSeen, You


class Person(msgspec.Struct, frozen=True):
    """The person who is logged in."""

    name: str
    role: str
    guest: bool = False


class _Frame(msgspec.Struct, frozen=True, tag_field="is"):
    """A frame from the server."""


class Hello(_Frame, frozen=True, tag="hello"):
    """First frame on a socket."""

    person: Person
    time: int
    """The server's clock, in milliseconds since 1970."""
    program: str


class TableFrame(_Frame, frozen=True, tag="table"):
    """Snapshot of a table at a version: the public part, and the viewer's private part."""

    id: str
    version: int
    table: msgspec.Raw
    you: msgspec.Raw = msgspec.Raw(b"null")
    paused: str = ""


class AnswerFrame(_Frame, frozen=True, tag="answer"):
    """Answer to a command: ``done``, ``refused``, ``behind`` or ``paused``."""

    id: str
    answer: str
    version: int = 0
    code: str = ""
    clause: str = ""
    reason: str = ""
    result: dict[str, Any] | None = None
    """What came of a command that is done."""


class Pong(_Frame, frozen=True, tag="pong"):
    """Answer to a ping, with its number."""

    ping: int


class ErrorFrame(_Frame, frozen=True, tag="error"):
    """The server could not decode or carry out a frame of this client."""

    code: str
    reason: str
    id: str = ""
    table: str = ""
    """The table that the frame asked to watch."""


class Ended(_Frame, frozen=True, tag="ended"):
    """The session is over."""

    reason: str


Frame = Hello | TableFrame | AnswerFrame | Pong | ErrorFrame | Ended

decode_frame = msgspec.json.Decoder(Frame).decode
_decode_table = msgspec.json.Decoder(TableSeen).decode
_decode_you = msgspec.json.Decoder(You | None).decode


class Picture:
    """Snapshot of a table at a version. `table` is what everybody sees, `you` what only the viewer sees and may do."""

    def __init__(self, frame: TableFrame) -> None:
        self.version = frame.version
        self.paused = frame.paused
        """Why play is paused; empty in normal operation."""
        self._table = frame.table
        self._you = frame.you

    @cached_property
    def table(self) -> TableSeen:
        """The public part, decoded at first use."""
        return _decode_table(self._table)

    @cached_property
    def you(self) -> You | None:
        """The viewer's private part; None for a viewer who does not play."""
        you: You | None = _decode_you(self._you)
        return you

    @property
    def as_sent(self) -> bytes:
        """The public part as the server sent it."""
        return bytes(self._table)

    def says_more_than(self, other: Picture) -> bool:
        """Whether it is newer, or differs at the same version."""
        if self.version != other.version:
            return self.version > other.version
        return self.paused != other.paused or bytes(self._you) != bytes(other._you)
