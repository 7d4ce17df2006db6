"""The prompt for wagers before the first card: the same again, another amount, or box by box."""

from __future__ import annotations

from collections.abc import Sequence

from boxseat.cli.terminal.keyboard import Keyboard
from boxseat.cli.terminal.prompts import show_wagering
from boxseat.cli.terminal.screen import Screen
from boxseat.cli.terminal.sign import show_sign
from boxseat.cli.terminal.typed_wagers import BadBet, TypedWager, example, lay, read_bet
from boxseat.money import dollars
from boxseat.table.memory_table import MemoryTable
from boxseat.table.records import WagerLaid
from boxseat.table.sign import least_stake
from boxseat.table.wager_rules import warning

NO_WAGER = ("n", "none", "0")


class WagerPrompt:
    """Asks one player for the wagers of each round and lays them on the table; remembers the last ones."""

    def __init__(
        self, table: MemoryTable, screen: Screen, keyboard: Keyboard, *, player: str, boxes: Sequence[int]
    ) -> None:
        self._table = table
        self._book = table.book
        self._sign = table.table.sign
        self._screen = screen
        self._keyboard = keyboard
        self._player = player
        self._boxes = boxes
        self._last: dict[int, TypedWager] = {}

    def ask(self) -> None:
        """Ask until the player has laid wagers that the table accepts, or sits the round out."""
        again = self._last or {box: TypedWager(least_stake(self._book, self._sign)) for box in self._boxes}
        show_wagering(self._screen, self._book, self._boxes, again, first=not self._last)
        while True:
            typed = self._keyboard.ask("Your wager: ")
            if typed in NO_WAGER:
                return
            if typed in ("?", "help"):
                show_sign(self._screen, self._book, self._sign)
                continue
            try:
                bets = again if typed in ("", "r") else self._read(typed, again)
                self._lay(bets)
            except BadBet as error:
                self._screen.say(str(error))
                continue
            self._last = bets or self._last
            return

    def _read(self, typed: str, again: dict[int, TypedWager]) -> dict[int, TypedWager]:
        """The bets typed: one for every box, or ``b`` and then each box by itself."""
        if typed != "b":
            return dict.fromkeys(self._boxes, read_bet(self._book, typed))
        bets = {box: self._box(box, again.get(box, TypedWager())) for box in self._boxes}
        return {box: bet for box, bet in bets.items() if bet.cents}

    def _box(self, box: int, before: TypedWager) -> TypedWager:
        """The bet for one box, asked until it can be read."""
        self._screen.say(f"Box {box}: Enter for {before}, an amount such as {example(self._book)}, or n for none.")
        while True:
            answer = self._keyboard.ask(f"Box {box}: ")
            if answer in ("", "r"):
                return before
            if answer in NO_WAGER:
                return TypedWager()
            try:
                return read_bet(self._book, answer)
            except BadBet as error:
                self._screen.say(str(error))

    def _lay(self, bets: dict[int, TypedWager]) -> None:
        """Lay all the bets, or none; `BadBet` says why they are not allowed."""
        needed = sum(bet.cents for bet in bets.values())
        chips = self._table.table.patrons[self._player].chips
        if needed > chips:
            raise BadBet(f"That takes {dollars(needed)}, and you have {dollars(chips)}.")
        wagers = [lay(bet, box) for box, bet in bets.items()]
        for number, wager in enumerate(wagers, start=1):
            if refused := self._table.may(self._player, *wagers[:number]):
                raise BadBet(f"Box {wager.box}: {refused.reason} (clause {refused.clause}).")
        for step in self._table.done(self._player, *wagers):
            if isinstance(step.record, WagerLaid) and (told := warning(self._book, self._sign, step.record.wager)):
                self._screen.say(told, "bold")
