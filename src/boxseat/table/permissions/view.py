"""What staff see of the restrictions in force at a table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from boxseat.rulebook.book import Book
from boxseat.table.state import Patron, Table


class RestrictionSeen(NamedTuple):
    """The restrictions of one player, who may have left."""

    player: str
    to_minimum: bool
    to_one_box: bool


def restrictions_now(book: Book, table: Table) -> Iterator[RestrictionSeen]:
    """The players who are held to the minimum or to one box; one box may mean its minimum too (R54)."""
    held = [player for player, is_held in table.permissions.minimum.items() if is_held]
    with_minimum = book.seating.one_box_minimum.value
    for player in dict.fromkeys((*table.patrons, *table.remembered, *held)):
        known = table.patrons.get(player) or table.remembered.get(player) or Patron(player, 0)
        to_minimum = known.to_minimum or player in held or (known.to_one_box and with_minimum)
        if to_minimum or known.to_one_box:
            yield RestrictionSeen(player, to_minimum, known.to_one_box)
