"""Wording of what is permitted and restricted at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from boxseat.consistency import present
from boxseat.rulebook.book import Book
from boxseat.table.permissions import records as r
from boxseat.table.permissions.state import OWN_WAGER, WAGER_ON_BOX
from boxseat.table.state import Table


def of_held(book: Book, table: Table, record: r.PlayerHeld) -> str:
    """A player is held to the minimum, or released from it."""
    until = "wagers the minimum only until the next shuffle" if record.held else "may wager above the minimum again"
    return f"{record.player} {until} (clause {book.seating.late_players.clause})."


def _players(most: int, where: str, clause: str) -> str:
    players = "one player" if most == 1 else f"at most {most} players"
    return f"From the next round {players} may wager {where} (clause {clause})."


def of_pairs(book: Book, record: r.PerfectPairsRestricted) -> str:
    """Who may wager on Perfect Pairs, with the clause that says so."""
    needs = present(book.perfect_pairs, "rules of Perfect Pairs").perfect_pairs_needs
    chosen = OWN_WAGER if record.restricted else WAGER_ON_BOX
    own = "with a main wager of their own" if record.restricted else "on a box with a main wager"
    return (
        f"From the next round Perfect Pairs are for players {own} (clause {needs.clauses.get(chosen, needs.clause)})."
    )


def of_split_hands(book: Book, record: r.SplitHandsAllowed) -> str:
    """How many hands a box may have after splits."""
    rule = book.permissions.resplit
    return f"From the next round up to {record.hands} hands may be formed by splits of a box (clause {rule.clause})."


def of_face_down(book: Book, record: r.FaceDownChosen) -> str:
    """How the first two cards of each player are dealt."""
    how, rule = "down" if record.on else "up", book.permissions.face_down
    return f"From the next round the first two cards of each player are dealt face {how} (clause {rule.clause})."


def of_exposed(table: Table, record: r.CardsExposed) -> str:
    """The cards of a box that its player has turned."""
    _, box = table.current_round.box_at(record.box)
    return (
        f"{record.player} turns the cards of box {record.box}: {' '.join(map(str, box.dealt))}, {box.hands[0].total}."
    )


PERMISSION_WORDING: dict[type, Callable[[Book, Table, Any], str]] = {
    r.PlayersOnBoxLimited: lambda book, table, record: _players(
        record.most, "on a box", book.seating.fewer_on_box.clause
    ),
    r.PlayersAtTableLimited: lambda book, table, record: _players(
        record.most, "at this table", book.seating.fewer_at_table.clause
    ),
    r.PlayerHeld: of_held,
    r.FaceDownChosen: lambda book, table, record: of_face_down(book, record),
    r.CardsExposed: lambda book, table, record: of_exposed(table, record),
    r.PerfectPairsRestricted: lambda book, table, record: of_pairs(book, record),
    r.SplitHandsAllowed: lambda book, table, record: of_split_hands(book, record),
}
"""The sentences that the dealer announces."""
