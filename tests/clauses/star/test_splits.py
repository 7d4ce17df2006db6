"""Splitting pairs, with and without a third hand."""

from __future__ import annotations

import pytest

from boxseat.play.fields import BadDocument
from boxseat.play.state import Phase
from tests.clauses.star.twins import both, course, play, played, said
from tests.notation import document

pytestmark = both


@pytest.mark.parametrize("pair", ["8S 8H", "KS QH", "JS KS", "2S 2S", "AS AH"])
def test_14_1_two_cards_of_equal_value_become_two_hands(game: str, pair: str) -> None:
    first, second = pair.split()
    answer = play(game, f"{first} 9D {second} 5C 6C KC", "1:ann*=10", "1 split", "1 stand", "1 stand")
    assert answer.hands() == [f"{first} 5C", f"{second} 6C"]
    assert answer.line("ann", "split")["stake"] == "10.00"
    assert answer.net == {"ann": "-20.00"}


@pytest.mark.parametrize("cards", ["8S 9H", "KS 9H", "AS 2H"])
def test_14_1_no_other_two(game: str, cards: str) -> None:
    first, second = cards.split()
    answer = play(game, f"{first} 9D {second} KC", "1:ann*=10", "1 split", "1 stand")
    assert answer.refused == [(0, "14.1")]
    assert answer.hands() == [cards]


def test_14_1_the_second_hand_wins_and_loses_for_itself(game: str) -> None:
    answer = play(game, "9S 9D 9H KC 8C 9C", "1:ann*=10", "1 split", "1 stand", "1 stand")
    assert answer.settled("ann") == [("win", "1:1", "10.00", "17.1.5")]
    assert answer.settled("ann", "split") == [("lose", None, "-10.00", "17.1.9")]


def test_14_2_the_first_hand_is_played_out_before_the_second_has_a_card(game: str) -> None:
    rounds = course(game, "8S 9D 8H 2C 3C 5C 9C KC KH", "1:ann*=10", "1 split", "1 hit", "1 hit", "1 stand", "1 hit")
    hands = [
        tuple(len(hand.cards) for hand in round_.boxes[0].hands) for round_ in rounds if len(round_.boxes[0].hands) > 1
    ]
    assert hands[:8] == [(1, 1), (2, 1), (2, 1), (3, 1), (3, 1), (4, 1), (4, 1), (4, 2)]
    assert [" ".join(hand.cards) for hand in rounds[-1].boxes[0].hands] == ["8S 2C 3C 5C", "8H 9C KC"]


@pytest.mark.parametrize("cards", ["AS 9D AH KC QC", "KS 9D QH AC AD"])
def test_14_3_a_split_ace_and_a_ten_make_21_and_no_pontoon(game: str, cards: str) -> None:
    answer = play(game, cards, "1:ann*=10", "1 split")
    assert answer.settled("ann") == [("win", "1:1", "10.00", "11.2.1")]
    assert answer.settled("ann", "split") == [("win", "1:1", "10.00", "11.2.1")]


def test_14_3_but_they_are_paid_against_a_dealer_pontoon(game: str) -> None:
    answer = play(game, "AS KS AD AH 9H KC QC KD", "1:ann*=10 2:bob*=10", "1 split", "2 stand")
    assert answer.net == {"ann": "20.00", "bob": "-10.00"}


@pytest.mark.parametrize(("pair", "odds"), [("7S 7S", "3:1"), ("7D 7D", "2:1"), ("7S 7H", "3:1")])
def test_14_4_split_sevens_earn_table_1_and_no_super_bonus(game: str, pair: str, odds: str) -> None:
    first, second = pair.split()
    answer = play(
        game,
        f"{first} KS 7D {second} 9H {first} {first} 2C KD",
        "1:ann*=25 2:bob*=10",
        "1 split",
        "1 hit",
        "1 stand",
        "2 stand",
    )
    assert answer.hands()[0] == f"{first} {first} {first}"
    assert answer.line("ann")["odds"] == odds
    assert not [line for line in answer.settlements if line["wager"] in ("super-bonus", "shared-bonus")]


