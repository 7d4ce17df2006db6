"""The book of a command: by a game's name or a file, with the options of the command line."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path

from boxseat.cli.errors import WrongRequest
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import BookError, OptionError, open_book, setting_from_text, with_options


def settings_of(book: Book, settings: Sequence[str] | None, decks: int | None) -> dict[str, object]:
    """The book's options that the command line sets."""
    chosen = dict(setting_from_text(book, text) for text in settings or ())
    return chosen if decks is None else {**chosen, "decks": decks}


def beside(file: str, game: str) -> str:
    """A game that a document's file names; a book's file is looked for in the document's folder first."""
    path = Path(file).parent / game
    return str(path) if game.endswith(".toml") and path.is_file() else game


def table_book(game: str, settings: Sequence[str] | None = None, decks: int | None = None) -> Book:
    """The book of a game, with the options of the command line set."""
    try:
        book = open_book(game)
        return with_options(book, settings_of(book, settings, decks))
    except (BookError, OptionError) as error:
        raise WrongRequest(str(error)) from None
