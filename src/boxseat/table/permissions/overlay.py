"""The book by which a table plays, with the options that a gaming manager has set since it was set up.

A round keeps the book that it began with. Wagers are laid by the book of the next round.
"""

from __future__ import annotations

from functools import lru_cache

from boxseat.rulebook.book import Book
from boxseat.rulebook.load import with_options
from boxseat.table.permissions.state import Options
from boxseat.table.state import Table


def book_of_round(book: Book, table: Table) -> Book:
    """The book of the round in play, or of the last one."""
    return with_permissions(book, table.permissions.round_options)


def book_of_bets(book: Book, table: Table) -> Book:
    """The book of the next round."""
    return with_permissions(book, table.permissions.options)


def with_permissions(book: Book, options: Options) -> Book:
    """A table's book with some of its options set."""
    return _overlaid(_Identity(book), tuple(options.items())) if options else book


class _Identity:
    """A book as a key of the cache: it has no hash of its own, and there are few books."""

    def __init__(self, book: Book) -> None:
        self.book = book

    def __hash__(self) -> int:
        return id(self.book)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Identity) and self.book is other.book


@lru_cache(maxsize=256)
def _overlaid(book: _Identity, options: tuple[tuple[str, int | str], ...]) -> Book:
    return with_options(book.book, dict(options))
