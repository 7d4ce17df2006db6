"""Canberra Pontoon, rule 9: surrendering half the wager against a court card or an ace."""

from __future__ import annotations

import pytest

from boxseat.play.state import Phase
from boxseat.play.view import view
from boxseat.rulebook.load import open_book
from tests.clauses.canberra_rounds import moments, order, said, told
from tests.notation import play

GAME = "canberra-pontoon"


@pytest.mark.parametrize("first", ["JC", "QC", "KC", "AC"])
def test_9_1_court_card_or_an_ace_opens_surrender(first: str) -> None:
    answer = play(GAME, f"9S {first} 7D 7H", "1:ann=20", "1 surrender")
    assert answer.refused == []
    assert answer.net == {"ann": "-10.00"}


@pytest.mark.parametrize("first", [f"{rank}C" for rank in "23456789"])
def test_9_1_no_other_card_of_the_dealers_opens_surrender(first: str) -> None:
    answer = play(GAME, f"9S {first} 7D 9H KH 8H", "1:ann=20", "1 surrender", "1 stand")
    assert answer.refused == [(0, "9.1")]


def test_9_1_surrender_is_offered_once_pontoons_are_paid_and_insurance_is_closed() -> None:
    stood = moments(GAME, "9S AS AC 7D KD 7H", "1:ann=20 2:bob=20", "1 insure 10", "1 surrender")
    phases = [at.phase for at in stood if at.phase in (Phase.INSURANCE, Phase.SURRENDER)]
    assert phases == [Phase.INSURANCE, Phase.INSURANCE, Phase.SURRENDER, Phase.SURRENDER]
    offered = next(at for at in stood if at.phase is Phase.SURRENDER)
    assert [line.player for line in offered.settlements] == ["bob"]


def test_9_1_the_dealer_offers_surrender_aloud() -> None:
    calls = [call for at in said(GAME, "9S 9H KC 7D 8D 7H", "1:ann=20 2:bob=20", "1 surrender") for call in at]
    assert calls.index("Surrender.") < calls.index("Box 1 surrenders.") < calls.index("Surrender is closed.")
    assert "Surrender." not in [call for at in said(GAME, "9S 9C 7D 8H", "1:ann=20") for call in at]


def test_9_1_pontoon_has_nothing_to_surrender() -> None:
    answer = play(GAME, "9S AS KC 7D KD 7H", "1:ann=20 2:bob=20", "2 surrender", "1 stand")
    assert answer.refused == [(0, "9.1")]
    assert all(at.phase is not Phase.SURRENDER for at in moments(GAME, "AS KC KD", "1:ann=20"))


def test_9_1_surrender_is_over_when_a_box_has_acted() -> None:
    answer = play(GAME, "9S 8S KC 3D 8D 4H 9H", "1:ann=20 2:bob=20", "1 hit", "1 surrender", "1 stand", "2 surrender")
    assert answer.refused == [(1, "9.1"), (3, "9.1")]
    assert answer.net == {"ann": "-20.00", "bob": "-20.00"}


def test_9_2_surrendered_hand_gets_no_more_cards() -> None:
    answer = play(GAME, "9S KC 3D 7H 5H", "1:ann=20", "1 surrender", "1 hit", "1 surrender", "1 stand")
    assert answer.refused == [(1, "9.2"), (2, "9.2"), (3, "9.2")]
    assert answer.hands() == ["9S 3D"]
    assert answer.dealer == "KC 7H"


def test_9_2_the_surrendered_hand_is_marked_for_all_to_see() -> None:
    stood = moments(GAME, "9S 9H KC 3D 8D 7H", "1:ann*=20 1:bob=10 2:cat=20", "1 surrender")
    marked = next(at for at in stood if at.hand_in_turn.done)
    surrendered, played = view(open_book(GAME), marked, None).boxes
    assert surrendered.hands[0].surrendered == ("ann", "bob")
    assert played.hands[0].surrendered == ()


def test_9_2_all_on_the_box_surrender_with_the_controlling_player() -> None:
    answer = play(GAME, "9S KC 3D 7H", "1:ann*=20 1:bob=10 1:cat=5", "1 surrender +bob")
    assert answer.refused == []
    assert told(answer, "cat") == "surrender -2.50 by 9.4"
    assert answer.net == {"ann": "-10.00", "bob": "-5.00", "cat": "-2.50"}


def test_9_2_surrender_says_nothing_about_other_boxes() -> None:
    answer = play(GAME, "9S 9H KC 3D 9D 8H 7H", "1:ann=20 2:ann=20", "1 surrender", "2 stand")
    assert [line["result"] for line in answer.lines("ann", "main")] == ["surrender", "stand-off"]


def test_9_3_dealers_pontoon_annuls_the_surrender() -> None:
    answer = play(GAME, "9S KC 3D AH", "1:ann*=20 1:bob=10", "1 surrender")
    assert told(answer, "ann") == "lose -20.00 by 9.3"
    assert told(answer, "bob") == "lose -10.00 by 9.3"


def test_9_3_insurance_is_paid_beside_an_annulled_surrender() -> None:
    answer = play(GAME, "9S AC 3D KH", "1:ann=20", "1 insure 10", "1 surrender")
    assert told(answer, "ann") == "lose -20.00 by 9.3"
    assert answer.net == {"ann": "0.00"}


def test_9_3_21_of_three_cards_annuls_nothing() -> None:
    answer = play(GAME, "9S 9H KC 3D 9D 5H 6H", "1:ann=20 2:bob=20", "1 surrender", "2 stand")
    assert answer.dealer_total == 21
    assert told(answer, "ann") == "surrender -10.00 by 9.4"


def test_9_4_half_the_wager_is_collected_when_the_round_is_settled() -> None:
    answer = play(GAME, "9S 9H KC 3D 3C KH 8H", "1:ann=25 2:bob=20", "1 surrender", "2 hit")
    assert order(answer) == ["bob main", "ann main"]
    assert told(answer, "ann") == "surrender -12.50 by 9.4"


@pytest.mark.parametrize("cards", ["KC 7H", "KC 2H 9H", "KC 5H KH"])
def test_9_4_half_is_lost_whatever_the_dealer_makes(cards: str) -> None:
    first, _, drawn = cards.partition(" ")
    answer = play(GAME, f"9S 9H {first} 3D 9D {drawn}", "1:ann=20 2:bob=20", "1 surrender", "2 stand")
    assert answer.dealer == cards
    assert answer.net["ann"] == "-10.00"


def test_9_4_lost_insurance_is_taken_as_well() -> None:
    answer = play(GAME, "9S AC 3D 7H", "1:ann=20", "1 insure 10", "1 surrender")
    assert answer.net == {"ann": "-20.00"}


def test_9_5_nobody_surrenders_where_the_controlling_player_does_not() -> None:
    answer = play(GAME, "9S KC 7D 7H", "1:ann*=20 1:bob=10", "1 surrender bob", "1 stand", "1 surrender bob")
    assert [place for place, _ in answer.refused] == [0, 2]
    assert answer.net == {"ann": "-20.00", "bob": "-10.00"}
