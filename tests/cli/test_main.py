"""``boxseat`` itself: help, version, wrong commands, and how fast the quick commands start."""

from __future__ import annotations

import subprocess
import sys

import pytest

from boxseat import __version__
from tests.cli.commands import Shell


def test_help_lists_the_commands(shell: Shell) -> None:
    for arguments in (("--help",), ("-h",)):
        out = shell.run(*arguments).out
        assert all(command in out for command in ("play", "replay", "rules"))


def test_version(shell: Shell) -> None:
    assert shell.run("--version").out == f"boxseat {__version__}\n"


def test_a_command_that_is_none(shell: Shell) -> None:
    assert "No such command 'fold'" in shell.refused("fold")
    assert "Missing argument 'game'" in shell.refused("play")
    assert "whist: no such game" in shell.refused("play", "whist")


@pytest.mark.parametrize(
    "command", [["recall", "\udcff"], ["audit", "--data", "\udcff"], ["serve", "--settings", "\udcff"]]
)
def test_words_that_are_not_text(shell: Shell, command: list[str]) -> None:
    """Command-line bytes that are not UTF-8, in the form in which Python passes them on."""
    assert shell.refused(*command) == "b'\\xff' is not UTF-8 text"


@pytest.mark.parametrize("command", [["--help"], ["rules", "--summary"], ["replay", "--help"]])
def test_nothing_heavy_is_imported_by_the_quick_commands(command: list[str]) -> None:
    """The start stays fast because little is imported; the benchmarks measure the time."""
    code = (
        "import sys; from boxseat.cli.main import main\n"
        f"sys.argv = ['boxseat', *{command!r}]\n"
        "try:\n    main()\nexcept SystemExit:\n    pass\n"
        "heavy = {'numpy', 'numba', 'rich', 'litestar', 'sqlalchemy', 'matplotlib', 'hypothesis'} & set(sys.modules)\n"
        "sys.exit(f'imported {heavy}' if heavy else 0)"
    )
    ran = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=False)
    assert ran.returncode == 0, ran.stderr


def test_a_closed_pipe_is_no_traceback() -> None:
    command = f"{sys.executable} -m boxseat rules --json | head -1"
    ran = subprocess.run(command, shell=True, capture_output=True, text=True, check=False)
    assert "Traceback" not in ran.stderr
