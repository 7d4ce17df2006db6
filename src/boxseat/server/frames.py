"""Frames of the socket, read in one go, and written with little work: a picture is encoded once for all viewers."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from boxseat.house.answers import Answer, encode
from boxseat.server.wire.core import AnyFrame, read_amount

_FRAME = msgspec.json.Decoder(AnyFrame, dec_hook=read_amount)
ENCODE = msgspec.json.Encoder().encode


class BadFrame(ValueError):
    """A frame nobody can read; the message is a sentence for the client."""


class _Lax(msgspec.Struct):
    id: str = ""
    watch: str = ""


_LAX = msgspec.json.Decoder(_Lax)


def read_frame(text: str) -> AnyFrame:
    """What a client asks: one of watch, unwatch, resync, ping, or a command with its id, table and version."""
    try:
        frame = _FRAME.decode(text)
    except msgspec.ValidationError as error:
        raise BadFrame(in_words(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadFrame(f"the frame is not JSON: {str(error)[:100]}") from None
    asked = [each is not UNSET for each in (frame.watch, frame.unwatch, frame.resync, frame.ping)]
    parts = [each is not UNSET for each in (frame.id, frame.table, frame.version, frame.command)]
    if sum(asked) + any(parts) != 1 or (any(parts) and not all(parts)):
        raise BadFrame("a frame holds one of watch, unwatch, resync, ping, or all of id, table, version and command")
    return frame


def meant_by(text: str) -> tuple[str, str]:
    """Of a frame that could not be read, the id of its command and the table it was to show, so that its sender need not wait."""
    try:
        found = _LAX.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return "", ""
    return found.id[:64], found.watch


def in_words(error: msgspec.ValidationError) -> str:
    """The decoder's words as a sentence that names the field."""
    said, _, where = str(error).partition(" - at `$")
    said = (said[0].lower() + said[1:]).replace("`", "")[:200]
    where = where.rstrip("`").lstrip(".")[:80]
    return f"{where}: {said}" if where else said


def text(value: object) -> str:
    """A record as a frame's text."""
    return ENCODE(value).decode()


def table_head(table: str, version: int, picture: bytes) -> str:
    """The part of a table's frame that is the same for everyone."""
    return f'{{"is":"table","id":"{table}","version":{version},"table":{picture.decode()},"you":'


def table_tail(paused: str) -> str:
    return f',"paused":{text(paused)}}}'


def answer_frame(command_id: str, answer: Answer) -> str:
    """The answer to a command, as the house worded it."""
    return f'{{"is":"answer","id":{text(command_id)},{encode(answer)[1:].decode()}'
