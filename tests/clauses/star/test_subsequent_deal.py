"""Box by box, the controlling players decide."""

from __future__ import annotations

import pytest

from boxseat.play.acts import Double, Hit, Split, Stand
from boxseat.play.legal import legal
from boxseat.play.state import Phase
from boxseat.rulebook.load import open_book
from tests.clauses.star.twins import both, course, play, said

pytestmark = both


def test_12_1_boxes_act_from_the_left(game: str) -> None:
    answer = play(
        game,
        "5S KH 5H 9D 5D 6H 5C 9C 9S KC",
        "2:ann*=10 4:bob*=10 6:cat*=10",
        "4 stand",
        "2 hit",
        "2 stand",
        "6 stand",
        "4 stand",
        "6 hit",
    )
    assert answer.refused == [(0, "12.1"), (3, "12.1")]
    assert [answer.hands(box) for box in (2, 4, 6)] == [["5S 5D 9C"], ["KH 6H"], ["5H 5C 9S"]]


def test_12_1_a_box_that_has_finished_is_not_reopened(game: str) -> None:
    answer = play(game, "5S KH 9D 5D 6H KC", "1:ann*=10 2:bob*=10", "1 stand", "1 hit", "2 stand", "2 hit")
    assert answer.refused == [(1, "12.1"), (3, "12.1")]
    assert answer.hands(1) == ["5S 5D"]


def test_12_1_the_dealer_calls_each_hands_total(game: str) -> None:
    sentences = said(game, "5S KH 9D AD 6H KC", "1:ann*=10 1:bob=5 2:cat*=10", "1 stand", "2 stand")
    assert "Box 1 has soft 16; ann to decide." in sentences
    assert "Box 2 has 16; cat to decide." in sentences
    assert sentences.index("Box 1 stands on soft 16.") < sentences.index("Box 2 has 16; cat to decide.")


def test_12_1_the_choices_are_to_double_split_stand_or_draw(game: str) -> None:
    pair = course(game, "8S 9D 8H 9C", "1:ann*=10", "1 stand")[3]
    assert {type(choice.act) for choice in legal(open_book(game), pair).open if hasattr(choice.act, "player")} == {
        Double,
        Split,
        Stand,
        Hit,
    }


def test_12_1_1_the_controlling_player_may_double(game: str) -> None:
    answer = play(game, "5S 9D 6H 8C KC", "1:ann*=10", "1 double 10")
    assert answer.hands() == ["5S 6H 8C"]
    assert answer.net == {"ann": "0.00"}


def test_12_1_2_the_controlling_player_may_split(game: str) -> None:
    answer = play(game, "9S 9D 9H KC 8C KD", "1:ann*=10", "1 split", "1 stand", "1 stand")
    assert answer.hands() == ["9S KC", "9H 8C"]
    assert answer.net == {"ann": "-10.00"}


def test_12_1_3_the_controlling_player_may_stand(game: str) -> None:
    answer = play(game, "9S 9D 9H 8C 5D", "1:ann*=10", "1 stand")
    assert answer.hands() == ["9S 9H"]
    assert answer.net == {"ann": "10.00"}


def test_12_1_4_the_controlling_player_may_draw_one_card_or_more(game: str) -> None:
    answer = play(game, "2S 9D 2H 3C 4D 9C KC", "1:ann*=10", "1 hit", "1 hit", "1 hit", "1 stand")
    assert answer.hands() == ["2S 2H 3C 4D 9C"]
    assert answer.net == {"ann": "10.00"}


@pytest.mark.parametrize("hand", ["2S 2H", "2S 3H", "AS AH", "AS 2H", "5S 6H", "KS QH"])
def test_12_2_any_total_may_stand(game: str, hand: str) -> None:
    first, second = hand.split()
    answer = play(game, f"{first} 9D {second} 7C KC", "1:ann*=10", "1 stand")
    assert not answer.refused
    assert answer.hands() == [hand]
    assert answer.net == {"ann": "10.00"}


def test_12_2_after_a_card_too(game: str) -> None:
    answer = play(game, "2S 9D 2H 2C 7C KC", "1:ann*=10", "1 hit", "1 stand")
    assert answer.hands() == ["2S 2H 2C"]
    assert answer.net == {"ann": "10.00"}


@pytest.mark.parametrize("second", ["QH", "9H"])
def test_12_3_a_hand_under_21_may_draw(game: str, second: str) -> None:
    answer = play(game, f"KS 9D {second} AC KC", "1:ann*=10", "1 hit")
    assert answer.hands() == [f"KS {second} AC"]
    assert not answer.refused


@pytest.mark.parametrize("decision", ["1 hit", "1 double 5", "1 stand", "1 split"])
def test_12_3_a_pontoon_may_not(game: str, decision: str) -> None:
    answer = play(game, "AS 9D KH 9C", "1:ann*=10", decision)
    assert answer.refused == [(0, "12.3")]
    assert answer.hands() == ["AS KH"]


@pytest.mark.parametrize("cards", ["AS 9D 8H 2D 5C", "9S 9D 5H 7D 5C"])
def test_12_3_nor_may_a_21_hard_or_soft(game: str, cards: str) -> None:
    answer = play(game, cards, "1:ann*=10", "1 hit", "1 hit")
    assert answer.refused_at == [1]
    assert answer.total() == 21
    assert answer.net == {"ann": "10.00"}


def test_12_4_each_decision_has_its_card_and_the_total_is_called_after_it(game: str) -> None:
    sentences = said(game, "2S 9D 3H AC 9C 5D KC", "1:ann*=10", "1 hit", "1 hit", "1 hit", "1 stand")
    totals = ["Box 1 has 5; ann to decide.", "Box 1 has soft 16.", "Box 1 has 15.", "Box 1 has 20."]
    assert [sentence for sentence in sentences if sentence.startswith("Box 1 has")] == totals


def test_12_4_a_card_leaves_the_shoe_for_a_draw_and_none_for_a_stand(game: str) -> None:
    rounds = course(game, "2S KS 9D 3H 9H 7C KC", "1:ann*=10 2:bob*=10", "1 hit", "1 stand", "2 stand")
    used = [round_.cards_used for round_ in rounds if round_.phase is Phase.DECISION]
    assert used == [5, 6, 6]


def test_12_5_a_hand_over_21_loses_at_once_for_all_on_it(game: str) -> None:
    rounds = course(game, "KS KH 6D 6H 9H KD 5C KC", "1:ann*=10 1:bob=5 2:cat*=10", "1 hit", "2 stand")
    collected = next(round_ for round_ in rounds if round_.settlements)
    assert collected.phase is Phase.DECISION
    assert collected.box_in_turn.number == 2
    assert collected.net() == {"ann": -1000, "bob": -500, "cat": 0}
    assert not collected.boxes[0].hands[0].stakes


def test_12_5_even_if_the_dealer_busts_too(game: str) -> None:
    answer = play(game, "KS KH 6D 6H 9H KD KC KS", "1:ann*=10 1:bob=5 2:cat*=10", "1 hit", "2 stand")
    assert answer.dealer_total == 26
    assert answer.settled("ann") == [("lose", None, "-10.00", "12.5")]
    assert answer.settled("bob") == [("lose", None, "-5.00", "12.5")]
    assert answer.net["cat"] == "10.00"


def test_12_5_with_what_was_doubled(game: str) -> None:
    answer = play(game, "KS 6D 6H KD", "1:ann*=10 1:bob=5", "1 double 10 +bob=1")
    assert answer.settled("ann", "double") == [("lose", None, "-10.00", "12.5")]
    assert answer.net == {"ann": "-20.00", "bob": "-6.00"}
