"""``boxseat ev``: one hand on the screen and as JSON, batches of hands, and requests that are wrong."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import pytest

from tests.cli.commands import Shell

EIGHTS = ("ev", "star-pontoon", "--hand", "8S 8D", "--dealer", "KH")


def test_json_is_the_contracts(shell: Shell) -> None:
    told = json.loads(shell.run(*EIGHTS, "--json").out)
    assert list(told) == ["game", "decks", "hand", "dealer", "actions", "best", "exact"]
    assert told | {"actions": ...} == {
        "game": "star-pontoon",
        "decks": 8,
        "hand": "8S 8D",
        "dealer": "KH",
        "actions": ...,
        "best": "split",
        "exact": True,
    }
    assert set(told["actions"]) == {"stand", "hit", "double", "split", "surrender"}
    assert told["actions"] == {name: round(value, 9) for name, value in told["actions"].items()}
    assert told["actions"]["split"] == pytest.approx(-0.436684, abs=1e-6)


def test_a_value_that_is_not_exact_has_its_bound(shell: Shell) -> None:
    told = json.loads(shell.run("ev", "canberra-pontoon", *EIGHTS[2:], "--json").out)
    assert told["exact"] is False
    assert 0 < told["error_bound"] < 1e-5


def test_flags_and_options_reach_the_values(shell: Shell) -> None:
    def told(*arguments: str) -> Any:
        return json.loads(shell.run("ev", *arguments, "--json").out)

    assert set(told("star-pontoon", "--hand", "9S 2D 5H", "--dealer", "KH", "--doubled")["actions"]) == {
        "keep",
        "forfeit",
    }
    split = ("star-pontoon", "--hand", "8S KD", "--dealer", "KH", "--removed", "8D", "--after-split")
    assert told(*split, "added")["actions"]["stand"] > told(*split, "original")["actions"]["stand"]
    sevens = ("star-pontoon", "--hand", "7S 7S", "--dealer", "7H")
    assert told(*sevens, "--stake", "25")["actions"]["hit"] > told(*sevens)["actions"]["hit"] + 3
    assert told(*EIGHTS[1:], "--decks", "6")["decks"] == 6
    assert told(*EIGHTS[1:], "--set", "dealer_pontoon_takes=everything")["actions"] != told(*EIGHTS[1:])["actions"]


def test_the_table_shows_the_best_first_and_what_it_is_worth(shell: Shell) -> None:
    ran = shell.run(*EIGHTS, "--stake", "25")
    assert ran.code == 0
    assert "\x1b" not in ran.out
    assert max(map(len, ran.out.splitlines())) <= 80
    rows = [line.split() for line in ran.out.splitlines() if line.strip()]
    assert " ".join(rows[0]) == "The Star, Pontoon, 8 decks"
    assert " ".join(rows[1]) == "8S 8D (16), against KH"
    assert [row[0] for row in rows[4:]] == ["split", "hit", "surrender", "stand", "double"]
    assert rows[4] == ["split", "-0.436684", "-10.92", "best,", "by", "0.072179"]
    assert rows[5] == ["hit", "-0.508863", "-12.72", "gives", "away", "0.072179"]


def test_what_stands_beside_the_play(shell: Shell) -> None:
    ran = shell.run("ev", "star-pontoon", "--hand", "8S 3D KH", "--dealer", "5H", "--removed", "2S 2D")
    assert "settled   +1.000000   nothing left to decide" in ran.out
    assert "without 2S 2D" in ran.out
    ran = shell.run("ev", "canberra-blackjack", "--hand", "2S 3D 4H", "--dealer", "5H")
    assert "hit      +0.166467   the only choice" in ran.out
    ran = shell.run("ev", "canberra-blackjack", "--hand", "AS KD", "--dealer", "AH")
    assert "insure: -0.077482 a unit of insurance, whatever the hand does" in ran.out
    assert "even-money" in ran.out
    ran = shell.run("ev", "star-pontoon", "--hand", "AS 5D 3H", "--dealer", "6H", "--doubled")
    assert "AS 5D 3H (9), doubled, against 6H" in ran.out
    ran = shell.run("ev", "canberra-pontoon", "--hand", "8S 8D", "--dealer", "KH")
    assert "split is good to 1e-06; the others are exact" in ran.out


@pytest.mark.parametrize(
    ("arguments", "reason"),
    [
        (["--dealer", "KH"], "--hand: is missing; it is written as in '8S 8D'"),
        (["--hand", "8S 8D"], "--dealer: is missing; it is written as in 'KH'"),
        (["--hand", "8S", "--dealer", "KH"], "--hand: needs two cards or more"),
        (["--hand", "8S 8X", "--dealer", "KH"], "--hand: '8X' is no card, which is a rank of"),
        (["--hand", "8S 10D", "--dealer", "KH"], "a ten is written T"),
        (["--hand", "8S TD", "--dealer", "KH"], "--hand: TD is not in this game's decks, which have the ranks"),
        (["--hand", "8S 8D", "--dealer", "KH 2S"], "--dealer: takes the dealer's one card, not 2"),
        (
            ["--hand", "8S 8S", "--dealer", "8S", "--removed", "8S " * 6],
            "--hand: the shoe holds no further 8S; 8 decks",
        ),
        (["--hand", "8S " * 400, "--dealer", "8S"], "--hand: the shoe holds no further 8S; 8 decks have 8 of each"),
        (["--hand", "KS KH KD 2S", "--dealer", "KH"], "--hand: KS KH KD 2S cannot be drawn: a hand of 21 or more"),
        (["--hand", "8S 8D", "--dealer", "KH", "--doubled"], "--hand: 8S 8D was not doubled"),
        (
            ["--hand", "8S 8D", "--dealer", "KH", "--after-split", "both"],
            "--after-split: 'both' is neither original nor",
        ),
        (["--hand", "8S 8D", "--dealer", "KH", "--stake", "nan"], "--stake: 'nan' is not an amount in dollars"),
        (["--hand", "8S 8D", "--dealer", "KH", "--stake", "-1"], "--stake: '-1' is not an amount in dollars"),
        (["--hand", "8S 8D", "--dealer", "KH", "--stake", "1e400"], "--stake: '1e400' is not an amount in dollars"),
        (["--hand", "8S 8D", "--dealer", "KH", "--stake", "0"], "--stake: '0' is not above zero"),
        (["--hand", "8S 8D", "--dealer", "KH", "--decks", "5"], "decks: '5' is not permitted; it may be 6 or 8"),
        (["--hand", "8S 8D", "--dealer", "KH", "--set", "colour=red"], "colour: star-pontoon has no such option"),
        (["--batch", "-", "--hand", "8S 8D"], "--hand: cannot be used with --batch; write it in the lines of the file"),
        (["--batch", "-", "--after-split", "added"], "--after-split: cannot be used with --batch"),
        (["--batch", "nowhere.jsonl"], "--batch: 'nowhere.jsonl' cannot be read: No such file or directory"),
        (["--batch", "/"], "--batch: '/' cannot be read: Is a directory"),
    ],
)
def test_wrong_requests(shell: Shell, arguments: list[str], reason: str) -> None:
    assert reason in shell.refused("ev", "star-pontoon", *arguments)


def test_an_unknown_game(shell: Shell) -> None:
    assert shell.refused("ev", "roulette", *EIGHTS[2:]).startswith("roulette: no such game")


def batch(tmp_path: Path, *lines: object) -> str:
    path = tmp_path / "hands.jsonl"
    path.write_text("\n".join(line if isinstance(line, str) else json.dumps(line) for line in lines), "utf-8")
    return str(path)


def test_a_batch_answers_line_by_line_as_single_requests_do(shell: Shell, tmp_path: Path) -> None:
    ran = shell.run(
        "ev",
        "canberra-pontoon",
        "--batch",
        batch(
            tmp_path,
            {"hand": "8S 8D", "dealer": "KH"},
            "",
            {"hand": "9S 2D 5H", "dealer": "KH", "doubled": True, "after_split": None},
            {"hand": "8S KD", "dealer": "KH", "after_split": "added", "removed": "8D"},
            {"hand": "7S 7S", "dealer": "7H", "stake": 24.99},
            {"hand": "7S 7S", "dealer": "7H", "stake": "25.00"},
        ),
    )
    assert ran.code == 0
    told = [json.loads(line) for line in ran.out.splitlines()]
    single = ("ev", "canberra-pontoon", "--json", "--hand")
    assert told == [
        json.loads(shell.run(*single, *arguments).out)
        for arguments in (
            ("8S 8D", "--dealer", "KH"),
            ("9S 2D 5H", "--dealer", "KH", "--doubled"),
            ("8S KD", "--dealer", "KH", "--after-split", "added", "--removed", "8D"),
            ("7S 7S", "--dealer", "7H", "--stake", "24.99"),
            ("7S 7S", "--dealer", "7H", "--stake", "25"),
        )
    ]


def test_a_batch_from_standard_input(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    typed = b'\xef\xbb\xbf{"hand": "8S 8D", "dealer": "6H"}\n{"hand": "8S 9D"}\n'
    monkeypatch.setattr(sys, "stdin", SimpleNamespace(buffer=io.BytesIO(typed)))
    ran = shell.run("ev", "star-pontoon", "--batch", "-")
    assert ran.code == 2
    assert json.loads(ran.out)["best"] == "split"
    assert ran.err == "boxseat: standard input, line 2: dealer: is missing; it is written as in 'KH'\n"


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("{", "is not JSON: "),
        ("[]", 'is not an object such as {"hand": "8S 8D", "dealer": "KH"}'),
        ('{"hand": "8S 8D", "dealer": "KH", "stake": NaN}', "is not JSON: NaN is no number"),
        ('{"hand": "8S 8D", "dealer": "KH", "stake": -1}', "stake: -1 is not above zero"),
        ('{"hand": "8S 8D", "dealer": "KH", "stake": 1e400}', "stake: 1E+400 is more than any table takes"),
        ('{"hand": "8S 8D", "dealer": "KH", "stake": 25.001}', "stake: 25.001 is no whole number of cents"),
        ('{"hand": "8S 8D", "dealer": "KH", "stake": true}', "stake: True is not an amount in dollars"),
        ('{"hand": ["8S", "8D"], "dealer": "KH"}', "hand: is not text such as '8S 8D'"),
        ('{"hand": "8S 8D", "dealer": 7}', "dealer: is not text such as '8S 8D'"),
        ('{"hand": "8S 8D", "dealer": "KH", "doubled": 1}', "doubled: is neither true nor false"),
        ('{"hand": "8S 8D", "dealer": "KH", "after_split": ["added"]}', "after_split: \"['added']\" is neither"),
        ('{"hand": "8S 8D", "dealer": "KH", "bet": 5}', "bet: unknown field; there are hand, dealer, doubled,"),
        ('{"hand": "8S 8D", "hand": "9S 9D", "dealer": "KH"}', "is not JSON: the field 'hand' is given twice"),
        ('{"hand": "8S 8D", "dealer": "ZZ"}', "dealer: 'ZZ' is no card"),
        ('{"hand": "8S TD", "dealer": "KH"}', "hand: TD is not in this game's decks"),
        ("[" * 90_000, "is nested too deeply"),
        ('"' + "8" * 100_000 + '"', "is longer than 100,000 characters"),
    ],
)
def test_a_bad_line_ends_a_batch_and_the_answers_before_it_stand(
    shell: Shell, tmp_path: Path, line: str, reason: str
) -> None:
    path = batch(tmp_path, {"hand": "8S 8D", "dealer": "KH"}, line, {"hand": "9S 9D", "dealer": "KH"})
    ran = shell.run("ev", "star-pontoon", "--batch", path)
    assert ran.code == 2
    (answer,) = ran.out.splitlines()
    assert json.loads(answer)["hand"] == "8S 8D"
    (said,) = ran.err.splitlines()
    assert said.startswith(f"boxseat: {path}, line 2: {reason}")


def test_a_batch_that_is_no_text(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "hands.bin"
    path.write_bytes(b"\xff\xfe\x00")
    assert shell.refused("ev", "star-pontoon", "--batch", str(path)) == f"{path}, line 1: is not UTF-8 text"
    path.write_bytes(b"")
    assert shell.run("ev", "star-pontoon", "--batch", str(path)) == (0, "", "")
