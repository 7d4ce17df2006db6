"""The prompt for wagers before the first card: the same again, another amount, or box by box."""

from __future__ import annotations

from collections.abc import Sequence

from boxseat.cli.terminal.keyboard import Keyboard
from boxseat.cli.terminal.prompts import show_wagering
from boxseat.cli.terminal.screen import Screen
from boxseat.cli.terminal.sign import show_sign
from boxseat.cli.terminal.typed_wagers import BadBet, TypedWager, example, laid, read_bet
from boxseat.money import dollars
from boxseat.play.state import Wager
from boxseat.rulebook.book import Book
from boxseat.table.sign import Sign, least_stake
from boxseat.table.wager_rules import refusal_to_place, warning

NO_WAGER = ("n", "none", "0")


class WagerPrompt:
    """Asks one player for the wagers of each round; remembers the last ones and whether the player was warned."""

    def __init__(
        self, book: Book, sign: Sign, screen: Screen, keyboard: Keyboard, *, player: str, boxes: Sequence[int]
    ) -> None:
        self._book = book
        self._sign = sign
        self._screen = screen
        self._keyboard = keyboard
        self._player = player
        self._boxes = boxes
        self._last: dict[int, TypedWager] = {}
        self.warned = False
        """The player has laid a wager under the minimum and been told about the next (R21)."""

    def ask(self, bankroll: int) -> list[Wager]:
        """The player's wagers for the next round; none where they sit it out."""
        again = self._last or {box: TypedWager(least_stake(self._book, self._sign)) for box in self._boxes}
        show_wagering(self._screen, self._book, self._boxes, again, first=not self._last)
        while True:
            typed = self._keyboard.ask("Your wager: ")
            if typed in NO_WAGER:
                return []
            if typed in ("?", "help"):
                show_sign(self._screen, self._book, self._sign)
                continue
            try:
                bets = again if typed in ("", "r") else self._read(typed, again)
                placed = self._placed(bets, bankroll)
            except BadBet as error:
                self._screen.say(str(error))
                continue
            self._last = bets or self._last
            return placed

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

    def _placed(self, bets: dict[int, TypedWager], bankroll: int) -> list[Wager]:
        """The bets as wagers on the table; `BadBet` says why they are not allowed."""
        needed = sum(bet.cents for bet in bets.values())
        if needed > bankroll:
            raise BadBet(f"That takes {dollars(needed)}, and you have {dollars(bankroll)}.")
        on_table: list[Wager] = []
        warnings: list[str] = []
        for box, bet in bets.items():
            wager = laid(bet, box, self._player, warned=self.warned or bool(warnings))
            if refused := refusal_to_place(self._book, self._sign, on_table, wager):
                raise BadBet(f"Box {box}: {refused.reason} (clause {refused.clause}).")
            if told := warning(self._book, self._sign, wager):
                warnings.append(told)
            on_table.append(wager)
        for told in warnings:
            self._screen.say(told, "bold")
        self.warned = self.warned or bool(warnings)
        return on_table
