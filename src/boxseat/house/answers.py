"""Answers of the house to a command: done, refused and why, behind, or paused."""

from __future__ import annotations

import hashlib

import msgspec

from boxseat.table.commands import TableCommand


class _Answer(msgspec.Struct, frozen=True, tag_field="answer", omit_defaults=True):
    """An answer to one command."""


class Done(_Answer, frozen=True, tag="done"):
    """It is done, and stored for good."""

    version: int
    """The table's version with it."""


class Refused(_Answer, frozen=True, tag="refused"):
    """The rules, or one's authority, do not allow it; nothing has changed."""

    code: str
    clause: str
    reason: str
    version: int = 0


class Behind(_Answer, frozen=True, tag="behind"):
    """It answers a question that is no longer asked; look at the table again."""

    version: int


class Paused(_Answer, frozen=True, tag="paused"):
    """The house cannot write it down now. Send the same command again: it is done once at the most."""

    reason: str


Answer = Done | Refused | Behind | Paused


class _Kept(_Answer, frozen=True, tag="done"):
    """What is stored with a command: that it is done, and a print of what it was."""

    version: int
    of: str = ""
    """Empty where an earlier program stored it."""


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Answer)
_KEPT = msgspec.json.Decoder(_Kept)
_COMMANDS = msgspec.json.Encoder(enc_hook=int)
"""Amounts of money are plain numbers in it."""


def encode(answer: Answer) -> bytes:
    """An answer as JSON."""
    return _ENCODER.encode(answer)


def decode(stored: bytes) -> Answer:
    """An answer read from JSON."""
    answer: Answer = _DECODER.decode(stored)
    return answer


def kept(answer: Done, stream: str, command: TableCommand) -> bytes:
    """An answer as it is stored with its command."""
    return _ENCODER.encode(_Kept(answer.version, _print(stream, command)))


def answered_before(stored: bytes, stream: str, command: TableCommand) -> Answer:
    """The answer to a command id that was used before: the same again, if it is the same command."""
    before = _KEPT.decode(stored)
    if before.of in ("", _print(stream, command)):
        return Done(before.version)
    return Refused("command/reused", "", "another command had this id, and each needs one of its own")


def _print(stream: str, command: TableCommand) -> str:
    return hashlib.blake2b(stream.encode() + _COMMANDS.encode(command), digest_size=6).hexdigest()
