"""A table in memory: the real table without database and journal, as the terminal plays at it.

    table = MemoryTable(book)
    table.open(Settings(sign=sign))
    table.do("ann", c.BuyIn(Cents(50_000)), c.Sit(1))      the steps, or the refusal
    table.waiting                                          whom the round waits for
    announcements(book, steps)                             what the dealer says (`table/announcements.py`)

Each command is judged and done on a `Desk`, as on the floor; only its records are not stored. Nobody's power is asked for
(`house/authority.py`): whoever calls gives commands of players, staff and house. The clock stands still.
"""

from __future__ import annotations

import hashlib
import os
from itertools import count
from typing import NamedTuple

from boxseat.consistency import Inconsistent
from boxseat.refusal import Refusal
from boxseat.rulebook.book import Book
from boxseat.table import commands as c
from boxseat.table.card_source import Orders
from boxseat.table.desk import Desk, Entropy
from boxseat.table.dispatch import carry_out
from boxseat.table.fold import Step
from boxseat.table.questions import OpenQuestion, open_questions
from boxseat.table.settings import Settings
from boxseat.table.state import Table

STAFF = "staff"
"""The author of the commands that open the table."""
NOW_US = 0
"""The time at every table in memory, in microseconds."""


class _Saved(NamedTuple):
    """What lasts from one command to the next."""

    table: Table
    seeds: dict[str, bytes]
    orders: Orders


class MemoryTable:
    """A table, with the seeds of its shoes."""

    def __init__(self, book: Book, *, entropy: Entropy = os.urandom) -> None:
        self.book = book
        self._entropy = entropy
        self._saved = _Saved(Table(), {}, {})

    @property
    def table(self) -> Table:
        """The table now."""
        return self._saved.table

    @property
    def waiting(self) -> list[OpenQuestion]:
        """The questions that the round waits for, clockwise."""
        return open_questions(self.book, self.table)

    def open(self, settings: Settings) -> tuple[Step, ...]:
        """Set up the table, with settings that suit the book, and open it for play."""
        setting_up = c.SetUpTable("table", self.book.name, self.book.title, "", {}, settings)
        return self.done(STAFF, setting_up, c.OpenForPlay())

    def do(self, who: str, *commands: c.TableCommand) -> Refusal | tuple[Step, ...]:
        """Carry out commands of one author: the steps of all of them, or the first refusal, and then none of them is done."""
        before, steps = self._saved, list[Step]()
        for command in commands:
            outcome = self._carried_out(who, command)
            if isinstance(outcome, Refusal):
                self._saved = before
                return outcome
            steps.extend(outcome)
        return tuple(steps)

    def done(self, who: str, *commands: c.TableCommand) -> tuple[Step, ...]:
        """Carry out commands that the table is known to accept; a refusal is a mistake in the program."""
        outcome = self.do(who, *commands)
        if isinstance(outcome, Refusal):
            raise Inconsistent(f"{who} may not do {commands}: {outcome.reason}")
        return outcome

    def may(self, who: str, *commands: c.TableCommand) -> Refusal | None:
        """The refusal that these commands would get; nothing is done. For commands that do not lead to a shuffle."""
        before = self._saved
        outcome = self.do(who, *commands)
        self._saved = before
        return outcome if isinstance(outcome, Refusal) else None

    def _carried_out(self, who: str, command: c.TableCommand) -> Refusal | list[Step]:
        """Carry out one command as an entry of its own. Seeds and orders are copied, so that what was before can be put back."""
        table, seeds, orders = self._saved
        orders = dict(orders)
        desk = Desk(self.book, table, NOW_US, seeds=seeds, entropy=self._entropy, orders=orders)
        if refused := carry_out(desk, who, command):
            return refused
        if desk.happened:
            self._saved = _Saved(desk.done(), {**seeds, **dict(desk.secrets)}, orders)
        return desk.steps


def practice_entropy(name: str) -> Entropy:
    """Reproducible entropy: the same name gives the same shoes."""
    numbers = count(1)
    return lambda length: hashlib.shake_256(f"boxseat practice\0{name}\0{next(numbers)}".encode()).digest(length)
