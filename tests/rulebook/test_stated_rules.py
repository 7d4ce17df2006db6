"""Rules that a book states with a clause and that no branch of the code reads; people read them where rules are compared.

What the software does is tested clause by clause elsewhere; here it is tested that the book says the same.
"""

from __future__ import annotations

import pytest

from boxseat.rulebook.load import GAMES, cited_values, open_book

CLAUSES = {
    # Canberra Pontoon, Canberra Blackjack, The Star's Pontoon of 2024, Pontoon 6 to 5
    "shoe.cutting_card_out": ("shuffle-before-next-round", "5.4", "5.5", "5.1.3", "4.1.3"),
    "shoe.runs_out": ("discards-shuffled", "15.6", "14.6", "18.9", "17.9"),
    "device.offered": (True, "19.1", "19.1", "4.6", "3.6"),
    "device.cut": (False, "19.1", "19.1", "5.7", "4.7"),
    "deal.order": ("box-dealer-box", "6.2", "6.2", "8.1", "7.1"),
    "drawing.no_card_at_twenty_one": ("none", "10.2(b)", "9.2(a)", "12.3", "11.3"),
    "splitting.twenty_one": ("no-natural", "11.7", "10.7", "14.3", "13.3"),
    "dealer.draws": ("while-it-matters", "13.1(b)", "12.2", "15.3", "14.3"),
}


@pytest.mark.parametrize("game", GAMES)
def test_the_book_states_what_its_clauses_say(game: str) -> None:
    stated = dict(cited_values(open_book(game)))
    for key, (value, *clauses) in CLAUSES.items():
        assert (stated[key].value, stated[key].clause) == (value, clauses[GAMES.index(game)]), key


def test_super_sevens_goes_on_with_the_first_hand_after_a_split() -> None:
    """CB 17.10."""
    sevens = open_book("canberra-blackjack").super_sevens
    assert sevens is not None
    assert (sevens.after_split.value, sevens.after_split.clause) == ("first-card-to-first-hand", "17.10")
