"""The fold of what is permitted and restricted at a table."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from msgspec.structs import replace

from boxseat.consistency import require
from boxseat.rulebook.book import Book
from boxseat.rulebook.load import options
from boxseat.table.permissions import records as r
from boxseat.table.permissions.face_down import lies_face_down
from boxseat.table.permissions.state import (
    NOTHING_PERMITTED,
    OWN_WAGER,
    PAIRS_NEED,
    SPLIT_HANDS,
    WAGER_ON_BOX,
    Permissions,
)
from boxseat.table.state import Table


def permitted(table: Table, **changes: Any) -> Table:
    """The table with parts of what is permitted changed."""
    return replace(table, permissions=replace(table.permissions, **changes))


def after_shuffle(table: Table) -> Table:
    """The table with new cards: nobody is held to the minimum any longer (SP 6.11)."""
    return permitted(table, minimum={}) if table.permissions.minimum else table


def round_begun(permissions: Permissions) -> Permissions:
    """What is permitted when a round begins, which keeps the book that it begins with."""
    if permissions is NOTHING_PERMITTED:
        return permissions
    options, face_down = permissions.options, permissions.face_down
    return replace(permissions, round_options=options, round_face_down=face_down, exposed=())


def _held(book: Book, table: Table, record: r.PlayerHeld) -> Table:
    return permitted(table, minimum={**table.permissions.minimum, record.player: record.held})


def with_option(book: Book, table: Table, name: str, value: int | str) -> Table:
    """The table with an option of its book set for the next round."""
    option = options(book).get(name)
    require(option is not None and value in (option.permitted or ()), f"{book.name} permits {name} = {value}")
    return permitted(table, options={**table.permissions.options, name: value})


def _pairs_restricted(book: Book, table: Table, record: r.PerfectPairsRestricted) -> Table:
    return with_option(book, table, PAIRS_NEED, OWN_WAGER if record.restricted else WAGER_ON_BOX)


def _approved(book: Book, table: Table, record: r.ApprovalRecorded) -> Table:
    return permitted(table, approvals={**table.permissions.approvals, record.what: record.reference})


def _exposed(book: Book, table: Table, record: r.CardsExposed) -> Table:
    require(lies_face_down(table, record.box), f"cards lie face down on box {record.box}")
    require(table.current_round.box_at(record.box)[1].controller == record.player, "whose cards they are turns them")
    return permitted(table, exposed=(*table.permissions.exposed, record.box))


PERMISSION_FOLDS: dict[type, Callable[[Book, Table, Any], Table]] = {
    r.PlayersOnBoxLimited: lambda book, table, record: permitted(table, players_on_box=record.most),
    r.PlayersAtTableLimited: lambda book, table, record: permitted(table, players_at_table=record.most),
    r.PlayerHeld: _held,
    r.PerfectPairsRestricted: _pairs_restricted,
    r.SplitHandsAllowed: lambda book, table, record: with_option(book, table, SPLIT_HANDS, record.hands),
    r.ApprovalRecorded: _approved,
    r.FaceDownChosen: lambda book, table, record: permitted(table, face_down=record.on),
    r.CardsExposed: _exposed,
}
