"""Canberra Pontoon, rule 15.7: the hand of a player who is absent."""

from __future__ import annotations

import pytest

from boxseat.play.replay import replay
from tests.clauses.canberra_rounds import told
from tests.notation import Answer, document, play

GAME = "canberra-pontoon"


@pytest.mark.parametrize(
    ("hand", "left"),
    [("5S 6D", 1), ("2S 2D", 2), ("2S 3D", 2), ("9S 2D", 1), ("KS 2D", 0), ("KS 9D", 0), ("AS AD", 0), ("AS 5D", 0)],
)
def test_15_7_cards_are_dealt_until_the_total_exceeds_eleven(hand: str, left: int) -> None:
    first, second = hand.split()
    answer = play(GAME, f"{first} 7C {second} 5H 4H KD KC", "1:ann=20")
    assert answer.hands() == [" ".join([hand, "5H", "4H"][: 1 + left])]


def test_15_7_player_may_leave_in_the_middle_of_the_hand() -> None:
    answer = play(GAME, "2S 7C 3D 2H 4H 9H KD", "1:ann=20", "1 hit")
    assert answer.hands() == ["2S 3D 2H 4H 9H"]
    assert answer.total() == 20


def test_15_7_boxes_are_passed_over_on_the_way_to_one_that_decides() -> None:
    answer = play(GAME, "5S 9S 7C 5D 3D 6H 4H KD", "1:ann=20 2:bob=20", "2 hit", "2 stand")
    assert answer.refused == []
    assert (answer.hands(1), answer.hands(2)) == (["5S 5D 6H"], ["9S 3D 4H"])


def test_15_7_an_absent_players_21_is_paid_like_any_other() -> None:
    answer = play(GAME, "5S 7C 6D KH", "1:ann=20")
    assert told(answer, "ann") == "win 1:1 20.00 by 10.2(b)"


def test_15_7_each_split_hand_is_drawn_past_eleven() -> None:
    answer = play(GAME, "8S 7C 8D 2H 9C 3H KC KD", "1:ann=20", "1 split")
    assert answer.hands() == ["8S 2H 9C", "8D 3H KC"]
    assert told(answer, "ann", "split") == "win 1:1 20.00 by 10.2(b)"


def test_15_7_split_ace_still_gets_one_card_only() -> None:
    assert play(GAME, "AS 7C AD AH 2H KD", "1:ann=20", "1 split").hands() == ["AS AH", "AD 2H"]


def test_15_7_nothing_is_insured_surrendered_doubled_or_split_for_an_absent_player() -> None:
    answer = play(GAME, "8S AC 8D 7D", "1:ann=20")
    assert answer.hands() == ["8S 8D"]
    assert [line["wager"] for line in answer.settlements] == ["main"]
    assert answer.net == {"ann": "-20.00"}


def test_15_7_the_dealer_may_play_the_hand_in_turn() -> None:
    written = document(GAME, "5S 9S 7C 5D 3D 6H 4H KD", "1:ann=20 2:bob=20", "1 hit", "2 hit", "2 stand")
    written["decisions"][0] = {"by": "dealer", "do": "absent"}
    answer = Answer(replay(written))
    assert answer.refused == []
    assert (answer.hands(1), answer.hands(2)) == (["5S 5D 6H"], ["9S 3D 4H"])
