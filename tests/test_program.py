"""The program verifies itself by SHA-256 (GLI-19, 2.3.2): it names any file that was changed, removed or added."""

from __future__ import annotations

import os
import py_compile
import shutil
import subprocess
from pathlib import Path

import pytest

from boxseat.program import (
    MANIFEST,
    PACKAGE_FOLDER,
    BadManifest,
    digests,
    read_manifest,
    verify_program,
    write_manifest,
)


@pytest.fixture
def program(tmp_path: Path) -> Path:
    """A copy of part of the program, outside any git working copy."""
    root = tmp_path / "boxseat"
    shutil.copytree(PACKAGE_FOLDER / "rulebook", root / "rulebook", ignore=shutil.ignore_patterns("__pycache__"))
    (root / "rulebook" / "__pycache__").mkdir()
    (root / "rulebook" / "__pycache__" / "book.pyc").write_bytes(b"x")
    return root


def test_the_whole_program_is_listed() -> None:
    files = digests()
    assert {
        "rulebook/books/star-pontoon.toml",
        "program.py",
        "journal/migrations/versions/0001_journal.py",
    } <= set(files)
    assert not [name for name in files if "__pycache__" in name or name.endswith(MANIFEST)]
    assert all(len(digest) == 64 for digest in files.values())


def test_a_built_package_is_compared_with_its_manifest(program: Path) -> None:
    write_manifest(program / MANIFEST, digests(program))
    report = verify_program(root=program)
    assert (report.compared_with, report.sound) == ("manifest", True)
    book = program / "rulebook" / "books" / "star-pontoon.toml"
    book.write_text(book.read_text().replace("3:2", "6:5", 1))
    (program / "rulebook" / "load.py").unlink()
    (program / "rulebook" / "extra.py").write_text("")
    report = verify_program(root=program)
    assert not report.sound
    assert report.changed == ("rulebook/books/star-pontoon.toml",)
    assert report.missing == ("rulebook/load.py",)
    assert report.added == ("rulebook/extra.py",)


def test_a_manifest_in_a_folder_is_a_file_like_any_other(program: Path) -> None:
    (program / "rulebook" / MANIFEST).write_text("{}")
    write_manifest(program / MANIFEST, digests(program))
    (program / "rulebook" / MANIFEST).write_text("[]")
    assert verify_program(root=program).changed == (f"rulebook/{MANIFEST}",)


@pytest.mark.parametrize("optimize", [0, 1, 2])
def test_what_python_runs_instead_of_a_source_is_compared_with_it(program: Path, optimize: int) -> None:
    """A file compiled by Python is accepted. One compiled from other code, with the source's size and time, is
    found."""
    source, true = program / "rulebook" / "pays.py", "assert True\nPAYS = 3\n"
    source.write_text(true)
    write_manifest(program / MANIFEST, digests(program))
    py_compile.compile(str(source), optimize=optimize, doraise=True)
    assert verify_program(root=program).sound
    at = source.stat().st_mtime
    source.write_text(true.replace("3", "6"))
    os.utime(source, (at, at))
    py_compile.compile(str(source), optimize=optimize, doraise=True)
    source.write_text(true)
    os.utime(source, (at, at))
    assert verify_program(root=program).changed == ("rulebook/pays.py, as compiled",)
    os.utime(source, (at + 10, at + 10))  # the compiled file is older now, and Python compiles again
    assert verify_program(root=program).sound


def test_an_operators_own_manifest(program: Path, tmp_path: Path) -> None:
    kept = tmp_path / "kept.json"
    write_manifest(kept, digests(program))
    assert verify_program(kept, program).sound
    (program / "rulebook" / "book.py").write_text("# nothing")
    assert verify_program(kept, program).changed == ("rulebook/book.py",)
    kept.write_text(kept.read_text().replace("rulebook/book.py", "rulebook/look.py"))
    with pytest.raises(BadManifest, match="damaged"):
        read_manifest(kept)
    for text in ("{}", "no json", '{"boxseat": 2, "version": "", "digest": "", "files": {}}'):
        kept.write_text(text)
        with pytest.raises(BadManifest):
            verify_program(kept, program)
    with pytest.raises(BadManifest, match="cannot be read"):
        verify_program(tmp_path / "none.json", program)


def test_a_working_copy_is_compared_with_its_last_commit(program: Path) -> None:
    def git(*words: str) -> None:
        identity = ("-c", "user.name=a", "-c", "user.email=a@example.com", "-c", "core.autocrlf=false")
        subprocess.run(["git", "-C", str(program), *identity, *words], check=True, capture_output=True)

    report = verify_program(root=program)
    assert (report.compared_with, report.sound) == ("nothing", False)
    git("init", "-q")
    (program / ".gitignore").write_text("__pycache__/\n*.log\n")
    git("add", ".")
    git("commit", "-qm", "as built")
    report = verify_program(root=program)
    assert (report.compared_with, report.sound) == ("git", True), report
    assert len(report.source) == 40
    (program / "rulebook" / "book.py").write_text("# nothing")
    (program / "rulebook" / "new.py").write_text("")
    (program / "rulebook" / "seen.log").write_text("ignored")
    report = verify_program(root=program)
    assert (report.changed, report.missing, report.added) == (("rulebook/book.py",), (), ("rulebook/new.py",))
    installed = program / "rulebook" / "ignored.log" / "boxseat"  # in a git working copy that does not track it
    installed.mkdir(parents=True)
    (installed / "pays.py").write_text("PAYS = 6")
    report = verify_program(root=installed)
    assert (report.compared_with, report.sound) == ("nothing", False)
