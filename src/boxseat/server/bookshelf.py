"""The shelf: the books of the house, which are the four games, those the operator brings, and those its tables were opened with.

Only what stands on it can be asked about by name; nobody has a file opened by writing its path.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Sequence
from typing import Any

import msgspec

from boxseat.house.house import PRACTICE, House
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

NAME = re.compile("[a-z0-9][a-z0-9-]{0,31}")
"""Tables are named by their game, with a number or a word behind it."""

Asked = dict[str, Any]
"""A game and its options, in plain words that travel to another process; a book of the house's own goes with its text."""


class Volume(msgspec.Struct, frozen=True, eq=False):
    """A book on the shelf."""

    book: Book
    text: str
    registered: bool
    """Whether its clauses are in the register: those of the four instruments are."""

    @property
    def digest(self) -> str:
        return hashlib.sha256(self.text.encode()).hexdigest()


class Shelf:
    """The books of a house by their names."""

    def __init__(self, files: Sequence[str] = ()) -> None:
        self._volumes = {game: Volume(open_book(game), book_text(game), True) for game in GAMES}
        self.brought: tuple[Volume, ...] = tuple(self._bring(file) for file in files)
        """Those the operator named."""

    def _bring(self, file: str) -> Volume:
        """A book of the operator's own, or `BadSettings` where it cannot stand beside the others."""
        try:
            text = book_text(file)
            book = parse_book(text, source=file)
        except BookError as error:
            raise BadSettings(f"books: {error}") from None
        if not NAME.fullmatch(book.name) or book.name.startswith(PRACTICE):
            raise BadSettings(
                f"books: {file}: name: {book.name[:40]!r} cannot name tables; take up to 32 small letters, digits and hyphens"
            )
        if book.name in self._volumes:
            raise BadSettings(
                f"books: {file}: name: there is a game {book.name} already; a book of its own has its own name"
            )
        for name, cited in options(book).items():
            if isinstance(cited.value, tuple):
                raise BadSettings(f"books: {file}: {name}: a list cannot be an option of a table on the floor")
        self._volumes[book.name] = volume = Volume(book, text, False)
        return volume

    async def take_in(self, house: House) -> None:
        """Tables play on by the book they were opened with, though nobody brings it any more: it stands on the shelf too."""
        for live in house.at_hand():
            if live.table.game not in self._volumes:
                text = await house.store.book(live.table.book)
                assert text is not None, live.table.book
                text = kept_text(text)
                self._volumes[live.table.game] = Volume(parse_book(text, source=live.table.game), text, False)

    @property
    def games(self) -> tuple[str, ...]:
        return tuple(self._volumes)

    @property
    def volumes(self) -> tuple[Volume, ...]:
        return tuple(self._volumes.values())

    def volume(self, game: str, status: int = 404) -> Volume:
        """A game's book; `Problem` where the house has none of that name."""
        if game not in self._volumes:
            raise Problem(status, "game/none", f"there is no such game; there are {', '.join(self._volumes)}")
        return self._volumes[game]

    def asked(self, game: str, decks: int | None = None, settings: Sequence[str] = ()) -> Asked:
        """A game with its options set, in plain words."""
        volume = self.volume(game)
        try:
            chosen = dict(setting_from_text(volume.book, text) for text in settings)
            if decks is not None:
                chosen["decks"] = decks
            with_options(volume.book, chosen)
        except OptionError as error:
            raise Problem(422, "option/bad", str(error)) from None
        return in_words(game, chosen, volume.text)


def in_words(game: str, chosen: dict[str, Any], text: str) -> Asked:
    """A book as it is told to another process, which has the four games at hand itself."""
    return {"game": game, "options": chosen, **({} if game in GAMES else {"book": text})}
