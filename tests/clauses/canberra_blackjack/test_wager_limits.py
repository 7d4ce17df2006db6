"""Canberra Blackjack, 17.1 and 18.1: side bets exist only where the house offers them."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from boxseat.rulebook.load import open_book
from tests.books import changed
from tests.table_notation import AtTable, at_table, lay

GAME = "canberra-blackjack"


def without(side_bet: str) -> AtTable:
    """A table of a house that does not offer this side bet."""
    book = open_book(GAME)
    offered = tuple(name for name in book.offers.side_bets.value if name != side_bet)
    section = {side_bet.replace("-", "_"): None}
    return at_table(GAME, book=replace(changed(book, offers__side_bets=offered), **section)).seat(1, "ann")


@pytest.mark.parametrize(
    ("side_bet", "bet", "other"),
    [("super-sevens", "ss", "pp"), ("perfect-pairs", "pp", "ss")],
    ids=["17.1 super-sevens", "18.1 perfect-pairs"],
)
def test_17_1_and_18_1_a_side_bet_is_played_only_where_the_house_offers_it(side_bet: str, bet: str, other: str) -> None:
    at_table(GAME).seat(1, "ann").wager(1, "ann", 10, **{bet: 5})
    table = without(side_bet)
    assert table.refuses("ann", lay(1, 10, **{bet: 5})).startswith("side-bet/not-offered")
    table.wager(1, "ann", 10, **{other: 5})
