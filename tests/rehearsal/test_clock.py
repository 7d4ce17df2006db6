"""The clock of a day: it stands where the document says, and what is due happens at its own time, before the next step."""

from __future__ import annotations

from typing import Any

import pytest

from boxseat.house.kinds import STREAM_KINDS
from boxseat.house.streams import StreamKinds
from boxseat.play.fields import BadDocument
from boxseat.rehearsal.day_clock import DayTimes
from tests.house.board import BoardKind
from tests.rehearsal.written_day import B1, P1, START, WON, command, day, outcomes, play, rehearse, whole_round

QUICK = {"wager": 20, "decide": 25, "cut": 12}
KINDS = StreamKinds(*STREAM_KINDS, BoardKind())


def _times(*ats: str | None) -> list[str]:
    """The times of steps with these `at`."""
    steps = [{**command("sue", "shuffle"), **({} if at is None else {"at": at})} for at in ats]
    return [at.removeprefix("2024-09-0").removesuffix("+10:00") for at, _, _ in play(*steps).told]


def test_a_time_is_of_the_day_or_after_the_step_before_or_full() -> None:
    assert _times("18:05", None, "18:05:30", "+5m", "+3h", "+2d", "+30s", "2024-09-05T21:11:00+10:00") == [
        "2T18:05:00",
        "2T18:05:00",
        "2T18:05:30",
        "2T18:10:30",
        "2T21:10:30",
        "4T21:10:30",
        "4T21:11:00",
        "5T21:11:00",
    ]
    assert _times(None) == ["2T18:00:00"], "the first step is at the start"
    assert _times("2024-09-02T08:00:00Z", "2024-09-02T13:30:00+05:00") == ["2T18:00:00", "2T18:30:00"]


@pytest.mark.parametrize(
    ("ats", "sentence"),
    [
        (("17:59",), "steps[0].at: 2024-09-02T17:59:00+10:00 is before 2024-09-02T18:00:00+10:00"),
        (("+1d", "19:00"), "steps[1].at: 2024-09-02T19:00:00+10:00 is before 2024-09-03T18:00:00+10:00"),
        (("18:05", "2024-09-02T18:04:59+10:00"), "steps[1].at: 2024-09-02T18:04:59+10:00 is before"),
    ],
)
def test_an_earlier_time_cannot_be_read(ats: tuple[str, ...], sentence: str) -> None:
    with pytest.raises(BadDocument) as error:
        _times(*ats)
    assert str(error.value).startswith(sentence)


def test_the_offset_is_the_one_that_is_written() -> None:
    """Clocks went forward in Sydney on 6 October 2024 at 2:00; the document says +10:00, and a day has 24 hours."""
    times = DayTimes("2024-10-05T18:00:00+10:00")
    assert times.shown(times.read("+1d", times.start)) == "2024-10-06T18:00:00+10:00"
    summer = times.read("2024-10-06T19:00:00+11:00", times.start)
    assert times.shown(summer) == "2024-10-06T18:00:00+10:00"


def _wagering(player: str = "ann", table: str = "p1") -> list[dict[str, Any]]:
    return [
        command(player, "buy-in", table, amount="100"),
        command(player, "sit", table, box=1),
        command(player, "wager", table, box=1, stake="20"),
    ]


def test_a_round_that_nobody_goes_on_with_goes_on_by_the_clock() -> None:
    bob = command("bob", "buy-in", amount="50")
    played = play(bob, *_wagering(), command("sue", "mark-box", box=2, at="+5m"), tables={"p1": {**P1, "times": QUICK}})
    by_clock = [(at[11:19], word) for at, _, word in played.told[4:]]
    assert by_clock[0] == ("18:00:12", "time-up"), "nobody cuts"
    assert by_clock[1] == ("18:00:32", "time-up"), "bets are closed 20 seconds after that"
    assert all(word == "time-up" for _, word in by_clock[:-1])
    assert by_clock[-1] == ("18:05:00", "mark-box")
    assert [each["round"] for each in played.objects["rounds"]] == [1]


def test_a_day_is_patient_unless_it_says_otherwise() -> None:
    bob = command("bob", "buy-in", amount="50")
    laid = play(bob, *_wagering(), command("sue", "mark-box", box=2, at="+23h"))
    assert laid.objects["tables"]["p1"]["wagers"] == [{"box": 1, "player": "ann", "stake": "20.00"}]
    assert [word for _, _, word in play(bob, *_wagering(), command("sue", "shuffle", at="+2d")).told].count("time-up")


