"""Canberra Blackjack, rule 7: insurance against the dealer's Blackjack."""

from __future__ import annotations

import pytest

from boxseat.play.state import Phase
from tests.clauses.canberra_rounds import moments, order, told
from tests.notation import play

GAME = "canberra-blackjack"


@pytest.mark.parametrize("first", ["2C", "5C", "9C", "TC", "KC"])
def test_7_1_only_an_ace_opens_insurance(first: str) -> None:
    answer = play(GAME, f"TS {first} 9D AD 5H 9H", "1:ann=20", "1 insure 10", "1 stand")
    assert answer.refused == [(0, "7.1")]
    assert answer.lines("ann", "insurance") == []


def test_7_1_insurance_reaches_half_the_initial_wager() -> None:
    answer = play(GAME, "TS AC 9D TD", "1:ann=20", "1 insure 10.25", "1 insure 10", "1 stand")
    assert answer.refused == [(0, "7.1")]
    assert answer.line("ann", "insurance")["stake"] == "10.00"
    assert answer.net == {"ann": "0.00"}


def test_7_1_less_than_half_may_be_insured() -> None:
    assert play(GAME, "TS AC 9D TD", "1:ann=20", "1 insure 2.50", "1 stand").net == {"ann": "-15.00"}


def test_7_1_blackjack_may_be_insured() -> None:
    against_blackjack = play(GAME, "TS AC AD TD", "1:ann=20", "1 insure 10")
    assert against_blackjack.refused == []
    assert told(against_blackjack, "ann") == "stand-off 0.00 by 13.1(g)"
    assert against_blackjack.net == {"ann": "20.00"}
    against_none = play(GAME, "TS AC AD 9D", "1:ann=20", "1 insure 10")
    assert against_none.net == {"ann": "20.00"}


def test_7_1_insurance_is_offered_against_an_ace_and_nowhere_else() -> None:
    def offered(cards: str) -> bool:
        return any(at.phase is Phase.INSURANCE for at in moments(GAME, cards, "1:ann=20 2:bob=20"))

    assert offered("TS 9S AC 9D 8D 7D")
    assert offered("TS TD AC AD AH 7D")
    assert not offered("TS 9S TC 9D 8D 7D")


def test_7_1_each_player_on_a_box_insures_for_half_their_own_wager() -> None:
    answer = play(
        GAME, "TS AC 9D TD", "1:ann*=20 1:bob=10", "1 insure bob 5.50", "1 insure bob 5", "1 insure ann 10", "1 stand"
    )
    assert answer.refused == [(0, "7.1")]
    assert told(answer, "ann", "insurance") == "win 2:1 20.00 by 7.4"
    assert told(answer, "bob", "insurance") == "win 2:1 10.00 by 7.4"


def test_7_1_player_insures_each_of_their_boxes_once() -> None:
    answer = play(GAME, "TS 9S AC 9D 8D TD", "1:ann=20 2:ann=10", "1 insure 5", "1 insure 5", "2 insure 5")
    assert answer.refused == [(1, "7.1")]
    assert [line["stake"] for line in answer.lines("ann", "insurance")] == ["5.00", "5.00"]


def test_7_1_player_without_a_main_wager_has_nothing_to_insure() -> None:
    answer = play(GAME, "TS AC 9D TD", "1:ann=20 1:bob=-+ss5", "1 insure bob 2.50", "1 stand")
    assert answer.refused == [(0, "7.1")]


@pytest.mark.parametrize("begun", ["1 hit", "1 stand", "1 double 20"])
def test_7_2_insurance_closes_when_a_box_begins_to_act(begun: str) -> None:
    answer = play(GAME, "9S TS AC 3D 9D 5H 6H TD", "1:ann=20 2:bob=20", begun, "2 insure 10")
    assert answer.refused == [(1, "7.2")]
    assert answer.lines("bob", "insurance") == []


def test_7_2_insurance_has_a_line_of_its_own() -> None:
    answer = play(GAME, "TS AC 9D 8D", "1:ann=20", "1 insure 10", "1 stand")
    assert told(answer, "ann", "insurance") == "lose -10.00 by 7.5(a)"
    assert told(answer, "ann", "main") == "stand-off 0.00 by 13.1(g)"


def test_7_3_insurance_comes_in_multiples_of_half_the_smallest_chip() -> None:
    answer = play(GAME, "TS AC 9D TD", "1:ann=20", "1 insure 3", "1 insure 2.50", "1 stand", smallest_chip="5")
    assert answer.refused == [(0, "7.3")]
    assert answer.line("ann", "insurance")["stake"] == "2.50"


def test_7_3_the_smallest_chip_is_fifty_cents_where_nothing_else_is_said() -> None:
    answer = play(GAME, "TS AC 9D TD", "1:ann=20", "1 insure 9.90", "1 insure 9.75", "1 stand")
    assert answer.refused == [(0, "7.3")]
    assert answer.line("ann", "insurance")["stake"] == "9.75"


def test_7_4_insurance_wins_two_to_one() -> None:
    answer = play(GAME, "TS AC 9D TD", "1:ann=50", "1 insure 25", "1 stand")
    assert told(answer, "ann", "insurance") == "win 2:1 50.00 by 7.4"


@pytest.mark.parametrize("second", ["AD", "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D"])
def test_7_5_a_any_card_that_does_not_count_ten_loses_insurance(second: str) -> None:
    answer = play(GAME, f"TS AC 9D {second} 7H TH", "1:ann=20", "1 insure 10", "1 stand")
    assert told(answer, "ann", "insurance") == "lose -10.00 by 7.5(a)"


def test_7_5_a_the_lost_insurance_is_taken_at_the_second_card_and_the_round_goes_on() -> None:
    answer = play(GAME, "TS AC 9D 5D TH 9H", "1:ann=20", "1 insure 10", "1 stand")
    assert answer.dealer == "AC 5D TH 9H"
    assert order(answer) == ["ann insurance", "ann main"]
    assert answer.net == {"ann": "10.00"}


@pytest.mark.parametrize("second", ["TD", "JD", "QD", "KD"])
def test_7_5_b_a_card_that_counts_ten_wins_insurance(second: str) -> None:
    answer = play(GAME, f"TS AC 9D {second}", "1:ann=20", "1 insure 10", "1 stand")
    assert told(answer, "ann", "insurance") == "win 2:1 20.00 by 7.4"
    assert answer.net == {"ann": "0.00"}


def test_7_5_b_insurance_wins_beside_a_hand_that_is_over_21() -> None:
    answer = play(GAME, "8S AC 7D KH TD", "1:ann=20", "1 insure 10", "1 hit")
    assert order(answer) == ["ann main", "ann insurance"]
    assert answer.net == {"ann": "0.00"}
