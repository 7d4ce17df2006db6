"""Sets the next cards of a table: they come first, and after them the shoe's own.

Run as a program, this is the real server with cards set in this way: ``python -m tests.web.set_cards FOLDER serve
…``.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from boxseat.cards import Card, parse_cards
from boxseat.table.desk import Desk


class Hands:
    """The cards that are set, by table, in files: a server that is killed continues with the rest of them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        folder.mkdir(exist_ok=True)

    def set(self, table: str, cards: str) -> None:
        """Set the next cards to leave a table's shoe, as ``8S 6D 8H``."""
        parse_cards(cards)
        self._file(table).write_text(cards)

    def left(self, table: str) -> list[str]:
        """The cards that were set and are not dealt yet."""
        try:
            return self._file(table).read_text().split()
        except FileNotFoundError:
            return []

    def take(self, table: str) -> Card | None:
        """Take the next of these cards, if there is one."""
        if not (left := self.left(table)):
            return None
        self._file(table).write_text(" ".join(left[1:]))
        return parse_cards(left[0])[0]

    def _file(self, table: str) -> Path:
        return self.folder / f"{table}.cards"


@contextmanager
def on_the_shoe(hands: Hands) -> Iterator[Hands]:
    """Make every shoe of this process deal the set cards first."""
    dealt = Desk.next_card

    def next_card(desk: Desk) -> Card | None:
        return hands.take(desk.table.id) or dealt(desk)

    Desk.next_card = next_card  # type: ignore[method-assign, assignment]
    try:
        yield hands
    finally:
        Desk.next_card = dealt  # type: ignore[method-assign]


if __name__ == "__main__":
    from boxseat.cli.main import main

    with on_the_shoe(Hands(Path(sys.argv[1]))):
        sys.argv[1:] = sys.argv[2:]
        main()
