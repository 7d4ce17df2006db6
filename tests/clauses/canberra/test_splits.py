"""Splitting, rule 11 of Pontoon and 10 of Blackjack."""

from __future__ import annotations

import pytest

from tests.clauses.canberra.twins import BLACKJACK, PONTOON, TEN, both
from tests.notation import Answer, play


def hands_with_a_wager_of(player: str, answer: Answer) -> list[int]:
    return [line["hand"] for line in answer.settlements if line["player"] == player]


@both(ten=TEN)
def test_11_1_and_10_1_nobody_splits_where_the_controlling_player_does_not(game: str, ten: str) -> None:
    answer = play(game, f"8S 7C 8D {ten}D", "1:ann*=20 1:bob=10", "1 split bob", "1 stand", "1 split bob")
    assert [place for place, _ in answer.refused] == [0, 2]
    assert answer.hands() == ["8S 8D"]


@both(clause=("11.1", "10.1"), ten=TEN)
def test_11_1_and_10_1_hand_that_has_drawn_is_split_no_more(game: str, clause: str, ten: str) -> None:
    answer = play(game, f"2S 7C 2D 2H 9C {ten}D", "1:ann=20", "1 hit", "1 split", "1 hit", "1 stand")
    assert answer.refused == [(1, clause)]
    assert answer.hands() == ["2S 2D 2H 9C"]


@pytest.mark.parametrize(
    ("game", "pair"),
    [(PONTOON, pair) for pair in ("KS QD", "JS KD", "QS JD", "4S 4D")]
    + [(BLACKJACK, pair) for pair in ("KS QD", "TS KD", "JS TD", "4S 4D")],
)
def test_11_1_and_10_1_cards_of_equal_value_split(game: str, pair: str) -> None:
    first, second = pair.split()
    answer = play(game, f"{first} 7C {second} 9H 9D KD", "1:ann=20", "1 split")
    assert answer.hands() == [f"{first} 9H", f"{second} 9D"]


@both(clause=("11.1", "10.1"), ten=TEN)
@pytest.mark.parametrize("cards", ["9S KD", "8S 9D", "AS 2D"])
def test_11_1_and_10_1_cards_of_other_value_do_not_split(game: str, clause: str, ten: str, cards: str) -> None:
    first, second = cards.split()
    answer = play(game, f"{first} 7C {second} {ten}D", "1:ann=20", "1 split", "1 stand")
    assert answer.refused == [(0, clause)]


@both(ten=TEN)
def test_11_2_a_and_10_2_a_a_co_bettor_who_splits_too_has_an_equal_wager_on_each_hand(game: str, ten: str) -> None:
    answer = play(game, f"8S 7C 8D {ten}H {ten}C {ten}D", "1:ann*=20 1:bob=10", "1 split +bob", "1 stand", "1 stand")
    assert answer.line("bob", "split")["stake"] == "10.00"
    assert answer.net == {"ann": "40.00", "bob": "20.00"}


@both(ten=TEN)
def test_11_2_b_and_10_2_b_a_co_bettor_who_does_not_split_stays_with_the_first_hand(game: str, ten: str) -> None:
    answer = play(game, f"8S 7C 8D 5H {ten}C 9C {ten}D", "1:ann*=20 1:bob=10", "1 split", "1 hit", "1 stand")
    assert answer.hands() == [f"8S 5H {ten}C", "8D 9C"]
    assert hands_with_a_wager_of("bob", answer) == [1]
    assert answer.net == {"ann": "-20.00", "bob": "-10.00"}


@both(ten=TEN)
def test_11_2_and_10_2_every_further_split_asks_anew(game: str, ten: str) -> None:
    """Bob joins the first split, not the second: his wagers are on the first and the last of three hands."""
    stands = ["1 stand"] * 3
    answer = play(game, f"8S 7C 8D 8H {ten}C 9C JC {ten}D", "1:ann*=20 1:bob=10", "1 split +bob", "1 split", *stands)
    assert answer.hands() == [f"8S {ten}C", "8H 9C", "8D JC"]
    assert hands_with_a_wager_of("ann", answer) == [1, 2, 3]
    assert hands_with_a_wager_of("bob", answer) == [1, 3]


@both(ten=TEN)
def test_11_2_a_and_10_2_a_a_co_bettor_may_join_a_later_split_of_the_hand_their_wager_is_on(
    game: str, ten: str
) -> None:
    answer = play(game, f"8S 7C 8D 8H {ten}C 9C JC {ten}D", "1:ann*=20 1:bob=10", "1 split", "1 split +bob")
    assert answer.refused == []
    assert hands_with_a_wager_of("bob", answer) == [1, 2]


