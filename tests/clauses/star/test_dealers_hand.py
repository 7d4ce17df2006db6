"""When the dealer draws, and when not."""

from __future__ import annotations

import pytest

from boxseat.play.state import Phase, WagerKind
from tests.clauses.star.twins import both, course, play

pytestmark = both


def test_15_1_the_dealer_draws_when_all_hands_are_finished(game: str) -> None:
    rounds = course(game, "KS 5S 6D 8H 5H 9C KD 4C", "1:ann*=10 2:bob*=10", "1 stand", "2 hit", "2 stand")
    assert [len(round_.dealer) for round_ in rounds if round_.phase is Phase.DECISION] == [1, 1, 1]
    assert rounds[-1].dealer == ("6D", "KD", "4C")


def test_15_2_insurance_is_lost_with_the_dealers_second_card(game: str) -> None:
    rounds = course(game, "KS AD 9H 2C 5D", "1:ann*=20 1:bob=10", "1 insure 10", "1 insure bob 5", "1 stand")
    second = next(round_ for round_ in rounds if len(round_.dealer) == 2)
    assert second.phase is Phase.DEALER
    assert [(line.wager, line.player, line.net) for line in second.settlements] == [
        (WagerKind.INSURANCE, "ann", -1000),
        (WagerKind.INSURANCE, "bob", -500),
    ]


@pytest.mark.parametrize("second", ["2C", "8C", "9C", "AC"])
def test_15_2_with_any_card_that_is_not_worth_ten(game: str, second: str) -> None:
    answer = play(game, f"KS AD 9H {second} 7D KD", "1:ann*=20", "1 insure 10", "1 stand")
    assert answer.settled("ann", "insurance") == [("lose", None, "-10.00", "15.2")]


@pytest.mark.parametrize(
    ("cards", "wagers", "decisions", "used"),
    [
        pytest.param("KS 6D 6H KC", "1:ann*=10", "1 hit", 4, id="every hand busted"),
        pytest.param("AS 6D KH", "1:ann*=10", "", 3, id="every hand a pontoon"),
        pytest.param("9S 6D 5H 7C", "1:ann*=10", "1 hit", 4, id="every hand paid for 21"),
        pytest.param("KS 6D 2H 2C", "1:ann*=10", "1 double 10, 1 forfeit", 4, id="every hand forfeited"),
        pytest.param("KS AS 6D 6H KH KC", "1:ann*=10 2:bob*=10", "1 hit", 6, id="a bust and a pontoon"),
        pytest.param("AS AD KH", "1:ann*=10", "", 3, id="a pontoon against an ace"),
        pytest.param("KS AD 6H KC", "1:ann*=10", "1 hit", 4, id="a bust against an ace"),
    ],
)
def test_15_3_no_card_where_none_could_change_anything(
    game: str, cards: str, wagers: str, decisions: str, used: int
) -> None:
    answer = play(game, f"{cards} 5C 5D 5H", wagers, *filter(None, decisions.split(", ")))
    assert answer.cards_used == used
    assert len(answer.dealer.split()) == 1


@pytest.mark.parametrize(
    ("cards", "wagers", "decisions", "used"),
    [
        pytest.param("KS AD 6H KC 2C", "1:ann*=10", "1 insure 5, 1 hit", 5, id="insurance on a busted hand"),
        pytest.param("9S AD 5H 7C 2C", "1:ann*=10", "1 insure 5, 1 hit", 5, id="insurance on a paid hand"),
        pytest.param("KS KD 6H 2C", "1:ann*=10", "1 surrender", 4, id="a surrendered hand"),
        pytest.param("KS AD 6H 2C", "1:ann*=10 1:bob=5", "1 surrender +bob", 4, id="all on a box surrendered"),
        pytest.param("KS AS KD 6H KH 2C", "1:ann*=10 2:bob*=10", "1 surrender", 6, id="a surrender and a pontoon"),
        pytest.param("KS AS AD 6H KH 2C", "1:ann*=10 2:bob*=10", "1 surrender", 6, id="a surrender against an ace"),
    ],
)
def test_15_3_the_second_card_only_where_a_pontoon_is_all_that_matters(
    game: str, cards: str, wagers: str, decisions: str, used: int
) -> None:
    answer = play(game, f"{cards} 5C 5D 5H", wagers, *decisions.split(", "))
    assert answer.cards_used == used
    assert len(answer.dealer.split()) == 2


@pytest.mark.parametrize(
    ("cards", "wagers", "decisions", "dealer"),
    [
        pytest.param("KS 6D 9H 2C 5C 5D", "1:ann*=10", "1 stand", "6D 2C 5C 5D", id="a hand to compare"),
        pytest.param("KS KD 6H 2C 4C 5D", "1:ann*=10 1:bob=5", "1 surrender", "KD 2C 4C 5D", id="a co-bettor stays"),
        pytest.param(
            "KS 6D 2H 2C 2D 5C 5D", "1:ann*=10 1:bob=5", "1 double, 1 forfeit", "6D 2D 5C 5D", id="an undoubled wager"
        ),
        pytest.param(
            "8S 6D 8H KS 9C KC 2C 5C 5D", "1:ann*=10", "1 split, 1 hit, 1 stand", "6D 2C 5C 5D", id="one of two hands"
        ),
    ],
)
def test_15_3_the_whole_hand_where_one_wager_depends_on_it(
    game: str, cards: str, wagers: str, decisions: str, dealer: str
) -> None:
    answer = play(game, cards, wagers, *decisions.split(", "))
    assert answer.dealer == dealer


@pytest.mark.parametrize(
    ("dealer", "points"),
    [
        ("9D 8C", 17),
        ("9D 7C AS", 17),
        ("KD 6C AS", 17),
        ("9D 9C", 18),
        ("KD QC", 20),
        ("9D 5C 2S AS", 17),
        ("2D 2C 2S 2H 2D 2C 5D", 17),
        ("KD 6C 5S", 21),
        ("AD 7C", 18),
        ("AD 8C", 19),
        ("7D AC", 18),
        ("AD 6C AS", 18),
        ("AD 6C KS", 17),
        ("AD 6C 9S 2C", 18),
        ("6D AC 4S", 21),
        ("AD 2C 4S 2D", 19),
        ("AD AC 5S 2D", 19),
        ("AD AC AS 4D 9C KC", 26),
        ("9D 7C 6S", 22),
    ],
)
def test_15_4_the_dealer_stops_at_hard_17_and_soft_18(game: str, dealer: str, points: int) -> None:
    first, *rest = dealer.split()
    answer = play(game, f"KS {first} 9H {' '.join(rest)} 2S 3S 4S", "1:ann*=10", "1 stand")
    assert (answer.dealer, answer.dealer_total) == (dealer, points)


def test_15_4_a_dealers_pontoon_is_of_two_cards(game: str) -> None:
    answer = play(game, "KS AD 9H 5C 5S", "1:ann*=10", "1 insure 5", "1 stand")
    assert answer.dealer_total == 21
    assert answer.settled("ann") == [("lose", None, "-10.00", "17.1.9")]
    assert answer.settled("ann", "insurance") == [("lose", None, "-5.00", "15.2")]
