"""The books in words: every key has a name, and every value reads naturally."""

from __future__ import annotations

import pytest

from boxseat.money import Cents, Odds
from boxseat.rulebook.book import BonusTier
from boxseat.rulebook.load import GAMES, cited_values, open_book
from boxseat.rulebook.wording import KEYS, SECTIONS, value_in_words


@pytest.mark.parametrize("game", GAMES)
def test_every_key_of_a_book_has_a_name_under_its_section(game: str) -> None:
    for key, cited in cited_values(open_book(game)):
        assert key in KEYS
        assert key.partition(".")[0] in SECTIONS
        assert value_in_words(cited.value, key)


@pytest.mark.parametrize(
    ("value", "key", "read"),
    [
        (True, "", "yes"),
        (False, "", "no"),
        (Cents(50), "", "$0.50"),
        (Odds("3:2"), "natural.odds", "3 to 2"),
        (Odds("1:2"), "insurance.most", "1/2"),
        (BonusTier(from_stake=Cents(500), pays=Cents(100_000)), "", "$1000.00 from $5.00"),
        ((2, 20), "", "2 to 20"),
        (("seated", "highest"), "", "seated, highest"),
        ((), "", "none"),
        ("paid-at-once", "", "paid at once"),
        ("JQKA", "", "J Q K A"),
        ("Pontoon", "", "Pontoon"),
        ("", "", "none"),
        (8, "", "8"),
    ],
)
def test_a_value_reads_as_people_say_it(value: object, key: str, read: str) -> None:
    assert value_in_words(value, key) == read
