"""What is paid before the dealer draws, and the two payout tables."""

from __future__ import annotations

import pytest

from boxseat.play.state import Phase, WagerKind
from tests.clauses.star.twins import PONTOON_ODDS, STAR, both, course, play

pytestmark = both

LINES = [
    pytest.param("9S 5H 7D", "1:1", id="three cards"),
    pytest.param("8S 9H 2D 2C", "1:1", id="four cards"),
    pytest.param("2S 3H 4D 5C 7S", "3:2", id="five cards"),
    pytest.param("2S 2H 3D 4C 4S 6H", "2:1", id="six cards"),
    pytest.param("2S 2H 2D 3C 3S 4H 5D", "3:1", id="seven cards"),
    pytest.param("2S 2H 2D 2C 2S 3H 3D 5C", "3:1", id="eight cards"),
    pytest.param("8S 6H 7D", "3:2", id="6,7,8 of three suits"),
    pytest.param("6S 7S 8C", "3:2", id="6,7,8 of two suits"),
    pytest.param("6C 7S 8C", "3:2", id="6,7,8 of one colour"),
    pytest.param("7H 8H 6H", "2:1", id="6,7,8 of hearts"),
    pytest.param("8D 7D 6D", "2:1", id="6,7,8 of diamonds"),
    pytest.param("6C 8C 7C", "2:1", id="6,7,8 of clubs"),
    pytest.param("7S 6S 8S", "3:1", id="6,7,8 of spades"),
    pytest.param("7S 7H 7D", "3:2", id="7,7,7 of three suits"),
    pytest.param("7S 7S 7C", "3:2", id="7,7,7 of two suits"),
    pytest.param("7H 7H 7H", "2:1", id="7,7,7 of hearts"),
    pytest.param("7D 7D 7D", "2:1", id="7,7,7 of diamonds"),
    pytest.param("7C 7C 7C", "2:1", id="7,7,7 of clubs"),
    pytest.param("7S 7S 7S", "3:1", id="7,7,7 of spades"),
    pytest.param("6S 7S 2S 6S", "1:1", id="four cards of one suit"),
]
PAID = {"1:1": "10.00", "3:2": "15.00", "2:1": "20.00", "3:1": "30.00"}


def test_11_1_a_pontoon_is_paid_straight_after_the_initial_deal(game: str) -> None:
    rounds = course(game, "AS KH 9D KC 9H 8C", "1:ann*=10 1:bob=20 2:cat*=10", "2 stand")
    dealt = rounds[5]
    assert dealt.phase is Phase.DECISION
    assert dealt.box_in_turn.number == 2
    assert [line.player for line in dealt.settlements] == ["ann", "bob"]
    assert not dealt.boxes[0].hands[0].stakes


@pytest.mark.parametrize("hand", [("AS", "JH"), ("QS", "AH"), ("KC", "AC")])
def test_11_1_a_pontoon_is_paid_at_its_own_odds(game: str, hand: tuple[str, str]) -> None:
    answer = play(game, f"{hand[0]} 9D {hand[1]}", "1:ann*=10 1:bob=20")
    odds = PONTOON_ODDS[game]
    nets = ("15.00", "30.00") if game == STAR else ("12.00", "24.00")
    assert answer.settled("ann") == [("win", odds, nets[0], "11.1")]
    assert answer.settled("bob") == [("win", odds, nets[1], "11.1")]
    assert answer.cards_used == 3


def test_11_2_hands_are_paid_while_others_still_draw(game: str) -> None:
    rounds = course(game, "9S KH 9D 5H 6H 7D 5C KC", "1:ann*=10 2:bob*=10", "1 hit", "2 hit", "2 stand")
    assert next(round_.phase for round_ in rounds if round_.settlements) is Phase.DECISION
    paid = next(round_ for round_ in rounds if round_.settlements)
    assert paid.box_in_turn.number == 2
    assert paid.net() == {"ann": 1000, "bob": 0}


@pytest.mark.parametrize("dealer", [("9D", "KC"), ("AD", "KC"), ("KD", "AC")])
def test_11_2_1_a_21_is_paid_when_made_and_stays_paid(game: str, dealer: tuple[str, str]) -> None:
    first, second = dealer
    answer = play(game, f"9S KS {first} 5H 6H 7D {second}", "1:ann*=10 1:bob=20 2:cat*=5", "1 hit", "2 stand")
    assert answer.settled("ann") == [("win", "1:1", "10.00", "11.2.1")]
    assert answer.settled("bob") == [("win", "1:1", "20.00", "11.2.1")]
    assert answer.net["cat"] == "-5.00"


