"""Canberra Pontoon, rule 3: wagers found over the maximum."""

from __future__ import annotations

from tests.clauses.canberra_rounds import told
from tests.notation import play

GAME = "canberra-pontoon"
SIGN = {"min": "5", "max": "100"}


def test_3_5_wager_over_the_maximum_wins_and_loses_to_the_maximum() -> None:
    won = play(GAME, "KS 7C 9D KD", "1:ann=150", "1 stand", limits=SIGN)
    assert won.line("ann")["stake"] == "100.00"
    assert won.net == {"ann": "100.00"}
    lost = play(GAME, "KS 7C 6D KD", "1:ann=150", "1 stand", limits=SIGN)
    assert lost.net == {"ann": "-100.00"}


def test_3_5_wager_at_the_maximum_plays_whole() -> None:
    assert play(GAME, "KS 7C 9D KD", "1:ann=100", "1 stand", limits=SIGN).net == {"ann": "100.00"}
    assert play(GAME, "KS 7C 9D KD", "1:ann=100.01", "1 stand", limits=SIGN).net == {"ann": "100.00"}


def test_3_5_insurance_splits_and_doubles_follow_what_plays() -> None:
    insured = play(GAME, "KS AC 9D 7D", "1:ann=150", "1 insure 50.25", "1 insure 50", "1 stand", limits=SIGN)
    assert insured.refused == [(0, "7.1")]
    split = play(GAME, "8S 7C 8D KH KC KD", "1:ann=150", "1 split", "1 stand", "1 stand", limits=SIGN)
    assert split.line("ann", "split")["stake"] == "100.00"
    doubled = play(GAME, "5S 7C 6D 9H KD", "1:ann=150", "1 double 100.50", "1 double", limits=SIGN)
    assert doubled.refused == [(0, "12.1")]
    assert doubled.line("ann", "double")["stake"] == "100.00"


def test_3_5_box_of_several_is_filled_by_the_controlling_player_and_then_from_the_dealer_on() -> None:
    answer = play(GAME, "KS 7C 9D KD", "1:bob=50 1:cat=50 1:ann*=70", "1 stand", limits=SIGN)
    assert answer.line("ann")["stake"] == "70.00"
    assert answer.line("bob")["stake"] == "30.00"
    assert told(answer, "cat") == "void 0.00 by 3.5"
    assert answer.net == {"bob": "30.00", "cat": "0.00", "ann": "70.00"}


def test_3_5_wager_capped_to_nothing_is_no_wager_of_the_round() -> None:
    answer = play(
        GAME, "8S AC 8D KH KC 7D", "1:ann*=100 1:bob=50+pp5", "1 insure bob 5", "1 split +bob", "1 stand", limits=SIGN
    )
    assert answer.refused == [(0, "7.1"), (1, "11.2")]
    assert told(answer, "bob", "perfect-pairs") == "void 0.00 by 18.10"
    assert answer.net["bob"] == "0.00"
