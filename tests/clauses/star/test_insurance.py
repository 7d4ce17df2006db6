"""Insurance against a dealer's ace."""

from __future__ import annotations

import pytest

from boxseat.play.state import Phase
from tests.clauses.star.twins import both, course, play, said

pytestmark = both


@pytest.mark.parametrize("ten", ["JC", "QC", "KC"])
def test_9_1_insurance_covers_any_ten_value_card(game: str, ten: str) -> None:
    answer = play(game, f"KS AD 9H {ten}", "1:ann*=20", "1 insure 10", "1 stand")
    assert answer.settled("ann", "insurance") == [("win", "2:1", "20.00", "17.1.6")]
    assert answer.net == {"ann": "0.00"}


@pytest.mark.parametrize(
    ("stake", "most", "too_much"), [("20", "10", "10.01"), ("7.25", "3.62", "3.63"), ("5", "2.50", "2.51")]
)
def test_9_1_no_more_than_half_the_initial_wager(game: str, stake: str, most: str, too_much: str) -> None:
    answer = play(game, "KS AD 9H KC", f"1:ann*={stake}", f"1 insure {too_much}", f"1 insure {most}", "1 stand")
    assert answer.refused == [(0, "9.1")]
    assert float(answer.line("ann", "insurance")["stake"]) == float(most)


@pytest.mark.parametrize("amount", ["0.01", "3.33", "10"])
def test_9_1_any_amount_up_to_half(game: str, amount: str) -> None:
    answer = play(game, "KS AD 9H 9C", "1:ann*=20", f"1 insure {amount}", "1 stand")
    assert not answer.refused
    assert answer.settled("ann", "insurance") == [("lose", None, f"-{float(amount):.2f}", "15.2")]


@pytest.mark.parametrize("first", ["KD", "QD", "JD", "9D", "2D"])
def test_9_1_only_against_an_ace(game: str, first: str) -> None:
    answer = play(game, f"KS {first} 9H 9C 9S", "1:ann*=20", "1 insure 10", "1 stand")
    assert answer.refused == [(0, "9.1")]
    assert not answer.lines("ann", "insurance")


def test_9_1_each_player_insures_for_themselves(game: str) -> None:
    answer = play(
        game,
        "KS AD 9H KC",
        "1:ann*=20 1:bob=10 1:cat=30",
        "1 insure bob 5",
        "1 insure cat 0.50",
        "1 insure bob 1",
        "1 stand",
    )
    assert answer.refused == [(2, "9.1")]
    assert answer.net == {"ann": "-20.00", "bob": "0.00", "cat": "-29.00"}


def test_9_1_half_of_the_own_wager_not_of_the_boxs(game: str) -> None:
    answer = play(game, "KS AD 9H KC", "1:ann*=100 1:bob=10", "1 insure bob 5.50", "1 stand")
    assert answer.refused == [(0, "9.1")]


def test_9_1_every_box_is_insured_apart(game: str) -> None:
    answer = play(
        game, "KS KH AD 9H 9S KC", "1:ann*=20 2:ann=10", "2 insure 5", "1 insure 10", "1 insure 1", "1 stand", "2 stand"
    )
    assert answer.refused == [(2, "9.1")]
    assert answer.settled("ann", "insurance") == [("win", "2:1", "20.00", "17.1.6"), ("win", "2:1", "10.00", "17.1.6")]


def test_9_1_only_with_a_main_wager_on_the_box(game: str) -> None:
    answer = play(game, "KS AD 9H KC", "1:ann*=20 1:bob=-+pp5", "1 insure bob 1", "1 insure dan 1", "1 stand")
    assert answer.refused == [(0, "9.1"), (1, "9.1")]


def test_9_2_a_pontoon_is_not_insured(game: str) -> None:
    answer = play(
        game,
        "AS 9S AD KH 9H KC",
        "1:ann*=20 1:bob=10 2:cat*=20",
        "1 insure 10",
        "1 insure bob 5",
        "2 insure 10",
        "2 stand",
    )
    assert answer.refused == [(0, "9.2"), (1, "9.2")]
    assert answer.net["cat"] == "0.00"
    assert answer.line("ann")["result"] == answer.line("bob")["result"] == "win"


def test_9_2_where_every_box_has_pontoon_there_is_nothing_to_insure(game: str) -> None:
    answer = play(game, "AS AD KH", "1:ann*=20", "1 insure 10")
    assert answer.refused == [(0, "9.2")]
    assert answer.cards_used == 3
    assert "Insurance." not in said(game, "AS AD KH", "1:ann*=20")


def test_9_3_the_dealer_calls_insurance_and_calls_it_closed(game: str) -> None:
    sentences = said(game, "KS AD 9H KC", "1:ann*=20", "1 insure 10", "1 stand")
    opened, closed = sentences.index("Insurance."), sentences.index("Insurance is closed.")
    laid = next(place for place, sentence in enumerate(sentences) if "insures" in sentence)
    assert opened < laid < closed
    assert not [sentence for sentence in said(game, "KS KD 9H KC", "1:ann*=20", "1 stand") if "nsurance" in sentence]


def test_9_3_insurance_stays_open_until_the_dealer_closes_it(game: str) -> None:
    rounds = course(game, "KS 9S AD 9H 9C KC", "1:ann*=20 2:bob*=20", "2 insure 5", "1 insure 10", "1 stand", "2 stand")
    phases = [round_.phase for round_ in rounds]
    assert phases[5:9] == [Phase.INSURANCE, Phase.INSURANCE, Phase.INSURANCE, Phase.SURRENDER]


@pytest.mark.parametrize("first", ["1 hit", "1 stand", "1 double 5", "1 surrender", "1 split"])
def test_9_4_insurance_is_closed_once_anything_else_is_done(game: str, first: str) -> None:
    answer = play(
        game,
        "5S KS AD 5H 9C 9D 9H KC",
        "1:ann*=20 2:bob*=20",
        "2 insure 1",
        first,
        "2 insure 1",
        "1 insure 10",
        "2 stand",
    )
    assert answer.refused[:2] == [(2, "9.4"), (3, "9.4")]
    assert answer.line("bob", "insurance")["stake"] == "1.00"


def test_9_4_a_refused_decision_closes_nothing(game: str) -> None:
    answer = play(game, "KS AD 9H KC", "1:ann*=20", "1 split", "1 insure 10", "1 stand")
    assert answer.refused == [(0, "14.1")]
    assert answer.net == {"ann": "0.00"}


def test_9_4_insurance_is_laid_apart_from_the_wager(game: str) -> None:
    insured = next(
        round_
        for round_ in course(game, "KS AD 9H KC", "1:ann*=20", "1 insure 10", "1 stand")
        if round_.boxes[0].insurance
    )
    (box,) = insured.boxes
    assert [(laid.player, laid.cents) for laid in box.insurance] == [("ann", 1000)]
    assert [(stake.player, stake.own) for stake in box.hands[0].stakes] == [("ann", 2000)]
