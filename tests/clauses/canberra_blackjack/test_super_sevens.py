"""Canberra Blackjack, rule 17: Super Sevens."""

from __future__ import annotations

import pytest

from boxseat.play.state import Phase
from tests.clauses.canberra_rounds import moments, order, told
from tests.notation import play

GAME = "canberra-blackjack"


def test_17_5_wager_without_a_blackjack_wager_of_ones_own_is_void() -> None:
    answer = play(GAME, "7S 8C 7S TD TC", "1:ann=20 1:bob=-+ss5", "1 stand")
    assert told(answer, "bob", "super-sevens") == "void 0.00 by 17.5"


def test_17_5_beside_a_wager_capped_to_nothing_it_is_void_too() -> None:
    limits = {"min": "5", "max": "100"}
    answer = play(GAME, "7S AC 7D TH TC 7C", "1:ann*=100 1:bob=50+pp5+ss5", limits=limits)
    assert told(answer, "bob", "super-sevens") == "void 0.00 by 17.5"
    assert told(answer, "bob", "perfect-pairs") == "void 0.00 by 18.10"
    assert answer.net["bob"] == "0.00"


def test_17_5_box_with_no_main_wager_gets_no_cards_and_gives_its_side_bets_back() -> None:
    answer = play(GAME, "7S 8C 9S TD", "1:ann=20 3:ann=-+ss5", "1 stand")
    assert answer.hands(3) == []
    assert told(answer, "ann", "super-sevens") == "void 0.00 by 17.5"


def test_17_5_every_player_with_a_main_wager_may_have_a_super_sevens_wager() -> None:
    answer = play(GAME, "7S 8C 9S TD", "1:ann*=20+ss5 1:bob=10+ss2 1:cat=5+ss1", "1 stand")
    assert [line["net"] for line in answer.settlements[:3]] == ["15.00", "6.00", "3.00"]


@pytest.mark.parametrize("second", ["8S", "AS", "TD", "2C"])
def test_17_6_a_a_seven_as_first_card_wins(second: str) -> None:
    answer = play(GAME, f"7S 8C {second} 2D 9D TD", "1:ann=20+ss5")
    assert told(answer, "ann", "super-sevens") == "win 3:1 15.00 by 17.7"


def test_17_6_a_the_first_card_alone_counts_where_the_second_is_no_seven() -> None:
    answer = play(GAME, "7S 8C 2S 7D TD", "1:ann=20+ss5", "1 hit", "1 stand")
    assert told(answer, "ann", "super-sevens") == "win 3:1 15.00 by 17.7"


def test_17_6_b_sevens_as_first_two_cards_win() -> None:
    answer = play(GAME, "7S 8C 7D TD", "1:ann=20+ss5", "1 stand")
    assert told(answer, "ann", "super-sevens") == "win 50:1 250.00 by 17.7"


def test_17_6_c_sevens_as_first_three_cards_win() -> None:
    answer = play(GAME, "7S 8C 7D 7H TD", "1:ann=20+ss5", "1 hit")
    assert told(answer, "ann", "super-sevens") == "win 500:1 2500.00 by 17.7"


@pytest.mark.parametrize("second", ["7S", "8S"])
def test_17_6_d_any_other_first_card_loses(second: str) -> None:
    answer = play(GAME, f"8D 8C {second} 7D 9H", "1:ann=20+ss5", "1 stand")
    assert told(answer, "ann", "super-sevens") == "lose -5.00 by 17.6(d)"


@pytest.mark.parametrize(
    ("cards", "odds", "net"),
    [
        ("7S 9S", "3:1", "3.00"),
        ("7S 7D", "50:1", "50.00"),
        ("7S 7C", "50:1", "50.00"),
        ("7H 7H", "100:1", "100.00"),
        ("7S 7D 2H", "50:1", "50.00"),
        ("7S 7S 2H", "100:1", "100.00"),
        ("7S 7S 7D", "500:1", "500.00"),
        ("7S 7D 7S", "500:1", "500.00"),
        ("7S 7D 7H", "500:1", "500.00"),
        ("7S 7S 7S", "5000:1", "5000.00"),
        ("7H 7H 7H", "5000:1", "5000.00"),
        ("7D 7D 7D", "5000:1", "5000.00"),
        ("7C 7C 7C", "5000:1", "5000.00"),
    ],
)
def test_17_7_the_best_line_of_the_cards_is_paid_and_only_that(cards: str, odds: str, net: str) -> None:
    first, second, *drawn = cards.split()
    answer = play(GAME, f"{first} 8C {second} {' '.join(drawn)} TD", "1:ann=20+ss1", *["1 hit"] * len(drawn), "1 stand")
    assert told(answer, "ann", "super-sevens") == f"win {odds} {net} by 17.7"


def test_17_7_double_card_is_a_third_card_and_a_fourth_card_is_none() -> None:
    doubled = play(GAME, "7S 8C 7S 7S TD", "1:ann=20+ss1", "1 double")
    assert told(doubled, "ann", "super-sevens") == "win 5000:1 5000.00 by 17.7"
    fourth = play(GAME, "7S 8C 7D 2H 7H", "1:ann=20+ss1", "1 hit", "1 hit")
    assert told(fourth, "ann", "super-sevens") == "win 50:1 50.00 by 17.7"


