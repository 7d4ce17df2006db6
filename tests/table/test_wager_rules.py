"""Placing wagers before the first card: limits, chips, seats and side bets, by each instrument."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from boxseat.play.state import TableLimits, Wager
from boxseat.rulebook.load import GAMES, open_book, with_options
from boxseat.table.sign import Sign, least_stake, smallest_playable
from boxseat.table.wager_rules import refusal_to_place, room_on_box, warning

SIGN = Sign(TableLimits(500, 10_000), TableLimits(50, 2_500))
CANBERRA = ("canberra-pontoon", "canberra-blackjack")
STAR = ("star-pontoon", "star-pontoon-6to5")


def ann(stake: int = 0, **more: object) -> Wager:
    return replace(Wager(1, "ann", stake), **more)


def judged(game: str, wager: Wager, *on_table: Wager) -> str:
    refused = refusal_to_place(open_book(game), SIGN, on_table, wager)
    return f"{refused.code} {refused.clause}" if refused else ""


@pytest.mark.parametrize("game", GAMES)
@pytest.mark.parametrize("stake", [500, 550, 9_950, 10_000])
def test_a_wager_within_the_limits_is_laid(game: str, stake: int) -> None:
    assert judged(game, ann(stake, seated=True)) == ""
    assert warning(open_book(game), SIGN, ann(stake)) == ""


@pytest.mark.parametrize(("game", "clause"), [("star-pontoon", "7.1"), ("star-pontoon-6to5", "6.1")])
def test_the_star_refuses_a_wager_under_the_minimum(game: str, clause: str) -> None:
    assert judged(game, ann(450)) == f"wager/under-minimum {clause}"
    assert warning(open_book(game), SIGN, ann(450)) == ""


@pytest.mark.parametrize("game", CANBERRA)
def test_canberra_warns_about_the_first_and_refuses_the_next(game: str) -> None:
    assert judged(game, ann(450)) == ""
    assert "(clause 3.4)" in warning(open_book(game), SIGN, ann(450))
    assert judged(game, ann(450, warned=True)) == "wager/under-minimum 3.4"
    assert warning(open_book(game), SIGN, ann(450, warned=True)) == ""


@pytest.mark.parametrize(
    ("game", "clause"), [*((game, "3.1") for game in CANBERRA), ("star-pontoon", "7.1"), ("star-pontoon-6to5", "6.1")]
)
def test_a_wager_over_the_maximum_is_refused(game: str, clause: str) -> None:
    assert judged(game, ann(10_050)) == f"wager/over-maximum {clause}"


def test_co_bettors_share_the_maximum_of_a_box() -> None:
    bob, cat = Wager(1, "bob", 6_000), Wager(2, "cat", 10_000)
    assert judged("star-pontoon", ann(4_000), bob, cat) == ""
    assert judged("star-pontoon", ann(4_050), bob, cat) == "wager/over-maximum 7.1"
    assert room_on_box(SIGN, [bob, cat], 1) == 4_000
    assert room_on_box(Sign(TableLimits(), TableLimits()), [bob], 1) is None


@pytest.mark.parametrize("game", GAMES)
def test_wagers_are_multiples_of_the_smallest_chip(game: str) -> None:
    assert judged(game, ann(525)).startswith("wager/multiples")
    assert judged(game, ann(500, perfect_pairs=125)).startswith("wager/multiples")
    large = with_options(open_book(game), {"smallest_chip": "5"})
    assert refusal_to_place(large, SIGN, (), ann(1_000)) is None
    assert refusal_to_place(large, SIGN, (), ann(1_050)) is not None


@pytest.mark.parametrize("game", GAMES)
def test_three_wagers_are_the_most_on_a_box_and_one_player_lays_one(game: str) -> None:
    others = [Wager(1, name, 500) for name in ("bob", "cat", "dan")]
    assert judged(game, ann(500), *others[:2]) == ""
    assert judged(game, ann(500), *others).startswith("box/full")
    assert judged(game, ann(500), ann(500)).startswith("wager/twice")
    assert judged(game, ann(500, seated=True), Wager(1, "bob", 500, seated=True)).startswith("seat/taken")
    assert judged(game, ann(500, box=8)).startswith("box/none")
    assert judged(game, ann()).startswith("wager/nothing")


@pytest.mark.parametrize(
    ("game", "clause"), [("canberra-pontoon", "18.10"), ("canberra-blackjack", "18.10"), ("star-pontoon", "16.5")]
)
def test_perfect_pairs_needs_a_main_wager(game: str, clause: str) -> None:
    """R17: one's own at Canberra, any player's on the box at The Star."""
    assert judged(game, ann(500, perfect_pairs=100)) == ""
    assert judged(game, ann(perfect_pairs=100)) == f"side-bet/no-main-wager {clause}"
    behind = judged(game, ann(perfect_pairs=100), Wager(1, "bob", 500))
    assert behind == ("" if game == "star-pontoon" else f"side-bet/no-main-wager {clause}")


def test_a_gaming_manager_may_restrict_perfect_pairs_to_main_wager_players() -> None:
    """R17, SP 16.4."""
    restricted = with_options(open_book("star-pontoon"), {"perfect_pairs_needs": "own-main-wager"})
    assert refusal_to_place(restricted, SIGN, [Wager(1, "bob", 500)], ann(perfect_pairs=100)) is not None


def test_three_perfect_pairs_are_the_most_on_a_box() -> None:
    others = [Wager(1, "bob", 500), *(Wager(1, name, perfect_pairs=100) for name in ("cat", "dan", "eve"))]
    assert judged("star-pontoon", ann(perfect_pairs=100), *others) == "side-bet/box-full 16.6"
    assert judged("star-pontoon", ann(perfect_pairs=100), *others[:3]) == ""


@pytest.mark.parametrize(("game", "clause"), [("star-pontoon", "16.6"), ("star-pontoon-6to5", "15.6")])
def test_perfect_pairs_beside_a_main_wager_come_before_those_alone(game: str, clause: str) -> None:
    """SP 16.6, S6 15.6, R21: three players with only the side bet do not keep out a player with a main wager."""
    alone = [Wager(1, name, perfect_pairs=100) for name in ("cat", "dan", "eve")]
    assert judged(game, ann(500, perfect_pairs=100), Wager(1, "bob", 500), *alone) == ""
    assert judged(game, ann(500), Wager(1, "bob", 500), *alone) == ""
    assert judged(game, ann(perfect_pairs=100), Wager(1, "bob", 500), *alone) == f"side-bet/box-full {clause}"


def test_super_sevens_is_for_blackjack_with_a_wager_of_ones_own() -> None:
    assert judged("canberra-blackjack", ann(500, super_sevens=100)) == ""
    assert judged("canberra-blackjack", ann(super_sevens=100)) == "side-bet/no-main-wager 17.5"
    for game in ("canberra-pontoon", *STAR):
        assert judged(game, ann(500, super_sevens=100)).startswith("side-bet/not-offered")


def test_side_bets_have_limits_of_their_own() -> None:
    assert judged("star-pontoon", ann(500, perfect_pairs=2_500)) == ""
    assert judged("star-pontoon", ann(500, perfect_pairs=2_550)) == "side-bet/limits 7.1"
    unlimited = Sign(TableLimits(), TableLimits(100))
    assert refusal_to_place(open_book("star-pontoon"), unlimited, (), ann(500, perfect_pairs=99_950)) is None
    refused = refusal_to_place(open_book("star-pontoon"), unlimited, (), ann(500, perfect_pairs=50))
    assert refused is not None
    assert refused.reason == "a wager on Perfect Pairs is 1.00 at the least"


def test_a_side_bet_beyond_its_limits_is_refused_by_the_clause_of_those_limits() -> None:
    """CB 17.4, 18.9: Super Sevens is not refused by a clause of Perfect Pairs. CP 18.9, SP 7.1, S6 6.1."""
    assert judged("canberra-pontoon", ann(500, perfect_pairs=2_550)) == "side-bet/limits 18.9"
    assert judged("star-pontoon-6to5", ann(500, perfect_pairs=2_550)) == "side-bet/limits 6.1"
    assert judged("canberra-blackjack", ann(500, perfect_pairs=2_550)) == "side-bet/limits 18.9"
    assert judged("canberra-blackjack", ann(500, super_sevens=2_550)) == "side-bet/limits 17.4"


def test_the_least_that_can_be_laid() -> None:
    star, canberra = open_book("star-pontoon"), open_book("canberra-pontoon")
    odd = Sign(TableLimits(525, 10_000), TableLimits())
    assert least_stake(star, SIGN) == 500
    assert least_stake(star, odd) == 550
    assert least_stake(star, Sign(TableLimits(), TableLimits())) == 50
    assert smallest_playable(star, SIGN, warned=False) == 500
    assert smallest_playable(canberra, SIGN, warned=False) == 50
    assert smallest_playable(canberra, SIGN, warned=True) == 500