def test_14_4_on_the_second_hand_neither(game: str) -> None:
    answer = play(game, "7S 7D 7S KC 7S 7S KD", "1:ann*=25", "1 split", "1 stand", "1 hit")
    assert answer.line("ann", "split")["odds"] == "3:1"
    assert not answer.lines("ann", "super-bonus")


READINGS = ("original-wager", "busted-plus-one", "everything")
SPLIT_BOXES = {
    "both stand": ("8S AD 8H KS KH KC", "stand, stand", ("-10.00", "-10.00", "-20.00")),
    "the first busts": ("8S AD 8H KS 9C KH KC", "hit, stand", ("-10.00", "-20.00", "-20.00")),
    "the second busts": ("8S AD 8H KS KH 9C KC", "stand, hit", ("-20.00", "-20.00", "-20.00")),
    "the first makes 21": ("8S AD 8H 3S KC KH KC", "hit, stand", ("10.00", "0.00", "0.00")),
    "the second makes 21": ("8S AD 8H KS 3S KC KC", "stand, hit", ("0.00", "0.00", "0.00")),
    "the first is doubled": ("8S AD 8H 2S 8C KH KC", "double 10, stand", ("-10.00", "-10.00", "-30.00")),
    "the second is doubled": ("8S AD 8H KS 2S 8C KC", "stand, double 10", ("-10.00", "-10.00", "-30.00")),
    "both are doubled": ("8S AD 8H 2S 8C 2H 8D KC", "double 10, double 4", ("-10.00", "-10.00", "-34.00")),
    "the first is doubled and busts": ("8S AD 8H 5S KC KH KC", "double 10, stand", ("-20.00", "-30.00", "-30.00")),
    "the first is forfeited": ("8S AD 8H 2S 8C KH KC", "double 10, forfeit, stand", ("-10.00", "-20.00", "-20.00")),
    "the second is forfeited": ("8S AD 8H KS 2S 8C KC", "stand, double 10, forfeit", ("-20.00", "-20.00", "-20.00")),
}


@pytest.mark.parametrize("box", SPLIT_BOXES)
@pytest.mark.parametrize("reading", READINGS)
def test_14_5_what_a_dealer_pontoon_takes_of_a_split_box(game: str, box: str, reading: str) -> None:
    cards, decisions, nets = SPLIT_BOXES[box]
    answer = play(
        game, cards, "1:ann*=10", "1 split", *(f"1 {do}" for do in decisions.split(", ")), dealer_pontoon_takes=reading
    )
    assert not answer.refused
    assert answer.dealer == "AD KC"
    assert answer.net == {"ann": nets[READINGS.index(reading)]}


def test_14_5_the_original_wager_lies_on_the_first_hand(game: str) -> None:
    cards, decisions, _ = SPLIT_BOXES["both are doubled"]
    answer = play(game, cards, "1:ann*=10", "1 split", *(f"1 {do}" for do in decisions.split(", ")))
    assert answer.settled("ann") == [("lose", None, "-10.00", "17.1.7")]
    assert answer.settled("ann", "split") == [("stand-off", None, "0.00", "17.1.8")]
    assert answer.settled("ann", "double") == [("stand-off", None, "0.00", "17.1.8")] * 2


def test_14_5_there_is_no_other_reading(game: str) -> None:
    with pytest.raises(BadDocument, match="dealer_pontoon_takes"):
        play(game, "8S AD 8H KC", "1:ann*=10", dealer_pontoon_takes="original-bets-only")


def test_14_6_each_split_ace_has_one_card(game: str) -> None:
    answer = play(game, "AS 9D AH 2C 3C KC", "1:ann*=10", "1 split", "1 hit", "1 double 5", "1 split")
    assert answer.refused_at == [1, 2, 3]
    assert answer.hands() == ["AS 2C", "AH 3C"]
    assert answer.cards_used == 6


def test_14_6_an_ace_on_a_split_ace_stays_there(game: str) -> None:
    answer = play(game, "AS 9D AH AC AD KC", "1:ann*=10", "1 split", "1 split", "1 hit")
    assert answer.refused_at == [1, 2]
    assert answer.hands() == ["AS AC", "AH AD"]
    assert answer.net == {"ann": "-20.00"}


