"""Commands as people write them: read strictly for a kind of stream, wherever they come from. Amounts are dollars."""

from __future__ import annotations

from typing import Any

import msgspec

from boxseat.consistency import require
from boxseat.house.streams import StreamKind
from boxseat.money import Cents, parse_dollars

NAME_CHARS_MAX = 200
NUMBER_MAX = 2**53
"""Larger whole numbers are not exact in JavaScript."""


class BadCommand(ValueError):
    """A command that cannot be read; the message names the field."""


def read_command(kind: StreamKind[Any], written: object) -> Any:
    """A command at a stream of this kind; `BadCommand` if it is none that people may send."""
    if kind.commands is None:
        raise BadCommand(f"there are no commands for a {kind.noun}")
    try:
        command = msgspec.convert(written, type=kind.commands, dec_hook=read_amount)
    except msgspec.ValidationError as error:
        raise BadCommand(error_sentence(error)) from None
    check_fields(command)
    return command


def read_amount(kind: type, written: Any) -> Any:
    """Decoder hook: an amount of dollars as clients write it."""
    require(kind is Cents, "only amounts have a decoder of their own")
    return parse_dollars(written)


def check_fields(command: Any, at: str = "") -> None:
    """Refuse text and numbers that cannot be stored, and bound the length of a name, because the table shows it to everyone.

    The message begins with the place of the command, `at`.
    """
    for field in command.__struct_fields__:
        value = getattr(command, field)
        for part in value if isinstance(value, tuple) else (value,):
            if isinstance(part, msgspec.Struct):
                check_fields(part, at)
        if isinstance(value, str) and "\0" in value:
            raise BadCommand(f"{at}{field}: text may not hold a NUL character")
        if isinstance(value, int) and abs(value) > NUMBER_MAX:
            raise BadCommand(f"{at}{field}: a number is {NUMBER_MAX} at the most")
    if len(getattr(command, "player", "")) > NAME_CHARS_MAX:
        raise BadCommand(f"{at}player: a name has {NAME_CHARS_MAX} characters at the most")


def error_sentence(error: msgspec.ValidationError) -> str:
    """The decoder's error as a sentence that names the field."""
    said, _, where = str(error).partition(" - at `$")
    said = (said[0].lower() + said[1:]).replace("`", "")[:200]
    where = where.rstrip("`").lstrip(".")[:80]
    return f"{where}: {said}" if where else said
