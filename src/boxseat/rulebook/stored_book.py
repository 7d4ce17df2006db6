"""Backward compatibility of stored books: a table plays by the text it was opened with, which may be older.

A new book is validated strictly. A text in the journal cannot be changed, since its digest is in the records; keys that were added
to books later are inserted before it is parsed.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from boxseat.rulebook.book import NOT_SAID, Book
from boxseat.rulebook.load import GAMES, book_text, parse_book

ADDED_KEYS = {
    "cards.replaced": "after-any-round",
    "seating.held_to_minimum": "inspector-first",
    "seating.one_box": "inspector-first",
    "conduct.advice": "none",
}
"""Keys added to books after the first floors were opened, and the value that a text without them implied.

In the texts of the four games a missing key has the value of its instrument, as the present books cite it.
"""
ADDED_SECTIONS = (
    "dealing_errors",
    "malfunction",
    "invalidation",
    "interim_payment",
    "permissions",
    "wrong_payments",
    "disputes",
    "persons",
    "signs",
    "checks",
)
"""Sections about what a table could not record before; a text of the four games has those of its instrument."""
CLAUSE_NOT_SAID = NOT_SAID
"""The clause of an added key in a house's own book."""


def parse_kept(text: str, *, source: str) -> Book:
    """Parse a book's text from the journal."""
    return parse_book(kept_text(text), source=source)


def kept_text(text: str) -> str:
    """A stored text with the added keys inserted; one that has them all stays as it is."""
    try:
        written = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return text  # whoever reads it says what is wrong
    for key, value in ADDED_KEYS.items():
        section, _, name = key.partition(".")
        rules = written.get(section, {})
        if isinstance(rules, dict) and name not in rules:
            text = _with_line(text, section, f"{name} = {_cited(str(written.get('name')), key, value)}")
    if written.get("name") in GAMES:
        missing = [section for section in ADDED_SECTIONS if section not in written]
        text = (
            "\n\n".join((text, *(_own_section(written["name"], section) for section in missing))) if missing else text
        )
    return text


def _own_section(game: str, section: str) -> str:
    """A section of a game's present book, as text."""
    found = re.search(rf"^\[{section}\]\n(?:.+\n)+", book_text(game), re.MULTILINE)
    return found[0] if found else ""


def _with_line(text: str, section: str, line: str) -> str:
    header = re.search(rf"^\[{section}\].*$", text, re.MULTILINE)
    if header is None:
        return f"{text.rstrip()}\n\n[{section}]\n{line}\n"
    return f"{text[: header.end()]}\n{line}{text[header.end() :]}"


def _cited(game: str, key: str, value: str) -> str:
    clause = CLAUSE_NOT_SAID
    if game in GAMES:
        section, _, name = key.partition(".")
        cited = _own_text(game)[section][name]
        value, clause = cited["value"], cited["clause"]
    return f'{{ value = "{value}", clause = "{clause}" }}'


@cache
def _own_text(game: str) -> Mapping[str, Any]:
    return tomllib.loads(book_text(game))
