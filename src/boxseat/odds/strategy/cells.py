"""A cell of a chart: what to do with a hand, in the notation of players.

A letter is an action (H hit, S stand, D double, P split, R surrender). What follows, in lower case, is done where the action is
not allowed or no longer holds, and a number says from how many cards on: `S4` stands and hits with four cards or more, `Ds`
doubles where that is allowed and else stands, `Rs5` surrenders, else stands and hits with five cards or more, `H3s` hits two
cards and stands on three or more. A mark at the end is for a hand of two cards that a named line of the payout table can still
come of: `*` hits with any such two cards, `+` with two of one suit, `♠` with two spades.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from typing import NamedTuple

from boxseat.odds.policy import HIT, SPLIT, STAND, SURRENDER

LETTERS = "SHDPR"
"""By the number of the decision in a policy."""
MARKS = ("", "*", "+", "♠")
"""The signs of the marks, by number."""
NO_LINE, ANY_SUITS, ONE_SUIT, SPADES = range(4)
"""What two cards can still become: nothing of note, a named line, one in a single suit, one in spades."""

ALWAYS = 99
"""More cards than a hand can have."""

_STEP = re.compile(r"([HSDPR])([2-9])?", re.IGNORECASE)


class BadCell(ValueError):
    """Text that is no cell of a chart."""


class CellStep(NamedTuple):
    """An action, for hands of fewer cards than `below`."""

    action: int
    below: int = ALWAYS


class Cell(NamedTuple):
    """A cell: the first step that is allowed and has not run out is the decision.

    Where none is left, a pair is played by its total, and a total is hit; so no hit stands at the end of other steps.
    """

    steps: tuple[CellStep, ...] = ()
    mark: int = NO_LINE
    """From which kind of two cards on to hit instead."""

    def decision(self, cards: int, allowed: Collection[int], line: int = NO_LINE) -> int | None:
        """The decision on a hand; `None` where the cell makes none."""
        if self.mark and cards == 2 and line >= self.mark:
            return HIT
        return next((step.action for step in self.steps if cards < step.below and step.action in allowed), None)

    def surrendering(self) -> Cell:
        """The same cell, with surrender as its first step."""
        return Cell((CellStep(SURRENDER), *(step for step in self.steps if step != CellStep(HIT))), self.mark)

    @property
    def main(self) -> int | None:
        """The first action, which the cell is coloured by."""
        return self.steps[0].action if self.steps else None

    def __str__(self) -> str:
        letters = [LETTERS[step.action] + (str(step.below) if step.below < ALWAYS else "") for step in self.steps]
        return "".join(letters[:1] + [letter.lower() for letter in letters[1:]] + [MARKS[self.mark]]) or "-"


def cell(text: str) -> Cell:
    """Parse the text of a cell; a hit at its end may be left out."""
    if text == "-":
        return Cell()
    mark = next((place for place, sign in enumerate(MARKS) if sign and text.endswith(sign)), NO_LINE)
    letters = text.removesuffix(MARKS[mark])
    found = list(_STEP.finditer(letters))
    if "".join(step.group() for step in found) != letters or letters[1:] != letters[1:].lower():
        raise BadCell(f"{text[:20]!r} is no cell, which is written like H, S, S4, D, Ds, P, R or S5*")
    if not letters or letters[0].islower():
        raise BadCell(f"{text[:20]!r} begins with none of the letters H, S, D, P, R")
    steps = [
        CellStep(LETTERS.index(step.group(1).upper()), int(step.group(2)) if step.group(2) else ALWAYS)
        for step in found
    ]
    _check(text, steps)
    if len(steps) > 1 and steps[-1] == CellStep(HIT):
        steps.pop()
    return Cell(tuple(steps), mark)


def _check(text: str, steps: list[CellStep]) -> None:
    """Refuse steps that can never be reached, or that say the same twice."""
    actions = [step.action for step in steps]
    if len(set(actions)) < len(actions):
        raise BadCell(f"{text[:20]!r} names an action twice")
    for place, step in enumerate(steps):
        ends = place == len(steps) - 1
        if step.action in (HIT, STAND) and step.below == ALWAYS and not ends:
            raise BadCell(f"{text[:20]!r} goes on after {LETTERS[step.action]}, which is always allowed")
        if step.action in (SPLIT, SURRENDER) and step.below < ALWAYS:
            raise BadCell(f"{text[:20]!r} has a number after {LETTERS[step.action]}, which is for two cards only")
        if step.action == HIT and step.below < ALWAYS and ends:
            raise BadCell(f"{text[:20]!r} does not say what follows the hit")
        if step.below < 3:
            raise BadCell(f"{text[:20]!r} counts from fewer than three cards, and a hand begins with two")
    numbers = [step.below for step in steps if step.below < ALWAYS]
    if numbers != sorted(set(numbers)):
        raise BadCell(f"{text[:20]!r} has numbers that do not rise")
