"""Records of permissions that no judge would have let through are found when they are folded."""

from __future__ import annotations

import pytest

from boxseat.consistency import Inconsistent
from boxseat.table.fold import fold
from boxseat.table.permissions import commands as p
from boxseat.table.permissions import records as r
from tests.table.day import Day


def test_a_book_is_not_given_what_it_does_not_permit() -> None:
    for game, record in (
        ("star-pontoon", r.SplitHandsAllowed(4)),
        ("canberra-pontoon", r.SplitHandsAllowed(3)),
        ("canberra-blackjack", r.PerfectPairsRestricted(restricted=False)),
    ):
        day = Day(game).opened("ann")
        with pytest.raises(Inconsistent):
            fold(day.book, day.table, record)


def test_cards_are_turned_by_their_player_where_they_lie_face_down() -> None:
    day = Day("star-pontoon").opened("ann", "bob")
    day.done("gus", p.DealFaceDown(on=True, inspector_approved=True))
    day.deal("9S 8C 6D 5H 7S", ann=10, bob=10)
    for record in (r.CardsExposed("bob", 1), r.CardsExposed("ann", 3)):
        with pytest.raises(Inconsistent):
            fold(day.book, day.table, record)
    day.done("ann", p.ExposeCards(1))
    with pytest.raises(Inconsistent):
        fold(day.book, day.table, r.CardsExposed("ann", 1))
