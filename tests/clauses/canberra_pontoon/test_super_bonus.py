"""Canberra Pontoon, rule 14.3: three suited sevens against a seven."""

from __future__ import annotations

import pytest

from tests.clauses.canberra_rounds import order, told
from tests.notation import play

GAME = "canberra-pontoon"


@pytest.mark.parametrize("suit", "HDCS")
@pytest.mark.parametrize("first", ["7S", "7H"])
def test_14_3_suited_sevens_against_any_seven_earn_the_super_bonus(suit: str, first: str) -> None:
    seven = f"7{suit}"
    answer = play(GAME, f"{seven} {first} {seven} {seven}", "1:ann=20", "1 hit")
    assert told(answer, "ann") == ("win 3:1 60.00 by 14.2" if suit == "S" else "win 2:1 40.00 by 14.2")
    assert told(answer, "ann", "super-bonus") == "win 1000.00 by 14.3"


@pytest.mark.parametrize(
    ("stake", "bonus"), [("0.50", "1000.00"), ("24.50", "1000.00"), ("25", "5000.00"), ("100", "5000.00")]
)
def test_14_3_bet_of_25_dollars_or_more_earns_5000_and_a_smaller_one_1000(stake: str, bonus: str) -> None:
    answer = play(GAME, "7H 7C 7H 7H", f"1:ann={stake}", "1 hit")
    assert answer.line("ann", "super-bonus")["net"] == bonus


def test_14_3_every_wager_on_the_hand_earns_it_by_its_own_stake() -> None:
    answer = play(GAME, "7H 7C 7H 7H", "1:ann*=20 1:bob=30 1:cat=5", "1 hit")
    assert told(answer, "ann", "super-bonus") == "win 1000.00 by 14.3"
    assert told(answer, "bob", "super-bonus") == "win 5000.00 by 14.3"
    assert told(answer, "cat", "super-bonus") == "win 1000.00 by 14.3"
    assert answer.net == {"ann": "1040.00", "bob": "5060.00", "cat": "1010.00"}


@pytest.mark.parametrize("first", ["6C", "8C", "KC", "AC"])
def test_14_3_another_first_card_of_the_dealers_earns_nothing(first: str) -> None:
    answer = play(GAME, f"7H {first} 7H 7H", "1:ann=20", "1 hit")
    assert answer.net == {"ann": "40.00"}


@pytest.mark.parametrize("hand", ["7H 7H 7D", "7S 7H 7S", "6H 7H 8H", "7H 7H 2H 5H"])
def test_14_3_no_other_21_earns_it(hand: str) -> None:
    first, second, *drawn = hand.split()
    answer = play(
        GAME, f"{first} 9S 7C {second} 9D {' '.join(drawn)} KD", "1:ann=20 2:bob=20", *["1 hit"] * len(drawn), "2 stand"
    )
    assert answer.total() == 21
    assert order(answer) == ["ann main", "bob main"]


def test_14_3_the_super_bonus_is_paid_when_the_round_is_settled() -> None:
    answer = play(GAME, "7H 9S 7C 7H 9D 7H KD", "1:ann=20 2:bob=20", "1 hit", "2 stand")
    assert order(answer) == ["ann main", "bob main", "ann super-bonus", "bob shared-bonus"]


def test_14_3_every_other_wager_gets_50_dollars_won_or_lost() -> None:
    answer = play(
        GAME,
        "7H 9S 9H KS AS 7C 7H 9D 8D 6D KC 7H KH KD",
        "1:ann=20 2:bob=20 3:cat*=20 3:dan=5 4:eve=20 5:fay=20",
        "1 hit",
        "2 stand",
        "3 stand",
        "4 hit",
    )
    assert [told(answer, name) for name in ("bob", "cat", "dan", "eve", "fay")] == [
        "win 1:1 20.00 by 14.1(b)",
        "stand-off 0.00 by 14.1(h)",
        "stand-off 0.00 by 14.1(h)",
        "lose -20.00 by 14.1(e)",
        "win 3:2 30.00 by 8.1",
    ]
    assert {told(answer, name, "shared-bonus") for name in ("bob", "cat", "dan", "eve", "fay")} == {"win 50.00 by 14.3"}
    assert told(answer, "ann", "shared-bonus") == ""


def test_14_3_winners_wager_on_another_box_gets_the_50_dollars() -> None:
    answer = play(GAME, "7H 9S 7C 7H 9D 7H KD", "1:ann=20 2:ann=20", "1 hit", "2 stand")
    assert [(line["box"], line["stake"]) for line in answer.lines("ann", "shared-bonus")] == [(2, "0.00")]
    assert answer.net == {"ann": "1110.00"}


def test_14_3_the_50_dollars_are_paid_once_however_many_win() -> None:
    answer = play(GAME, "7H 7S 9S 7C 7H 7S 9D 7H 7S KD", "1:ann=20 2:bob=30 3:cat=20", "1 hit", "2 hit", "3 stand")
    assert told(answer, "ann", "super-bonus") == "win 1000.00 by 14.3"
    assert told(answer, "bob", "super-bonus") == "win 5000.00 by 14.3"
    assert order(answer)[-3:] == ["ann super-bonus", "bob super-bonus", "cat shared-bonus"]
    assert answer.net["cat"] == "70.00"


def test_14_3_the_winning_boxs_other_hand_gets_no_50_dollars() -> None:
    answer = play(GAME, "7H 7C 7S 7H 7H KD KC", "1:ann*=20 1:bob=10", "1 split", "1 hit", "1 stand")
    assert answer.lines("ann", "shared-bonus") == answer.lines("bob", "shared-bonus") == []
    assert told(answer, "bob", "super-bonus") == "win 1000.00 by 14.3"


def test_14_3_side_bet_alone_gets_no_50_dollars() -> None:
    answer = play(GAME, "7H 9S 7C 7H 9D 7H KD", "1:ann=20 2:bob=20 2:cat=-+pp5", "1 hit", "2 stand")
    assert told(answer, "bob", "shared-bonus") == "win 50.00 by 14.3"
    assert answer.net["cat"] == "0.00"


def test_14_3_winning_side_bets_on_the_hand_earn_no_bonus_of_their_own() -> None:
    answer = play(GAME, "7H 7C 7H 7H", "1:ann=20+pp5", "1 hit")
    assert order(answer) == ["ann perfect-pairs", "ann main", "ann super-bonus"]
    assert answer.net == {"ann": "1165.00"}


def test_14_3_nobody_gets_50_dollars_where_nobody_won_the_super_bonus() -> None:
    answer = play(GAME, "7H 9S 7C 7H 9D 7D KD", "1:ann=20 2:bob=20", "1 hit", "2 stand")
    assert told(answer, "ann") == "win 3:2 30.00 by 14.2"
    assert answer.net["bob"] == "20.00"