def test_what_is_due_at_several_tables_happens_in_the_order_of_time_and_then_of_names() -> None:
    company = [command("bob", "buy-in", table, amount="50") for table in ("p1", "b1", "a1")]
    laid = [*_wagering("ann", "p1"), *_wagering("cat", "b1"), *_wagering("eve", "a1")]
    slow = {"wager": 40, "decide": 40, "cut": 10}
    tables = {"p1": {**P1, "times": QUICK}, "b1": {**B1, "times": QUICK}, "a1": {**P1, "times": slow}}
    played = play(*company, *laid, command("sue", "shuffle", at="18:10"), tables=tables)
    due = [(at[11:19], stream) for at, stream, word in played.told if word == "time-up"]
    assert due == sorted(due)
    assert due[:3] == [("18:00:10", "table/a1"), ("18:00:12", "table/b1"), ("18:00:12", "table/p1")]


def test_what_is_due_at_the_time_of_a_step_happens_before_it() -> None:
    bob = command("bob", "buy-in", amount="50")
    cut = [bob, *_wagering(), {**command("ann", "cut", place=100), "at": "18:00:12"}]
    played = play(*cut, tables={"p1": {**P1, "times": QUICK}})
    assert played.steps[-1]["refused"]["reason"] == "the cards are not being cut"
    assert played.told[-2] == ("2024-09-02T18:00:12+10:00", "table/p1", "time-up")


def test_nothing_that_is_due_after_the_last_step_happens() -> None:
    bob = command("bob", "buy-in", amount="50")
    assert play(bob, *_wagering(), tables={"p1": {**P1, "times": QUICK}}).objects["rounds"] == []


def test_a_table_in_its_final_rounds_closes_after_them() -> None:
    rounds = [whole_round(*WON, table="b1")] * 3
    played = play(command("sue", "final-rounds", "b1"), *rounds, whole_round(*WON, table="b1"))
    assert outcomes(played)[:4] == ["done"] * 4
    assert "refused" in played.steps[4]
    assert played.objects["tables"]["b1"]["status"] == "closed"


# Other kinds of streams


def _board(*steps: dict[str, Any]) -> dict[str, Any]:
    closes = DayTimes(START).read("19:00", 0)
    return day({"who": "sue", "do": "set-up-board", "board": "north", "name": "north", "closes_at": closes}, *steps)


def test_the_commands_of_every_kind_of_stream_are_steps() -> None:
    """The notice board of the tests: results, refusals, notices, something due by the clock, and a command at two streams."""
    steps: list[dict[str, Any]] = [
        {"who": "ann", "do": "pin", "board": "north", "points": 5},
        {"who": "sue", "do": "pin", "board": "north", "points": 5},
        {"who": "ann", "do": "pin", "board": "south", "points": 5},
        {"at": "18:30", "who": "ann", "do": "pin", "board": "north", "points": 2},
        {"at": "19:30", "who": "ann", "do": "pin", "board": "north", "points": 2},
        {"who": "sue", "do": "show-prize", "board": "north"},
    ]
    played = rehearse(_board(*steps), KINDS)
    assert [step.get("number", step.get("refused", {}).get("reason")) for step in played.steps] == [
        None,
        1,
        "a supervisor may not play",
        "there is no board south",
        2,
        "the board is closed",
        None,
    ]
    assert ("2024-09-02T19:00:00+10:00", "board/north", "close-board") in played.told
    assert [(each["to"], each["at"][11:19]) for each in played.objects["notices"]] == [
        ("board", "18:00:00"),
        ("board", "18:30:00"),
    ]
    both = {"who": "sue", "do": "close-with-table", "board": "north", "table": "b1"}
    closed = rehearse(_board(both, *[whole_round(*WON, table="b1")] * 3), KINDS)
    assert (outcomes(closed), closed.objects["tables"]["b1"]["status"]) == (["done"] * 5, "closed")


def test_personal_data_are_erased_when_their_time_is_over() -> None:
    until = DayTimes(START).read("18:20", 0)
    pin = {"who": "ann", "do": "pin", "board": "north", "points": 5, "phone": "0491 570 156", "keep_until": until}
    erase = {"who": "ann", "do": "erase", "board": "north", "phone": "board/north/phone-1"}
    assert outcomes(rehearse(_board(pin, erase), KINDS)) == ["done", "done", "done"]
    assert outcomes(rehearse(_board(pin, {**erase, "at": "18:21"}), KINDS)) == ["done", "done", ""]


def test_the_name_of_a_stream_is_a_name() -> None:
    for name, said in (("a b", "'a b' is no name of a board"), (5, "5 is no name of a board")):
        with pytest.raises(BadDocument, match=rf"^steps\[1\]\.board: {said}$"):
            rehearse(_board({"who": "ann", "do": "pin", "board": name, "points": 5}), KINDS)
