"""Runs a command as the shell would, in this process, and captures its output."""

from __future__ import annotations

import sys
from typing import NamedTuple

import pytest

from boxseat.cli.main import main


class Ran(NamedTuple):
    code: int
    out: str
    err: str


class Shell:
    """A shell for one test."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
        self._monkeypatch = monkeypatch
        self._capsys = capsys

    def run(self, *arguments: str) -> Ran:
        self._monkeypatch.setattr(sys, "argv", ["boxseat", *arguments])
        with pytest.raises(SystemExit) as left:
            main()
        said = self._capsys.readouterr()
        return Ran(int(left.value.code or 0), said.out, said.err)

    def refused(self, *arguments: str) -> str:
        """Run a wrong request, and return its one line on standard error."""
        ran = self.run(*arguments)
        assert ran.code == 2, ran
        assert ran.out == ""
        (line,) = ran.err.splitlines()
        assert line.startswith("boxseat: ")
        assert "Traceback" not in line
        return line.removeprefix("boxseat: ")
