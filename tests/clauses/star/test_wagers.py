"""Boxes, who decides for them, wagers that must not be moved, and payments rounded to chips."""

from __future__ import annotations

from fractions import Fraction

import pytest

from boxseat.cards import card
from boxseat.play.acts import Deal, Double
from boxseat.play.fields import BadDocument
from boxseat.play.judge import refusal
from boxseat.play.opening import open_round
from boxseat.play.state import Phase, Wager
from boxseat.play.step import step
from boxseat.play.view import view
from boxseat.rulebook.load import open_book
from tests.clauses.star.twins import PONTOON_ODDS, both, course, of_2024, play

pytestmark = both


def test_3_2_1_seven_boxes(game: str) -> None:
    wagers = " ".join(f"{box}:ann=10" for box in range(1, 8))
    answer = play(game, "KS " * 7 + "9D " + "9H " * 7 + "8C", wagers)
    assert [answer.hands(box) for box in range(1, 8)] == [["KS 9H"]] * 7
    assert answer.net == {"ann": "70.00"}


@pytest.mark.parametrize("box", [0, 8])
def test_3_2_1_no_other_box(game: str, box: int) -> None:
    with pytest.raises(BadDocument, match="numbered 1 to 7"):
        play(game, "KS 9D 9H 8C", f"{box}:ann*=10")


def test_6_4_no_wager_is_touched_from_the_first_card_until_it_is_settled(game: str) -> None:
    rounds = course(
        game, "8S 6D 8H KS 3H KD KC 7C", "1:ann*=10 1:bob=5", "1 split +bob", "1 stand", "1 double 10 +bob=5"
    )
    for round_ in rounds[1:]:
        assert [(laid.player, laid.cents) for laid in round_.boxes[0].main] == [("ann", 1000), ("bob", 500)]
        if round_.phase is Phase.INITIAL_DEAL:
            assert [view(open_book(game), round_, player).choices for player in ("ann", "bob")] == [(), ()]
    assert rounds[-1].net() == {"ann": 3000, "bob": 1500}


@pytest.mark.parametrize(
    ("decision", "clause"),
    [
        ("1 insure 1", "9.1"),
        ("1 surrender", "10.1"),
        ("1 forfeit", "13.5"),
        ("1 split", "14.1"),
        ("1 double 10.01", "13.1"),
    ],
)
def test_6_4_nothing_is_added_or_taken_back_but_by_its_own_rule(game: str, decision: str, clause: str) -> None:
    answer = play(game, "KS 6D 9H KD 5C", "1:ann*=10", decision, "1 stand")
    assert answer.refused == [(0, clause)]
    assert answer.settled("ann") == [("lose", None, "-10.00", "17.1.9")]


def test_6_5_three_players_share_a_box(game: str) -> None:
    answer = play(game, "KS 9D 9H 8C", "1:ann*=10 1:bob=20 1:cat=30", "1 stand")
    assert answer.net == {"ann": "10.00", "bob": "20.00", "cat": "30.00"}


def test_6_5_a_fourth_does_not(game: str) -> None:
    with pytest.raises(BadDocument, match="more than 3 main wagers"):
        play(game, "KS 9D 9H 8C", "1:ann*=10 1:bob=20 1:cat=30 1:dan=40", "1 stand")


@pytest.mark.parametrize("decision", ["1 hit bob", "1 stand bob", "1 double bob 5", "1 split bob", "1 surrender bob"])
def test_6_6_only_the_controlling_player_decides(game: str, decision: str) -> None:
    answer = play(game, "8S KD 8H 2C 9D", "1:ann*=10 1:bob=5", decision, "1 hit", "1 stand")
    assert answer.refused_at == [0]
    assert "ann decides for box 1" in answer.reasons[0]
    assert answer.hands() == ["8S 8H 2C"]
    assert answer.net == {"ann": "-10.00", "bob": "-5.00"}


def test_6_6_the_controlling_players_decision_binds_all_on_the_box(game: str) -> None:
    answer = play(game, "KS 6D 5H 9C", "1:ann*=10 1:bob=5", "1 hit ann", "1 stand bob")
    assert answer.hands() == ["KS 5H 9C"]
    assert answer.net == {"ann": "-10.00", "bob": "-5.00"}


@pytest.mark.parametrize(
    ("wagers", "decides", "others"),
    [
        ("1:ann=100 1:bob*=5 1:cat=50", "bob", ("ann", "cat")),
        ("1:ann=100 1:bob=5 1:cat*=50", "cat", ("ann", "bob")),
    ],
)
def test_6_6_1_the_seated_player_controls(game: str, wagers: str, decides: str, others: tuple[str, ...]) -> None:
    check_control(game, wagers, decides, others)


@pytest.mark.parametrize(
    ("wagers", "decides", "others"),
    [
        ("1:ann=5 1:bob=20 1:cat=10", "bob", ("ann", "cat")),
        ("1:ann=5 1:bob=10 1:cat=10.01", "cat", ("ann", "bob")),
    ],
)
def test_6_6_2_else_the_highest_wager_controls(game: str, wagers: str, decides: str, others: tuple[str, ...]) -> None:
    check_control(game, wagers, decides, others)


