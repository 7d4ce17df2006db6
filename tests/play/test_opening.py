"""Which wagers are in play before the first card: limits, warnings, side bets without a main wager, and who decides."""

from __future__ import annotations

import pytest

from boxseat.play.announce import settled
from boxseat.play.opening import open_round
from boxseat.play.replay import replay
from boxseat.play.state import Laid, Phase, TableLimits, Wager
from boxseat.rulebook.load import open_book
from tests.notation import Answer, document

PONTOON = open_book("canberra-pontoon")
BLACKJACK = open_book("canberra-blackjack")
STAR = open_book("star-pontoon")
SIGN = TableLimits(500, 10_000)


@pytest.mark.parametrize("game", ["canberra-blackjack", "canberra-pontoon"])
def test_canberra_3_4_a_further_wager_under_the_minimum_is_returned_to_an_owner_who_was_warned(game: str) -> None:
    written = document(game, "9S 7H 9C KD", "1:ann=4.99 1:bob=5", "1 stand", limits={"min": "5"})
    line = Answer(replay(written)).line("ann")
    assert (line["result"], line["net"]) == ("win", "4.99")
    written["wagers"][0]["warned"] = True
    line = Answer(replay(written)).line("ann")
    assert (line["result"], line["stake"], line["net"], line["clause"]) == ("void", "4.99", "0.00", "3.4")


def test_canberra_3_4_a_warned_owner_may_still_lay_the_minimum() -> None:
    round_ = open_round(PONTOON, [Wager(1, "ann", 500, warned=True)], SIGN)
    assert round_.boxes[0].main == (Laid("ann", 500),)
    assert round_.settlements == ()


def test_canberra_3_4_the_least_chip_comes_back_and_where_nothing_was_laid_nothing_does() -> None:
    round_ = open_round(PONTOON, [Wager(1, "ann", 1, warned=True)], SIGN)
    assert [(line.wager.value, line.stake) for line in round_.settlements] == [("main", 1)]
    round_ = open_round(PONTOON, [Wager(1, "ann", warned=True, perfect_pairs=200)], SIGN)
    assert [(line.wager.value, line.stake) for line in round_.settlements] == [("perfect-pairs", 200)]


def test_7_2_at_the_star_a_wager_under_the_minimum_plays_warned_or_not() -> None:
    round_ = open_round(STAR, [Wager(1, "ann", 400, warned=True)], SIGN)
    assert round_.boxes[0].main == (Laid("ann", 400),)


def test_a_returned_wager_is_told_with_its_amount_and_its_clause() -> None:
    wagers = [
        Wager(3, "ann", 10_000, seated=True, perfect_pairs=500),
        Wager(3, "bob", 700),
        Wager(5, "cat", 400, warned=True, super_sevens=100, perfect_pairs=200),
    ]
    round_ = open_round(BLACKJACK, wagers, SIGN)
    assert [box.number for box in round_.boxes] == [3]
    assert [settled(line) for line in round_.settlements] == [
        "Box 3: bob has the wager of 7.00 returned: others have reached the box's maximum (clause 3.5).",
        "Box 5: cat has the wager of 4.00 returned: under the minimum after a warning (clause 3.4).",
        "Box 5: cat has Perfect Pairs of 2.00 returned: no main wager (clause 18.10).",
        "Box 5: cat has Super Sevens of 1.00 returned: no main wager (clause 17.5).",
    ]
    assert round_.net() == {"ann": 0, "bob": 0, "cat": 0}
    assert {(line.hand, line.odds, line.result.value) for line in round_.settlements} == {(1, None, "void")}


def test_a_round_without_a_main_wager_is_over_before_it_begins() -> None:
    round_ = open_round(STAR, [Wager(1, "ann", perfect_pairs=500)])
    assert round_.phase is Phase.OVER
    assert open_round(STAR, [Wager(1, "ann", 500)]).phase is Phase.INITIAL_DEAL


def test_16_6_a_box_takes_three_perfect_pairs_wagers_and_returns_the_fourth() -> None:
    wagers = [Wager(1, name, perfect_pairs=100) for name in ("bob", "cat", "dan")] + [Wager(1, "ann", 500, False, 100)]
    round_ = open_round(STAR, wagers)
    assert [laid.player for laid in round_.boxes[0].perfect_pairs] == ["ann", "bob", "cat"]
    assert [settled(line) for line in round_.settlements] == [
        "Box 1: dan has Perfect Pairs of 1.00 returned: the box has 3 already (clause 16.6)."
    ]


def test_21_a_box_knows_for_how_much_each_wager_plays_and_nothing_of_others() -> None:
    (box,) = open_round(STAR, [Wager(1, "ann", 9_000, seated=True), Wager(1, "bob", 2_000)], SIGN).boxes
    assert [box.main_of(name) for name in ("ann", "bob", "cat")] == [9_000, 1_000, 0]
