"""Results of tables and ratings of players, from the rounds of a written day and the exact figures of its game."""

from __future__ import annotations

from math import ceil, floor, sqrt
from typing import Any

import pytest

from boxseat.pit.results.theory import DEVIATIONS, Theory, expected, theory_of
from boxseat.pit.results.wager_sums import WagerSums
from boxseat.rulebook.load import open_book
from tests.rehearsal.written_day import PEOPLE, WON, Played, command, outcomes, play, whole_round

STAFF = {**PEOPLE, "kim": "cage"}
B1 = {"b1": {"game": "canberra-blackjack", "sign": {"min": "10", "max": "500"}}}
TODAY = "2024-09-02"


def at_blackjack(*steps: dict[str, Any], **changed: Any) -> Played:
    return play(*steps, **{"people": STAFF, "tables": B1, "ask": ["results", "ratings", "wallets"], **changed})


def _result(played: Played, day: str = TODAY) -> dict[str, Any]:
    found: dict[str, Any] = played.objects["results"]["b1"][day]
    return found


def test_a_round_is_held_against_the_exact_edge_and_deviation() -> None:
    theory = theory_of(open_book("canberra-blackjack"), several_boxes=False)
    assert theory is not None
    assert theory.edge == pytest.approx(0.00542389, abs=1e-8)
    found = _result(at_blackjack(whole_round(*WON, table="b1")))
    away = DEVIATIONS * theory.deviation * 2000
    low, high = floor(theory.edge * 2000 - away), ceil(theory.edge * 2000 + away)
    assert found["theoretical"] == "0.11"
    assert found["interval"] == (f"{low / 100:.2f}", f"{high / 100:.2f}")
    assert (found["drop"], found["win"], found["hold"]) == ("20.00", "-20.00", -1.0)
    assert (found["rounds"], found["turnover"], found["outside"]) == (1, "20.00", False)


def test_a_drop_that_was_counted_counts_and_fills_and_closing_are_no_wins() -> None:
    hundred = {"100": 1}
    played = at_blackjack(
        whole_round(*WON, table="b1"),
        command("sue", "request-fill", "b1", chips=hundred),
        command("kim", "issue-fill", "b1", order=1, chips=hundred),
        command("dan", "receive-fill", "b1", order=1, chips=hundred),
        command("ann", "leave", "b1"),
        command("kim", "count-drop", "b1", amount={"10": 1}),
        command("sue", "close", "b1"),
    )
    assert set(outcomes(played)) == {"done"}
    found = _result(played)
    assert (found["drop"], found["drop_by_books"], found["win"], found["rounds"]) == ("10.00", "20.00", "-20.00", 1)


def test_a_round_that_was_declared_void_later_counts_no_more_and_its_win_is_undone() -> None:
    """CB 14.5: the first of two rounds is void, and what it paid comes back."""
    two = [whole_round(*WON, table="b1"), whole_round(*WON, table="b1")]
    played = at_blackjack(*two, command("sue", "void-past-round", "b1", number=1, reason="a card was misread"))
    assert outcomes(played) == ["done"] * 3
    found = _result(played)
    assert (found["rounds"], found["turnover"], found["win"]) == (1, "20.00", "-20.00")
    assert [(each["player"], each["rounds"], each["average"]) for each in played.objects["ratings"]] == [
        ("ann", 1, "20.00")
    ]


def test_days_are_those_of_the_house() -> None:
    played = at_blackjack(
        whole_round(*WON, table="b1"),
        whole_round(*WON, table="b1", at="2024-09-02T23:59:59+10:00"),
        whole_round(*WON, table="b1", at="2024-09-03T00:00:00+10:00"),
    )
    assert [(day, each["rounds"]) for day, each in played.objects["results"]["b1"].items()] == [
        ("2024-09-02", 2),
        ("2024-09-03", 1),
    ]


def test_a_win_outside_its_interval_asks_for_a_note_and_keeps_it() -> None:
    """Ann wins 20 of 20 six times: more than two deviations."""
    six = [whole_round(*WON, table="b1") for _ in range(6)]
    wanted = _result(at_blackjack(*six))
    assert (wanted["win"], wanted["outside"], wanted["note_wanted"], wanted["notes"]) == ("-120.00", True, True, ())
    note = command("sue", "note-result", "b1", day=TODAY, text="six naturals in a row, footage seen")
    explained = _result(at_blackjack(*six, note))
    assert (explained["outside"], explained["note_wanted"]) == (True, False)
    assert [(each["by"], each["text"]) for each in explained["notes"]] == [
        ("sue", "six naturals in a row, footage seen")
    ]


def test_ratings_have_time_average_wager_and_theoretical_loss() -> None:
    played = at_blackjack(
        whole_round(*WON, table="b1", at="18:00"),
        whole_round("KS 7D 9H KD", "1:ann*=40", "1 stand", table="b1", at="18:30"),
        command("ann", "leave", "b1", at="19:00"),
        command("sue", "rate", "b1", player="bob", average="50", minutes=90),
    )
    assert played.objects["ratings"] == [
        {
            "player": "ann",
            "table": "b1",
            "day": TODAY,
            "minutes": 60,
            "rounds": 2,
            "average": "30.00",
            "theoretical": "0.33",
            "by": "",
        },
        {
            "player": "bob",
            "table": "b1",
            "day": TODAY,
            "minutes": 90,
            "rounds": None,
            "average": "50.00",
            "theoretical": "24.41",
            "by": "sue",
        },
    ]


def test_nothing_is_expected_of_a_table_without_rounds() -> None:
    found = _result(at_blackjack())
    assert (found["rounds"], found["theoretical"], found["interval"], found["outside"]) == (
        0,
        "0.00",
        ("0.00", "0.00"),
        False,
    )
    assert found["hold"] is None


def test_wagers_on_one_box_stray_together_and_those_on_two_by_their_covariance() -> None:
    theory = Theory(edge=0.01, deviation=1.1, side={}, bonus_chance=0.0, bonus=(), covariance=0.5)
    one_box = WagerSums(rounds=1, mains={100: 2}, squares=200**2)
    two_boxes = WagerSums(rounds=1, mains={100: 2}, squares=2 * 100**2, products=2 * 100**2)
    assert expected(theory, one_box).win == 2.0
    assert expected(theory, one_box).variance == pytest.approx(1.21 * 200**2)
    assert expected(theory, two_boxes).variance == pytest.approx(2 * 1.21 * 100**2 + 2 * 0.5 * 100**2)
    many = WagerSums()
    for _ in range(100):
        many.add(one_box)
    assert expected(theory, many).variance == pytest.approx(100 * 1.21 * 200**2)
    assert expected(theory, many).interval[1] == ceil(200 + DEVIATIONS * sqrt(1.21) * 200 * 10)
