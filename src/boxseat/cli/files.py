"""Reading a file that a command names, or standard input."""

from __future__ import annotations

import json
import sys
from decimal import Decimal
from typing import NoReturn

from boxseat.cli.errors import WrongRequest

NUMBER_CHARACTERS_MAX = 60
"""Of a number in JSON, so that none takes long to parse."""


def read_bytes(name: str, bytes_max: int) -> bytes:
    """The content of a file, or of standard input where its name is ``-``; more than `bytes_max` is refused."""
    try:
        if name == "-":
            raw = sys.stdin.buffer.read(bytes_max + 1)
        else:
            with open(name, "rb") as file:
                raw = file.read(bytes_max + 1)
    except (OSError, ValueError) as error:
        raise WrongRequest(f"{name[:200]!r} cannot be read: {getattr(error, 'strerror', error)}") from None
    if len(raw) > bytes_max:
        raise WrongRequest(f"{name}: is larger than {bytes_max // 1_000_000} MB")
    return raw


def read_json(name: str, bytes_max: int) -> object:
    """The JSON of a file, with numbers exactly as written."""
    raw = read_bytes(name, bytes_max)
    try:
        return json.loads(
            raw.decode("utf-8-sig"),
            parse_float=_decimal,
            parse_int=_whole,
            parse_constant=_no_number,
            object_pairs_hook=_once,
        )
    except UnicodeDecodeError:
        raise WrongRequest(f"{name}: is not UTF-8 text") from None
    except RecursionError:
        raise WrongRequest(f"{name}: is nested too deeply") from None
    except ValueError as error:
        raise WrongRequest(f"{name}: is not JSON: {error}") from None


def _decimal(text: str) -> Decimal:
    if len(text) > NUMBER_CHARACTERS_MAX:
        raise ValueError(f"a number is longer than {NUMBER_CHARACTERS_MAX} characters")
    return Decimal(text)


def _whole(text: str) -> int:
    if len(text) > NUMBER_CHARACTERS_MAX:
        raise ValueError(f"a number is longer than {NUMBER_CHARACTERS_MAX} characters")
    return int(text)


def _no_number(text: str) -> NoReturn:
    raise ValueError(f"{text} is no number")


def _once(pairs: list[tuple[str, object]]) -> dict[str, object]:
    fields = dict(pairs)
    if len(fields) < len(pairs):
        names = [name for name, _ in pairs]
        twice = next(name for name in names if names.count(name) > 1)
        raise ValueError(f"the field {twice[:40]!r} is given twice")
    return fields