def test_14_7_a_split_hand_stands_draws_or_doubles(game: str) -> None:
    answer = play(game, "8S 9D 8H 2C 9C 3C KH KD", "1:ann*=10", "1 split", "1 hit", "1 stand", "1 double 10")
    assert not answer.refused
    assert answer.hands() == ["8S 2C 9C", "8H 3C KH"]
    assert answer.net == {"ann": "20.00"}


def test_14_7_its_total_is_called_after_the_second_card(game: str) -> None:
    sentences = said(game, "8S 9D 8H 2C AC KC", "1:ann*=10", "1 split", "1 stand", "1 stand")
    first, second = sentences.index("Box 1, hand 1, has 10."), sentences.index("Box 1, hand 2, has soft 19.")
    assert first < sentences.index("Box 1, hand 1, stands on 10.") < second


@pytest.mark.parametrize("decision", ["1 hit", "1 double 5", "1 stand"])
@pytest.mark.parametrize("drawn", ["2C 3C", "AC AD"])
def test_14_7_1_a_split_ace_leaves_no_decision(game: str, decision: str, drawn: str) -> None:
    table = (game, f"AS KS 9D AH 9H {drawn} KC", "1:ann*=10 2:bob*=10", "1 split", decision, "2 stand")
    rounds = course(*table)
    turns = [round_.box_in_turn.number for round_ in rounds if round_.phase is Phase.DECISION]
    assert turns == [1, 2]
    assert play(*table).refused_at == [1]


@pytest.mark.parametrize(("cards", "hand"), [("AS 9D AH KC 5C KD", "AS KC"), ("JS 9D KH AC 5C KD", "JS AC")])
def test_14_7_2_21_on_two_cards_of_a_split_hand_is_paid_1_to_1(game: str, cards: str, hand: str) -> None:
    answer = play(game, cards, "1:ann*=10", "1 split", "1 stand")
    assert answer.hands()[0] == hand
    assert answer.settled("ann") == [("win", "1:1", "10.00", "11.2.1")]


def test_14_8_two_hands_to_a_box_and_no_third(game: str) -> None:
    answer = play(game, "8S 9D 8H 8C 8D KC", "1:ann*=10", "1 split", "1 split", "1 stand", "1 split", "1 stand")
    assert answer.refused == [(1, "14.8"), (3, "14.8")]
    assert answer.hands() == ["8S 8C", "8H 8D"]


def test_14_9_a_table_may_permit_a_third_hand(game: str) -> None:
    answer = play(
        game,
        "8S 9D 8H 8C KS QS JS KC",
        "1:ann*=10",
        "1 split",
        "1 split",
        "1 stand",
        "1 stand",
        "1 stand",
        max_split_hands=3,
    )
    assert answer.hands() == ["8S KS", "8C QS", "8H JS"]
    assert answer.net == {"ann": "-30.00"}


def test_14_9_from_the_second_hand_too(game: str) -> None:
    answer = play(
        game,
        "KS 9D QH 5C JC 6S 7S KC",
        "1:ann*=10",
        "1 split",
        "1 stand",
        "1 split",
        "1 stand",
        "1 stand",
        max_split_hands=3,
    )
    assert answer.hands() == ["KS 5C", "QH 6S", "JC 7S"]


@pytest.mark.parametrize("hands", [1, 4])
def test_14_9_no_table_permits_another_number(game: str, hands: int) -> None:
    with pytest.raises(BadDocument, match="max_split_hands"):
        play(game, "8S 9D 8H KC", "1:ann*=10", max_split_hands=hands)


def test_14_9_only_equal_cards_are_split_again(game: str) -> None:
    answer = play(game, "8S 9D 8H 7C KS KC", "1:ann*=10", "1 split", "1 split", "1 stand", "1 stand", max_split_hands=3)
    assert answer.refused == [(1, "14.1")]


