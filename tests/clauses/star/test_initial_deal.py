"""A card to each box, one to the dealer, a second to each box."""

from __future__ import annotations

import pytest

from boxseat.cards import card
from boxseat.play.acts import Deal, Hit, Insure
from boxseat.play.document import read_document
from boxseat.play.judge import refusal
from boxseat.play.opening import open_round
from boxseat.play.step import step
from tests.clauses.star.twins import both, of_2024, play, said
from tests.notation import document

pytestmark = both


def test_8_1_clockwise_from_the_left_with_the_dealer_between_the_rounds(game: str) -> None:
    answer = play(game, "2S 3S 4S 9D KS KH KC 8C", "7:cat*=10 2:ann*=10 5:bob*=10", "2 stand", "5 stand", "7 stand")
    assert [answer.hands(box) for box in (2, 5, 7)] == [["2S KS"], ["3S KH"], ["4S KC"]]
    assert answer.dealer == "9D 8C"
    assert answer.cards_used == 8


def test_8_1_only_boxes_with_a_wager_get_cards(game: str) -> None:
    answer = play(game, "KS 9D 9H 8C", "3:bob=-+pp5 4:ann*=10", "4 stand")
    assert (answer.hands(3), answer.hands(4)) == ([], ["KS 9H"])
    assert answer.net == {"bob": "0.00", "ann": "10.00"}


@pytest.mark.parametrize("dealt", range(5))
def test_8_1_nothing_is_decided_before_the_deal_is_complete(game: str, dealt: int) -> None:
    read = read_document(document(game, "8S 8D AD 8H 8C", "1:ann*=10 2:bob*=10"))
    round_ = open_round(read.book, read.wagers)
    for name in read.cards[:dealt]:
        round_ = step(read.book, round_, Deal(name))
    for act in (Insure(1, "ann", 500), Hit(1, "ann"), Hit(2, "bob")):
        refused = refusal(read.book, round_, act)
        assert refused is not None
        assert of_2024(game, refused.clause) == "8.1"


def test_8_1_the_deal_is_complete_with_the_last_boxs_second_card(game: str) -> None:
    read = read_document(document(game, "8S 8D AD 8H 8C", "1:ann*=10 2:bob*=10"))
    round_ = open_round(read.book, read.wagers)
    for name in read.cards:
        round_ = step(read.book, round_, Deal(name))
    assert refusal(read.book, round_, Insure(1, "ann", 500)) is None
    assert refusal(read.book, round_, Deal(card("2S"))) is not None


def test_8_1_the_dealer_calls_no_more_bets_with_the_first_card(game: str) -> None:
    assert said(game, "KS 9D 9H 8C", "1:ann*=10", "1 stand")[0] == "No more bets."