@pytest.mark.parametrize("cards", ["AS 9D 8H 2D", "9S 9D 5H 7D", "8S 9D 2H AC", "KS 9D KH AC"])
def test_11_2_1_hard_and_soft(game: str, cards: str) -> None:
    answer = play(game, cards, "1:ann*=10", "1 hit")
    assert answer.settled("ann") == [("win", "1:1", "10.00", "11.2.1")]


def test_11_2_2_the_super_bonus_is_paid_with_table_1_at_once(game: str) -> None:
    rounds = course(game, "7S KH 7D 7S 6H 7S 9C KC", "1:ann*=10 2:bob*=10", "1 hit", "2 stand")
    paid = next(round_ for round_ in rounds if round_.settlements)
    assert paid.phase is Phase.DECISION
    assert [(line.wager, line.net) for line in paid.settlements] == [
        (WagerKind.MAIN, 3000),
        (WagerKind.SUPER_BONUS, 100_000),
        (WagerKind.SHARED_BONUS, 5000),
    ]


def test_11_2_3_the_other_players_get_fifty_dollars(game: str) -> None:
    answer = play(game, "7S KH KS 7D 7S 6H 9H 7S KC", "1:ann*=10 2:bob*=10 3:cat*=5", "1 hit", "2 stand", "3 stand")
    assert answer.settled("bob", "shared-bonus") == [("win", None, "50.00", "11.2.3")]
    assert answer.settled("cat", "shared-bonus") == [("win", None, "50.00", "11.2.3")]
    assert answer.net == {"ann": "1030.00", "bob": "40.00", "cat": "55.00"}


@pytest.mark.parametrize(("hand", "odds"), LINES)
def test_11_4_table_1_on_a_plain_hand(game: str, hand: str, odds: str) -> None:
    first, *rest = hand.split()
    answer = play(game, f"{first} 9D {' '.join(rest)}", "1:ann*=10", *["1 hit"] * (len(rest) - 1))
    assert answer.hands() == [hand]
    assert answer.settled("ann") == [("win", odds, PAID[odds], "11.2.1" if odds == "1:1" else "11.5")]


@pytest.mark.parametrize(("hand", "odds"), LINES)
def test_11_5_table_1_on_a_split_hand(game: str, hand: str, odds: str) -> None:
    first, *rest = hand.split()
    hits = ["1 hit"] * (len(rest) - 1)
    answer = play(game, f"{first} 9D {first} {' '.join(rest)} {' '.join(rest)}", "1:ann*=10", "1 split", *hits, *hits)
    assert answer.hands() == [hand, hand]
    paid = ("win", odds, PAID[odds], "11.2.1" if odds == "1:1" else "11.5")
    assert (answer.settled("ann"), answer.settled("ann", "split")) == ([paid], [paid])


@pytest.mark.parametrize("hand", [line.values[0] for line in LINES])
def test_11_5_a_doubled_hand_wins_1_to_1_whatever_its_line(game: str, hand: str) -> None:
    first, *rest = hand.split()
    hits = ["1 hit"] * (len(rest) - 2)
    answer = play(game, f"{first} 9D {' '.join(rest)}", "1:ann*=10 1:bob=10", *hits, "1 double 5")
    assert answer.settled("ann") == [("win", "1:1", "10.00", "13.2")]
    assert answer.settled("ann", "double") == [("win", "1:1", "5.00", "13.2")]
    assert answer.settled("bob") == [("win", "1:1", "10.00", "13.4")]


def test_11_5_two_cards_that_make_21_with_others_are_no_pontoon(game: str) -> None:
    answer = play(game, "AS 9D 5H 5D", "1:ann*=10", "1 hit")
    assert answer.settled("ann") == [("win", "1:1", "10.00", "11.2.1")]


@pytest.mark.parametrize(
    ("cards", "hits"), [("2S 9D 3H 4D 5C 6S 6C KD", 3), ("2S 9D 2H 3D 4C 4S 5H 6C KD", 4), ("7S 9D 6S 6C KD", 0)]
)
def test_11_5_only_a_21_earns_better_odds(game: str, cards: str, hits: int) -> None:
    answer = play(game, cards, "1:ann*=10", *["1 hit"] * hits, "1 stand")
    assert answer.settled("ann") == [("win", "1:1", "10.00", "17.1.4")]


@pytest.mark.parametrize(
    ("stake", "bonus"),
    [("5", "1000.00"), ("24", "1000.00"), ("24.99", "1000.00"), ("25", "5000.00"), ("1000", "5000.00")],
)
@pytest.mark.parametrize("suit", "SHDC")
def test_11_5_the_super_bonus_goes_by_the_stake(game: str, stake: str, bonus: str, suit: str) -> None:
    answer = play(game, f"7{suit} 7D 7{suit} 7{suit}", f"1:ann*={stake}", "1 hit")
    assert answer.settled("ann", "super-bonus") == [("win", None, bonus, "11.5")]
    assert answer.line("ann")["odds"] == ("3:1" if suit == "S" else "2:1")


