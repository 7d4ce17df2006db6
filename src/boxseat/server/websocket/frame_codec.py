"""WebSocket frames: decoding and validation; a table's snapshot is encoded once for all subscribers."""

from __future__ import annotations

from typing import Any

import msgspec
from msgspec import UNSET

from boxseat.house.answers import Answer, encode
from boxseat.house.command_codec import BadCommand, error_sentence, read_command, read_value
from boxseat.house.streams import StreamKind
from boxseat.server.wire.core import AnyFrame, StreamCommandFrame

_FRAME_DECODER = msgspec.json.Decoder(AnyFrame, dec_hook=read_value)
_STREAM_DECODER = msgspec.json.Decoder(StreamCommandFrame)
ENCODE = msgspec.json.Encoder().encode


class BadFrame(ValueError):
    """A frame that cannot be decoded; the message is a sentence for the client."""


class _Lax(msgspec.Struct):
    id: str = ""
    watch: str = ""
    stream: str = ""


_LAX_DECODER = msgspec.json.Decoder(_Lax)


def read_frame(text: str) -> AnyFrame | StreamCommandFrame:
    """Decode a client frame: one of watch, unwatch, resync, ping, or a command with its id, table or stream, and version."""
    try:
        frame = _FRAME_DECODER.decode(text)
    except msgspec.ValidationError as error:
        if '"stream"' in text:  # less frequent than commands at tables, and decoded when it may be one
            return _read_stream_frame(text, error)
        raise BadFrame(error_sentence(error)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise _not_json(error) from None
    asked = [each is not UNSET for each in (frame.watch, frame.unwatch, frame.resync, frame.ping)]
    parts = [each is not UNSET for each in (frame.id, frame.table, frame.version, frame.command)]
    if sum(asked) + any(parts) != 1 or (any(parts) and not all(parts)):
        raise BadFrame("a frame holds one of watch, unwatch, resync, ping, or all of id, table, version and command")
    return frame


def _read_stream_frame(text: str, as_table: msgspec.ValidationError) -> StreamCommandFrame:
    """Decode a command at a stream; where it is none, the error is that of the frame read as one about a table."""
    try:
        return _STREAM_DECODER.decode(text)
    except msgspec.ValidationError as error:
        raise BadFrame(error_sentence(error if _lax(text).stream else as_table)) from None
    except (msgspec.DecodeError, UnicodeError, RecursionError) as error:
        raise _not_json(error) from None


def _not_json(error: Exception) -> BadFrame:
    return BadFrame(f"the frame is not JSON: {str(error)[:100]}")


def ids_in_bad_frame(text: str) -> tuple[str, str]:
    """Command id and watched table of a frame that cannot be decoded, so that the error frame can name them."""
    found = _lax(text)
    return found.id[:64], found.watch


def _lax(text: str) -> _Lax:
    try:
        return _LAX_DECODER.decode(text)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return _Lax()


def read_stream_command(kind: StreamKind[Any], raw: msgspec.Raw) -> Any:
    """Decode a command at a stream of this kind; `BadFrame` if it is none that people may send."""
    try:
        return read_command(kind, msgspec.json.decode(raw))
    except msgspec.ValidationError as error:
        raise BadFrame(f"command: {error_sentence(error)}") from None
    except BadCommand as error:
        sentence = str(error)
        raise BadFrame(f"command.{sentence}" if ": " in sentence else f"command: {sentence}") from None


def text(value: object) -> str:
    """A record encoded as the text of a frame."""
    return ENCODE(value).decode()


def table_head(table: str, version: int, picture: bytes) -> str:
    """First part of a table frame, the same for all subscribers."""
    return f'{{"is":"table","id":"{table}","version":{version},"table":{picture.decode()},"you":'


def stream_head(stream: str, version: int, picture: bytes) -> str:
    """First part of the frame of any other stream."""
    return f'{{"is":"stream","id":"{stream}","version":{version},"picture":{picture.decode()},"you":'


def tail(paused: str) -> str:
    """Last part of such a frame: why play is paused."""
    return f',"paused":{text(paused)}}}'


def answer_frame(command_id: str, answer: Answer) -> str:
    """Frame with the answer to a command."""
    return f'{{"is":"answer","id":{text(command_id)},{encode(answer)[1:].decode()}'
