"""``boxseat rehearse``: a written day as JSON or as an account; the same bytes every time, and nothing is kept."""

from __future__ import annotations

import io
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from tests.books import PLAIN_BLACKJACK
from tests.cli.commands import Shell
from tests.rehearsal.written_day import WON, command, day, play, whole_round

EVENING = Path(__file__).parent.parent.parent / "docs" / "examples" / "evening.json"


def _file(folder: Path, written: object) -> str:
    path = folder / "day.json"
    path.write_text(json.dumps(written), "utf-8")
    return str(path)


def test_the_answer_has_the_steps_and_what_was_asked_for(tmp_path: Path, shell: Shell) -> None:
    steps = [whole_round(*WON), command("dan", "close"), command("sue", "shuffle")]
    ran = shell.run("rehearse", _file(tmp_path, day(*steps)), "--json")
    played = play(*steps)
    assert ran.code == 0
    assert json.loads(ran.out) == {"steps": played.steps, **played.objects}
    assert [[*step][:2] for step in json.loads(ran.out)["steps"]] == [
        ["step", "done"],
        ["step", "refused"],
        ["step", "done"],
    ]


def test_the_same_document_gives_the_same_bytes() -> None:
    def ran(seed: str) -> bytes:
        asked = [sys.executable, "-m", "boxseat", "rehearse", str(EVENING), "--json"]
        return subprocess.run(asked, capture_output=True, check=True, env={**os.environ, "PYTHONHASHSEED": seed}).stdout

    assert ran("1") == ran("2")


def test_the_day_is_told_step_by_step_with_clauses(shell: Shell) -> None:
    told = shell.run("rehearse", str(EVENING)).out.splitlines()
    expected = [
        "2024-09-02T18:05:00+10:00  a round at table p1",
        "            Box 1: ann is paid 20.00 at 1 to 1 for the wager: a total of 19 (clause 17.1.5).",
        "      Refused: a dealer may not restrict a player.",
        "      ann is held to the minimum wager (clause 6.12).",
        "      Refused: ann wagers the minimum only (clause 6.12).",
        "2024-09-02T18:30:00+10:00  sue at table p1: announce-closure, closing 2024-09-02T18:50:00+10:00",
        "2024-09-02T18:50:00+10:00  the house at table p1: follow-signs",
        "      The table is closed.",
        "      Refused: the table is not open (clause 6.2).",
        "wallets: {",
    ]
    assert [line for line in told if line in expected] == expected


def test_readme_and_manual_are_right(tmp_path: Path, shell: Shell) -> None:
    docs = EVENING.parent.parent
    shown = (docs.parent / "README.md").read_text("utf-8").split("evening.json\n")[1].split("```")[0]
    assert set(shown.splitlines()) - {"..."} <= set(shell.run("rehearse", str(EVENING)).out.splitlines())
    manual = json.loads((docs / "rehearse.md").read_text("utf-8").split("```json\n")[1].split("```")[0])
    answer = json.loads(shell.run("rehearse", _file(tmp_path, manual), "--json").out)
    assert answer["steps"][0]["net"] == {"ann": "20.00"}
    assert answer["steps"][1]["refused"]["clause"] == "6.13"
    assert answer["steps"][2] == {"step": 2, "done": True}
    assert answer["wallets"] == {"ann": "980.00", "bob": "1000.00"}


def test_what_the_house_does_by_the_clock_is_told(tmp_path: Path, shell: Shell) -> None:
    tables = {"p1": {"game": "star-pontoon", "times": {"cut": 12}}}
    steps = [command(name, "buy-in", amount="50") for name in ("ann", "bob")]
    steps += [command("ann", "sit", box=1), command("sue", "reserve", box=2, at="+1m", player="bob")]
    told = shell.run("rehearse", _file(tmp_path, day(*steps, tables=tables, ask=[]))).out
    lines = [line for line in told.splitlines() if line.startswith("2024")][-2:]
    assert lines == [
        "2024-09-02T18:00:12+10:00  the house at table p1: time-up",
        "2024-09-02T18:01:00+10:00  sue at table p1: reserve, box 2, player bob",
    ]


def test_standard_input_and_a_book_of_ones_own(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shell: Shell) -> None:
    written = day(ask=["signs"], tables={"m1": {"game": "mine.toml"}})
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(day(ask=[])).encode())))
    assert json.loads(shell.run("rehearse", "-", "--json").out) == {"steps": []}
    (tmp_path / "mine.toml").write_text(Path(PLAIN_BLACKJACK).read_text("utf-8"), "utf-8")
    mine = shell.run("rehearse", _file(tmp_path, written), "--json")
    sign = json.loads(mine.out)["signs"]["m1"]
    assert (sign["min"], sign["max"], sign["coming"]) == ("5.00", "500.00", [])


@pytest.mark.parametrize(
    ("written", "line"),
    [
        ({"start": 5}, "people: missing"),
        (day(command("sue", "fly")), "steps[0].do: there is no command 'fly'"),
        (day(whole_round("KS 7D", "1:ann=20")), "steps[0].round.cards: the round needs more than the 2 listed"),
    ],
)
def test_a_document_that_cannot_be_read(tmp_path: Path, shell: Shell, written: dict[str, Any], line: str) -> None:
    file = _file(tmp_path, written)
    assert shell.refused("rehearse", file) == f"{file}: {line}"


def test_a_file_that_is_none(tmp_path: Path, shell: Shell) -> None:
    assert "cannot be read" in shell.refused("rehearse", str(tmp_path / "none.json"))
    (tmp_path / "day.json").write_text('{"start": 1, "start": 2}', "utf-8")
    assert "the field 'start' is given twice" in shell.refused("rehearse", str(tmp_path / "day.json"))


def test_nothing_is_written_anywhere(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, shell: Shell) -> None:
    data = tmp_path / "data"
    data.mkdir()
    monkeypatch.setenv("BOXSEAT_DATA", str(data))
    monkeypatch.setenv("BOXSEAT_DATABASE", "postgresql://nowhere.example/none")
    monkeypatch.chdir(data)
    assert shell.run("rehearse", str(EVENING)).code == 0
    assert list(data.iterdir()) == []
