"""``boxseat train``: questions by the keyboard or as JSON, the sheet as a file, leaving at any moment, and wrong requests."""

from __future__ import annotations

import contextlib
import io
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import pytest

from boxseat.cli.train import TrainingRequest, run
from boxseat.rulebook.load import GAMES, open_book
from boxseat.training.course import fresh_exercise
from boxseat.training.sheet import read_sheet
from tests.books import PLAIN_BLACKJACK
from tests.cli.commands import Shell
from tests.training.exercises import right

COMMAND = (sys.executable, "-c", "from boxseat.cli.main import main; main()", "train")


@pytest.fixture(autouse=True)
def _a_hundred_columns(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLUMNS", "100")


def train(*typed: str, game: str = "star-pontoon", **options: Any) -> str:
    """Everything shown while these lines are typed, then the end of the input."""
    asked: dict[str, Any] = {"seed": 7, "questions": 3, "topic": "", "sheet_file": "", "csv_file": "", "as_json": False}
    output = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(output):
        patch.setattr(sys, "stdin", io.StringIO("".join(f"{line}\n" for line in typed)))
        run(TrainingRequest(book=open_book(game), **{**asked, **options}))
    return output.getvalue()


def right_lines(game: str, seed: int, number: int, topic: str = "") -> list[str]:
    """What to type to the exercise of this number."""
    one = fresh_exercise(open_book(game), seed, number, topic)
    return [answer or "-" for answer in right(one).values()]


@pytest.mark.parametrize("game", [*GAMES, PLAIN_BLACKJACK])
def test_right_answers_are_marked_right(game: str, tmp_path: Path) -> None:
    lines = [line for number in range(6) for line in right_lines(game, 7, number)]
    sheet = tmp_path / "ann.json"
    shown = train(*lines, game=game, questions=6, sheet_file=str(sheet))
    assert shown.count("\nRight, in ") == 6
    assert "Wrong" not in shown
    assert "Training sheet of ann" in shown
    assert "To come back: 0" in shown
    kept = read_sheet(sheet.read_bytes())
    assert (kept.trainee, kept.answered, sum(row.right for row in kept.rows)) == ("ann", 6, 6)
    assert [path.name for path in tmp_path.iterdir()] == ["ann.json"]


def test_a_wrong_answer_names_the_right_one_and_the_clause() -> None:
    seed = next(
        seed for seed in range(300) if fresh_exercise(open_book("star-pontoon"), seed, 0).skill == "extra-card-unseen"
    )
    shown = train("1", "5", seed=seed, questions=1)
    assert "1 of 1: An unseen card too many to the dealer (Irregularities)" in shown
    assert "Wrong, in 0 seconds." in shown
    assert "Your ruling: The card is burnt, or stays burnt" in shown
    assert "Right by clause 18.6: It goes under the shoe: the first card of the next round" in shown
    assert "Clause 18.6: A card the dealer drew too many" in shown
    assert "star-pontoon 18.6: 1" in shown
    assert "To come back: 1" in shown


def test_a_misplaced_card_is_put_right_place_by_place() -> None:
    seed = next(seed for seed in range(300) if fresh_exercise(open_book("star-pontoon"), seed, 0).skill == "misplace")
    one = fresh_exercise(open_book("star-pontoon"), seed, 0)
    assert "\nRight" in train(*right_lines("star-pontoon", seed, 0), seed=seed, questions=1)
    as_it_lies = ["5", *("" for _ in one.asked[1:])]
    shown = train(*as_it_lies, seed=seed, questions=1)
    assert "\nWrong" in shown
    for line in one.log:
        assert line in shown


def test_the_pace_of_a_deal_is_told() -> None:
    book = open_book("star-pontoon")
    seed = next(seed for seed in range(300) if fresh_exercise(book, seed, 0).skill == "initial-deal")
    assert " seconds a card." in train(*right_lines("star-pontoon", seed, 0), seed=seed, questions=1)


def test_what_cannot_be_read_is_asked_again() -> None:
    lines = right_lines("star-pontoon", 7, 0, "irregularities")
    shown = train("hm", "99", *lines, topic="irregularities", questions=1)
    assert "'hm' is none of the numbers 1 to 11." in shown
    assert "'99' is none of the numbers 1 to 11." in shown
    assert "\nRight" in shown


@pytest.mark.parametrize("last", [("q",), ("leave",), ()])
def test_leaving_keeps_what_was_answered(last: tuple[str, ...], tmp_path: Path) -> None:
    sheet = tmp_path / "ann.json"
    shown = train(*right_lines("star-pontoon", 7, 0), *last, sheet_file=str(sheet))
    assert "You leave; what you have answered counts." in shown
    assert read_sheet(sheet.read_bytes()).answered == 1


def test_a_sheet_goes_on_and_brings_back_what_was_wrong(tmp_path: Path) -> None:
    sheet = str(tmp_path / "ann.json")
    for _ in range(2):
        train(*("1" for _ in range(40)), sheet_file=sheet, questions=4)
    kept = read_sheet(Path(sheet).read_bytes())
    assert kept.answered == 8
    wrong = sum(row.seen - row.right for row in kept.rows)
    assert 0 < len(kept.drills) <= wrong
    shown = train(sheet_file=sheet, questions=0)
    assert shown.startswith("Training sheet of ann")
    assert read_sheet(Path(sheet).read_bytes()) == kept


def test_the_result_is_written_as_csv(tmp_path: Path) -> None:
    table = tmp_path / "ann.csv"
    train(*right_lines("star-pontoon", 7, 0), questions=1, csv_file=str(table))
    head, row = table.read_text("utf-8").splitlines()
    assert head.startswith("trainee,game,topic,clause,seen,right")
    assert row.startswith("this session,star-pontoon,")


def test_json_has_the_questions_with_their_answers(shell: Shell, tmp_path: Path) -> None:
    ran = shell.run("train", "canberra-blackjack", "--seed", "7", "--questions", "4", "--json")
    told = json.loads(ran.out)
    assert (ran.code, ran.err) == (0, "")
    assert (told["game"], told["seed"], len(told["questions"])) == ("canberra-blackjack", 7, 4)
    for number, one in enumerate(told["questions"]):
        expected = fresh_exercise(open_book("canberra-blackjack"), 7, number)
        assert {part: answer["answer"] for part, answer in one["answers"].items()} == right(expected)
        assert all(answer["clause"] for answer in one["answers"].values())
    assert shell.run("train", "canberra-blackjack", "--seed", "7", "--questions", "4", "--json").out == ran.out
    without_seed = [shell.run("train", "star-pontoon", "--json").out for _ in range(2)]
    assert without_seed[0] != without_seed[1]
    assert len(json.loads(without_seed[0])["questions"]) == 10
    sheet = tmp_path / "ann.json"
    assert shell.run("train", "star-pontoon", "--json", "--sheet", str(sheet)).code == 0
    assert not sheet.exists()


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("whist",), "whist: no such game"),
        (("star-pontoon", "--topic", "tarot"), "--topic: 'tarot' is not one of shuffle-and-cut, deal, "),
        (("star-pontoon", "--questions", "-1"), "Invalid value for '--questions'"),
        (("star-pontoon", "--questions", "x"), "Invalid value for '--questions'"),
        (("star-pontoon", "--seed", "one"), "Invalid value for '--seed'"),
        (("star-pontoon", "--set", "decks=5"), "decks: '5' is not permitted"),
        (("star-pontoon", "--sheet", "no/such/folder/ann.json"), "--sheet: ann.json: cannot be written: No such file"),
        (("star-pontoon", "--csv", "no/such/folder/ann.csv"), "--csv: ann.csv: cannot be written: No such file"),
        (("star-pontoon", "--sheet", "ann", "--csv", "./ann"), "--csv: is the file of the sheet"),
        (("star-pontoon", "--sheet", "."), "cannot be read"),
    ],
)
def test_a_wrong_request_is_one_sentence(
    shell: Shell, arguments: tuple[str, ...], said: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert said in shell.refused("train", *arguments)
    assert list(tmp_path.iterdir()) == []


def test_a_bad_sheet_is_left_as_it_is(shell: Shell, tmp_path: Path) -> None:
    sheet = tmp_path / "ann.json"
    sheet.write_text('{"trainee": 5}')
    assert "--sheet: ann.json: is no training sheet" in shell.refused("train", "star-pontoon", "--sheet", str(sheet))
    assert sheet.read_text() == '{"trainee": 5}'


def test_ctrl_c_ends_with_the_sheet_kept(tmp_path: Path) -> None:
    sheet = tmp_path / "ann.json"
    arguments = ("star-pontoon", "--seed", "7", "--sheet", str(sheet))
    with subprocess.Popen(
        [*COMMAND, *arguments],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "PYTHONIOENCODING": "utf-8"},
    ) as training:
        assert training.stdin is not None
        assert training.stdout is not None
        assert training.stderr is not None
        training.stdin.write("".join(f"{line}\n" for line in right_lines("star-pontoon", 7, 0)).encode())
        training.stdin.flush()
        assert any(line.startswith(b"Right, in") for line in training.stdout)
        time.sleep(0.3)
        training.send_signal(signal.SIGINT)
        shown = training.stdout.read().decode()
        assert training.stderr.read() == b""
        assert training.wait(30) == 0
    assert "You leave; what you have answered counts." in shown
    assert "Training sheet of ann" in shown
    assert read_sheet(sheet.read_bytes()).answered == 1


def test_a_terminal_without_line_drawing_gets_plain_letters() -> None:
    done = subprocess.run(
        [*COMMAND, "star-pontoon", "--seed", "7", "--questions", "4"],
        input="".join("1\n" for _ in range(60)).encode(),
        capture_output=True,
        timeout=60,
        env={**os.environ, "PYTHONIOENCODING": "ascii"},
    )
    assert (done.returncode, done.stderr) == (0, b"")
    done.stdout.decode("ascii")
