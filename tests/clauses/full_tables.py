"""Tables with a player at every box."""

from __future__ import annotations

from typing import Any

from tests.table_notation import AtTable, at_table

SEVEN = ("ann", "bob", "cat", "dan", "eve", "fay", "gus")
ONE_STANDS = "9S 6S 9H"


def full(game: str, **settings: Any) -> AtTable:
    return seated(at_table(game, **settings), SEVEN)


def full_where_ann_has_two(game: str) -> AtTable:
    """Ann has boxes 1 and 2, and others the rest."""
    return seated(at_table(game), ("ann", *SEVEN[:6]))


def seated(table: AtTable, names: tuple[str, ...]) -> AtTable:
    """People at boxes from 1 on."""
    for box, name in enumerate(names, start=1):
        table.seat(box, name)
    return table


def passing(table: AtTable, times: int) -> AtTable:
    """Play rounds in which only Ann wagers."""
    for _ in range(times):
        table.round(ONE_STANDS, ann=10).over()
    return table
