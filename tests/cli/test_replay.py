"""``boxseat replay``: one round or many, as JSON or as an account; wrong input is one line and exit 2."""

from __future__ import annotations

import errno
import io
import json
import os
import sys
from pathlib import Path
from typing import Any

import pytest

from boxseat.play.replay import replay
from tests.books import PLAIN_BLACKJACK
from tests.cli.commands import Shell
from tests.notation import document

WON = document("star-pontoon", "8H 4C 7D 6S", "1:ann*=20", "1 hit")
LOST = document("canberra-blackjack", "TH 5S 6C QD", "1:ann*=20", "1 hit")


def _file(folder: Path, name: str, written: object) -> str:
    path = folder / name
    path.write_text(json.dumps(written), "utf-8")
    return str(path)


def test_one_round_is_answered_with_one_object(tmp_path: Path, shell: Shell) -> None:
    ran = shell.run("replay", _file(tmp_path, "won.json", WON), "--json")
    assert ran.code == 0
    assert json.loads(ran.out) == replay(WON)
    assert json.loads(ran.out)["net"] == {"ann": "30.00"}


def test_several_rounds_and_several_files(tmp_path: Path, shell: Shell) -> None:
    both = _file(tmp_path, "both.json", {"rounds": [WON, LOST]})
    one = _file(tmp_path, "one.json", LOST)
    none = _file(tmp_path, "none.json", {"rounds": []})
    answers = json.loads(shell.run("replay", both, one, none, "--json").out)
    assert answers == [{"rounds": [replay(WON), replay(LOST)]}, replay(LOST), {"rounds": []}]
    assert json.loads(shell.run("replay", both, "--json").out) == {"rounds": [replay(WON), replay(LOST)]}


def test_standard_input(monkeypatch: pytest.MonkeyPatch, shell: Shell) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(json.dumps(WON).encode())))
    assert json.loads(shell.run("replay", "-", "--json").out) == replay(WON)


def test_options_on_the_command_line_go_before_the_documents(tmp_path: Path, shell: Shell) -> None:
    odd = document("star-pontoon", "AC 5H JD", "1:ann=15", smallest_chip="0.50")
    name = _file(tmp_path, "odd.json", odd)
    assert json.loads(shell.run("replay", name, "--json", "--set", "smallest_chip=1").out)["net"] == {"ann": "23.00"}
    assert json.loads(shell.run("replay", name, "--json", "--decks", "6").out)["net"] == {"ann": "22.50"}
    assert "decks: '7' is not permitted" in shell.refused("replay", name, "--decks", "7")
    assert "a setting is written NAME=VALUE" in shell.refused("replay", name, "--set", "decks")


def test_a_book_of_ones_own_is_named_by_its_path(tmp_path: Path, shell: Shell) -> None:
    name = _file(tmp_path, "own.json", document(PLAIN_BLACKJACK, "AH 7S QD", "1:ann=15"))
    assert json.loads(shell.run("replay", name, "--json").out)["net"] == {"ann": "23.00"}


def test_the_account_tells_every_card_refusal_and_clause(tmp_path: Path, shell: Shell) -> None:
    disputed = document(
        "star-pontoon",
        "KS 9D 7H 6C 8D 5S KD",
        "1:ann*=20+pp5 1:bob=10 3:cat=2000",
        "1 insure bob 5",
        "1 double 20 +bob=10",
        "1 forfeit bob",
        "3 stand",
        limits={"min": "5", "max": "1000"},
    )
    ran = shell.run("replay", _file(tmp_path, "disputed.json", disputed))
    assert ran.code == 0
    assert ran.out == (Path(__file__).parent / "disputed.txt").read_text("utf-8")


@pytest.mark.parametrize(
    ("raw", "sentence"),
    [
        (b"", "is not JSON"),
        (b"{", "is not JSON"),
        (b"[1, 2", "is not JSON"),
        (b'{"game": NaN}', "is not JSON: NaN is no number"),
        (b'{"game": 1e400}', "cards: missing"),
        (b'{"a": 1, "a": 2}', "the field 'a' is given twice"),
        (b"[" * 100_000, "nested too deeply"),
        (b'{"a":' * 100_000, "nested too deeply"),
        (b"\xff\xfe\x00", "is not UTF-8 text"),
        (b'{"game": ' + b"9" * 5000 + b"}", "a number is longer than 60 characters"),
        (b'{"game": 0.' + b"9" * 5000 + b"}", "a number is longer than 60 characters"),
        (b'{"rounds": 7}', "rounds: is not a list"),
        (b'{"rounds": [], "game": 1}', "game: unknown field beside rounds"),
        (b'{"rounds": [7]}', "rounds[0]: 7 is not an object"),
        (b"7", "7 is not an object"),
        (b"null", "None is not an object"),
    ],
)
def test_a_file_that_cannot_be_read_is_one_line(tmp_path: Path, shell: Shell, raw: bytes, sentence: str) -> None:
    path = tmp_path / "bad.json"
    path.write_bytes(raw)
    said = shell.refused("replay", str(path), "--json")
    assert sentence in said
    assert "bad.json" in said


def test_files_that_are_none(tmp_path: Path, shell: Shell) -> None:
    assert "No such file" in shell.refused("replay", str(tmp_path / "none.json"))
    assert "Is a directory" in shell.refused("replay", str(tmp_path))
    assert "cannot be read" in shell.refused("replay", "a\0b")
    assert "FILE" in shell.refused("replay")
    assert "No such option" in shell.refused("replay", "--frobnicate", "x.json")


def test_a_file_without_permission(shell: Shell, monkeypatch: pytest.MonkeyPatch) -> None:
    def closed(*_: object) -> None:
        raise PermissionError(errno.EACCES, os.strerror(errno.EACCES))

    monkeypatch.setattr("builtins.open", closed)
    assert "Permission denied" in shell.refused("replay", "closed.json")


def test_one_bad_round_among_many_is_named(tmp_path: Path, shell: Shell) -> None:
    bad: dict[str, Any] = {**WON, "cards": "8H 4C"}
    said = shell.refused("replay", _file(tmp_path, "two.json", {"rounds": [WON, bad]}))
    assert "the round needs more than the 2 listed" in said
