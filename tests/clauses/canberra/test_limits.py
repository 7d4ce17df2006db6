"""Rule 3: wagers found above the maximum."""

from __future__ import annotations

from tests.clauses.canberra.twins import TEN, both
from tests.clauses.canberra_rounds import told
from tests.notation import play

SIGN = {"min": "5", "max": "100"}


@both(ten=TEN)
def test_3_5_wager_over_the_maximum_wins_and_loses_to_the_maximum(game: str, ten: str) -> None:
    won = play(game, f"{ten}S 7C 9D {ten}D", "1:ann=150", "1 stand", limits=SIGN)
    assert won.line("ann")["stake"] == "100.00"
    assert won.net == {"ann": "100.00"}
    lost = play(game, f"{ten}S 7C 6D {ten}D", "1:ann=150", "1 stand", limits=SIGN)
    assert lost.net == {"ann": "-100.00"}


@both(ten=TEN)
def test_3_5_wager_at_the_maximum_plays_whole(game: str, ten: str) -> None:
    for stake in ("100", "100.01"):
        answer = play(game, f"{ten}S 7C 9D {ten}D", f"1:ann={stake}", "1 stand", limits=SIGN)
        assert answer.net == {"ann": "100.00"}


@both(ten=TEN)
def test_3_5_insurance_and_splits_follow_what_plays(game: str, ten: str) -> None:
    insured = play(game, f"{ten}S AC 9D 7D", "1:ann=150", "1 insure 50.25", "1 insure 50", "1 stand", limits=SIGN)
    assert insured.refused == [(0, "7.1")]
    split = play(game, f"8S 7C 8D {ten}H {ten}C {ten}D", "1:ann=150", "1 split", "1 stand", "1 stand", limits=SIGN)
    assert split.line("ann", "split")["stake"] == "100.00"


@both(clause=("12.1", "11.2"), ten=TEN)
def test_3_5_doubles_follow_what_plays(game: str, clause: str, ten: str) -> None:
    for doubled in ("1 double", "1 double 100"):
        decisions = ["1 double 150", "1 double 100.50", doubled]
        answer = play(game, f"5S 7C 6D 9H {ten}D", "1:ann=150", *decisions, limits=SIGN)
        assert answer.refused == [(0, clause), (1, clause)]
        assert answer.line("ann", "double")["stake"] == "100.00"


@both(ten=TEN)
def test_3_5_box_of_several_is_filled_by_the_controlling_player_and_then_from_the_dealer_on(
    game: str, ten: str
) -> None:
    answer = play(game, f"{ten}S 7C 9D {ten}D", "1:bob=50 1:cat=50 1:ann*=70", "1 stand", limits=SIGN)
    assert answer.line("ann")["stake"] == "70.00"
    assert answer.line("bob")["stake"] == "30.00"
    assert told(answer, "cat") == "void 0.00 by 3.5"
    assert answer.net == {"bob": "30.00", "cat": "0.00", "ann": "70.00"}


@both(split=("11.2", "10.2"), ten=TEN)
def test_3_5_wager_capped_to_nothing_is_no_wager_of_the_round(game: str, split: str, ten: str) -> None:
    decisions = ["1 insure bob 5", "1 split +bob", "1 stand"]
    answer = play(game, f"8S AC 8D {ten}H {ten}C 7D", "1:ann*=100 1:bob=50+pp5", *decisions, limits=SIGN)
    assert answer.refused == [(0, "7.1"), (1, split)]
    assert told(answer, "bob", "perfect-pairs") == "void 0.00 by 18.10"
    assert answer.net["bob"] == "0.00"
