"""Canberra Pontoon, rule 12: doubling, joining a double and forfeiting."""

from __future__ import annotations

import pytest

from tests.clauses.canberra_rounds import order, told
from tests.notation import play

GAME = "canberra-pontoon"


@pytest.mark.parametrize("cards", ["2S 2D", "5S 6D", "KS KD", "AS 9D", "AS AD"])
def test_12_1_a_the_first_two_cards_may_be_doubled(cards: str) -> None:
    first, second = cards.split()
    answer = play(GAME, f"{first} 7C {second} 2H KD", "1:ann=20", "1 double 20")
    assert answer.refused == []
    assert answer.hands() == [f"{first} {second} 2H"]


@pytest.mark.parametrize("drawn", ["3H", "3H 2C", "3H 2C AC 2H"])
def test_12_1_b_three_or_more_cards_under_21_may_be_doubled(drawn: str) -> None:
    hits = ["1 hit"] * len(drawn.split())
    answer = play(GAME, f"4S 7C 2D {drawn} 8H KD", "1:ann=20", *hits, "1 double 20")
    assert answer.refused == []
    assert answer.hands() == [f"4S 2D {drawn} 8H"]
    assert answer.line("ann", "double")["stake"] == "20.00"


def test_12_1_b_twenty_may_be_doubled_and_21_is_over_before_it_could_be() -> None:
    assert play(GAME, "KS 7C 5D 5H AC", "1:ann=20", "1 hit", "1 double 20").net == {"ann": "40.00"}
    answer = play(GAME, "KS 7C 5D 6H AC", "1:ann=20", "1 hit", "1 double 20")
    assert [place for place, _ in answer.refused] == [1]
    assert answer.net == {"ann": "20.00"}


@pytest.mark.parametrize(("amount", "net"), [("20", "40.00"), ("19.50", "39.50"), ("0.50", "20.50")])
def test_12_1_double_is_for_any_amount_up_to_the_original_wager(amount: str, net: str) -> None:
    answer = play(GAME, "5S 7C 6D 8H KD", "1:ann=20", f"1 double {amount}")
    assert answer.net == {"ann": net}


def test_12_1_double_is_for_no_more_than_the_original_wager() -> None:
    answer = play(GAME, "5S 7C 6D 8H KD", "1:ann=20", "1 double 20.50", "1 double 20")
    assert answer.refused == [(0, "12.1")]
    assert answer.net == {"ann": "40.00"}


def test_12_1_hand_is_doubled_once() -> None:
    answer = play(GAME, "5S 7C 6D 2H KD", "1:ann=20", "1 double 10", "1 double 10")
    assert [place for place, _ in answer.refused] == [1]
    assert answer.hands() == ["5S 6D 2H"]
    assert answer.net == {"ann": "-30.00"}


def test_12_2_nobody_doubles_where_the_controlling_player_does_not() -> None:
    answer = play(GAME, "5S 7C 6D 8H KD", "1:ann*=20 1:bob=10", "1 double bob 10", "1 hit", "1 stand")
    assert [place for place, _ in answer.refused] == [0]
    assert answer.net == {"ann": "20.00", "bob": "10.00"}


def test_12_3_co_bettors_may_double_too_each_up_to_their_own_wager() -> None:
    answer = play(
        GAME,
        "5S 7C 6D 8H KD",
        "1:ann*=20 1:bob=10 1:cat=5",
        "1 double 20 +bob=10.50",
        "1 double 15 +bob=10 +cat=2.50",
    )
    assert answer.refused == [(0, "12.1")]
    assert answer.net == {"ann": "35.00", "bob": "20.00", "cat": "7.50"}


def test_12_3_the_hand_gets_one_card_whoever_doubles() -> None:
    answer = play(GAME, "5S 7C 6D 2H KD KC", "1:ann*=20 1:bob=10", "1 double 20", "1 hit")
    assert [place for place, _ in answer.refused] == [1]
    assert answer.hands() == ["5S 6D 2H"]
    assert answer.lines("bob", "double") == []
    assert answer.net == {"ann": "-40.00", "bob": "-10.00"}


def test_12_3_player_without_a_wager_on_the_hand_joins_no_double() -> None:
    answer = play(
        GAME, "5S 9S 7C 6D 9D 8H KD", "1:ann=20 2:bob=10", "1 double 20 +bob=10", "1 double 20 +ann=10", "1 hit"
    )
    assert answer.refused == [(0, "12.3"), (1, "12.3")]
    assert answer.net == {"ann": "20.00", "bob": "10.00"}


