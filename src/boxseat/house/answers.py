"""Answers of the house to a command: done, refused, behind or paused."""

from __future__ import annotations

import hashlib
from collections.abc import Mapping
from typing import Any

import msgspec
from msgspec.structs import replace

from boxseat.refusal import Refusal


class _Answer(msgspec.Struct, frozen=True, gc=False, tag_field="answer", omit_defaults=True):
    """An answer to one command."""


class Done(_Answer, frozen=True, tag="done"):
    """The command is done and stored."""

    version: int
    """The stream's version after the command."""
    result: Mapping[str, Any] | None = None
    """What came of it, such as the number of what was created."""


class Refused(_Answer, frozen=True, tag="refused"):
    """The rules, or the person's role, do not allow it; nothing has changed."""

    code: str
    clause: str
    reason: str
    version: int = 0


class Behind(_Answer, frozen=True, tag="behind"):
    """The command answers a question that is no longer open; look again."""

    version: int


class Paused(_Answer, frozen=True, tag="paused"):
    """The command cannot be stored now. Send it again with the same id: it is done at most once."""

    reason: str


Answer = Done | Refused | Behind | Paused


def refused_by(refusal: Refusal, version: int = 0) -> Refused:
    """The answer to a command that was refused."""
    return Refused(refusal.code, refusal.clause, refusal.reason, version)


class _Kept(_Answer, frozen=True, tag="done"):
    """The answer stored with a command: that it is done, and a fingerprint of the command."""

    version: int
    of: str = ""
    """Empty if an earlier version of the program stored it."""
    result: Mapping[str, Any] | None = None


_ENCODER = msgspec.json.Encoder()
_DECODER = msgspec.json.Decoder(Answer)
_KEPT = msgspec.json.Decoder(_Kept)


def _plain(value: object) -> int | str:
    """An amount of money as a plain number, a card as text."""
    return int(value) if isinstance(value, int) else str(value)


_COMMANDS = msgspec.json.Encoder(enc_hook=_plain)


def encode(answer: Answer) -> bytes:
    """An answer as JSON."""
    return _ENCODER.encode(answer)


def decode(stored: bytes) -> Answer:
    """An answer read from JSON."""
    answer: Answer = _DECODER.decode(stored)
    return answer


def kept(answer: Done, stream: str, command: Any) -> bytes:
    """The stored form of an answer."""
    return _ENCODER.encode(_Kept(answer.version, _print(stream, command), answer.result))


def answered_before(stored: bytes, stream: str, command: Any) -> Answer:
    """The answer to a command id that was used before: the first answer, if it is the same command."""
    before = _KEPT.decode(stored)
    if before.of in ("", _print(stream, command)):
        return Done(before.version, before.result)
    return Refused("command/reused", "", "another command had this id, and each needs one of its own")


def _print(stream: str, command: Any) -> str:
    """The fingerprint of a command, without its personal data: nothing that is stored may tell them by being guessed."""
    if personal := getattr(command, "personal_fields", ()):
        command = replace(command, **dict.fromkeys(personal, ""))
    return hashlib.blake2b(stream.encode() + _COMMANDS.encode(command), digest_size=6).hexdigest()


def refusal_of_money(account: str, who: str) -> Refusal:
    """The refusal of a command that would take more from an account than it holds, or from a debt than is owed."""
    kind, _, name = account.partition("/")
    if kind == "owed":
        return Refusal("owed/less", "", f"{name} owes less than that")
    return Refusal("wallet/short", "", f"{name if kind == 'wallet' else who} has too little money for that")
