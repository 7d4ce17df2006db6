"""Strict reading of a document's fields: every error is one sentence that names the field."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NoReturn

from boxseat.money import BadAmount, parse_dollars
from boxseat.rulebook.book import Book

NAME_CHARACTERS_MAX = 200


class BadDocument(ValueError):
    """An invalid document; the message names the field and says why."""


class FieldReader:
    """Reads fields of decoded JSON strictly, and knows their place in the file."""

    def __init__(self, at: str) -> None:
        self._at = at

    def box(self, fields: Mapping[str, Any], at: str, book: Book) -> int:
        """The number of a box, from the field `box`."""
        if "box" not in fields:
            self.bad(f"{at}.box", "missing")
        return self.box_number(fields["box"], f"{at}.box", book)

    def box_number(self, written: object, at: str, book: Book) -> int:
        """The number of a box of this game."""
        if type(written) is not int or not 1 <= written <= book.layout.boxes.value:
            self.bad(at, f"{shown(written)} is no box; they are numbered 1 to {book.layout.boxes.value}")
        return written

    def name(self, fields: Mapping[str, Any], at: str) -> str:
        """A player's name, from the field `player`."""
        if "player" not in fields:
            self.bad(f"{at}.player", "missing")
        return self.text(fields["player"], f"{at}.player")

    def text(self, written: object, at: str, *, longest: int = NAME_CHARACTERS_MAX) -> str:
        """Text that can be printed."""
        if not isinstance(written, str):
            self.bad(at, f"{shown(written)} is not text")
        if not written.strip() and at != "cards":
            self.bad(at, "is empty")
        if at != "cards" and not written.isprintable():
            self.bad(at, "has characters that cannot be printed")
        if len(written) > longest:
            self.bad(at, f"is longer than {longest} characters")
        return written

    def flag(self, written: object, at: str) -> bool:
        """True or false."""
        if not isinstance(written, bool):
            self.bad(at, f"{shown(written)} is neither true nor false")
        return written

    def amount(self, written: object, at: str) -> int:
        """An amount above zero, in cents."""
        try:
            return int(parse_dollars(written))
        except BadAmount as error:
            self.bad(at, str(error))

    def sequence(self, written: object, at: str) -> Sequence[object]:
        """A list."""
        if not isinstance(written, list):
            self.bad(at, f"{shown(written)} is not a list")
        return written

    def mapping(self, written: object, at: str, known: Sequence[str] | None) -> Mapping[str, Any]:
        """An object with no other fields than these; any if none are named."""
        if not isinstance(written, dict):
            self.bad(at, f"{shown(written)} is not an object")
        for name in written:
            if known is not None and name not in known:
                self.bad(f"{at}.{name[:40]}".lstrip("."), f"unknown field; there are {', '.join(known)}")
        return written

    def bad(self, field: str, reason: str) -> NoReturn:
        """Refuse the document for this field."""
        where = ".".join(part for part in (self._at, field) if part)
        raise BadDocument(f"{where}: {reason}" if where else reason)


def shown(value: object) -> str:
    """A value in an error sentence, shortened."""
    text = repr(value) if not isinstance(value, dict | list) else type(value).__name__
    return text if len(text) <= 40 else text[:37] + "..."
