"""Doubling for one card, and the forfeit after it."""

from __future__ import annotations

import pytest

from boxseat.play.state import Phase
from tests.clauses.star.twins import both, course, play

pytestmark = both


@pytest.mark.parametrize("amount", ["0.01", "5", "7.33", "10"])
def test_13_1_for_any_amount_up_to_the_original_wager(game: str, amount: str) -> None:
    answer = play(game, "5S 9D 6H 9C KC", "1:ann*=10", f"1 double {amount}", smallest_chip="0.01")
    assert not answer.refused
    assert answer.settled("ann", "double") == [("win", "1:1", f"{float(amount):.2f}", "13.2")]


def test_13_1_the_whole_wager_where_no_amount_is_named(game: str) -> None:
    answer = play(game, "5S 9D 6H 9C KC", "1:ann*=10", "1 double")
    assert answer.line("ann", "double")["stake"] == "10.00"


@pytest.mark.parametrize("amount", ["10.01", "20"])
def test_13_1_for_no_more(game: str, amount: str) -> None:
    answer = play(game, "5S 9D 6H 9C KC", "1:ann*=10", f"1 double {amount}", "1 stand")
    assert answer.refused == [(0, "13.1")]
    assert answer.hands() == ["5S 6H"]
    assert answer.net == {"ann": "-10.00"}


@pytest.mark.parametrize("more", ["1 hit", "1 double 10", "1 split"])
def test_13_1_one_card_and_no_more(game: str, more: str) -> None:
    answer = play(game, "5S 9D 5H 2C KC", "1:ann*=10", "1 double 10", more)
    assert answer.refused_at == [1]
    assert answer.hands() == ["5S 5H 2C"]
    assert answer.net == {"ann": "-20.00"}


@pytest.mark.parametrize(("hand", "card", "points"), [("2S 3H", "6C", 11), ("KS QH", "AC", 21), ("9S 9H", "2C", 20)])
def test_13_1_1_the_first_two_cards_of_any_total(game: str, hand: str, card: str, points: int) -> None:
    first, second = hand.split()
    answer = play(game, f"{first} 9D {second} {card} KC", "1:ann*=10", "1 double 10")
    assert not answer.refused
    assert answer.total() == points
    assert answer.line("ann", "double")["stake"] == "10.00"


def test_13_1_1_but_not_pontoon(game: str) -> None:
    answer = play(game, "AS 9D KH 9C", "1:ann*=10", "1 double 10")
    assert answer.refused_at == [0]
    assert not answer.lines("ann", "double")


def test_13_1_2_each_split_hand_for_up_to_its_own_wager(game: str) -> None:
    answer = play(
        game, "8S 9D 8H 3C KC 2D 9C KH", "1:ann*=10", "1 split", "1 double 10.50", "1 double 10", "1 double 4"
    )
    assert answer.refused == [(1, "13.1")]
    assert answer.hands() == ["8S 3C KC", "8H 2D 9C"]
    assert answer.settled("ann", "double") == [("win", "1:1", "10.00", "13.2"), ("stand-off", None, "0.00", "17.1.10")]


@pytest.mark.parametrize(
    ("cards", "hits", "points"),
    [("2S 9D 3H 4C 9H KC", 1, 18), ("2S 9D 3H 4C 2D 9H KC", 2, 20), ("KS 9D 5H 5C AH KC", 1, 21)],
)
def test_13_1_3_any_hand_of_more_cards_under_21(game: str, cards: str, hits: int, points: int) -> None:
    answer = play(game, cards, "1:ann*=10", *["1 hit"] * hits, "1 double 10")
    assert not answer.refused
    assert answer.total() == points
    assert answer.net == {"ann": {18: "-20.00", 20: "20.00", 21: "20.00"}[points]}


def test_13_1_3_but_no_21(game: str) -> None:
    answer = play(game, "KS 9D 5H 6C AH KC", "1:ann*=10", "1 hit", "1 double 10")
    assert answer.refused_at == [1]
    assert answer.hands() == ["KS 5H 6C"]


