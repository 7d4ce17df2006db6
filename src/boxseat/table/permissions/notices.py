"""Whom the house tells of what is permitted and restricted: the player, the players, an inspector, surveillance."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from boxseat.rulebook.book import Book
from boxseat.table.permissions.records import PerfectPairsRestricted, PlayerHeld, SplitHandsAllowed
from boxseat.table.permissions.sentences import of_held, of_pairs, of_split_hands
from boxseat.table.records import PlayerRestricted, TableRecord
from boxseat.table.state import Table

PLAYERS, INSPECTOR, SURVEILLANCE = "players", "inspector", "surveillance"
"""The desks of the house."""


class Told(NamedTuple):
    """What a desk or a player is told."""

    to: str
    text: str
    clause: str


def told_of_permission(book: Book, before: Table, record: TableRecord) -> Iterator[Told]:
    """Who is told of a record, and what."""
    seating = book.seating
    match record:
        case PlayerHeld(player=player):
            yield Told(player, of_held(book, before, record), seating.late_players.clause)
        case PerfectPairsRestricted(restricted=True):
            clause = book.permissions.pairs_restricted.clause
            text = f"{before.title}: {of_pairs(book, record)}"
            yield from (Told(desk, text, clause) for desk in (SURVEILLANCE, INSPECTOR))
        case SplitHandsAllowed():
            yield Told(PLAYERS, of_split_hands(book, record), book.permissions.resplit.clause)
        case PlayerRestricted(player=player, told=True):
            was = before.patrons.get(player) or before.remembered[player]
            for asked, had, rule, what in (
                (record.to_minimum, was.to_minimum, seating.held_to_minimum, "the minimum wager"),
                (record.to_one_box, was.to_one_box, seating.one_box, "one box"),
            ):
                if asked and not had and rule.value == "inspector-first":
                    yield Told(INSPECTOR, f"{before.title}: {player} is held to {what}.", rule.clause)
        case _:
            pass