def test_12_4_split_hand_may_be_doubled_and_joined() -> None:
    answer = play(
        GAME,
        "8S 7C 8D 3H 9H 2C KC KD",
        "1:ann*=20 1:bob=10",
        "1 split +bob",
        "1 double 20 +bob=5",
        "1 double 20",
    )
    assert answer.refused == []
    assert answer.hands() == ["8S 3H 9H", "8D 2C KC"]
    assert [line["stake"] for line in answer.lines("ann", "double")] == ["20.00", "20.00"]
    assert answer.net == {"ann": "80.00", "bob": "25.00"}


def test_12_4_co_bettor_without_a_wager_on_the_split_hand_joins_no_double_of_it() -> None:
    answer = play(
        GAME,
        "8S 7C 8D 9H 2C KC KD",
        "1:ann*=20 1:bob=10",
        "1 split",
        "1 stand",
        "1 double 20 +bob=10",
        "1 double 20",
    )
    assert answer.refused == [(2, "12.3")]
    assert answer.net == {"ann": "40.00", "bob": "0.00"}


def test_12_4_split_ace_is_not_doubled() -> None:
    answer = play(GAME, "AS 7C AD 2H 3H KD", "1:ann=20", "1 split", "1 double 20")
    assert [place for place, _ in answer.refused] == [1]
    assert answer.lines("ann", "double") == []


def test_12_5_dealers_pontoon_takes_the_original_wager_and_no_doubled_part() -> None:
    answer = play(GAME, "5S KH 6D 4H AC", "1:ann*=20 1:bob=10", "1 double 20 +bob=5")
    assert told(answer, "ann") == "lose -20.00 by 14.1(g)"
    assert told(answer, "ann", "double") == "stand-off 0.00 by 12.5"
    assert answer.net == {"ann": "-20.00", "bob": "-10.00"}


@pytest.mark.parametrize(
    ("reading", "net"), [("busted-plus-one", "-20.00"), ("original-wager", "-20.00"), ("everything", "-40.00")]
)
def test_12_5_live_double_by_every_reading(reading: str, net: str) -> None:
    answer = play(GAME, "5S KH 6D 4H AC", "1:ann=20", "1 double 20", dealer_pontoon_takes=reading)
    assert answer.net == {"ann": net}


@pytest.mark.parametrize("reading", ["busted-plus-one", "original-wager", "everything"])
def test_12_5_double_that_is_over_is_lost_before_the_dealer_draws(reading: str) -> None:
    answer = play(
        GAME, "8S 9S KH 6D 9D KC AC", "1:ann=20 2:bob=20", "1 double 20", "2 stand", dealer_pontoon_takes=reading
    )
    assert told(answer, "ann", "double") == "lose -20.00 by 14.1(e)"
    assert answer.net["ann"] == "-40.00"


@pytest.mark.parametrize("reading", ["busted-plus-one", "original-wager", "everything"])
def test_12_5_double_paid_at_21_stays_paid(reading: str) -> None:
    answer = play(
        GAME, "8S 9S KH 3D 9D KC AC", "1:ann=20 2:bob=20", "1 double 20", "2 stand", dealer_pontoon_takes=reading
    )
    assert answer.net["ann"] == "40.00"


def test_12_6_the_original_wager_is_given_up_and_the_doubled_part_taken_back() -> None:
    answer = play(GAME, "5S 7C 6D 2H", "1:ann=20", "1 double 15", "1 forfeit")
    assert told(answer, "ann") == "forfeit -20.00 by 12.6"
    assert told(answer, "ann", "double") == "stand-off 0.00 by 12.6"
    assert answer.net == {"ann": "-20.00"}


def test_12_6_each_player_who_doubled_forfeits_or_not_for_themselves() -> None:
    answer = play(
        GAME, "5S 7C 6D 2H KD", "1:ann*=20 1:bob=10 1:cat=5", "1 double 20 +bob=10", "1 forfeit bob", "1 forfeit cat"
    )
    assert answer.refused == [(2, "12.6")]
    assert answer.net == {"ann": "-40.00", "bob": "-10.00", "cat": "-5.00"}


def test_12_6_one_players_forfeit_does_not_close_anothers() -> None:
    answer = play(
        GAME,
        "5S 7C 6D 2H",
        "1:ann*=20 1:bob=10",
        "1 double 20 +bob=10",
        "1 forfeit bob",
        "1 forfeit bob",
        "1 forfeit ann",
    )
    assert answer.refused == [(2, "12.6")]
    assert answer.net == {"ann": "-20.00", "bob": "-10.00"}
    assert answer.cards_used == 4


