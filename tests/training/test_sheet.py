"""The sheet: what was seen, right and how fast, what comes back when, and how it is written."""

from __future__ import annotations

import csv
import io
import json

import pytest

from boxseat.rulebook.load import open_book
from boxseat.training.course import exercise
from boxseat.training.exercise import Exercise
from boxseat.training.marks import MarkedExercise, mark
from boxseat.training.result_sheet import result_csv, result_text, topic_results
from boxseat.training.sheet import (
    BadSheet,
    Drill,
    Sheet,
    next_exercise,
    read_sheet,
    sheet_data,
    with_result,
    written_sheet,
)
from tests.training.exercises import right

BOOK = open_book("star-pontoon")


def wrongly(one: Exercise) -> MarkedExercise:
    """An exercise with a wrong first answer."""
    first = one.asked[0]
    options = [option.id for option in first.part.options if option.id != first.right.answer]
    wrong = {"amount": "1234.56", "total": "31", "places": "dealer"}.get(first.part.form) or options[0]
    return mark(one, {**right(one), first.part.name: wrong})


def answered(sheet: Sheet, one: Exercise, *, well: bool = True, seconds: float = 4.0, day: str = "2026-03-01") -> Sheet:
    return with_result(sheet, one, mark(one, right(one)) if well else wrongly(one), seconds=seconds, day=day)


def session(sheet: Sheet, seed: int, mistakes: set[int], count: int) -> tuple[Sheet, list[str]]:
    """The keys asked in a session in which the exercises of these numbers are answered wrong."""
    keys = []
    for number in range(count):
        one = next_exercise(BOOK, sheet, seed)
        keys.append(one.key)
        sheet = answered(sheet, one, well=number not in mistakes)
    return sheet, keys


def test_the_same_seed_asks_the_same_and_another_something_else() -> None:
    assert session(Sheet("ann"), 5, {1}, 12) == session(Sheet("ann"), 5, {1}, 12)
    assert session(Sheet("ann"), 5, set(), 12)[1] != session(Sheet("ann"), 6, set(), 12)[1]


def test_a_wrong_one_comes_back_after_three_others_and_then_another_of_its_kind() -> None:
    sheet, keys = session(Sheet("ann"), 5, {1}, 20)
    wrong = keys[1]
    assert keys[5] == wrong
    assert keys[2:5].count(wrong) == 0
    skill, _, seed = wrong.partition("/")
    assert keys[16] == f"{skill}/{int(seed) + 1}"
    assert sheet.drills == ()


def test_one_that_is_wrong_again_comes_back_again() -> None:
    sheet, keys = session(Sheet("ann"), 5, {1, 5}, 10)
    assert keys[1] == keys[5] == keys[9]
    assert [drill.is_repeat for drill in sheet.drills] == [False]


def test_drills_of_another_game_or_topic_wait() -> None:
    sheet = Sheet(
        "ann", answered=9, drills=(Drill("canberra-pontoon", "burn/1", 1), Drill("star-pontoon", "burn/2", 2))
    )
    assert next_exercise(BOOK, sheet, 1).key == "burn/2"
    assert next_exercise(BOOK, sheet, 1, "deal").topic == "deal"
    assert next_exercise(open_book("canberra-pontoon"), sheet, 1).key == "burn/1"
    gone = Sheet("ann", answered=9, drills=(Drill("star-pontoon", "no-such-skill/1", 1),))
    assert next_exercise(BOOK, gone, 1).key != "no-such-skill/1"


@pytest.mark.parametrize("topic", ["shuffle-and-cut", "deal", "wagers-and-payouts", "irregularities"])
def test_a_topic_is_all_that_is_asked(topic: str) -> None:
    sheet = Sheet("ann")
    for _ in range(8):
        one = next_exercise(BOOK, sheet, 3, topic)
        assert one.topic == topic
        sheet = answered(sheet, one)


