"""The settlement of a round: the player's wagers with result, odds and clause, the others' in one line."""

from __future__ import annotations

from collections.abc import Sequence

from rich import box as borders
from rich.table import Table
from rich.text import Text

from boxseat.cli.terminal.screen import QUIET, Screen, net_text
from boxseat.money import dollars
from boxseat.play.announce import spoken
from boxseat.play.state import Result, Round, Settlement, WagerKind

WIDE_TABLE_COLUMNS_MIN = 100
"""The width of the screen from which each wager has its own columns for odds, clause and reason."""
WAGER_NAMES = {
    WagerKind.MAIN: "wager",
    WagerKind.SPLIT: "split wager",
    WagerKind.DOUBLE: "double",
    WagerKind.INSURANCE: "insurance",
    WagerKind.PERFECT_PAIRS: "Perfect Pairs",
    WagerKind.SUPER_SEVENS: "Super Sevens",
    WagerKind.SUPER_BONUS: "Super Bonus",
    WagerKind.SHARED_BONUS: "shared bonus",
}


def show_payouts(screen: Screen, round_: Round, player: str) -> None:
    """Show the player's settlements, then what the others won or lost."""
    own = [line for line in round_.settlements if line.player == player]
    if own:
        screen.console.print(_wide(own, screen) if screen.width >= WIDE_TABLE_COLUMNS_MIN else _narrow(own, screen))
    others = [(name, cents) for name, cents in round_.net().items() if name != player]
    if others:
        line = Text("The others: ", QUIET)
        for place, (name, cents) in enumerate(others):
            line.append(f"{', ' if place else ''}{name} ", QUIET).append_text(net_text(cents))
        screen.say(line)


def _table(screen: Screen, total: int) -> Table:
    table = Table(
        box=borders.ASCII if screen.plain else borders.SIMPLE_HEAD,
        show_footer=True,
        show_edge=False,
        padding=(0, 1, 0, 0),
    )
    table.add_column("Your wagers", footer="In all")
    table.add_column("Stake", justify="right")
    table.add_column("Net", justify="right", footer=net_text(total))
    return table


def _wide(lines: Sequence[Settlement], screen: Screen) -> Table:
    table = _table(screen, sum(line.net for line in lines))
    for title in ("Result", "Odds", "Clause", "Why"):
        table.add_column(title)
    for line in lines:
        odds = spoken(line.odds) if line.odds else ""
        table.add_row(_what(line), dollars(line.stake), net_text(line.net), _result(line), odds, line.clause, line.why)
    return table


def _narrow(lines: Sequence[Settlement], screen: Screen) -> Table:
    table = _table(screen, sum(line.net for line in lines))
    table.add_column("Result and clause", overflow="fold")
    for line in lines:
        odds = f" at {spoken(line.odds)}" if line.odds else ""
        result = Text.assemble(_result(line), odds, ": ", line.why, f" ({line.clause})")
        table.add_row(_what(line), dollars(line.stake), net_text(line.net), result)
    return table


def _what(line: Settlement) -> str:
    hand = f" hand {line.hand}" if line.hand > 1 else ""
    return f"Box {line.box}{hand} {WAGER_NAMES[line.wager]}"


def _result(line: Settlement) -> Text:
    style = {Result.WIN: "green", Result.LOSE: "red"}.get(line.result, "")
    word = "returned" if line.result is Result.VOID else line.result.value
    return Text(word, style)
