"""``boxseat play`` as a process: pipes, a real terminal, Ctrl-C, invalid bytes, terminals without colours or lines."""

from __future__ import annotations

import os
import pty
import select
import shlex
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from boxseat.rulebook.load import GAMES
from tests.tiers import cases

COMMAND = (sys.executable, "-c", "from boxseat.cli.main import main; main()", "play")


def run(*arguments: str, typed: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run(
        [*COMMAND, *arguments], input=typed, capture_output=True, timeout=60, env={**os.environ, **environment}
    )


@pytest.mark.parametrize("game", cases(GAMES, ("star-pontoon", "canberra-blackjack")))
def test_answers_may_be_piped(game: str) -> None:
    done = run(game, "--seed", "52", typed=b"s\ns\nq\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert done.stdout.decode().endswith("You leave with 500.00 after 0 rounds, 0.00 in all.\n")
    played = run(game, "--seed", "52", typed=b"\ns\nc\ns\ns\ns\n\n")
    assert (played.returncode, played.stderr) == (0, b"")
    assert b"Round 2" in played.stdout


@pytest.mark.parametrize(
    "arguments",
    [
        ("star-pontoon", "--bankroll", "x"),
        ("star-pontoon", "--min", "9", "--max", "8"),
        ("star-pontoon", "--boxes", "0"),
        ("star-pontoon", "--others", "7"),
        ("star-pontoon", "--others-play", "badly"),
        ("star-pontoon", "--seed", "one"),
        ("whist",),
    ],
)
def test_a_wrong_request_exits_2_with_one_line(arguments: tuple[str, ...]) -> None:
    done = run(*arguments)
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("kind", cases(("perfect", "chart"), ("chart",)))
def test_the_others_may_play_well(kind: str) -> None:
    """They study the game first; this is shown in a terminal only."""
    done = run("star-pontoon", "--seed", "52", "--others", "3", "--others-play", kind, typed=b"10\nc\ns\ns\nq\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"The others: Ines" in done.stdout


def test_bytes_that_are_no_text_are_wrong_typing() -> None:
    done = run("star-pontoon", "--seed", "52", typed=b"\xff\xfe\x00\n\x1b[A\n10\n\xc3(\n")
    assert (done.returncode, done.stderr) == (0, b"")
    assert b"is no wager" in done.stdout


def test_a_terminal_without_line_drawing_gets_plain_letters() -> None:
    done = run("star-pontoon", "--seed", "52", typed=b"10\nc\ns\n", PYTHONIOENCODING="ascii")
    assert (done.returncode, done.stderr) == (0, b"")
    assert "| |J  |8  |" in done.stdout.decode("ascii")
    assert "?  " not in done.stdout.decode("ascii").split("Round 1")[1].split("Your wager")[1].replace("[?]", "")


def test_nobody_reading_is_no_traceback() -> None:
    reading, writing = os.pipe()
    os.close(reading)
    done = subprocess.run(
        [*COMMAND, "star-pontoon"], input=b"\n" * 50, stdout=writing, stderr=subprocess.PIPE, timeout=60
    )
    os.close(writing)
    assert b"Traceback" not in done.stderr


@pytest.mark.parametrize("closed", cases(("<&-", ">&-", "<&- >&- 2>&-"), ("<&- >&- 2>&-",)))
def test_a_table_without_input_or_output_is_left_at_once(closed: str) -> None:
    command = shlex.join([*COMMAND, "star-pontoon", "--seed", "52"])
    done = subprocess.run(["sh", "-c", f"{command} {closed}"], capture_output=True, timeout=60)
    assert (done.returncode, done.stderr) == (0, b"")


def test_ctrl_c_leaves_a_piped_table() -> None:
    with subprocess.Popen(
        [*COMMAND, "star-pontoon", "--seed", "52"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
    ) as table:
        assert table.stdin is not None
        assert table.stdout is not None
        assert table.stderr is not None
        table.stdin.write(b"10\n")
        table.stdin.flush()
        assert any(line.startswith(b"[u]") for line in table.stdout)
        time.sleep(0.1)
        table.send_signal(signal.SIGINT)
        shown = table.stdout.read().decode()
        assert table.stderr.read() == b""
        assert table.wait(30) == 0
    assert "played as for an absent player" in " ".join(shown.split())
    assert "You leave with" in shown


class Terminal:
    """A pseudo-terminal that shows the table."""

    def __init__(self, master: int) -> None:
        self._master = master
        self.shown = ""

    def wait_for(self, text: str) -> None:
        until = time.monotonic() + 30
        while text not in self.shown:
            assert time.monotonic() < until, self.shown
            if select.select([self._master], [], [], 0.2)[0]:
                self.shown += os.read(self._master, 65536).decode("utf-8", "replace")

    def type(self, keys: str) -> None:
        os.write(self._master, keys.encode())


@contextmanager
def terminal(*arguments: str, **environment: str) -> Iterator[tuple[Terminal, subprocess.Popen[bytes]]]:
    master, slave = pty.openpty()
    settings = {**os.environ, "TERM": "xterm-256color", "COLUMNS": "80", **environment}
    with subprocess.Popen(
        [*COMMAND, *arguments], stdin=slave, stdout=slave, stderr=slave, env=settings, start_new_session=True
    ) as table:
        os.close(slave)
        yield Terminal(master), table
    os.close(master)


@pytest.mark.parametrize("leaving", ["q\n", "\x04"])
def test_a_terminal_is_played_at_and_left(leaving: str) -> None:
    with terminal("star-pontoon", "--seed", "52") as (screen, table):
        screen.wait_for("Your wager: ")
        screen.type("10\n")
        screen.wait_for("surrender?")
        screen.wait_for("> ")
        screen.type(leaving)
        screen.wait_for("in all.")
        assert table.wait(30) == 0
    assert "\x1b[" in screen.shown
    assert "Traceback" not in screen.shown


def test_ctrl_c_leaves_a_terminal() -> None:
    with terminal("star-pontoon", "--seed", "52") as (screen, table):
        screen.wait_for("Your wager: ")
        time.sleep(0.1)
        table.send_signal(signal.SIGINT)
        screen.wait_for("You leave with 500.00")
        assert table.wait(30) == 0
    assert "Traceback" not in screen.shown


def test_no_color_is_heeded() -> None:
    with terminal("star-pontoon", "--seed", "52", NO_COLOR="1") as (screen, table):
        screen.wait_for("Your wager: ")
        screen.type("10\n")
        screen.wait_for("surrender?")
        screen.wait_for("> ")
        screen.type("q\n")
        screen.wait_for("in all.")
        table.wait(30)
    assert "\x1b[31m" not in screen.shown
    assert "\x1b[1;31m" not in screen.shown