@pytest.mark.parametrize(
    ("wagers", "decides", "others"),
    [
        ("1:ann=10 1:bob=10 1:cat=10", "ann", ("bob", "cat")),
        ("1:cat=5 1:bob=10 1:ann=10", "bob", ("ann", "cat")),
    ],
)
def test_6_6_3_among_equals_the_nearest_the_dealer_controls(
    game: str, wagers: str, decides: str, others: tuple[str, ...]
) -> None:
    check_control(game, wagers, decides, others)


def check_control(game: str, wagers: str, decides: str, others: tuple[str, ...]) -> None:
    answer = play(game, "KS 9D 5H 6C", wagers, *(f"1 stand {name}" for name in others), f"1 hit {decides}")
    assert answer.refused == [(place, "6.6") for place in range(len(others))]
    assert answer.hands() == ["KS 5H 6C"]


def test_6_6_a_side_bet_gives_no_control(game: str) -> None:
    answer = play(game, "KS 9D 5H 6C", "1:ann*=-+pp5 1:bob=10", "1 stand ann", "1 hit bob")
    assert answer.refused == [(0, "6.6")]
    assert answer.hands() == ["KS 5H 6C"]


def test_6_7_control_is_settled_before_the_first_card_and_kept(game: str) -> None:
    rounds = course(
        game, "5S KS AD 6H 8C 7D 9C", "1:ann=10 1:bob=20 2:cat=5", "1 insure ann 5", "1 double 1 +ann=10", "2 stand"
    )
    assert not rounds[0].cards_used
    assert {tuple(box.controller for box in round_.boxes) for round_ in rounds} == {("bob", "cat")}


@pytest.mark.parametrize("stake", ["5", "7.50", "7.25", "1", "0.01"])
@pytest.mark.parametrize("chip", ["0.50", "1", "2.50", "5", "0.01"])
def test_6_10_a_pontoon_is_paid_up_to_the_next_chip(game: str, stake: str, chip: str) -> None:
    answer = play(game, "AS 9D KH", f"1:ann*={stake}", smallest_chip=chip)
    exact = Fraction(stake) * Fraction(PONTOON_ODDS[game].replace(":", "/"))
    paid = Fraction(answer.net["ann"])
    assert exact <= paid < exact + Fraction(chip)
    assert (paid / Fraction(chip)).denominator == 1


@pytest.mark.parametrize(
    ("stake", "chip", "net"),
    [
        ("10", "0.50", "-5.00"),
        ("5", "1", "-2.00"),
        ("7.25", "0.50", "-3.25"),
        ("25", "5", "-10.00"),
        ("25", "2.50", "-12.50"),
        ("0.01", "0.50", "0.49"),
    ],
)
def test_6_10_a_surrender_returns_up_to_the_next_chip(game: str, stake: str, chip: str, net: str) -> None:
    answer = play(game, "KS KD 6H 7C", f"1:ann*={stake}", "1 surrender", smallest_chip=chip)
    assert answer.settled("ann") == [("surrender", None, net, "17.1.11")]


def test_6_10_each_wager_line_is_rounded_for_itself(game: str) -> None:
    answer = play(game, "6S 9D 5H 9C 8C", "1:ann*=0.25 1:bob=0.25", "1 double 0.25 +bob=0.20")
    assert [answer.settled(*wager) for wager in (("ann", "main"), ("ann", "double"), ("bob", "double"))] == [
        [("win", "1:1", "0.50", "13.2")]
    ] * 3
    assert answer.net == {"ann": "1.00", "bob": "1.00"}


def test_6_10_insurance_and_side_bets_are_paid_up_to_the_next_chip(game: str) -> None:
    answer = play(game, "8S AD 8H KC", "1:ann*=10+pp0.30", "1 insure 3.30", "1 stand", smallest_chip="1")
    assert answer.settled("ann", "insurance") == [("win", "2:1", "7.00", "17.1.6")]
    assert answer.settled("ann", "perfect-pairs") == [("win", "5:1", "2.00", "16.8.1")]


def test_6_10_bonuses_are_paid_up_to_the_next_chip(game: str) -> None:
    answer = play(game, "7S KD 7H 7S 9D 7S 9C QC", "1:ann*=5 2:bob*=10", "1 hit", "2 stand", smallest_chip="30")
    assert answer.settled("ann", "super-bonus") == [("win", None, "1020.00", "11.5")]
    assert answer.settled("bob", "shared-bonus") == [("win", None, "60.00", "11.2.3")]


@pytest.mark.parametrize(("cents", "refused"), [(550, None), (530, "6.2")])
def test_6_2_a_double_at_the_table_is_laid_in_chips(game: str, cents: int, refused: str | None) -> None:
    book = open_book(game)
    round_ = open_round(book, [Wager(box=1, player="ann", stake=1000)])
    for name in ("5S", "9D", "6H"):
        round_ = step(book, round_, Deal(card(name)))
    judged = refusal(book, round_, Double(1, "ann", cents))
    assert (judged and of_2024(game, judged.clause)) == refused


def test_6_10_what_is_lost_is_lost_exactly(game: str) -> None:
    answer = play(game, "KS 9D 6H KC", "1:ann*=7.25+pp1.01", "1 stand", smallest_chip="5")
    assert answer.net == {"ann": "-8.26"}
