"""WebSocket frames: decoding and validation; a table's snapshot is encoded once for all subscribers."""

from __future__ import annotations

import msgspec
from msgspec import UNSET

from boxseat.house.answers import Answer, encode
from boxseat.server.wire.core import AnyFrame, read_amount

_FRAME_DECODER = msgspec.json.Decoder(AnyFrame, dec_hook=read_amount)
ENCODE = msgspec.json.Encoder().encode


class BadFrame(ValueError):
    """A frame that cannot be decoded; the message is a sentence for the client."""


class _Lax(msgspec.Struct):
    id: str = ""
    watch: str = ""


_LAX_DECODER = msgspec.json.Decoder(_Lax)


def read_frame(text: str) -> AnyFrame:
    """Decode a client frame: one of watch, unwatch, resync, ping, or a command with its id, table and version."""
    try:
        frame = _FRAME_DECODER.decode(text)
    except msgspec.ValidationError as error:
        raise BadFrame(error_sentence(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise BadFrame(f"the frame is not JSON: {str(error)[:100]}") from None
    asked = [each is not UNSET for each in (frame.watch, frame.unwatch, frame.resync, frame.ping)]
    parts = [each is not UNSET for each in (frame.id, frame.table, frame.version, frame.command)]
    if sum(asked) + any(parts) != 1 or (any(parts) and not all(parts)):
        raise BadFrame("a frame holds one of watch, unwatch, resync, ping, or all of id, table, version and command")
    return frame


def ids_in_bad_frame(text: str) -> tuple[str, str]:
    """Command id and watched table of a frame that cannot be decoded, so that the error frame can name them."""
    try:
        found = _LAX_DECODER.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return "", ""
    return found.id[:64], found.watch


def error_sentence(error: msgspec.ValidationError) -> str:
    """The decoder's error as a sentence that names the field."""
    said, _, where = str(error).partition(" - at `$")
    said = (said[0].lower() + said[1:]).replace("`", "")[:200]
    where = where.rstrip("`").lstrip(".")[:80]
    return f"{where}: {said}" if where else said


def text(value: object) -> str:
    """A record encoded as the text of a frame."""
    return ENCODE(value).decode()


def table_head(table: str, version: int, picture: bytes) -> str:
    """First part of a table frame, the same for all subscribers."""
    return f'{{"is":"table","id":"{table}","version":{version},"table":{picture.decode()},"you":'


def table_tail(paused: str) -> str:
    """Last part of a table frame: why play is paused."""
    return f',"paused":{text(paused)}}}'


def answer_frame(command_id: str, answer: Answer) -> str:
    """Frame with the answer to a command."""
    return f'{{"is":"answer","id":{text(command_id)},{encode(answer)[1:].decode()}'
