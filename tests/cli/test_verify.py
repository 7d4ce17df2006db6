"""``boxseat verify``: the program's own files against a stored manifest."""

from __future__ import annotations

import json
from pathlib import Path

from tests.cli.commands import Shell


def test_verify_against_what_was_kept(shell: Shell, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    assert shell.run("verify", "--write", str(kept)).code in (0, 1)  # a working copy may hold changes
    ran = shell.run("verify", "--against", str(kept))
    assert ran.code == 0
    assert "All files are unchanged." in ran.out
    manifest = json.loads(kept.read_text())
    assert json.loads(shell.run("verify", "--against", str(kept), "--json").out)["digest"] == manifest["digest"]


def test_what_differs_is_named(shell: Shell, tmp_path: Path) -> None:
    from boxseat.program import digests, write_manifest

    kept = tmp_path / "kept.json"
    write_manifest(kept, {**digests(), "cards.py": "0" * 64, "gone.py": "1" * 64})
    ran = shell.run("verify", "--against", str(kept))
    assert ran.code == 1
    assert "changed: cards.py" in ran.out
    assert "missing: gone.py" in ran.out


def test_a_wrong_request(shell: Shell, tmp_path: Path) -> None:
    assert "cannot be read" in shell.refused("verify", "--against", str(tmp_path / "none"))
    assert "cannot be written" in shell.refused("verify", "--write", str(tmp_path / "no" / "such"))
