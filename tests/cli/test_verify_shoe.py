"""``boxseat verify-shoe``: exit 0 if verified, 1 with a sentence for a fault, 2 with one line if it is no proof."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path

import pytest

from boxseat.fairness.commitment import write_proof
from boxseat.rulebook.load import open_book
from tests.cli.commands import Shell
from tests.fairness import offline_page as page
from tests.fairness.proofs import shoe_proof


@pytest.fixture
def proof(tmp_path: Path) -> Path:
    path = tmp_path / "shoe.json"
    path.write_bytes(write_proof(shoe_proof(open_book("star-pontoon"), "1", dealt=31, by="house")))
    return path


def spoilt(proof: Path) -> Path:
    read = json.loads(proof.read_text("utf-8"))
    read["stages"][0]["dealt"] = "AS" + read["stages"][0]["dealt"][2:]
    path = proof.with_name("spoilt.json")
    path.write_text(json.dumps(read), "utf-8")
    return path


def test_a_shoe_is_verified(shell: Shell, proof: Path) -> None:
    ran = shell.run("verify-shoe", str(proof))
    assert ran.code == 0
    assert "verified. Shoe 1 of star-pontoon: 31 cards were dealt, as committed by" in ran.out
    assert json.loads(proof.read_text("utf-8"))["commitment"] in ran.out


def test_a_fault_is_told_and_is_exit_1(shell: Shell, proof: Path) -> None:
    ran = shell.run("verify-shoe", str(proof), str(spoilt(proof)))
    assert ran.code == 1
    assert f"{proof}: verified." in ran.out
    assert "spoilt.json: NOT verified.\n  Card 1 was dealt as AS, and by the seed it is " in ran.out


def test_json_says_the_same(shell: Shell, proof: Path) -> None:
    ran = shell.run("verify-shoe", "--json", str(proof))
    assert (ran.code, json.loads(ran.out)) == (
        0,
        {"file": str(proof), "shoe": "1", "verified": True, "faults": []},
    )
    ran = shell.run("verify-shoe", "--json", str(proof), str(spoilt(proof)))
    assert ran.code == 1
    assert [one["verified"] for one in json.loads(ran.out)] == [True, False]


def test_the_games_own_book_is_held_to(shell: Shell, proof: Path) -> None:
    read = json.loads(proof.read_text("utf-8"))
    proof.write_text(json.dumps({**read, "cut_from_ends": 0}), "utf-8")
    ran = shell.run("verify-shoe", str(proof))
    assert ran.code == 1
    assert "(clause 5.5)" in ran.out


def test_a_book_of_ones_own_is_not_opened_by_name(shell: Shell, proof: Path) -> None:
    """The book's name in a proof is data: it opens no file."""
    read = json.loads(proof.read_text("utf-8"))
    proof.write_text(json.dumps({**read, "book": "/etc/passwd\u001b[31m.toml"}), "utf-8")
    ran = shell.run("verify-shoe", str(proof))
    assert ran.code == 1
    assert "\x1b" not in ran.out
    assert ran.out.count("\n  ") == 1


def test_a_proof_on_standard_input(shell: Shell, proof: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(proof.read_bytes())))
    assert shell.run("verify-shoe", "-").code == 0


def test_what_is_no_proof_is_one_line_and_exit_2(shell: Shell, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.json"
    for raw, sentence in (
        (b"{", "is not JSON"),
        (b"{}", "is no proof of a shoe"),
        (b"1" * 1_000_001, "larger than 1 MB"),
    ):
        wrong.write_bytes(raw)
        assert sentence in shell.refused("verify-shoe", str(wrong))
    assert "cannot be read: No such file" in shell.refused("verify-shoe", str(tmp_path / "none.json"))
    assert "cannot be read" in shell.refused("verify-shoe", "a\0b")
    assert shell.refused("verify-shoe").startswith("FILE: ")


def test_the_page_is_written_out(shell: Shell, tmp_path: Path) -> None:
    path = tmp_path / "verify.html"
    ran = shell.run("verify-shoe", "--page", str(path))
    assert (ran.code, ran.out) == (0, "")
    assert path.read_text("utf-8") == page.page()
    assert "cannot be written" in shell.refused("verify-shoe", "--page", str(tmp_path / "none" / "verify.html"))
