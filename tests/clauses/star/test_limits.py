"""Wagers outside the limits of the table's sign, found after the first card."""

from __future__ import annotations

import pytest

from tests.clauses.star.twins import both, play, played
from tests.notation import document

pytestmark = both

LIMITS = {"min": "5", "max": "100"}
WINS = "KS 9D 9H 8C"


@pytest.mark.parametrize(
    ("wagers", "plays"),
    [
        ("1:ann*=100 1:bob=40", {"ann": "100.00", "bob": "0.00"}),
        ("1:bob=40 1:ann*=100", {"ann": "100.00", "bob": "0.00"}),
        ("1:bob=40 1:ann=130", {"ann": "100.00", "bob": "0.00"}),
        ("1:bob=40 1:ann*=90", {"ann": "90.00", "bob": "10.00"}),
    ],
)
def test_7_1_1_the_controlling_player_has_the_maximum_first(game: str, wagers: str, plays: dict[str, str]) -> None:
    answer = play(game, WINS, wagers, "1 stand", limits=LIMITS)
    assert answer.net == plays


def test_7_1_2_a_second_player_has_what_the_controlling_player_leaves(game: str) -> None:
    answer = play(game, WINS, "1:ann*=70 1:bob=50 1:cat=20", "1 stand", limits=LIMITS)
    assert [answer.line(player)["stake"] for player in ("ann", "bob")] == ["70.00", "30.00"]
    assert answer.net == {"ann": "70.00", "bob": "30.00", "cat": "0.00"}


@pytest.mark.parametrize(("third", "plays"), [("20", "20.00"), ("25", "25.00"), ("80", "25.00")])
def test_7_1_3_a_third_player_has_what_the_first_two_leave(game: str, third: str, plays: str) -> None:
    answer = play(game, WINS, f"1:cat=25 1:bob={third} 1:ann*=50", "1 stand", limits=LIMITS)
    assert answer.net == {"ann": "50.00", "cat": "25.00", "bob": plays}


@pytest.mark.parametrize("stake", ["4.99", "0.50", "0.01"])
def test_7_2_a_wager_found_under_the_minimum_plays(game: str, stake: str) -> None:
    answer = play(game, "KS 9D 9H KC", f"1:ann*={stake}", "1 stand", limits=LIMITS)
    assert answer.settled("ann") == [("stand-off", None, "0.00", "17.1.10")]
    assert answer.line("ann")["stake"] == f"{float(stake):.2f}"
    answer = play(game, "KS 9D 6H KC", f"1:ann*={stake}", "1 stand", limits=LIMITS)
    assert answer.settled("ann") == [("lose", None, f"-{float(stake):.2f}", "17.1.9")]


def test_7_2_however_often_its_owner_was_told(game: str) -> None:
    written = document(game, "KS 9D 6H KC", "1:ann*=3", "1 stand", limits=LIMITS)
    written["wagers"][0]["warned"] = True
    assert played(written).net == {"ann": "-3.00"}


@pytest.mark.parametrize(("second", "net"), [("9H", "100.00"), ("7H", "-100.00")])
def test_7_3_a_wager_found_over_the_maximum_plays_to_it(game: str, second: str, net: str) -> None:
    answer = play(game, f"KS 9D {second} 9C", "1:ann*=250", "1 stand", limits=LIMITS)
    assert answer.net == {"ann": net}
    assert answer.line("ann")["stake"] == "100.00"


def test_7_3_the_maximum_is_each_boxs_own(game: str) -> None:
    answer = play(game, "KS KH 9D 9H 9S 8C", "1:ann=250 2:ann=90", "1 stand", "2 stand", limits=LIMITS)
    assert answer.net == {"ann": "190.00"}


def test_7_3_doubles_follow_the_stake_that_plays(game: str) -> None:
    answer = play(game, "6S 9D 5H KC 9C", "1:ann*=250", "1 double 100.50", "1 double", "1 double 100", limits=LIMITS)
    assert answer.refused == [(0, "13.1"), (2, "12.3")]
    assert answer.net == {"ann": "200.00"}


def test_7_3_splits_follow_the_stake_that_plays(game: str) -> None:
    answer = play(game, "9S 9D 9H KC KH 8C", "1:ann*=250", "1 split", "1 stand", "1 stand", limits=LIMITS)
    assert answer.line("ann", "split")["stake"] == "100.00"
    assert answer.net == {"ann": "200.00"}


def test_7_3_insurance_follows_the_stake_that_plays(game: str) -> None:
    answer = play(game, "KS AD 9H KC", "1:ann*=250", "1 insure 50.01", "1 insure 50", "1 stand", limits=LIMITS)
    assert answer.refused == [(0, "9.1")]
    assert answer.net == {"ann": "0.00"}


@pytest.mark.parametrize(
    ("wagers", "plays", "returned"),
    [
        ("1:ann*=60 1:bob=30 1:cat=30", {"ann": "60.00", "bob": "30.00", "cat": "10.00"}, []),
        ("1:ann=30 1:bob=60 1:cat=30", {"bob": "60.00", "ann": "30.00", "cat": "10.00"}, []),
        ("1:ann*=100 1:bob=30 1:cat=30", {"ann": "100.00"}, ["bob", "cat"]),
        ("1:ann=30 1:bob=30 1:cat*=80", {"cat": "80.00", "ann": "20.00"}, ["bob"]),
        ("1:ann=300 1:bob*=10 1:cat=30", {"bob": "10.00", "ann": "90.00"}, ["cat"]),
    ],
)
def test_7_3_1_the_controlling_player_counts_first_then_the_nearest_the_dealer(
    game: str, wagers: str, plays: dict[str, str], returned: list[str]
) -> None:
    answer = play(game, WINS, wagers, "1 stand", limits=LIMITS)
    assert {player: net for player, net in answer.net.items() if player not in returned} == plays
    for player in returned:
        assert answer.settled(player) == [("void", None, "0.00", "7.3")]


def test_7_3_1_control_is_decided_before_the_maximum_cuts_wagers(game: str) -> None:
    answer = play(
        game, "KS 9D 5H 6C", "1:ann=100 1:bob=250", "1 stand ann", "1 hit bob", limits={"min": "5", "max": "100"}
    )
    assert answer.refused == [(0, "6.6")]
    assert answer.settled("ann") == [("void", None, "0.00", "7.3")]
    assert answer.net == {"ann": "0.00", "bob": "100.00"}


def test_7_3_1_a_wager_cut_to_nothing_is_no_main_wager(game: str) -> None:
    answer = play(game, "8S AD 8H KC", "1:ann*=100 1:bob=30", "1 insure bob 10", "1 stand", limits=LIMITS)
    assert answer.refused == [(0, "9.1")]
    assert answer.net == {"ann": "-100.00", "bob": "0.00"}


def test_7_3_side_bets_are_outside_the_boxs_maximum(game: str) -> None:
    answer = play(game, "8S 9D 8H KC", "1:ann*=100+pp50", "1 stand", limits=LIMITS)
    assert answer.settled("ann", "perfect-pairs") == [("win", "5:1", "250.00", "16.8.1")]