@both(split=("11.2", "10.2"), double=("12.3", "11.2"), ten=TEN)
def test_11_2_b_and_10_2_b_a_co_bettor_has_no_part_in_a_hand_without_their_wager(
    game: str, split: str, double: str, ten: str
) -> None:
    answer = play(
        game,
        f"8S 7C 8D {ten}C 8H 9C JC {ten}D",
        "1:ann*=20 1:bob=10",
        "1 split",
        "1 stand",
        "1 split +bob",
        "1 double 20 +bob=10",
        "1 split",
    )
    assert answer.refused == [(2, split), (3, double)]
    assert answer.hands() == [f"8S {ten}C", "8D 9C", "8H JC"]
    assert hands_with_a_wager_of("bob", answer) == [1]


@both(clause=("11.2", "10.2"), ten=TEN)
def test_11_2_and_10_2_the_controlling_player_and_strangers_join_nobody(game: str, clause: str, ten: str) -> None:
    answer = play(game, f"8S 7C 8D {ten}H 9H {ten}D", "1:ann*=20", "1 split +ann", "1 split +bob", "1 split")
    assert answer.refused == [(0, clause), (1, clause)]
    assert answer.hands() == [f"8S {ten}H", "8D 9H"]


@both(clause=("11.3", "10.3"), ten=TEN)
def test_11_3_and_10_3_splitting_makes_four_hands_and_no_fifth(game: str, clause: str, ten: str) -> None:
    splits = ["1 split"] * 4
    answer = play(game, f"8S 7C 8D 8H 8C 8S {ten}H {ten}D {ten}C JD", "1:ann=20", *splits, "1 stand")
    assert answer.refused == [(3, clause)]
    assert answer.hands() == ["8S 8S", f"8C {ten}H", f"8H {ten}D", f"8D {ten}C"]
    assert answer.dealer == "7C JD"


@both(ten=TEN)
def test_11_3_and_10_3_any_of_the_hands_may_be_the_one_that_splits_again(game: str, ten: str) -> None:
    decisions = ["1 split", "1 stand", "1 split", "1 stand", "1 split"]
    answer = play(game, f"8S 7C 8D {ten}H 8H 9C 8C JH JC {ten}D", "1:ann=20", *decisions)
    assert answer.hands() == [f"8S {ten}H", "8D 9C", "8H JH", "8C JC"]


@both(ten=TEN)
def test_11_3_and_10_3_aces_split_once(game: str, ten: str) -> None:
    answer = play(game, f"AS 7C AD AH AC {ten}D", "1:ann=20", "1 split", "1 split")
    assert [place for place, _ in answer.refused] == [1]
    assert answer.hands() == ["AS AH", "AD AC"]
    assert (answer.total(hand=1), answer.total(hand=2)) == (12, 12)


@both(ten=TEN)
def test_11_4_and_10_4_each_hand_is_finished_before_the_next_has_its_card(game: str, ten: str) -> None:
    decisions = ["1 split", "1 hit", "1 hit", "1 stand", "1 stand"]
    answer = play(game, f"8S 7C 8D 2H 3H 4H 9C {ten}D", "1:ann=20", *decisions)
    assert answer.hands() == ["8S 2H 3H 4H", "8D 9C"]


@both(ten=TEN)
def test_11_5_and_10_5_each_split_ace_gets_one_card_and_no_decision(game: str, ten: str) -> None:
    answer = play(game, f"AS 7C AD 2H 3H {ten}D", "1:ann=20", "1 split", "1 hit", "1 double 20", "1 stand")
    assert [place for place, _ in answer.refused] == [1, 2, 3]
    assert answer.hands() == ["AS 2H", "AD 3H"]
    assert (answer.total(hand=1), answer.total(hand=2)) == (13, 14)


@both(clause=("10.2(c)", "9.2(b)"), ten=TEN)
def test_11_6_and_10_6_split_hand_under_twelve_may_not_stand(game: str, clause: str, ten: str) -> None:
    decisions = ["1 split", "1 stand", "1 hit", "1 stand", "1 stand"]
    answer = play(game, f"8S 7C 8D 3H 5C {ten}C {ten}D", "1:ann=20", *decisions)
    assert answer.refused == [(1, clause)]
    assert answer.hands() == ["8S 3H 5C", f"8D {ten}C"]
