"""The computer players at the terminal's table: they buy chips, sit down, wager and answer by commands, as people do."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

from boxseat.computer import Kind, computer
from boxseat.computer.replies import answer, lay_command
from boxseat.money import Cents
from boxseat.play.state import Wager
from boxseat.table import commands as c
from boxseat.table.memory_table import MemoryTable
from boxseat.table.questions import OpenQuestion
from boxseat.table.sign import least_stake

BUY_IN_STAKES = 1_000
"""A computer player buys chips for this many of the smallest wagers, so that no decision is beyond its chips."""


class Company:
    """The computer players of one table; those for whom there is no box stand behind and back the others."""

    def __init__(self, table: MemoryTable, kind: Kind, names: Sequence[str], boxes: Sequence[int], chance: Random):
        self._table = table
        self._players = {name: computer(kind, name, chance) for name in names}
        self._boxes = dict(zip(self._players, boxes, strict=False))

    def sit_down(self) -> None:
        """All of them buy chips, and those with a box sit down."""
        self._buy_chips()
        for name, box in self._boxes.items():
            self._table.done(name, c.Sit(box))

    def _buy_chips(self) -> None:
        table = self._table.table
        amount = least_stake(self._table.book, table.sign) * BUY_IN_STAKES
        for name in self._players:
            if name not in table.patrons or table.patrons[name].chips < amount // 2:
                self._table.done(name, c.BuyIn(Cents(amount)))

    def lay(self, players_boxes: Sequence[int]) -> None:
        """Each wagers on its own box, and then perhaps on one of the player's boxes."""
        self._buy_chips()
        book, sign = self._table.book, self._table.table.sign
        for name, box in self._boxes.items():
            self._lay(self._players[name].wager(book, sign, box, self._table.table.wagers))
        for name, other in self._players.items():
            seated = name in self._boxes
            self._lay(other.backing(book, sign, players_boxes, self._table.table.wagers, seated=seated))

    def _lay(self, wager: Wager | None) -> None:
        if wager is not None:
            self._table.done(wager.player, lay_command(wager))

    def answer(self, question: OpenQuestion) -> c.TableCommand:
        """What the player who is asked does."""
        return answer(self._table.book, self._table.table, question, self._players[question.player])
