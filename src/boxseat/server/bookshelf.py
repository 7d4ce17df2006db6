"""Rule books by name: the four games, books that the operator adds, and books that existing tables were opened with.

Only these can be requested by name; a client cannot make the server open a file by sending its path.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from boxseat.consistency import present
from boxseat.house.house import House
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import (
    GAMES,
    BookError,
    OptionError,
    book_text,
    open_book,
    options,
    parse_book,
    setting_from_text,
    with_options,
)
from boxseat.rulebook.stored_book import kept_text
from boxseat.server.problems import Problem
from boxseat.server.settings import BadSettings
from boxseat.table.names import PRACTICE

BOOK_NAME = re.compile("[a-z0-9][a-z0-9-]{0,31}")
"""Pattern of book names; a table is named after its book, followed by a number or a word."""

BookRequest = dict[str, Any]
"""A game and its options as JSON for another process, with the text of a book that is not one of the four games."""


class Volume(msgspec.Struct, frozen=True, eq=False):
    """A rule book with its source text."""

    book: Book
    text: str
    registered: bool
    """Whether its clauses are in the register; true for the four instruments."""

    @property
    def digest(self) -> str:
        """SHA-256 of the source text, in hexadecimal."""
        return hashlib.sha256(self.text.encode()).hexdigest()


class Shelf:
    """All rule books of the house by name."""

    def __init__(self, files: Sequence[str] = ()) -> None:
        self._volumes = {game: Volume(open_book(game), book_text(game), True) for game in GAMES}
        self.operator_books: tuple[Volume, ...] = tuple(self._load(file) for file in files)
        """Books named in the operator's settings."""

    def _load(self, file: str) -> Volume:
        """Load a book of the operator; `BadSettings` where its name or its options cannot be used on the floor."""
        try:
            text = book_text(file)
            book = parse_book(text, source=file)
        except BookError as error:
            raise BadSettings(f"books: {error}") from None
        if not BOOK_NAME.fullmatch(book.name) or book.name.startswith(PRACTICE):
            raise BadSettings(
                f"books: {file}: name: {book.name[:40]!r} cannot name tables;"
                " use up to 32 lower-case letters, digits and hyphens"
            )
        if book.name in self._volumes:
            raise BadSettings(f"books: {file}: name: there is a game {book.name} already; give the book another name")
        for name, cited in options(book).items():
            if isinstance(cited.value, tuple) and not all(isinstance(one, str) for one in cited.value):
                raise BadSettings(
                    f"books: {file}: {name}: a list of numbers cannot be an option of a table on the floor"
                )
        self._volumes[book.name] = volume = Volume(book, text, False)
        return volume

    async def add_books_of_tables(self, house: House) -> None:
        """Add the books of existing tables that are no longer in the settings; these tables still play by them."""
        for live in house.loaded_tables():
            if live.table.game not in self._volumes:
                stored = present(await house.store.book(live.table.book), f"stored book {live.table.book}")
                text = kept_text(stored)
                self._volumes[live.table.game] = Volume(parse_book(text, source=live.table.game), text, False)

    @property
    def games(self) -> tuple[str, ...]:
        """Names of all books."""
        return tuple(self._volumes)

    @property
    def volumes(self) -> tuple[Volume, ...]:
        """All books."""
        return tuple(self._volumes.values())

    def volume(self, game: str, status: int = 404) -> Volume:
        """Book of a game; `Problem` where there is none of that name."""
        if game not in self._volumes:
            raise Problem("game/none", f"there is no such game; there are {', '.join(self._volumes)}", status=status)
        return self._volumes[game]

    def request(self, game: str, decks: int | None = None, settings: Sequence[str] = ()) -> BookRequest:
        """A game with options set, as JSON; `Problem` where an option is not permitted."""
        volume = self.volume(game)
        try:
            chosen = dict(setting_from_text(volume.book, text) for text in settings)
            if decks is not None:
                chosen["decks"] = decks
            with_options(volume.book, chosen)
        except OptionError as error:
            raise Problem("option/bad", str(error)) from None
        return book_request(game, chosen, volume.text)


def book_request(game: str, chosen: dict[str, Any], text: str) -> BookRequest:
    """A book as JSON for another process, which needs no text for the four games."""
    return {"game": game, "options": chosen, **({} if game in GAMES else {"book": text})}
