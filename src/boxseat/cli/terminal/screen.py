"""Draws the table: the dealer on top, below them the boxes side by side with cards, wagers and results."""

from __future__ import annotations

from collections.abc import Iterable

from rich.console import Console
from rich.text import Text

from boxseat.cards import total
from boxseat.cli.terminal.blocks import HEAVY, PLAIN, ROUND, Block, FramedBlock, centred, levelled, wrapped
from boxseat.cli.terminal.cardfaces import Pen
from boxseat.money import dollars
from boxseat.play.state import Box, Hand, Laid, Phase, Round
from boxseat.rulebook.book import Book

WON = "bold green"
LOST = "red"
YOURS = "cyan"
IN_TURN = "bold yellow"
QUIET = "dim"
"""Styles of rich."""
HAND_PHASES = (Phase.DECISION, Phase.DRAW, Phase.FORFEIT)
"""Phases in which one hand is in turn."""


class Screen:
    """Draws the table for one player. Colours only repeat what is written, so they may be missing."""

    def __init__(self, book: Book, player: str, console: Console | None = None) -> None:
        self.console = console or Console(highlight=False, markup=False, emoji=False)
        self.plain = not self.console.encoding.lower().startswith("utf")
        self.pen = Pen(plain=self.plain)
        self._book = book
        self._player = player

    @property
    def width(self) -> int:
        """The terminal's width in cells."""
        return self.console.width

    def say(self, text: str | Text = "", style: str = "") -> None:
        """Print a text, wrapped to the terminal's width."""
        self.console.print(Text(text, style) if isinstance(text, str) else text)

    def show(self, block: Block) -> None:
        """Print lines as they are, without wrapping."""
        self.console.print(Text("\n").join(block), no_wrap=True, overflow="crop")

    def rule(self, title: str) -> None:
        """Print a line across the screen with a title."""
        self.console.rule(Text(title, "bold"), characters="-" if self.plain else "─", style=QUIET)

    def table(self, round_: Round, *, asking: int = 0) -> None:
        """Draw the whole table; `asking` is the box whose player is being asked."""
        self.show(centred(self._dealer(round_), self.width))
        for row in levelled([self._box(round_, place, asking) for place in range(len(round_.boxes))], self.width):
            self.show(centred(row, self.width))

    def _dealer(self, round_: Round) -> list[Text]:
        points = total(round_.dealer)
        natural = self._book.natural.name.value
        said = natural if round_.dealer_has_natural else f"{points} over" if points.busted else str(points)
        return [Text(f"Dealer: {said}" if round_.dealer else "Dealer", "bold"), *self.pen.hand(round_.dealer)]

    def _box(self, round_: Round, place: int, asking: int) -> FramedBlock:
        box = round_.boxes[place]
        in_turn = _in_turn(round_, place, asking)
        yours = any(laid.player == self._player for laid in box.main)
        style = IN_TURN if in_turn else YOURS if yours else ""
        mark = ("> " if self.plain else "▶ ") if in_turn else ""
        dot = ", " if self.plain else " · "
        return FramedBlock(
            inside=self._inside(round_, place, pointed=in_turn and len(box.hands) > 1),
            title=Text(f"{mark}Box {box.number}{dot}{self._label(box.controller)}", style),
            edges=PLAIN if self.plain else HEAVY if in_turn else ROUND,
            style=style or QUIET,
        )

    def _inside(self, round_: Round, place: int, *, pointed: bool) -> list[Text]:
        """The hands of a box, and what else lies there; the one in turn is pointed at where there are several."""
        box = round_.boxes[place]
        hands = [
            self._hand(round_, box, hand_place, pointed=pointed and round_.turn == (place, hand_place))
            for hand_place in range(len(box.hands))
        ]
        return [*wrapped(hands, self.width - 4, gap=2), *self._laid_beside(box)]

    def _hand(self, round_: Round, box: Box, hand_place: int, *, pointed: bool) -> list[Text]:
        hand = box.hands[hand_place]
        lines = self.pen.hand(hand.cards, doubled=hand.doubled)
        said = Text(self._total(box, hand), "bold")
        if pointed:
            said.append(" <- to play" if self.plain else " ◀ to play", IN_TURN)
        lines.append(said)
        for stake in hand.stakes:
            double = f" + {dollars(stake.double)}" if stake.double else ""
            given_up = " surrendered" if stake.surrendered else " forfeited" if stake.forfeited else ""
            lines.append(self._chips(Laid(stake.player, stake.own)).append(f"{double}{given_up}"))
        lines.extend(self._results(round_, box, hand_place))
        return lines

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
        chip = "o " if self.plain else "● "
        return Text.assemble((chip, "yellow"), f"{self._label(laid.player)} {dollars(laid.cents)}")

    def _label(self, player: str) -> str:
        return "You" if player == self._player else player


def _in_turn(round_: Round, place: int, asking: int) -> bool:
    if asking:
        return round_.boxes[place].number == asking
    return round_.turn[0] == place and round_.phase in HAND_PHASES


def net_text(cents: int) -> Text:
    """A result with its sign, coloured as won or lost."""
    return Text(signed(cents), WON if cents > 0 else LOST if cents < 0 else "")


def signed(cents: int) -> str:
    """Cents as dollars, with a plus sign above zero."""
    return f"+{dollars(cents)}" if cents > 0 else dollars(cents)