def test_14_9_2_the_third_hand_carries_an_equal_wager(game: str) -> None:
    answer = play(
        game,
        "8S 9D 8H 8C KS QS JS 8D",
        "1:ann*=12.50",
        "1 split",
        "1 split",
        "1 stand",
        "1 stand",
        "1 stand",
        max_split_hands=3,
    )
    assert [line["stake"] for line in answer.lines("ann", "split")] == ["12.50", "12.50"]
    assert answer.net == {"ann": "37.50"}


def test_14_9_3_three_hands_at_most(game: str) -> None:
    answer = play(
        game,
        "8S 9D 8H 8C 8D QS JS KC",
        "1:ann*=10",
        "1 split",
        "1 split",
        "1 split",
        "1 stand",
        "1 stand",
        "1 stand",
        max_split_hands=3,
    )
    assert answer.refused_at == [2]
    assert answer.hands() == ["8S 8D", "8C QS", "8H JS"]


def test_14_9_4_aces_split_again_have_one_card_each(game: str) -> None:
    answer = play(
        game,
        "AS 9D AH AC 2C 3C 4C KC",
        "1:ann*=10",
        "1 split",
        "1 hit",
        "1 double 5",
        "1 split",
        "1 hit",
        max_split_hands=3,
    )
    assert answer.refused[:2] == [(1, "14.6"), (2, "14.6")]
    assert answer.refused_at == [1, 2, 4]
    assert answer.hands() == ["AS 2C", "AC 3C", "AH 4C"]
    assert answer.cards_used == 8


def test_14_9_4_a_pair_of_aces_may_stand_instead(game: str) -> None:
    answer = play(game, "AS 9D AH AC AD 4C 5C KC", "1:ann*=10", "1 split", "1 stand", "1 split", max_split_hands=3)
    assert not answer.refused
    assert answer.hands() == ["AS AC", "AH 4C", "AD 5C"]


def test_14_9_4_a_fourth_ace_stays(game: str) -> None:
    answer = play(game, "AS 9D AH AC AD AS AH KC", "1:ann*=10", "1 split", "1 split", "1 split", max_split_hands=3)
    assert answer.refused_at == [2]
    assert answer.hands() == ["AS AD", "AC AS", "AH AH"]


@pytest.mark.parametrize("most", [2, 3])
def test_14_9_5_no_split_after_a_third_card(game: str, most: int) -> None:
    answer = play(game, "2S 9D 2H 2C KC", "1:ann*=10", "1 hit", "1 split", "1 stand", max_split_hands=most)
    assert answer.refused_at == [1]
    assert answer.hands() == ["2S 2H 2C"]


def test_14_10_every_other_player_matches_or_rides_on_the_first_hand(game: str) -> None:
    answer = play(game, "9S 9D 9H KC 7C 9C", "1:ann*=10 1:bob=20 1:cat=30", "1 split +cat", "1 stand", "1 stand")
    assert [len(answer.lines(player, "split")) for player in ("ann", "bob", "cat")] == [1, 0, 1]
    assert answer.net == {"ann": "0.00", "bob": "20.00", "cat": "0.00"}


@pytest.mark.parametrize("joined", ["+dan", "+eve", "+ann"])
def test_14_10_only_those_with_a_wager_on_the_box_join(game: str, joined: str) -> None:
    answer = play(
        game, "9S KS 9D 9H 9C KD", "1:ann*=10 1:bob=20 1:eve=-+pp5 2:dan*=10", f"1 split {joined}", "1 stand", "2 stand"
    )
    assert answer.refused == [(0, "14.10")]
    assert answer.hands() == ["9S 9H"]


def test_14_10_and_only_once(game: str) -> None:
    written = document(game, "9S 9D 9H KC", "1:ann*=10 1:bob=20", "1 split +bob", "1 stand")
    written["decisions"][0]["joined_by"] *= 2
    assert played(written).refused == [(0, "14.10")]


def test_14_10_1_a_match_is_of_the_players_own_wager(game: str) -> None:
    answer = play(game, "9S 9D 9H KC KH 9C", "1:ann*=10 1:bob=20", "1 split +bob", "1 stand", "1 stand")
    assert answer.line("bob", "split")["stake"] == "20.00"
    assert answer.net == {"ann": "20.00", "bob": "40.00"}