@pytest.mark.parametrize(
    ("cards", "hits", "points"),
    [
        ("AS 9D 6H 3C KC", 0, 10),
        ("AS 9D 9H 5C KC", 0, 15),
        ("AS 9D 6H AC KC", 0, 18),
        ("AS 9D 2H 3D 2C KC", 1, 8),
        ("5S 9D AH 4C AD KC", 1, 21),
        ("5S 9D AH 9C AD KC", 1, 16),
        ("6S 9D 4H AC KC", 0, 21),
        ("KS 9D 4H AC KC", 0, 15),
    ],
)
def test_13_1_4_aces_held_when_doubling_count_one(game: str, cards: str, hits: int, points: int) -> None:
    answer = play(game, cards, "1:ann*=10", *["1 hit"] * hits, "1 double 10")
    assert answer.total() == points
    assert answer.net == {"ann": "20.00" if points == 21 else "-20.00"}


@pytest.mark.parametrize(("card", "points"), [("9C", 11), ("KC", 12), ("AC", 13), ("2C", 4)])
def test_13_1_4_1_two_aces_doubled_start_from_two(game: str, card: str, points: int) -> None:
    answer = play(game, f"AS 9D AH {card} KC", "1:ann*=10", "1 double 10")
    assert answer.total() == points
    assert answer.net == {"ann": "-20.00"}


def test_13_2_a_doubled_hand_wins_1_to_1(game: str) -> None:
    answer = play(game, "6S 9D 7S 8S", "1:ann*=10", "1 double 10")
    assert answer.settled("ann") == [("win", "1:1", "10.00", "13.2")]
    assert answer.settled("ann", "double") == [("win", "1:1", "10.00", "13.2")]


def test_13_2_at_the_final_settlement_too(game: str) -> None:
    answer = play(game, "6S 9D 5S 9C KC", "1:ann*=10 1:bob=5", "1 double 10")
    assert answer.settled("ann") == [("win", "1:1", "10.00", "13.2")]
    assert answer.settled("bob") == [("win", "1:1", "5.00", "13.4")]


def test_13_2_and_earns_no_super_bonus(game: str) -> None:
    answer = play(game, "7S KS 7D 7S 9H 7S KC", "1:ann*=25 1:bob=25 2:cat*=10", "1 double 25", "2 stand")
    assert answer.net == {"ann": "50.00", "bob": "25.00", "cat": "10.00"}


def test_13_2_the_boxs_other_hands_keep_their_odds(game: str) -> None:
    answer = play(game, "7S 9D 7H 6C 8D 6S 8C", "1:ann*=10", "1 split", "1 double 10", "1 hit")
    assert answer.settled("ann") == [("win", "1:1", "10.00", "13.2")]
    assert answer.settled("ann", "split") == [("win", "3:2", "15.00", "11.5")]


def test_13_4_others_on_the_box_double_for_amounts_of_their_own(game: str) -> None:
    answer = play(game, "5S 9D 6H 9C KC", "1:ann*=10 1:bob=20 1:cat=30", "1 double 5 +bob=20 +cat=0.50")
    assert answer.net == {"ann": "15.00", "bob": "40.00", "cat": "30.50"}


@pytest.mark.parametrize(
    ("joined", "clause"), [("+bob=20.50", "13.1"), ("+cat=1", "13.4"), ("+dan=1", "13.4"), ("+ann=1", "13.4")]
)
def test_13_4_up_to_a_wager_of_their_own_on_the_hand(game: str, joined: str, clause: str) -> None:
    answer = play(
        game, "5S KS 9D 6H 9H 9C KC", "1:ann*=10 1:bob=20 1:cat=-+pp5 2:dan*=10", f"1 double 10 {joined}", "1 stand"
    )
    assert answer.refused == [(0, clause)]
    assert answer.hands() == ["5S 6H"]


def test_13_4_those_who_do_not_still_get_one_card_and_no_better_odds(game: str) -> None:
    answer = play(game, "6S 9D 7S 8S", "1:ann*=10 1:bob=20", "1 double 10", "1 hit")
    assert answer.refused_at == [1]
    assert answer.settled("bob") == [("win", "1:1", "20.00", "13.4")]


def test_13_4_a_wager_on_the_other_split_hand_only_joins_no_double(game: str) -> None:
    answer = play(
        game, "8S 9D 8H KC 3D 7C KH", "1:ann*=10 1:bob=20", "1 split", "1 stand", "1 double 10 +bob=20", "1 double 10"
    )
    assert answer.refused == [(2, "13.4")]
    assert answer.net == {"ann": "-30.00", "bob": "-20.00"}


