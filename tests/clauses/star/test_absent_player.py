"""The hand of a player who is absent, silent or unwilling."""

from __future__ import annotations

from typing import Any

import pytest

from boxseat.play.fields import BadDocument
from tests.clauses.star.twins import STAR, STAR_6_TO_5, both, play, played
from tests.notation import document

ROUND = "5S 9D 4H 2C 8C KC"
EITHER_WAY = [(STAR, {}), (STAR_6_TO_5, {"absent_player": "stand"})]


@pytest.mark.parametrize(("game", "options"), EITHER_WAY)
@pytest.mark.parametrize("pair", ["2S 3H", "5S 4H", "AS AH", "KS 9H"])
def test_18_10_no_further_card_is_dealt(game: str, options: dict[str, Any], pair: str) -> None:
    first, second = pair.split()
    answer = play(game, f"{first} 9D {second} KC", "1:ann*=10", **options)
    assert answer.hands() == [pair]
    assert answer.dealer == "9D KC"


@pytest.mark.parametrize(("game", "options"), EITHER_WAY)
def test_18_10_nor_after_a_card_was_asked_for(game: str, options: dict[str, Any]) -> None:
    answer = play(game, "2S 9D 3H 4C KC", "1:ann*=10", "1 hit", **options)
    assert answer.hands() == ["2S 3H 4C"]


@pytest.mark.parametrize(("game", "options"), EITHER_WAY)
def test_18_10_but_a_split_hand_has_its_second_card(game: str, options: dict[str, Any]) -> None:
    answer = play(game, "2S 9D 2H 3C 4C KC", "1:ann*=10", "1 split", **options)
    assert answer.hands() == ["2S 3C", "2H 4C"]
    assert answer.net == {"ann": "-20.00"}


@both
def test_18_10_a_box_is_absent_when_its_controlling_player_is(game: str) -> None:
    answer = play(game, "KS KH 9D 5H 6H 4C KC", "1:ann*=10 1:bob=5 2:cat*=10", "1 hit bob", "2 hit")
    assert answer.refused == [(0, "6.6")]
    assert (answer.hands(1), answer.hands(2)) == (["KS 5H"], ["KH 6H 4C"])


@both
def test_18_10_the_dealer_passes_over_an_absent_box_and_closes_what_it_was_offered(game: str) -> None:
    answer = play(game, "KS KH AD 5H 9H 8C", "1:ann*=10 2:bob*=10", "2 stand", "1 insure 5", "1 surrender")
    assert answer.refused == [(1, "9.4"), (2, "10.1")]
    assert answer.net == {"ann": "-10.00", "bob": "0.00"}


@both
def test_18_10_a_double_left_alone_is_not_forfeited(game: str) -> None:
    answer = play(game, "KS 9D 2H 2C KC", "1:ann*=10", "1 double 10")
    assert answer.net == {"ann": "-20.00"}


@both
def test_18_10_the_dealer_may_note_the_absence(game: str) -> None:
    written: dict[str, Any] = document(game, "KS KH 9D 5H 6H 4C KC", "1:ann*=10 2:bob*=10")
    written["decisions"] = [{"by": "dealer", "do": "absent"}, {"box": 1, "do": "hit"}, {"box": 2, "do": "hit"}]
    answer = played(written)
    assert answer.refused == [(1, "12.1")]
    assert (answer.hands(1), answer.hands(2)) == (["KS 5H"], ["KH 6H 4C"])


def test_18_10_in_6_to_5_an_absence_once_noted_lasts_for_the_hand() -> None:
    written: dict[str, Any] = document(STAR_6_TO_5, "2S 9D 3H 4C KH 2C KC", "1:ann*=10")
    written["decisions"] = [{"by": "dealer", "do": "absent"}, {"box": 1, "do": "hit"}]
    answer = played(written)
    assert answer.refused == [(1, "12.1")]
    assert answer.hands() == ["2S 3H 4C KH"]


@pytest.mark.parametrize(
    ("cards", "hand"),
    [
        ("2S 9D 3H 4C KD 9S KC", "2S 3H 4C KD"),
        ("5S 9D 6H 2C KC", "5S 6H 2C"),
        ("5S 9D 6H KC", "5S 6H KC"),
        ("5S 9D 4H 2C 8C KC", "5S 4H 2C 8C"),
        ("8S 9D 4H KC", "8S 4H"),
        ("AS 9D AH KC", "AS AH"),
        ("2S 9D 3H AC KC", "2S 3H AC"),
    ],
)
def test_18_10_in_6_to_5_the_dealer_draws_until_the_hand_passes_11(cards: str, hand: str) -> None:
    answer = play(STAR_6_TO_5, cards, "1:ann*=10")
    assert answer.hands() == [hand]


def test_18_10_in_6_to_5_for_split_hands_too_but_split_aces_have_one_card() -> None:
    answer = play(STAR_6_TO_5, "2S 9D 2H 3C KC 4C 5C KH KD", "1:ann*=10", "1 split")
    assert answer.hands() == ["2S 3C KC", "2H 4C 5C KH"]
    aces = play(STAR_6_TO_5, "AS 9D AH KC 5C KD", "1:ann*=10", "1 split")
    assert aces.hands() == ["AS KC", "AH 5C"]


def test_18_10_in_6_to_5_after_a_card_was_asked_for() -> None:
    answer = play(STAR_6_TO_5, "2S 9D 3H 4C KH KC", "1:ann*=10", "1 hit")
    assert answer.hands() == ["2S 3H 4C KH"]


def test_18_10_in_6_to_5_a_table_chooses_between_the_two() -> None:
    drawn = play(STAR_6_TO_5, ROUND, "1:ann*=10", absent_player="draw-past-11")
    stood = play(STAR_6_TO_5, ROUND, "1:ann*=10", absent_player="stand")
    assert (drawn.hands(), stood.hands()) == (["5S 4H 2C 8C"], ["5S 4H"])


def test_18_10_the_order_of_2024_leaves_no_choice() -> None:
    assert play(STAR, "5S 9D 4H KC", "1:ann*=10").hands() == ["5S 4H"]
    with pytest.raises(BadDocument, match="absent_player"):
        play(STAR, ROUND, "1:ann*=10", absent_player="draw-past-11")
