"""What the house says over the socket, read no further than is needed: a picture stays bytes until somebody looks at it."""

from __future__ import annotations

from functools import cached_property

import msgspec

from boxseat.table.view import TableSeen, You


class Person(msgspec.Struct, frozen=True):
    """Who one is in the house."""

    name: str
    role: str
    guest: bool = False


class _Frame(msgspec.Struct, frozen=True, tag_field="is"):
    """Something the house says."""


class Hello(_Frame, frozen=True, tag="hello"):
    person: Person
    time: int
    """The house's clock, in milliseconds since 1970."""
    program: str


class TableFrame(_Frame, frozen=True, tag="table"):
    """A table at a version: the picture for all, and one's own beside it."""

    id: str
    version: int
    table: msgspec.Raw
    you: msgspec.Raw = msgspec.Raw(b"null")
    paused: str = ""


class AnswerFrame(_Frame, frozen=True, tag="answer"):
    """What became of a command: ``done``, ``refused``, ``behind`` or ``paused``."""

    id: str
    answer: str
    version: int = 0
    code: str = ""
    clause: str = ""
    reason: str = ""


class Pong(_Frame, frozen=True, tag="pong"):
    ping: int


class ErrorFrame(_Frame, frozen=True, tag="error"):
    """A frame of ours that could not be read, or not be met."""

    code: str
    reason: str
    id: str = ""
    table: str = ""
    """The table that was to be watched."""


class Ended(_Frame, frozen=True, tag="ended"):
    """One's session is over."""

    reason: str


Frame = Hello | TableFrame | AnswerFrame | Pong | ErrorFrame | Ended

decode_frame = msgspec.json.Decoder(Frame).decode
_decode_table = msgspec.json.Decoder(TableSeen).decode
_decode_you = msgspec.json.Decoder(You | None).decode


class Picture:
    """A table as one sees it at a version. `table` is what everybody sees, `you` what only the viewer knows and may do."""

    def __init__(self, frame: TableFrame) -> None:
        self.version = frame.version
        self.paused = frame.paused
        """Why the house can do nothing now; empty when all is well."""
        self._table = frame.table
        self._you = frame.you

    @cached_property
    def table(self) -> TableSeen:
        return _decode_table(self._table)

    @cached_property
    def you(self) -> You | None:
        you: You | None = _decode_you(self._you)
        return you

    @property
    def as_sent(self) -> bytes:
        """The picture for all in the house's own words."""
        return bytes(self._table)

    def says_more_than(self, other: Picture) -> bool:
        """Whether it is newer, or says something else of the same version."""
        if self.version != other.version:
            return self.version > other.version
        return self.paused != other.paused or bytes(self._you) != bytes(other._you)
