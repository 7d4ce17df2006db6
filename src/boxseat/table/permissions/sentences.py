"""Wording of what is permitted and restricted at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boxseat.rulebook.book import Book
from boxseat.table.permissions import records as r
from boxseat.table.state import Table


def of_held(book: Book, table: Table, record: r.PlayerHeld) -> str:
    """A player is held to the minimum, or released from it."""
    until = "wagers the minimum only until the next shuffle" if record.held else "may wager above the minimum again"
    return f"{record.player} {until} (clause {book.seating.late_players.clause})."


def _players(most: int, where: str, clause: str) -> str:
    players = "one player" if most == 1 else f"at most {most} players"
    return f"From the next round {players} may wager {where} (clause {clause})."


PERMISSION_WORDING: dict[type, Callable[[Book, Table, Any], str]] = {
    r.PlayersOnBoxLimited: lambda book, table, record: _players(
        record.most, "on a box", book.seating.fewer_on_box.clause
    ),
    r.PlayersAtTableLimited: lambda book, table, record: _players(
        record.most, "at this table", book.seating.fewer_at_table.clause
    ),
    r.PlayerHeld: of_held,
}
"""The sentences that the dealer announces."""