def test_12_6_split_hand_forfeits_its_own_wager() -> None:
    answer = play(GAME, "8S 7C 8D KH 3H 2C KD", "1:ann=20", "1 split", "1 stand", "1 double 20", "1 forfeit")
    assert told(answer, "ann", "split") == "forfeit -20.00 by 12.6"
    assert told(answer, "ann") == "win 1:1 20.00 by 14.1(b)"
    assert answer.net == {"ann": "0.00"}


def test_12_6_hand_over_21_has_nothing_left_to_forfeit() -> None:
    answer = play(GAME, "8S 7C 6D KH", "1:ann=20", "1 double 20", "1 forfeit")
    assert answer.refused == [(1, "12.6")]
    assert answer.net == {"ann": "-40.00"}


def test_12_6_hand_of_21_is_paid_before_it_could_be_forfeited() -> None:
    answer = play(GAME, "8S 7C 3D KH", "1:ann=20", "1 double 20", "1 forfeit")
    assert answer.refused == [(1, "12.6")]
    assert answer.net == {"ann": "40.00"}


def test_12_6_the_next_hands_first_decision_closes_the_forfeit() -> None:
    answer = play(GAME, "5S 9S 7C 6D 9D 2H KD", "1:ann=20 2:bob=20", "1 double 20", "2 stand", "1 forfeit")
    assert answer.refused == [(2, "12.6")]
    assert answer.net["ann"] == "-40.00"


def test_12_6_nothing_is_forfeited_without_a_double() -> None:
    answer = play(GAME, "5S 7C 7D KD", "1:ann=20", "1 forfeit", "1 stand")
    assert answer.refused == [(0, "12.6")]


def test_12_6_forfeit_is_settled_before_the_dealer_draws() -> None:
    answer = play(GAME, "5S 9S KC 6D 9D 2H AH", "1:ann=20 2:bob=20", "1 double 20", "1 forfeit", "2 stand")
    assert order(answer) == ["ann main", "ann double", "bob main"]
    assert answer.net == {"ann": "-20.00", "bob": "-20.00"}


DOUBLED = [
    ("2H 3D", "4C 5S", "7H"),
    ("2H 2D", "3C 3S 4H", "7D"),
    ("2H 2D", "2C 3C 3S 4H", "5D"),
    ("6H 7D", "", "8C"),
    ("6H 7H", "", "8H"),
    ("6S 7S", "", "8S"),
    ("7H 7D", "", "7C"),
    ("7H 7H", "", "7H"),
    ("7S 7S", "", "7S"),
]


@pytest.mark.parametrize(("first_two", "hits", "last"), DOUBLED)
def test_12_7_doubled_hand_earns_no_line_of_table_1(first_two: str, hits: str, last: str) -> None:
    first, second = first_two.split()
    answer = play(GAME, f"{first} 7C {second} {hits} {last}", "1:ann=20", *["1 hit"] * len(hits.split()), "1 double 20")
    assert answer.total() == 21
    assert told(answer, "ann") == "win 1:1 20.00 by 12.7"
    assert told(answer, "ann", "double") == "win 1:1 20.00 by 12.7"
    assert answer.net == {"ann": "40.00"}


def test_12_7_doubled_hand_wins_one_to_one_against_the_dealers_total() -> None:
    answer = play(GAME, "5S 7C 6D 8H KD", "1:ann=20", "1 double 10")
    assert told(answer, "ann") == "win 1:1 20.00 by 12.7"
    assert told(answer, "ann", "double") == "win 1:1 10.00 by 12.7"


def test_12_7_doubled_hand_earns_no_super_bonus_and_shares_none() -> None:
    answer = play(GAME, "7H 9S 7C 7H 9D 7H KD", "1:ann*=20 1:cat=30 2:bob=20", "1 double 20", "2 stand")
    assert order(answer) == ["ann main", "ann double", "cat main", "bob main"]


def test_12_8_co_bettor_who_did_not_double_wins_one_to_one_too() -> None:
    answer = play(GAME, "6S 7C 7S 8S", "1:ann*=20 1:bob=10", "1 double 20")
    assert told(answer, "bob") == "win 1:1 10.00 by 12.8"


def test_12_8_the_boxs_other_hands_keep_their_odds() -> None:
    answer = play(GAME, "6H 7C 6D 7H 8C 7S 8S", "1:ann*=20 1:bob=10", "1 split +bob", "1 double 20", "1 hit")
    assert told(answer, "ann") == "win 1:1 20.00 by 12.7"
    assert told(answer, "bob") == "win 1:1 10.00 by 12.8"
    assert told(answer, "ann", "split") == "win 3:2 30.00 by 14.2"
    assert told(answer, "bob", "split") == "win 3:2 15.00 by 14.2"
