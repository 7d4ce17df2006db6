"""Answers of the house to a command: done, refused, behind or paused."""

from __future__ import annotations

import hashlib

import msgspec

from boxseat.table.commands import TableCommand


class _Answer(msgspec.Struct, frozen=True, gc=False, tag_field="answer", omit_defaults=True):
    """An answer to one command."""


class Done(_Answer, frozen=True, tag="done"):
    """The command is done and stored."""

    version: int
    """The table's version after the command."""


class Refused(_Answer, frozen=True, tag="refused"):
    """The rules, or the person's role, do not allow it; nothing has changed."""

    code: str
    clause: str
    reason: str
    version: int = 0


class Behind(_Answer, frozen=True, tag="behind"):
    """The command answers a question that is no longer open; look at the table again."""

    version: int


class Paused(_Answer, frozen=True, tag="paused"):
    """The command cannot be stored now. Send it again with the same id: it is done at most once."""

    reason: str


Answer = Done | Refused | Behind | Paused


class _Kept(_Answer, frozen=True, tag="done"):
    """The answer stored with a command: that it is done, and a fingerprint of the command."""

    version: int
    of: str = ""
    """Empty if an earlier version of the program stored it."""


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Answer)
_KEPT = msgspec.json.Decoder(_Kept)
_COMMANDS = msgspec.json.Encoder(enc_hook=int)
"""Encodes amounts of money as plain numbers."""


def encode(answer: Answer) -> bytes:
    """An answer as JSON."""
    return _ENCODER.encode(answer)


def decode(stored: bytes) -> Answer:
    """An answer read from JSON."""
    answer: Answer = _DECODER.decode(stored)
    return answer


def kept(answer: Done, stream: str, command: TableCommand) -> bytes:
    """The stored form of an answer."""
    return _ENCODER.encode(_Kept(answer.version, _print(stream, command)))


def answered_before(stored: bytes, stream: str, command: TableCommand) -> Answer:
    """The answer to a command id that was used before: the first answer, if it is the same command."""
    before = _KEPT.decode(stored)
    if before.of in ("", _print(stream, command)):
        return Done(before.version)
    return Refused("command/reused", "", "another command had this id, and each needs one of its own")


def _print(stream: str, command: TableCommand) -> str:
    return hashlib.blake2b(stream.encode() + _COMMANDS.encode(command), digest_size=6).hexdigest()
