"""Canberra Pontoon, rule 7: insurance against the dealer's pontoon."""

from __future__ import annotations

import pytest

from boxseat.play.state import Phase
from tests.clauses.canberra_rounds import moments, order, told
from tests.notation import play

GAME = "canberra-pontoon"


@pytest.mark.parametrize("first", ["2C", "5C", "9C", "JC", "QC", "KC"])
def test_7_1_only_an_ace_opens_insurance(first: str) -> None:
    answer = play(GAME, f"KS {first} 9D AD 5H 9H", "1:ann=20", "1 insure 10", "1 stand")
    assert answer.refused == [(0, "7.1")]
    assert answer.lines("ann", "insurance") == []


def test_7_1_insurance_reaches_half_the_original_wager() -> None:
    answer = play(GAME, "KS AC 9D KD", "1:ann=20", "1 insure 10.25", "1 insure 10", "1 stand")
    assert answer.refused == [(0, "7.1")]
    assert answer.line("ann", "insurance")["stake"] == "10.00"
    assert answer.net == {"ann": "0.00"}


def test_7_1_less_than_half_may_be_insured() -> None:
    assert play(GAME, "KS AC 9D KD", "1:ann=20", "1 insure 2.50", "1 stand").net == {"ann": "-15.00"}


def test_7_1_player_with_pontoon_does_not_insure() -> None:
    answer = play(GAME, "KS 9S AC AD 8D KD", "1:ann=20 2:bob=20", "1 insure 10", "2 insure 10", "2 stand")
    assert answer.refused == [(0, "7.1")]
    assert answer.net == {"ann": "30.00", "bob": "0.00"}


def test_7_1_pontoons_alone_are_offered_no_insurance() -> None:
    answer = play(GAME, "KS AC AD", "1:ann=20 1:bob=10", "1 insure 10", "1 insure bob 5")
    assert answer.refused == [(0, "7.1"), (1, "7.1")]
    assert answer.cards_used == 3


def test_7_1_insurance_is_offered_where_someone_may_lay_it_and_nowhere_else() -> None:
    def offered(cards: str) -> bool:
        return any(at.phase is Phase.INSURANCE for at in moments(GAME, cards, "1:ann=20 2:bob=20"))

    assert offered("KS 9S AC AD 8D 7D")
    assert not offered("KS KD AC AD AH")
    assert not offered("KS 9S KC 9D 8D 7D")


def test_7_1_each_player_on_a_box_insures_for_half_their_own_wager() -> None:
    answer = play(
        GAME, "KS AC 9D KD", "1:ann*=20 1:bob=10", "1 insure bob 5.50", "1 insure bob 5", "1 insure ann 10", "1 stand"
    )
    assert answer.refused == [(0, "7.1")]
    assert told(answer, "ann", "insurance") == "win 2:1 20.00 by 7.4"
    assert told(answer, "bob", "insurance") == "win 2:1 10.00 by 7.4"


def test_7_1_co_bettor_may_insure_where_the_controlling_player_does_not() -> None:
    answer = play(GAME, "KS AC 9D KD", "1:ann*=20 1:bob=10", "1 insure bob 5", "1 stand")
    assert answer.net == {"ann": "-20.00", "bob": "0.00"}


def test_7_1_player_insures_each_of_their_boxes_once() -> None:
    answer = play(
        GAME,
        "KS 9S AC 9D 8D KD",
        "1:ann=20 2:ann=10",
        "1 insure 5",
        "1 insure 5",
        "2 insure 5",
    )
    assert answer.refused == [(1, "7.1")]
    assert [line["stake"] for line in answer.lines("ann", "insurance")] == ["5.00", "5.00"]


def test_7_1_player_without_a_main_wager_has_nothing_to_insure() -> None:
    answer = play(GAME, "KS AC 9D KD", "1:ann=20 1:bob=-+pp5", "1 insure bob 2.50", "1 stand")
    assert answer.refused == [(0, "7.1")]


@pytest.mark.parametrize("begun", ["1 surrender", "1 hit", "1 stand", "1 double 10"])
def test_7_2_insurance_closes_when_a_box_begins_to_act(begun: str) -> None:
    answer = play(GAME, "9S KS AC 3D 9D 5H 6H KD", "1:ann=20 2:bob=20", begun, "2 insure 10")
    assert answer.refused[-1] == (1, "7.2")
    assert answer.lines("bob", "insurance") == []


def test_7_2_insurance_has_a_line_of_its_own() -> None:
    answer = play(GAME, "KS AC 9D 8D", "1:ann=20", "1 insure 10", "1 stand")
    assert told(answer, "ann", "insurance") == "lose -10.00 by 7.5(a)"
    assert told(answer, "ann", "main") == "stand-off 0.00 by 14.1(h)"


def test_7_3_insurance_comes_in_multiples_of_half_the_smallest_chip() -> None:
    answer = play(GAME, "KS AC 9D KD", "1:ann=20", "1 insure 3", "1 insure 2.50", "1 stand", smallest_chip="5")
    assert answer.refused == [(0, "7.3")]
    assert answer.line("ann", "insurance")["stake"] == "2.50"


def test_7_3_the_smallest_chip_is_fifty_cents_where_nothing_else_is_said() -> None:
    answer = play(GAME, "KS AC 9D KD", "1:ann=20", "1 insure 9.90", "1 insure 9.75", "1 stand")
    assert answer.refused == [(0, "7.3")]
    assert answer.line("ann", "insurance")["stake"] == "9.75"


def test_7_4_insurance_wins_two_to_one() -> None:
    answer = play(GAME, "KS AC 9D KD", "1:ann=50", "1 insure 25", "1 stand")
    assert told(answer, "ann", "insurance") == "win 2:1 50.00 by 7.4"


@pytest.mark.parametrize("second", ["AD", "2D", "3D", "4D", "5D", "6D", "7D", "8D", "9D"])
def test_7_5_a_any_card_that_does_not_count_ten_loses_insurance(second: str) -> None:
    answer = play(GAME, f"KS AC 9D {second} 7H KH", "1:ann=20", "1 insure 10", "1 stand")
    assert told(answer, "ann", "insurance") == "lose -10.00 by 7.5(a)"


def test_7_5_a_the_lost_insurance_is_taken_at_the_second_card_and_the_round_goes_on() -> None:
    answer = play(GAME, "KS AC 9D 5D KH 9H", "1:ann=20", "1 insure 10", "1 stand")
    assert answer.dealer == "AC 5D KH 9H"
    assert order(answer) == ["ann insurance", "ann main"]
    assert answer.net == {"ann": "10.00"}


@pytest.mark.parametrize("second", ["JD", "QD", "KD"])
def test_7_5_b_insurance_that_wins_is_paid_when_the_final_settlement_is_done(second: str) -> None:
    answer = play(GAME, f"KS 9S AC 9D 8D {second}", "1:ann=20 2:bob=20", "1 insure 10", "1 stand", "2 stand")
    assert order(answer) == ["ann main", "bob main", "ann insurance"]
    assert answer.net == {"ann": "0.00", "bob": "-20.00"}


@pytest.mark.parametrize(("draw", "net"), [("KH", "0.00"), ("9H", "40.00")])
def test_7_5_b_insurance_wins_beside_a_hand_that_is_decided_already(draw: str, net: str) -> None:
    answer = play(GAME, f"8S AC 4D {draw} KD", "1:ann=20", "1 insure 10", "1 hit")
    assert told(answer, "ann", "insurance") == "win 2:1 20.00 by 7.4"
    assert answer.net == {"ann": net}