@pytest.mark.parametrize("stake", ["4.99", "4", "0.50"])
def test_11_5_no_super_bonus_under_five_dollars_and_then_none_for_others(game: str, stake: str) -> None:
    answer = play(game, "7S KH 7D 7S 9H 7S KC", f"1:ann*={stake} 2:bob*=10", "1 hit", "2 stand")
    assert answer.line("ann")["odds"] == "3:1"
    assert not answer.lines("ann", "super-bonus") + answer.lines("bob", "shared-bonus")


@pytest.mark.parametrize("cards", ["7S 8D 7S 7S", "7S 9D 7S 7S 7H", "7S 7D 7S 7C", "7H 7D 7H 7D", "6S 7D 7S 8S"])
def test_11_5_no_super_bonus_without_a_dealers_seven_and_suited_sevens(game: str, cards: str) -> None:
    answer = play(game, cards, "1:ann*=25 1:bob=25", "1 hit")
    assert answer.total() == 21
    assert not [line for line in answer.settlements if line["wager"] in ("super-bonus", "shared-bonus")]


def test_11_5_every_wager_on_the_winning_hand_earns_by_its_own_stake(game: str) -> None:
    answer = play(game, "7C 7D 7C 7C", "1:ann*=5 1:bob=25 1:cat=4.50", "1 hit")
    assert answer.settled("ann", "super-bonus") == [("win", None, "1000.00", "11.5")]
    assert answer.settled("bob", "super-bonus") == [("win", None, "5000.00", "11.5")]
    assert not answer.lines("cat", "super-bonus")
    assert answer.settled("cat", "shared-bonus") == [("win", None, "50.00", "11.2.3")]
    assert answer.net == {"ann": "1010.00", "bob": "5050.00", "cat": "59.00"}


def test_11_5_the_co_bettor_earns_where_the_controlling_player_does_not(game: str) -> None:
    answer = play(game, "7C 7D 7C 7C", "1:ann*=4 1:bob=5", "1 hit")
    assert answer.settled("ann", "shared-bonus") == [("win", None, "50.00", "11.2.3")]
    assert answer.settled("bob", "super-bonus") == [("win", None, "1000.00", "11.5")]


def test_11_5_fifty_dollars_once_a_player_and_round_and_never_to_a_winner(game: str) -> None:
    answer = play(
        game,
        "7S KH 7C KS 7D 7S 9H 7C 9S 7S 7C KC",
        "1:ann*=10 2:bob*=10 3:cat*=25 4:ann=10 4:bob=10",
        "1 hit",
        "2 stand",
        "3 hit",
        "4 stand",
    )
    assert [len(answer.lines(player, "shared-bonus")) for player in ("ann", "bob", "cat")] == [0, 1, 0]
    assert answer.net == {"ann": "1040.00", "bob": "70.00", "cat": "5050.00"}


@pytest.mark.parametrize(
    ("cards", "decision", "wager"),
    [
        ("7S KH 7D 7S 6H 7S 9C", "2 hit", "-10.00"),
        ("7S KH 7D 7S 7H 7S KC", "2 stand", "0.00"),
        ("7S KH 7D 7S 9H 7S KC", "2 stand", "10.00"),
    ],
)
def test_11_5_fifty_dollars_to_others_whether_they_win_or_lose(
    game: str, cards: str, decision: str, wager: str
) -> None:
    answer = play(game, cards, "1:ann*=10 2:bob*=10", "1 hit", decision)
    assert answer.line("bob")["net"] == wager
    assert answer.settled("bob", "shared-bonus") == [("win", None, "50.00", "11.2.3")]


def test_11_5_fifty_dollars_to_one_paid_for_pontoon_before(game: str) -> None:
    answer = play(game, "7S AH 7D 7S KC 7S", "1:ann*=10 2:bob*=10", "1 hit")
    assert answer.net["bob"] == ("65.00" if game == STAR else "62.00")


def test_11_5_a_player_with_a_side_bet_only_is_no_other_player(game: str) -> None:
    answer = play(game, "7S 7D 7S 7S", "1:ann*=10 1:bob=-+pp5", "1 hit")
    assert not answer.lines("bob", "shared-bonus")
    assert answer.net["bob"] == "125.00"


def test_11_5_nor_is_one_whose_wager_the_maximum_returned(game: str) -> None:
    answer = play(game, "7S 7D 7S 7S", "1:ann*=10 1:bob=10", "1 hit", limits={"max": "10"})
    assert answer.net["bob"] == "0.00"
