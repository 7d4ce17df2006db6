"""Written days of what supervisors check, and of the hours of gaming."""

from __future__ import annotations

import pytest

from tests.rehearsal.written_day import WON, command, outcomes, play, whole_round

HOURS = {"from": "12:00", "to": "19:30"}


def test_a_day_with_checks() -> None:
    """The audit of the day knows who may record a check, and that its author is the one it names."""
    tables = {
        "p1": {"game": "star-pontoon", "dealt": "by-hand"},
        "s1": {"game": "star-pontoon-6to5"},
        "c1": {"game": "canberra-pontoon"},
    }
    played = play(
        command("sue", "record-check", what="drop-box", note="key with the cage"),
        command("ann", "buy-in", amount="100"),
        command("sue", "record-check", what="riffle"),
        command("sue", "record-check", what="riffle", player="ann"),
        command("ann", "record-check", what="riffle", player="ann"),
        command("dan", "record-check", what="drop-box"),
        command("gus", "record-check", "s1", what="drop-box"),
        command("sue", "record-check", "s1", what="cashless"),
        command("sue", "record-check", "c1", what="procedures"),
        command("sue", "record-check", "c1", what="drop-box"),
        tables=tables,
    )
    assert outcomes(played) == ["done", "done", "5.2", "done", "", "", "done", "2.4", "done", "1.1"]
    recorded = [(event["who"], event["table"]) for event in played.objects["events"] if event["do"] == "record-check"]
    assert recorded == [("sue", "p1"), ("sue", "p1"), ("gus", "s1"), ("sue", "c1")]
    assert played.objects["notices"] == []


@pytest.mark.parametrize(("game", "clause"), [("canberra-pontoon", "16.1"), ("canberra-blackjack", "15.1")])
def test_16_1_a_table_is_opened_in_the_hours_of_gaming(game: str, clause: str) -> None:
    """The day begins at 18:00, by the clocks of the casino."""
    c1 = {"game": game, "sign": {"min": "10", "max": "500"}, "hours": HOURS}
    played = play(
        whole_round(*WON, table="c1"),
        command("sue", "close", "c1"),
        command("sue", "open", "c1", at="19:29:59"),
        command("sue", "close", "c1"),
        command("sue", "open", "c1", at="19:30"),
        command("sue", "open", "c1", at="2024-09-03T12:00:00+10:00"),
        whole_round(*WON, table="c1"),
        tables={"c1": c1},
    )
    assert outcomes(played) == ["done", "done", "done", "done", clause, "done", "done"]
    early = play(
        command("sue", "open", "c1", at="18:59:59"),
        command("sue", "open", "c1", at="19:00"),
        tables={"c1": {**c1, "hours": {"from": "19:00", "to": "04:00"}}},
    )
    assert outcomes(early) == [clause, "done"]
    assert early.objects["tables"]["c1"]["status"] == "open"
