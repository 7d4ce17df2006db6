"""A player at the terminal for tests: reads the screen, and types an answer to each question."""

from __future__ import annotations

import contextlib
import io
import re
import sys
from collections.abc import Callable
from random import Random

import pytest

from boxseat.cli.terminal.seat import Sitting, sit_down
from boxseat.rulebook.load import open_book

KEYS = re.compile(r"\[(\w+|\?)\] ")
OFFER = re.compile(r": (insurance|surrender|forfeit)\? You have")
FAREWELL = re.compile(r"^You leave with (\S+) after \d+ rounds?, (\S+) in all\.$", re.MULTILINE)
NET = re.compile(r"^In all [ |]*(\S+)", re.MULTILINE)
MOST_ANSWERS = 3000


class Asked:
    """A question as the screen shows it."""

    def __init__(self, screen: str, keys: list[str]) -> None:
        self.screen = screen
        self.keys = keys
        prompt = screen.rsplit("\n", 1)[-1]
        offers = OFFER.findall(screen)
        self.kind = "wager" if prompt == "Your wager: " else "box" if prompt != "> " else (offers or ["decision"])[-1]


Answers = Callable[[Asked], str | None]
"""The answer to a question; None for the end of the input."""


class Typist(io.StringIO):
    """Standard input, typed by a player who reads standard output."""

    def __init__(self, output: io.StringIO, answers: Answers) -> None:
        super().__init__()
        self._output = output
        self._answers = answers
        self._read = self._answered = 0
        self._asked = Asked("", [])

    def readline(self, size: int | None = -1, /) -> str:  # type: ignore[override]
        self._answered += 1
        assert self._answered < MOST_ANSWERS, "the same question comes again and again"
        screen = self._output.getvalue()[self._read :]
        self._read += len(screen)
        keys = KEYS.findall(screen)
        self._asked = Asked(screen, keys) if keys else Asked(self._asked.screen + screen, self._asked.keys)
        answer = self._answers(self._asked)
        return "" if answer is None else f"{answer}\n"


def sit(answers: Answers, game: str = "star-pontoon", **options: object) -> str:
    """Everything shown while these answers are given."""
    asked: dict[str, object] = {
        "boxes": 1,
        "others": 2,
        "bankroll": "500",
        "minimum": "5",
        "maximum": "1000",
        "seed": 52,
        "explain": False,
    }
    output = io.StringIO()
    with pytest.MonkeyPatch.context() as patch, contextlib.redirect_stdout(output):
        patch.setattr(sys, "stdin", Typist(output, answers))
        sit_down(Sitting(book=open_book(game), **{**asked, **options}))  # type: ignore[arg-type]
    return output.getvalue()


def typing(*lines: str) -> Answers:
    """These lines one after another, then the end of the input."""
    rest = iter(lines)
    return lambda asked: next(rest, None)


def any_key(seed: int, rounds: int) -> Answers:
    """Random keys among those shown, for this many rounds."""
    chance = Random(seed)
    left = rounds

    def answer(asked: Asked) -> str | None:
        nonlocal left
        if asked.kind == "wager":
            left -= 1
            return None if left < 0 else chance.choice(("", "", "10", "20 pp5", "7.50", "b", "n", "r"))
        if asked.kind == "box":
            return chance.choice(("", "n", "15", "10 pp 2.50"))
        key = chance.choice([key for key in asked.keys if key != "q"])
        amounts = re.search(rf"\[{re.escape(key)}\] \w+ \(for (\S+), or any part from\s+(\S+)\)", asked.screen)
        return f"{key} {amounts[2]}" if amounts and chance.random() < 0.5 else key

    return answer


def cents(amount: str) -> int:
    return round(float(amount) * 100)


def check_bankroll(shown: str, start: int) -> None:
    """Check that the player leaves with the opening money plus the net results of all rounds shown."""
    farewell = FAREWELL.findall(shown)
    assert len(farewell) == 1, shown[-600:]
    nets = sum(cents(net) for net in NET.findall(shown))
    assert (cents(farewell[0][0]), cents(farewell[0][1])) == (start + nets, nets)