def test_the_tally_counts_by_topic_and_clause() -> None:
    burn, extra = exercise(BOOK, "burn/1"), exercise(BOOK, "extra-card/1")
    sheet = answered(Sheet("ann"), burn, seconds=3.26)
    sheet = answered(sheet, burn, well=False, seconds=5, day="2026-03-02")
    sheet = answered(sheet, extra, seconds=-1)
    rows = {row.clause: row for row in sheet.rows}
    assert (rows["18.1"].seen, rows["18.1"].right, rows["18.1"].seconds, rows["18.1"].mistakes) == (2, 1, 8.3, 1)
    assert (rows["18.5"].seen, rows["18.5"].right, rows["18.5"].seconds) == (1, 1, 0.0)
    assert (sheet.answered, sheet.first_day, sheet.last_day) == (3, "2026-03-01", "2026-03-01")
    (topic,) = topic_results(sheet)
    assert (topic.topic, topic.seen, topic.right, topic.seconds) == ("irregularities", 3, 2, 8.3)


def test_a_break_does_not_count_as_an_answer() -> None:
    assert answered(Sheet("ann"), exercise(BOOK, "burn/1"), seconds=1e6).rows[0].seconds == 3600.0


def test_a_mistake_is_counted_by_the_clause_of_its_part() -> None:
    one = exercise(BOOK, "foreign-card/1")
    made = mark(one, {**right(one), "told": "-"})
    rows = {row.clause: row for row in with_result(Sheet("ann"), one, made, seconds=1, day="").rows}
    assert (rows["18.16.2"].seen, rows["18.16.2"].right, rows["18.16.2"].mistakes) == (1, 0, 0)
    assert (rows["18.16.4"].seen, rows["18.16.4"].mistakes) == (0, 1)


def test_rows_are_in_the_order_of_clauses() -> None:
    sheet = Sheet("ann")
    for key in ("extra-card/1", "void/1", "burnt-in-error/1", "burn/1", "total/1", "cut/1"):
        sheet = answered(sheet, exercise(BOOK, key))
    assert [row.clause for row in sheet.rows][:1] == ["5.5"]
    assert [row.clause for row in sheet.rows][2:] == ["18.1", "18.5", "18.8", "18.17"]


def test_a_sheet_is_read_as_it_was_written() -> None:
    sheet, _ = session(Sheet("ann"), 5, {1, 3}, 9)
    assert read_sheet(written_sheet(sheet)) == sheet
    assert json.loads(written_sheet(sheet)) == sheet_data(sheet) == json.loads(json.dumps(sheet_data(sheet)))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        (b"", "is no training sheet"),
        (b"{}", "is no training sheet: Object missing required field `trainee`"),
        (b'{"trainee": "a", "more": 1}', "unknown field `more`"),
        (b'{"trainee": 5}', "Expected `str`"),
        (b"\xff", "is no training sheet"),
        (b"[" * 5000, "is no training sheet"),
        (b'{"trainee": "a", "version": 2}', "version: 2 is not 1"),
        (
            b'{"trainee": "a", "rows": [{"game": "g", "topic": "t", "clause": "1", "seen": 1, "right": 2}]}',
            "rows: the numbers of clause 1 cannot be",
        ),
    ],
)
def test_a_bad_sheet_is_refused_in_a_sentence(text: bytes, said: str) -> None:
    with pytest.raises(BadSheet) as refused:
        read_sheet(text)
    assert said in str(refused.value)
    assert "\n" not in str(refused.value)


def test_the_result_as_csv() -> None:
    sheet = answered(Sheet('=ann "A", B'), exercise(BOOK, "burn/1"), well=False)
    head, row = csv.reader(io.StringIO(result_csv(sheet)))
    assert head == ["trainee", "game", "topic", "clause", "seen", "right", "seconds", "mistakes", "says"]
    assert row[:8] == ['\'=ann "A", B', "star-pontoon", "irregularities", "18.1", "1", "0", "4.0", "1"]
    assert row[8].startswith("A card found face up")
    assert result_csv(Sheet("ann")).splitlines() == [",".join(head)]


def test_the_result_for_print() -> None:
    sheet = answered(Sheet("ann"), exercise(BOOK, "burn/1"), well=False)
    sheet = answered(sheet, exercise(BOOK, "burn/2"), day="2026-03-04")
    text = result_text(sheet)
    assert text.startswith("Training sheet of ann, 2026-03-01 to 2026-03-04: 2 exercises\n")
    assert "Irregularities" in text
    assert " 50 %" in text
    assert "star-pontoon 18.1: 1\n      A card found face up" in text
    assert "To come back: 1\n" in text
    assert max(map(len, text.splitlines())) <= 100
    assert result_text(Sheet("ann")) == "Training sheet of ann: 0 exercises\n\nTo come back: 0\n"
