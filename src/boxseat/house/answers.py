"""What the house answers to a command: done, refused and why, too late, or not now."""

from __future__ import annotations

import msgspec


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

_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Answer)


def encode(answer: Answer) -> bytes:
    return _ENCODER.encode(answer)


def decode(stored: bytes) -> Answer:
    answer: Answer = _DECODER.decode(stored)
    return answer
