"""Rules that a book states with a clause but no code reads; people read them where rules are compared.

What the software does is tested clause by clause elsewhere. These tests check that the book says the same.
"""

from __future__ import annotations

import pytest

from boxseat.rulebook.load import GAMES, cited_values, open_book

CLAUSES = {
    # Canberra Pontoon, Canberra Blackjack, The Star's Pontoon of 2024, Pontoon 6 to 5
    "shoe.cutting_card_out": ("shuffle-before-next-round", "5.4", "5.5", "5.1.3", "4.1.3"),
    "shoe.cut_least_decks": (1, "5.3", "5.4", "5.6", "4.6"),
    "shoe.runs_out": ("discards-shuffled", "15.6", "14.6", "18.9", "17.9"),
    "device.offered": (True, "19.1", "19.1", "4.6", "3.6"),
    "device.cut": (False, "19.1", "19.1", "5.7", "4.7"),
    "limits.under_minimum": ("stands", "3.4", "3.4", "7.2", "6.2"),
    "limits.over_maximum": ("played-to-maximum", "3.5", "3.5", "7.3", "6.3"),
    "surrender.declined": ("closed-to-all", "9.5", "9.1", "10.5", "9.5"),
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


@pytest.mark.parametrize(
    ("game", "clauses"), [("star-pontoon", "14.8 14.9.3 12.2"), ("star-pontoon-6to5", "13.8 13.9.3 11.2")]
)
def test_the_star_has_two_hands_a_box_three_as_an_option_and_any_total_may_stand(game: str, clauses: str) -> None:
    two, three, stands = clauses.split()
    book = open_book(game)
    hands, stand_from = book.splitting.max_split_hands, book.drawing.stand_from
    assert (hands.value, hands.clause, hands.permitted, hands.clauses) == (2, two, (2, 3), {"3": three})
    assert (stand_from.value, stand_from.clause) == (0, stands)


@pytest.mark.parametrize(
    ("game", "needs", "no_pair", "takes"),
    [("star-pontoon", "16.5", "16.9", "17.1.7"), ("star-pontoon-6to5", "15.5", "15.9", "16.1.7")],
)
def test_the_star_as_a_table_has_it_that_chooses_nothing(game: str, needs: str, no_pair: str, takes: str) -> None:
    """Perfect Pairs is open to all on a box with a main wager; a dealer's pontoon takes the original wager (R03,
    R17)."""
    book = open_book(game)
    pairs, dealer = book.perfect_pairs, book.dealer.dealer_pontoon_takes
    assert pairs is not None
    assert (pairs.perfect_pairs_needs.value, pairs.perfect_pairs_needs.clause) == ("main-wager-on-box", needs)
    assert (pairs.no_pair.value, pairs.no_pair.clause) == ("lose", no_pair)
    assert (dealer.value, dealer.clause) == ("original-wager", takes)


def test_super_sevens_goes_on_with_the_first_hand_after_a_split() -> None:
    """CB 17.10."""
    sevens = open_book("canberra-blackjack").super_sevens
    assert sevens is not None
    assert (sevens.after_split.value, sevens.after_split.clause) == ("first-card-to-first-hand", "17.10")


def test_the_order_of_2017_has_two_readings_of_an_absent_player_and_a_table_holds_one() -> None:
    """S6 17.10, 17.10.1, R20."""
    absent = open_book("star-pontoon-6to5").irregularities.absent_player
    assert (absent.value, absent.clause) == ("draw-past-11", "17.10")
    assert (absent.permitted, absent.clauses) == (("draw-past-11", "stand"), {"stand": "17.10.1"})


OF_THE_FLOOR = {
    # Canberra Pontoon, Canberra Blackjack, The Star's Pontoon of 2024, Pontoon 6 to 5: each value with its clause
    "disputes.decided_by": (
        ("operator", "17.6"),
        ("operator", "16.6"),
        ("supervisor", "20.13"),
        ("supervisor", "19.12"),
    ),
    "disputes.reviewed_by": (
        ("inspector", "17.6"),
        ("inspector", "16.6"),
        ("another-supervisor", "20.13"),
        ("another-supervisor", "19.12"),
    ),
    "signs.raised_at_once": (
        ("for-everybody", "3.1"),
        ("for-everybody", "3.1"),
        ("players-keep-old", "7.5.1"),
        ("players-keep-old", "6.5.1"),
    ),
    "signs.closing_told": (
        (("players", "inspector"), "16.2"),
        (("players",), "15.2"),
        (("players",), "20.9"),
        (("players",), "19.8"),
    ),
    "persons.casino": ((False, "17.3(b)"), (False, "16.3(b)"), (True, "20.4.3"), (True, "19.3.3")),
}
"""What the floor's written days are played by; they read the books' stored text."""


@pytest.mark.parametrize("game", GAMES)
def test_the_book_says_who_decides_who_is_told_and_who_may_exclude(game: str) -> None:
    stated = dict(cited_values(open_book(game)))
    for key, values in OF_THE_FLOOR.items():
        value = stated[key].value
        found = (tuple(value) if isinstance(value, list) else value), stated[key].clause
        assert found == values[GAMES.index(game)], key
