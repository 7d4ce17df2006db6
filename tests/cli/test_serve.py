"""``boxseat serve``: which journal it opens, and that a file has only one server at a time."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from tests.cli.commands import Shell
from tests.tiers import heavy, size

WORDS = ["serve", "--no-browser", "--port", "0"]


@contextmanager
def _serving(data: Path) -> Iterator[subprocess.Popen[str]]:
    """A server in its own process, from the moment it serves until it is killed."""
    command = [sys.executable, "-m", "boxseat", *WORDS, "--data", str(data), "--log", str(data / "log")]
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as server:
        assert server.stdout is not None
        assert "http://" in server.stdout.readline()
        try:
            yield server
        finally:
            server.kill()


def test_a_second_server_on_the_same_folder_is_refused(shell: Shell, tmp_path: Path) -> None:
    """It would show outdated tables. Other programs may read the file, and a kill leaves no lock behind."""
    data, backup = tmp_path / "floor", tmp_path / "night.backup"
    data.mkdir()
    for _ in range(size(1, 2)):
        with _serving(data):
            for where in (["--data", str(data)], ["--database", f"sqlite:///{data}/boxseat.db"]):
                assert shell.refused(*WORDS, *where) == f"--data: the database in {data} is in use by another server"
            assert shell.run("audit", "--data", str(data)).code == 0
    with _serving(data):
        assert shell.run("backup", str(backup), "--data", str(data)).code == 0
        assert shell.run("administrator", "--data", str(data)).code == 0


@heavy
def test_a_second_server_is_refused_by_whatever_name_it_opens_the_file(shell: Shell, tmp_path: Path) -> None:
    """Without its lock file, through a symbolic link, and through a hard link."""
    data = tmp_path / "floor"
    data.mkdir()
    with _serving(data):
        (data / "boxseat.db.lock").unlink()
        assert "in use by another server" in shell.refused(*WORDS, "--data", str(data))
        for name in ("symbolic", "hard"):
            (tmp_path / name).mkdir()
        (tmp_path / "symbolic" / "boxseat.db").symlink_to(data / "boxseat.db")
        (tmp_path / "hard" / "boxseat.db").hardlink_to(data / "boxseat.db")
        for name in ("symbolic", "hard"):
            assert "in use by another server" in shell.refused(*WORDS, "--data", str(tmp_path / name))


def test_one_place_is_named(shell: Shell, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command line comes before the environment, as for every other command."""
    both = ["--data", str(tmp_path / "floor"), "--database", "sqlite:///x"]
    for command in (WORDS, ["administrator"], ["audit"]):
        assert "not both" in shell.refused(*command, *both)
    monkeypatch.setenv("BOXSEAT_DATABASE", "mysql://x")
    assert "sqlite and postgresql" in shell.refused("administrator")
    assert shell.run("administrator", "--data", str(tmp_path / "floor")).code == 0
    assert (tmp_path / "floor" / "boxseat.db").is_file()