def test_13_5_the_original_wager_is_given_up_and_the_double_taken_back(game: str) -> None:
    answer = play(game, "KS 9D 2H 2C KC", "1:ann*=10", "1 double 8", "1 forfeit")
    assert answer.settled("ann") == [("forfeit", None, "-10.00", "13.5")]
    assert answer.settled("ann", "double") == [("stand-off", None, "0.00", "13.5")]
    assert answer.net == {"ann": "-10.00"}


def test_13_5_on_a_split_hand_its_own_wager(game: str) -> None:
    answer = play(game, "8S 9D 8H KC 2D 2C KH", "1:ann*=10", "1 split", "1 stand", "1 double 10", "1 forfeit")
    assert answer.settled("ann") == [("lose", None, "-10.00", "17.1.9")]
    assert answer.settled("ann", "split") == [("forfeit", None, "-10.00", "13.5")]
    assert answer.settled("ann", "double") == [("stand-off", None, "0.00", "13.5")]


@pytest.mark.parametrize("closed_by", ["2 stand", "2 hit", "2 double 5", "2 split"])
def test_13_5_too_late_once_another_box_has_acted(game: str, closed_by: str) -> None:
    answer = play(
        game,
        "KS 5S 9D 2H 5H 2C KC KC KC KC",
        "1:ann*=10 1:bob=5 2:cat*=10",
        "1 double 10 +bob=5",
        closed_by,
        "1 forfeit",
        "1 forfeit bob",
    )
    assert answer.refused == [(2, "13.5"), (3, "13.5")]
    assert (answer.net["ann"], answer.net["bob"]) == ("-20.00", "-10.00")


def test_13_5_too_late_once_the_next_hand_of_the_box_has_acted(game: str) -> None:
    answer = play(game, "8S 9D 8H 2C 2D KC KH", "1:ann*=10", "1 split", "1 double 10", "1 stand", "1 forfeit")
    assert answer.refused == [(3, "13.5")]
    assert answer.net == {"ann": "-30.00"}


def test_13_5_only_on_the_box_that_doubled(game: str) -> None:
    answer = play(
        game, "KS KH 9D 2H 9H 2C KC", "1:ann*=10 2:ann=10", "1 double 10", "2 forfeit ann", "1 forfeit", "2 stand"
    )
    assert answer.refused == [(1, "13.5")]
    assert answer.net == {"ann": "-10.00"}


def test_13_5_each_doubled_hand_in_turn(game: str) -> None:
    answer = play(
        game, "8S 9D 8H 2C 2D 3C 2H KC", "1:ann*=10", "1 split", "1 double 10", "1 forfeit", "1 double 5", "1 forfeit"
    )
    assert not answer.refused
    assert answer.net == {"ann": "-20.00"}
    assert answer.cards_used == 7


def test_13_5_a_refused_decision_leaves_it_open(game: str) -> None:
    answer = play(
        game, "KS KH 9D 2H 9H 2C KC", "1:ann*=10 2:bob*=10", "1 double 10", "1 hit", "2 split", "1 forfeit", "2 stand"
    )
    assert answer.refused_at == [1, 2]
    assert answer.net == {"ann": "-10.00", "bob": "0.00"}


@pytest.mark.parametrize(
    ("decisions", "card"),
    [
        (("1 double 10", "1 forfeit"), "9C"),
        (("1 double 10", "1 forfeit"), "KC"),
        (("1 forfeit", "1 stand"), "2C"),
        (("1 hit", "1 forfeit"), "2C"),
    ],
)
def test_13_5_not_after_21_nor_a_bust_nor_without_a_double(game: str, decisions: tuple[str, ...], card: str) -> None:
    answer = play(game, f"KS 9D 2H {card} KH", "1:ann*=10", *decisions)
    assert answer.refused == [(decisions.index("1 forfeit"), "13.5")]
    assert "forfeit" not in [line["result"] for line in answer.settlements]


