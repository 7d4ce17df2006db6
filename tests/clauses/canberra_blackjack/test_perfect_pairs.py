"""Canberra Blackjack, rule 18: Perfect Pairs."""

from __future__ import annotations

import pytest

from boxseat.play.state import Phase
from tests.clauses.canberra_rounds import moments, order, told
from tests.notation import Answer, play

GAME = "canberra-blackjack"


def on(pair: str, stake: str = "10") -> Answer:
    """A round whose box has these two starting cards and a Perfect Pairs wager."""
    first, second = pair.split()
    return play(GAME, f"{first} 7C {second} 9H 9C 9D TD", f"1:ann=20+pp{stake}")


def paid(pair: str) -> str:
    return told(on(pair), "ann", "perfect-pairs")


@pytest.mark.parametrize(("number", "next_one"), ["23", "34", "45", "56", "67", "78", "89", "9T", "TJ"])
def test_18_3_a_number_cards_from_two_to_ten_pair_by_their_number(number: str, next_one: str) -> None:
    assert paid(f"{number}S {number}D") == "win 6:1 60.00 by 18.13(a)"
    assert paid(f"{number}S {next_one}D") == "lose -10.00 by 18.11(d)"


@pytest.mark.parametrize("kind", "JQKA")
def test_18_3_b_court_cards_and_aces_pair_by_their_kind(kind: str) -> None:
    assert paid(f"{kind}S {kind}D") == "win 6:1 60.00 by 18.13(a)"


@pytest.mark.parametrize("cards", ["JS QS", "QS KS", "KH JH", "KS AS", "TS KS", "TS JS"])
def test_18_3_b_cards_of_two_kinds_do_not_pair(cards: str) -> None:
    assert paid(cards) == "lose -10.00 by 18.11(d)"


def test_18_4_pair_is_two_cards_of_one_face_value_not_of_one_count() -> None:
    assert paid("QH QH") == "win 25:1 250.00 by 18.13(c)"
    assert paid("QH TH") == "lose -10.00 by 18.11(d)"


@pytest.mark.parametrize("suits", ["SH", "SD", "CH", "CD", "HS", "HC", "DS", "DC"])
def test_18_5_red_card_and_a_black_one_make_a_mixed_pair(suits: str) -> None:
    assert paid(f"4{suits[0]} 4{suits[1]}") == "win 6:1 60.00 by 18.13(a)"


@pytest.mark.parametrize("pair", ["5H 5D", "5D 5H"])
def test_18_6_a_two_red_suits_make_a_coloured_pair(pair: str) -> None:
    assert paid(pair) == "win 12:1 120.00 by 18.13(b)"


@pytest.mark.parametrize("pair", ["JS JC", "JC JS"])
def test_18_6_b_two_black_suits_make_a_coloured_pair(pair: str) -> None:
    assert paid(pair) == "win 12:1 120.00 by 18.13(b)"


@pytest.mark.parametrize("suit", "SHDC")
def test_18_7_one_suit_makes_a_perfect_pair(suit: str) -> None:
    assert paid(f"9{suit} 9{suit}") == "win 25:1 250.00 by 18.13(c)"


def test_18_10_wager_without_a_blackjack_wager_of_ones_own_is_void() -> None:
    answer = play(GAME, "8S 7C 8S TD", "1:ann=20 1:bob=-+pp10", "1 stand")
    assert told(answer, "bob", "perfect-pairs") == "void 0.00 by 18.10"


def test_18_10_box_with_no_main_wager_gets_no_cards_and_gives_its_side_bets_back() -> None:
    answer = play(GAME, "8S 7C 8S TD", "1:ann=20 3:ann=-+pp10", "1 stand")
    assert answer.hands(3) == []
    assert told(answer, "ann", "perfect-pairs") == "void 0.00 by 18.10"
    assert answer.net == {"ann": "-20.00"}


def test_18_10_every_player_with_a_main_wager_may_have_a_perfect_pairs_wager() -> None:
    answer = play(GAME, "8S 7C 8C TD", "1:ann*=20+pp5 1:bob=10+pp10 1:cat=5+pp1", "1 stand")
    assert [line["net"] for line in answer.settlements[:3]] == ["60.00", "120.00", "12.00"]


