"""Cards can be set only at practice tables: no record, however made, sets them at a table with money."""

from __future__ import annotations

import pytest

from boxseat.cards import card, parse_cards
from boxseat.consistency import Inconsistent
from boxseat.fairness.shuffle import set_first
from boxseat.rulebook.load import GAMES, open_book
from boxseat.table.fold import fold
from boxseat.table.records import CardsShuffled, TableOpened
from boxseat.table.settings import Settings, refusal_to_set
from boxseat.table.sign import SIGN
from boxseat.table.state import Table

STACKED = CardsShuffled("t-s1", "0" * 64, "shoe", stacked=(card("AS"),))


@pytest.mark.parametrize("game", GAMES)
def test_a_real_table_cannot_be_folded_with_cards_set_by_hand(game: str) -> None:
    book = open_book(game)
    for practice in (True, False):
        settings = Settings(sign=SIGN, practice=practice, owner="ann" if practice else "")
        table = fold(book, Table(), TableOpened("t", game, book.title, "", {}, settings))
        if practice:
            assert fold(book, table, STACKED).pack is not None
        else:
            with pytest.raises(Inconsistent, match="practice tables only"):
                fold(book, table, STACKED)


def test_a_practice_table_has_an_owner_and_no_other_table_has() -> None:
    book = open_book("star-pontoon")
    assert refusal_to_set(book, Settings(sign=SIGN, practice=True, owner="ann")) is None
    for settings in (
        Settings(sign=SIGN, practice=True),
        Settings(sign=SIGN, owner="ann"),
        Settings(sign=SIGN, practice=True, owner="ann", cards_from="device"),
    ):
        refused = refusal_to_set(book, settings)
        assert refused is not None
        assert refused.code == "setting/practice"


def test_set_cards_come_first_after_the_burnt_one_and_the_rest_keep_their_order() -> None:
    order = parse_cards("2S 3S 4S 5S 4S")
    assert set_first(order, parse_cards("5S 4S"), burnt=1) == parse_cards("2S 5S 4S 3S 4S")
    assert set_first(order, parse_cards("5S 4S"), burnt=0) == parse_cards("5S 4S 2S 3S 4S")
