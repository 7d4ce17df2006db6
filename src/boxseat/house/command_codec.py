"""Commands as people write them: read strictly for a kind of stream, wherever they come from. Amounts are dollars."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec

from boxseat.clock import Moment
from boxseat.consistency import Inconsistent
from boxseat.house.streams import StreamKind
from boxseat.money import Cents, parse_dollars

NAME_CHARS_MAX = 200
NUMBER_MAX = 2**53
"""Larger whole numbers are not exact in JavaScript."""


class BadCommand(ValueError):
    """A command that cannot be read; the message names the field."""


ReadTime = Callable[[object], int]
"""Reads a time as it is written; a `ValueError` says why it cannot be read."""


def read_command(kind: StreamKind[Any], written: object, read_time: ReadTime | None = None) -> Any:
    """A command at a stream of this kind; `BadCommand` if it is none that people may send."""
    if kind.commands is None:
        raise BadCommand(f"there are no commands for a {kind.noun}")
    try:
        command = msgspec.convert(written, type=kind.commands, dec_hook=_value_reader(read_time or iso_time))
    except msgspec.ValidationError as error:
        raise BadCommand(error_sentence(error)) from None
    check_fields(command)
    return command


def read_value(kind: type, written: Any) -> Any:
    """Decoder hook: an amount of dollars, or a time, as clients write it."""
    return _value_reader(iso_time)(kind, written)


def _value_reader(read_time: ReadTime) -> Callable[[type, Any], Any]:
    def read(kind: type, written: Any) -> Any:
        if kind is Cents:
            return parse_dollars(written)
        if kind is Moment:
            return Moment(read_time(written))
        raise Inconsistent(f"no field of a command is a {kind.__name__}")

    return read


_EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


def iso_time(written: object) -> int:
    """A time in full, with its offset, in microseconds UTC."""
    try:
        at = datetime.fromisoformat(written if isinstance(written, str) else "")
        if at.tzinfo is None:
            raise ValueError("it has no offset")
    except ValueError:
        raise ValueError(f"{str(written)[:40]!r} is no time such as 2024-09-02T18:00:00+10:00") from None
    return (at - _EPOCH) // timedelta(microseconds=1)


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
