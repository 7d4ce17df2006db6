"""A whole game's figures: the distribution of results and settlements, against the edge and published figures."""

from __future__ import annotations

import pytest

from boxseat.odds.exact.perfect_policy import best_policy
from boxseat.odds.exact.solver import edge
from boxseat.odds.exact.whole_game import whole_game
from boxseat.rulebook.load import GAMES, open_book
from tests.books import changed
from tests.odds.figures import game_figures
from tests.odds.test_exact import blackjack
from tests.tiers import cases, heavy


@pytest.mark.parametrize("game", cases(GAMES, ("star-pontoon", "canberra-blackjack")))
def test_the_spread_of_results_has_the_edge_as_its_mean(game: str) -> None:
    """For split rounds of three and four hands the distribution is accurate to about one in a million."""
    found = game_figures(game)
    assert sum(found.outcomes.values()) == pytest.approx(1, abs=1e-12)
    assert -sum(won * chance for won, chance in found.outcomes.items()) == pytest.approx(found.house_edge, abs=2e-6)
    square = sum(won**2 * chance for won, chance in found.outcomes.items())
    assert (square - found.house_edge**2) ** 0.5 == pytest.approx(found.standard_deviation, abs=1e-4)
    assert found.house_edge == pytest.approx(edge(open_book(game)).house_edge, abs=1e-12)


@pytest.mark.parametrize("game", cases(GAMES, ("star-pontoon", "canberra-blackjack")))
def test_every_hand_is_settled_once(game: str) -> None:
    """Naturals are settled as often as the cards say, and there is one settlement for every hand."""
    book, found = open_book(game), game_figures(game)
    name = book.natural.name.value
    naturals = found.lines[name] + found.lines.get(f"{name} on both sides", 0.0)
    cards = len(book.cards.ranks.value) * 4 * book.cards.decks.value
    aces = 4 * book.cards.decks.value
    tens = aces * sum(rank in "TJQK" for rank in book.cards.ranks.value)
    assert naturals == pytest.approx(2 * aces * tens / (cards * (cards - 1)), abs=1e-12)
    more_hands = sum(found.lines.values()) - 1
    assert 0.005 < more_hands < 0.05, "every split adds a hand to a round"


def test_the_payout_tables_lines_are_all_reached() -> None:
    book = open_book("star-pontoon")
    lines = game_figures("star-pontoon").lines
    assert {line.name for line in book.payouts.lines} <= set(lines)


@heavy
def test_farmers_standard_deviation() -> None:
    """8 decks, no resplit: 1.14693318919. The fast method has the effect of split hands on each other to first
    order."""
    book = blackjack(splitting__max_split_hands=2)
    assert round(whole_game(book, presplit=True, exactly=True).standard_deviation, 11) == 1.14693318919
    assert whole_game(book, presplit=True).standard_deviation == pytest.approx(1.14693318919, abs=2e-8)


def test_hands_tied_together_have_a_bound_far_below_the_digits_shown() -> None:
    """R03, busted-plus-one: exact for two hands, within 1e-7 for four."""
    book = open_book("canberra-pontoon")
    assert 0 < game_figures("canberra-pontoon").error_bound < 1e-7
    two = whole_game(changed(book, splitting__max_split_hands=2))
    assert (two.exact, two.error_bound) == (True, 0)


def test_published_pontoon_edges() -> None:
    """The old Wikipedia table: 4 decks and four hands 0.31 %, 6 decks and two hands 0.41 %, with the Super Bonus at 100 units.

    They were simulated with a basic strategy; best play comes out slightly lower.
    """
    four = game_figures("canberra-pontoon")
    assert four.super_bonus is not None
    assert 0.0028 < four.house_edge - 100 * float(four.super_bonus.probability) < 0.0031
    six = whole_game(changed(open_book("canberra-pontoon"), cards__decks=6, splitting__max_split_hands=2))
    assert six.super_bonus is not None
    assert 0.0038 < six.house_edge - 100 * float(six.super_bonus.probability) < 0.0041


@heavy
def test_perfect_play_as_a_policy_has_the_same_figures() -> None:
    book = open_book("star-pontoon")
    best, played = game_figures("star-pontoon"), whole_game(book, best_policy(book))
    assert played.house_edge == pytest.approx(best.house_edge, abs=1e-12)
    assert played.lines == pytest.approx(best.lines, abs=1e-12)
    assert played.standard_deviation == pytest.approx(best.standard_deviation, abs=1e-12)