def test_18_11_a_a_mixed_pair_wins() -> None:
    assert paid("8S 8D") == "win 6:1 60.00 by 18.13(a)"


def test_18_11_b_a_coloured_pair_wins() -> None:
    assert paid("AS AC") == "win 12:1 120.00 by 18.13(b)"


def test_18_11_c_a_perfect_pair_wins() -> None:
    assert paid("2D 2D") == "win 25:1 250.00 by 18.13(c)"


def test_18_11_d_no_pair_loses() -> None:
    assert paid("9D 2D") == "lose -10.00 by 18.11(d)"


def test_18_11_only_the_first_two_cards_count() -> None:
    drawn = play(GAME, "8S 7C 4D 8D TD", "1:ann=20+pp10", "1 hit", "1 stand")
    assert told(drawn, "ann", "perfect-pairs") == "lose -10.00 by 18.11(d)"
    split = play(GAME, "8S 7C 8D 8S KH TD KC JC", "1:ann=20+pp10", "1 split", "1 stand", "1 stand")
    assert told(split, "ann", "perfect-pairs") == "win 6:1 60.00 by 18.13(a)"


def test_18_13_perfect_pairs_are_paid_at_one_line_only() -> None:
    answer = on("8H 8H")
    assert [line["odds"] for line in answer.lines("ann", "perfect-pairs")] == ["25:1"]


def test_18_12_a_losing_wagers_are_taken_before_any_box_acts() -> None:
    stood = moments(GAME, "9S 8S 7C 8D 9D KH TD", "1:ann=20+pp5 2:bob=20+pp5", "1 hit", "2 stand")
    first_decision = next(at for at in stood if at.phase is Phase.DECISION)
    assert [(line.player, line.net) for line in first_decision.settlements] == [("ann", -500), ("bob", -500)]
    assert all(box.perfect_pairs == () for box in first_decision.boxes)


def test_18_12_b_winning_wagers_are_paid_before_any_box_acts() -> None:
    answer = play(GAME, "9S 8S 7C 8D 8H KH TD", "1:ann=20 2:bob=20+pp5", "1 hit", "2 stand")
    assert order(answer) == ["bob perfect-pairs", "ann main", "bob main"]
    assert told(answer, "bob", "perfect-pairs") == "win 6:1 30.00 by 18.13(a)"


def test_18_12_pairs_are_settled_before_insurance_is_offered() -> None:
    stood = moments(GAME, "9S AC 9D KH", "1:ann=20+pp5", "1 insure 10", "1 stand")
    offered = next(at for at in stood if at.phase is Phase.INSURANCE)
    assert [(line.wager.value, line.net) for line in offered.settlements] == [("perfect-pairs", 3000)]


@pytest.mark.parametrize(("stake", "net"), [("5", "30.00"), ("2.50", "15.00")])
def test_18_13_a_a_mixed_pair_pays_six_to_one(stake: str, net: str) -> None:
    assert told(on("8S 8H", stake), "ann", "perfect-pairs") == f"win 6:1 {net} by 18.13(a)"


@pytest.mark.parametrize(("stake", "net"), [("5", "60.00"), ("2.50", "30.00")])
def test_18_13_b_a_coloured_pair_pays_twelve_to_one(stake: str, net: str) -> None:
    assert told(on("8D 8H", stake), "ann", "perfect-pairs") == f"win 12:1 {net} by 18.13(b)"


@pytest.mark.parametrize(("stake", "net"), [("5", "125.00"), ("2.50", "62.50")])
def test_18_13_c_a_perfect_pair_pays_twenty_five_to_one(stake: str, net: str) -> None:
    assert told(on("KH KH", stake), "ann", "perfect-pairs") == f"win 25:1 {net} by 18.13(c)"


def test_18_14_the_boxes_act_as_ever_once_pairs_are_settled() -> None:
    answer = play(GAME, "8S 7C 8D 3H 9H KC TD", "1:ann=20+pp5", "1 split", "1 double 20", "1 stand")
    assert answer.refused == []
    assert answer.hands() == ["8S 3H 9H", "8D KC"]
    assert order(answer) == ["ann perfect-pairs", "ann main", "ann double", "ann split"]
