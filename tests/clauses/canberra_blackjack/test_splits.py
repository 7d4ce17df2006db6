"""Canberra Blackjack, 10.6 and 10.7: split hands of 21."""

from __future__ import annotations

from tests.clauses.canberra_rounds import told
from tests.notation import play

GAME = "canberra-blackjack"


def test_10_6_split_hand_of_21_draws_no_more() -> None:
    answer = play(GAME, "8S 7C 8D 3H TC 9C TD", "1:ann=20", "1 split", "1 hit", "1 stand")
    assert answer.hands() == ["8S 3H TC", "8D 9C"]
    assert told(answer, "ann") == "win 1:1 20.00 by 13.1(b)"


def test_10_7_ten_to_a_split_ace_is_21_and_no_blackjack() -> None:
    answer = play(GAME, "AS 7C AD TH QH TC", "1:ann=20", "1 split")
    assert told(answer, "ann") == "win 1:1 20.00 by 13.1(b)"
    assert told(answer, "ann", "split") == "win 1:1 20.00 by 13.1(b)"


def test_10_7_an_ace_to_a_split_ten_is_21_and_no_blackjack() -> None:
    against_21 = play(GAME, "TS KC QD AH AC 5H 6H", "1:ann=20", "1 split")
    assert against_21.net == {"ann": "0.00"}
    against_blackjack = play(GAME, "TS KC QD AH AC AD", "1:ann=20", "1 split")
    assert told(against_blackjack, "ann") == "lose -20.00 by 13.1(f)"
    assert told(against_blackjack, "ann", "split") == "lose -20.00 by 13.1(f)"