def test_17_7_every_wager_on_the_box_is_paid_by_the_boxs_cards() -> None:
    answer = play(GAME, "7S 8C 7S 7D TD", "1:ann*=20+ss1 1:bob=10+ss2", "1 hit")
    assert told(answer, "ann", "super-sevens") == "win 500:1 500.00 by 17.7"
    assert told(answer, "bob", "super-sevens") == "win 500:1 1000.00 by 17.7"


def test_17_8_a_losing_wagers_are_taken_before_any_box_acts() -> None:
    stood = moments(GAME, "9S 8S 7C 8D 9D TH TD", "1:ann=20+ss5 2:bob=20+ss5", "1 hit", "2 stand")
    first_decision = next(at for at in stood if at.phase is Phase.DECISION)
    assert [(line.player, line.net) for line in first_decision.settlements] == [("ann", -500), ("bob", -500)]


def test_17_8_b_first_card_winners_are_paid_before_any_box_acts() -> None:
    stood = moments(GAME, "9S 7S 8C 8D 9D TH TD", "1:ann=20 2:bob=20+ss5", "1 hit", "2 stand")
    first_decision = next(at for at in stood if at.phase is Phase.DECISION)
    assert [(line.player, line.net) for line in first_decision.settlements] == [("bob", 1500)]
    assert first_decision.boxes[1].super_sevens == ()


def test_17_8_two_sevens_wait_for_a_third_card() -> None:
    stood = moments(GAME, "7S 9S 8C 7D 8D TH TD", "1:ann=20+ss5 2:bob=20", "1 stand", "2 hit")
    first_decision = next(at for at in stood if at.phase is Phase.DECISION)
    assert first_decision.settlements == ()
    assert [laid.cents for laid in first_decision.boxes[0].super_sevens] == [500]


def test_17_9_third_card_decides_at_once() -> None:
    answer = play(GAME, "7S 9S 8C 7D 8D TH TD", "1:ann=20+ss5 2:bob=20", "1 hit", "2 stand")
    assert order(answer) == ["ann super-sevens", "ann main", "bob main"]
    assert told(answer, "ann", "super-sevens") == "win 50:1 250.00 by 17.7"


def test_17_9_box_that_draws_no_third_card_is_paid_when_it_is_done() -> None:
    answer = play(GAME, "7S 9S 8C 7D 8D TH TD", "1:ann=20+ss5 2:bob=20", "1 stand", "2 hit")
    assert order(answer) == ["ann super-sevens", "bob main", "ann main"]


def test_17_9_three_unsuited_sevens_are_paid_at_once() -> None:
    answer = play(GAME, "7S 9S 8C 7D 8D 7H TH TD", "1:ann=20+ss1 2:bob=20", "1 hit", "2 hit")
    assert order(answer) == ["ann super-sevens", "bob main", "ann main"]


def test_17_9_three_suited_sevens_are_paid_after_the_round() -> None:
    answer = play(GAME, "7S 9S 8C 7S 8D 7S TH TD", "1:ann=20+ss1 2:bob=20", "1 hit", "2 hit")
    assert order(answer) == ["bob main", "ann main", "ann super-sevens"]
    assert told(answer, "ann", "super-sevens") == "win 5000:1 5000.00 by 17.7"


@pytest.mark.parametrize(
    ("pair", "third", "odds"),
    [
        ("7S 7D", "7H", "500:1"),
        ("7S 7S", "7S", "5000:1"),
        ("7S 7S", "7D", "500:1"),
        ("7S 7S", "TH", "100:1"),
        ("7S 7D", "TH", "50:1"),
    ],
)
def test_17_10_after_a_split_the_first_card_to_the_first_hand_is_the_third(pair: str, third: str, odds: str) -> None:
    first, second = pair.split()
    answer = play(GAME, f"{first} 8C {second} {third} TC TD", "1:ann=20+ss1", "1 split", "1 stand", "1 stand")
    assert answer.hands() == [f"{first} {third}", f"{second} TC"]
    assert answer.line("ann", "super-sevens")["odds"] == odds


def test_17_10_seven_to_the_second_hand_comes_too_late() -> None:
    answer = play(GAME, "7S 8C 7S TH 7S TD", "1:ann=20+ss1", "1 split", "1 stand", "1 stand")
    assert answer.hands() == ["7S TH", "7S 7S"]
    assert told(answer, "ann", "super-sevens") == "win 100:1 100.00 by 17.7"


def test_17_10_four_sevens_pay_as_three() -> None:
    answer = play(GAME, "7S 8C 7S 7S 7S TD", "1:ann=20+ss1", "1 split", "1 stand", "1 stand")
    assert answer.hands() == ["7S 7S", "7S 7S"]
    assert told(answer, "ann", "super-sevens") == "win 5000:1 5000.00 by 17.7"


def test_17_10_co_bettor_who_does_not_split_goes_by_the_same_three_cards() -> None:
    answer = play(GAME, "7S 8C 7D 7H TC TH TD", "1:ann*=20 1:bob=10+ss1", "1 split", "1 hit", "1 stand")
    assert told(answer, "bob", "super-sevens") == "win 500:1 500.00 by 17.7"