def test_13_6_the_double_goes_back_and_the_wager_is_taken_at_once(game: str) -> None:
    rounds = course(
        game, "KS KH 9D 2H 9H 2C KC", "1:ann*=10 1:bob=5 2:cat*=10", "1 double 10 +bob=5", "1 forfeit", "2 stand"
    )
    given_up = next(round_ for round_ in rounds if round_.settlements)
    assert given_up.phase is Phase.FORFEIT
    assert given_up.net() == {"ann": -1000, "bob": 0, "cat": 0}
    assert [(stake.player, stake.own, stake.double) for stake in given_up.boxes[0].hands[0].stakes] == [
        ("bob", 500, 500)
    ]


def test_13_6_with_all_wagers_forfeited_the_hand_is_over(game: str) -> None:
    answer = play(game, "KS 9D 2H 2C KC", "1:ann*=10 1:bob=5", "1 double 10 +bob=5", "1 forfeit bob", "1 forfeit ann")
    assert answer.net == {"ann": "-10.00", "bob": "-5.00"}
    assert answer.cards_used == 4


def test_13_6_a_wager_that_was_not_doubled_plays_on(game: str) -> None:
    answer = play(game, "KS 6D 2H 2C KC 9H", "1:ann*=10 1:bob=5", "1 double 10", "1 forfeit")
    assert answer.dealer_total == 25
    assert answer.net == {"ann": "-10.00", "bob": "5.00"}


@pytest.mark.parametrize(
    ("forfeits", "nets"),
    [
        (("1 forfeit bob",), ("-20.00", "-5.00", "-30.00")),
        (("1 forfeit cat", "1 forfeit bob"), ("-20.00", "-5.00", "-15.00")),
        (("1 forfeit", "1 forfeit cat"), ("-10.00", "-10.00", "-15.00")),
    ],
)
def test_13_7_each_who_doubled_may_forfeit(game: str, forfeits: tuple[str, ...], nets: tuple[str, ...]) -> None:
    answer = play(game, "KS 9D 2H 2C KC", "1:ann*=10 1:bob=5 1:cat=15", "1 double 10 +bob=5 +cat=15", *forfeits)
    assert not answer.refused
    assert tuple(answer.net.values()) == nets


def test_13_7_once_each(game: str) -> None:
    answer = play(game, "KS 9D 2H 2C KC", "1:ann*=10 1:bob=5", "1 double 10 +bob=5", "1 forfeit bob", "1 forfeit bob")
    assert answer.refused == [(2, "13.5")]
    assert answer.net == {"ann": "-20.00", "bob": "-5.00"}


def test_13_7_but_nobody_who_did_not_double(game: str) -> None:
    answer = play(game, "KS 9D 2H 2C KC", "1:ann*=10 1:bob=5", "1 double 10", "1 forfeit bob", "1 forfeit")
    assert answer.refused == [(1, "13.5")]
    assert answer.net == {"ann": "-10.00", "bob": "-5.00"}


@pytest.mark.parametrize(("first", "second"), [("AD", "KC"), ("KD", "AC")])
def test_13_8_a_dealer_pontoon_takes_the_original_wager_of_a_doubled_hand(game: str, first: str, second: str) -> None:
    answer = play(game, f"5S {first} 6H 9C {second}", "1:ann*=10 1:bob=20", "1 double 10 +bob=5")
    assert answer.settled("ann") == [("lose", None, "-10.00", "17.1.7")]
    assert answer.settled("ann", "double") == [("stand-off", None, "0.00", "17.1.8")]
    assert answer.net == {"ann": "-10.00", "bob": "-20.00"}


@pytest.mark.parametrize(("card", "net"), [("KC", "-20.00"), ("5C", "20.00")])
def test_13_8_what_was_decided_before_stays_decided(game: str, card: str, net: str) -> None:
    answer = play(game, f"KS KH AD 6H 9H {card} KD", "1:ann*=10 2:bob*=10", "1 double 10", "2 stand")
    assert answer.net == {"ann": net, "bob": "-10.00"}


@pytest.mark.parametrize(
    ("reading", "net"), [("original-wager", "-10.00"), ("busted-plus-one", "-10.00"), ("everything", "-18.00")]
)
def test_13_8_by_each_reading(game: str, reading: str, net: str) -> None:
    answer = play(game, "5S AD 6H 9C KC", "1:ann*=10", "1 double 8", dealer_pontoon_takes=reading)
    assert answer.net == {"ann": net}