def test_14_10_1_at_every_split_anew(game: str) -> None:
    answer = play(
        game,
        "8S 9D 8H 8C KS QS JS 8D",
        "1:ann*=10 1:bob=20 1:cat=5",
        "1 split +bob",
        "1 split +cat",
        "1 stand",
        "1 stand",
        "1 stand",
        max_split_hands=3,
    )
    stakes = [(line["hand"], line["player"]) for line in answer.settlements]
    assert stakes == [(1, "ann"), (1, "bob"), (1, "cat"), (2, "ann"), (2, "cat"), (3, "ann"), (3, "bob")]
    assert answer.net == {"ann": "30.00", "bob": "40.00", "cat": "10.00"}


def test_14_10_1_not_at_the_split_of_a_hand_they_have_nothing_on(game: str) -> None:
    wagers = "1:ann*=10 1:bob=20"
    answer = play(
        game,
        "8S 9D 8H KS 8C QS JS KC",
        wagers,
        "1 split",
        "1 stand",
        "1 split +bob",
        "1 split",
        "1 stand",
        "1 stand",
        max_split_hands=3,
    )
    assert answer.refused == [(2, "14.10")]
    assert answer.net == {"ann": "-30.00", "bob": "-20.00"}


@pytest.mark.parametrize(("cards", "bob"), [("9S 9D 9H KC 7C 9C", "20.00"), ("9S 9D 9H 7C KC 9C", "-20.00")])
def test_14_10_2_an_unmatched_wager_follows_the_first_hand(game: str, cards: str, bob: str) -> None:
    answer = play(game, cards, "1:ann*=10 1:bob=20", "1 split", "1 stand", "1 stand")
    assert answer.line("bob")["hand"] == 1
    assert answer.net == {"ann": "0.00", "bob": bob}


@pytest.mark.parametrize(
    ("reading", "bob", "cat"),
    [
        ("original-wager", "-20.00", "-30.00"),
        ("busted-plus-one", "-20.00", "-30.00"),
        ("everything", "-20.00", "-60.00"),
    ],
)
def test_14_11_a_dealer_pontoon_takes_one_original_wager_of_each_player(
    game: str, reading: str, bob: str, cat: str
) -> None:
    cards, decisions, _ = SPLIT_BOXES["both stand"]
    answer = play(
        game,
        cards,
        "1:ann*=10 1:bob=20 1:cat=30",
        "1 split +cat",
        *(f"1 {do}" for do in decisions.split(", ")),
        dealer_pontoon_takes=reading,
    )
    assert (answer.net["bob"], answer.net["cat"]) == (bob, cat)


@pytest.mark.parametrize(
    ("reading", "bob", "cat"),
    [
        ("original-wager", "-20.00", "-30.00"),
        ("busted-plus-one", "-20.00", "-60.00"),
        ("everything", "-20.00", "-60.00"),
    ],
)
def test_14_11_busted_hands_stay_lost(game: str, reading: str, bob: str, cat: str) -> None:
    cards, decisions, _ = SPLIT_BOXES["the first busts"]
    answer = play(
        game,
        cards,
        "1:ann*=10 1:bob=20 1:cat=30",
        "1 split +cat",
        *(f"1 {do}" for do in decisions.split(", ")),
        dealer_pontoon_takes=reading,
    )
    assert answer.settled("bob") == [("lose", None, "-20.00", "12.5")]
    assert (answer.net["bob"], answer.net["cat"]) == (bob, cat)


@pytest.mark.parametrize(
    ("reading", "net"), [("original-wager", "-10.00"), ("busted-plus-one", "-10.00"), ("everything", "-30.00")]
)
def test_14_11_of_three_hands_too(game: str, reading: str, net: str) -> None:
    answer = play(
        game,
        "8S AD 8H 8C KS QS JS KC",
        "1:ann*=10",
        "1 split",
        "1 split",
        "1 stand",
        "1 stand",
        "1 stand",
        max_split_hands=3,
        dealer_pontoon_takes=reading,
    )
    assert answer.net == {"ann": net}
