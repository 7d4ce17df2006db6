"""The table on the screen: the dealer on top, the boxes side by side, chips and results on each, and who is to play."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TypeVar

from rich import box as borders
from rich.align import Align
from rich.console import Console, Group, RenderableType
from rich.panel import Panel
from rich.table import Table
from rich.text import Text

from boxseat.cards import total
from boxseat.cli.cardfaces import Pen
from boxseat.money import dollars
from boxseat.play.state import Box, Hand, Laid, Phase, Round
from boxseat.rulebook.book import Book

WON = "bold green"
LOST = "red"
YOURS = "cyan"
IN_TURN = "bold yellow"
QUIET = "dim"
Part = TypeVar("Part", bound=RenderableType)
HANDS_TURN = (Phase.DECISION, Phase.DRAW, Phase.FORFEIT)


class Screen:
    """Draws for one player. Colour only repeats what is written, so it may be missing."""

    def __init__(self, book: Book, player: str, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False, markup=False, emoji=False)
        self.plain = not self.console.encoding.lower().startswith("utf")
        self._book = book
        self._player = player
        self.pen = Pen(plain=self.plain)
        self._dot = ", " if self.plain else " · "

    @property
    def width(self) -> int:
        return self.console.width

    def say(self, text: str | Text = "", style: str = "") -> None:
        self.console.print(Text(text, style) if isinstance(text, str) else text)

    def rule(self, title: str) -> None:
        """A line across the screen with what matters now."""
        self.console.rule(Text(title, "bold"), characters="-" if self.plain else "─", style=QUIET)

    def table(self, round_: Round, *, asking: int = 0) -> None:
        """The whole table; `asking` is the box whose player is being asked."""
        self.console.print(Align.center(self._dealer(round_)))
        panels = [self._box(round_, place, asking) for place in range(len(round_.boxes))]
        for row in rows_of(panels, self.width, self.console):
            for panel in row:
                panel.height = max(self._height(other) for other in row)
            self.console.print(Align.center(side_by_side(row)))

    def _height(self, panel: Panel) -> int:
        return len(self.console.render_lines(panel, pad=False))

    def _dealer(self, round_: Round) -> RenderableType:
        points = total(round_.dealer)
        natural = self._book.natural.name.value
        said = natural if round_.dealer_has_natural else f"{points} over" if points.busted else str(points)
        return Group(Text(f"Dealer: {said}" if round_.dealer else "Dealer", "bold"), *self.pen.hand(round_.dealer))

    def _box(self, round_: Round, place: int, asking: int) -> Panel:
        box = round_.boxes[place]
        in_turn = asking == box.number or (not asking and round_.turn[0] == place and round_.phase in HANDS_TURN)
        yours = any(laid.player == self._player for laid in box.main)
        hands = [
            self._hand(round_, box, hand_place, pointed=in_turn and round_.turn == (place, hand_place))
            for hand_place in range(len(box.hands))
        ]
        inner = Group(*flow(hands, self.width - 4, self.console), *self._laid_beside(box))
        mark = ("> " if self.plain else "▶ ") if in_turn else ""
        return Panel(
            inner,
            title=Text(
                f"{mark}Box {box.number}{self._dot}{self._label(box.controller)}",
                IN_TURN if in_turn else YOURS if yours else "",
            ),
            box=borders.ASCII if self.plain else borders.HEAVY if in_turn else borders.ROUNDED,
            border_style=IN_TURN if in_turn else YOURS if yours else QUIET,
            expand=False,
            padding=(0, 1),
        )

    def _hand(self, round_: Round, box: Box, hand_place: int, *, pointed: bool) -> RenderableType:
        hand = box.hands[hand_place]
        lines = self.pen.hand(hand.cards, doubled=hand.doubled)
        said = Text(self._total(box, hand), "bold")
        if pointed and len(box.hands) > 1:
            said.append(" <- to play" if self.plain else " ◀ to play", IN_TURN)
        lines.append(said)
        for stake in hand.stakes:
            given_up = " surrendered" if stake.surrendered else " forfeited" if stake.forfeited else ""
            double = f" + {dollars(stake.double)}" if stake.double else ""
            lines.append(self._chips(Laid(stake.player, stake.own)).append(f"{double}{given_up}"))
        lines.extend(self._results(round_, box, hand_place))
        return Group(*lines)

    def _total(self, box: Box, hand: Hand) -> str:
        if box.has_natural:
            return self._book.natural.name.value
        return f"{hand.total} over" if hand.total.busted else str(hand.total)

    def _results(self, round_: Round, box: Box, hand_place: int) -> list[Text]:
        """What each player has won or lost on the hand so far, in the order it was settled."""
        nets: dict[str, int] = {}
        for line in round_.settlements:
            if (line.box, line.hand) == (box.number, hand_place + 1):
                nets[line.player] = nets.get(line.player, 0) + line.net
        return [Text(f"{self._label(player)} ").append_text(net_text(cents)) for player, cents in nets.items()]

    def _laid_beside(self, box: Box) -> Iterable[Text]:
        """Side bets and insurance that still lie beside the box."""
        for name, chips in (
            ("Perfect Pairs", box.perfect_pairs),
            ("Super Sevens", box.super_sevens),
            ("Insurance", box.insurance),
        ):
            for laid in chips:
                yield self._chips(laid).append(f" {name}")

    def _chips(self, laid: Laid) -> Text:
        return Text.assemble(
            ("o " if self.plain else "● ", "yellow"), f"{self._label(laid.player)} {dollars(laid.cents)}"
        )

    def _label(self, player: str) -> str:
        return "You" if player == self._player else player


def net_text(cents: int) -> Text:
    """A result with its sign, coloured as it went."""
    return Text(signed(cents), WON if cents > 0 else LOST if cents < 0 else "")


def signed(cents: int) -> str:
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)


def flow(parts: Sequence[RenderableType], width: int, console: Console, *, gap: int = 1) -> list[Table]:
    """Parts side by side in as many rows as the width makes necessary."""
    return [side_by_side(row, gap=gap) for row in rows_of(parts, width, console, gap=gap)]


def rows_of(parts: Sequence[Part], width: int, console: Console, *, gap: int = 1) -> list[list[Part]]:
    """Parts in rows no wider than the width, as many to a row as fit."""
    rows: list[list[Part]] = []
    used = 0
    for part in parts:
        wide = console.measure(part).maximum
        if not rows or used + gap + wide > width:
            rows.append([part])
            used = wide
        else:
            rows[-1].append(part)
            used += gap + wide
    return rows


def side_by_side(parts: Sequence[RenderableType], *, gap: int = 1) -> Table:
    table = Table.grid(padding=(0, gap, 0, 0))
    table.add_row(*parts)
    return table
