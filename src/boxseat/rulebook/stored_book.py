"""Books as they were kept: a table plays by the text it was opened with, and that may be of an earlier program.

A book that somebody brings is read strictly. A text in the journal cannot be written anew, since its digest is in the records; keys
that books were given since are put into it before it is read.
"""

from __future__ import annotations

import re
import tomllib
from collections.abc import Mapping
from functools import cache
from typing import Any

from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES, book_text, parse_book

ADDED = {
    "cards.replaced": "after-any-round",
    "seating.held_to_minimum": "inspector-first",
    "seating.one_box": "inspector-first",
    "conduct.advice": "none",
}
"""Keys that books were given after the first floors were opened, and what a text without them meant: so was it played.

The four games' texts meant what their instruments say, as today's books cite them.
"""
UNSAID = "not said"
"""The clause of a key in a book of a house's own that was written before there was such a key."""


def parse_kept(text: str, *, source: str) -> Book:
    """Read a book from the text that a journal keeps."""
    return parse_book(kept_text(text), source=source)


def kept_text(text: str) -> str:
    """A kept text with the keys that came later; one that has them all is as it was."""
    try:
        written = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError):
        return text  # whoever reads it says what is wrong
    for key, value in ADDED.items():
        section, _, name = key.partition(".")
        rules = written.get(section, {})
        if isinstance(rules, dict) and name not in rules:
            text = _with_line(text, section, f"{name} = {_cited(str(written.get('name')), key, value)}")
    return text


def _with_line(text: str, section: str, line: str) -> str:
    header = re.search(rf"^\[{section}\].*$", text, re.MULTILINE)
    if header is None:
        return f"{text.rstrip()}\n\n[{section}]\n{line}\n"
    return f"{text[: header.end()]}\n{line}{text[header.end() :]}"


def _cited(game: str, key: str, value: str) -> str:
    clause = UNSAID
    if game in GAMES:
        section, _, name = key.partition(".")
        cited = _own_text(game)[section][name]
        value, clause = cited["value"], cited["clause"]
    return f'{{ value = "{value}", clause = "{clause}" }}'


@cache
def _own_text(game: str) -> Mapping[str, Any]:
    return tomllib.loads(book_text(game))
