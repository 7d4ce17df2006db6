"""The books that may be asked about: a game by its name, with options as a page writes them."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from boxseat.rulebook.book import Book
from boxseat.rulebook.load import GAMES, OptionError, open_book, setting_from_text, with_options
from boxseat.server.problems import Problem

Asked = dict[str, Any]
"""A game and its options, in plain words that travel to another process."""


def book_asked(game: str, decks: int | None = None, settings: Sequence[str] = ()) -> tuple[Book, Asked]:
    """A game's book with its options set, and the same in plain words; only the house's own books are opened by name."""
    if game not in GAMES:
        raise Problem(404, "game/none", f"there is no such game; there are {', '.join(GAMES)}")
    book = open_book(game)
    try:
        options = dict(setting_from_text(book, text) for text in settings)
        if decks is not None:
            options["decks"] = decks
        return with_options(book, options), {"game": game, "options": options}
    except OptionError as error:
        raise Problem(422, "option/bad", str(error)) from None
