"""Side bets against their closed forms and published figures."""

from __future__ import annotations

from fractions import Fraction

import pytest

from boxseat.odds.exact.side_bet_edges import insurance, perfect_pairs, super_bonus_chance, super_sevens
from boxseat.rulebook.load import open_book
from tests.books import changed


@pytest.mark.parametrize(
    ("game", "decks", "edge"),
    [
        ("canberra-pontoon", 3, Fraction(10, 143)),
        ("canberra-pontoon", 4, Fraction(5, 191)),
        ("canberra-pontoon", 5, Fraction(0)),
        ("canberra-pontoon", 8, Fraction(-15, 383)),
        ("star-pontoon", 6, Fraction(19, 287)),
        ("star-pontoon", 8, Fraction(17, 383)),
        ("canberra-blackjack", 4, Fraction(7, 69)),
        ("canberra-blackjack", 8, Fraction(17, 415)),
    ],
)
def test_perfect_pairs_is_an_exact_ratio_with_its_sign(game: str, decks: int, edge: Fraction) -> None:
    assert perfect_pairs(changed(open_book(game), cards__decks=decks)) == edge


def test_perfect_pairs_at_canberra_pontoon_turns_in_the_players_favour_from_six_decks() -> None:
    edges = [perfect_pairs(changed(open_book("canberra-pontoon"), cards__decks=decks)) for decks in range(3, 9)]
    assert [edge is not None and edge < 0 for edge in edges] == [False, False, False, True, True, True]


@pytest.mark.parametrize(("decks", "percent"), [(4, 15.9193), (5, 13.2504), (6, 11.4000), (7, 10.0438), (8, 9.0078)])
def test_super_sevens_published_edges(decks: int, percent: float) -> None:
    edge = super_sevens(changed(open_book("canberra-blackjack"), cards__decks=decks))
    assert edge is not None
    assert round(float(edge) * 100, 4) == percent


@pytest.mark.parametrize(("decks", "once_in"), [(4, 1_055_202), (6, 668_382), (8, 549_188)])
def test_super_bonus_published_chances(decks: int, once_in: int) -> None:
    chance = super_bonus_chance(changed(open_book("canberra-pontoon"), cards__decks=decks))
    assert chance is not None
    assert round(1 / chance) == once_in
    if decks == 6:
        assert round(float(chance) * 200 * 100, 4) == 0.0299


def test_insurance_by_hand() -> None:
    assert insurance(open_book("star-pontoon")) == 1 - 3 * Fraction(96, 383)
    assert insurance(open_book("canberra-blackjack")) == 1 - 3 * Fraction(128, 415)


def test_games_without_a_bet_have_no_figure_for_it() -> None:
    blackjack, pontoon = open_book("canberra-blackjack"), open_book("star-pontoon")
    assert super_bonus_chance(blackjack) is None
    assert super_sevens(pontoon) is None
    assert insurance(changed(blackjack, insurance__against="")) is None
