"""Drawing of cards in the terminal: small overlapping boxes; the card of a double lies across."""

from __future__ import annotations

from collections.abc import Sequence

from rich.text import Text

from boxseat.cards import SUITS, Card

RED = "bold red"
BLACK = "bold"
EDGE = "dim"


class Pen:
    """Draws cards with line-drawing characters and suit symbols, or with ASCII where the terminal has only that."""

    def __init__(self, *, plain: bool) -> None:
        self.suits = dict(zip(SUITS, SUITS if plain else "♠♥♦♣", strict=True))
        self.across = "-" if plain else "─"
        self.upright = "|" if plain else "│"
        self.corners = "++++" if plain else "╭╮╰╯"

    def face(self, held: Card) -> str:
        """A card in a sentence: 10♥, K♠."""
        return _rank(held) + self.suits[held.suit]

    def hand(self, cards: Sequence[Card], *, doubled: bool = False) -> list[Text]:
        """Cards in a row, four lines high; the last one lies across if the hand was doubled."""
        upright = cards[:-1] if doubled else cards
        lines = [Text() for _ in range(4)]
        for held in upright:
            style = RED if held.is_red else BLACK
            lines[0].append(self.corners[0] + self.across * 3, EDGE)
            lines[1].append(self.upright, EDGE).append(f"{_rank(held):<3}", style)
            lines[2].append(self.upright, EDGE).append(f"{self.suits[held.suit]:>3}", style)
            lines[3].append(self.corners[2] + self.across * 3, EDGE)
        if upright:
            for line, edge in zip(lines, (self.corners[1], self.upright, self.upright, self.corners[3]), strict=True):
                line.append(edge, EDGE)
        if doubled:
            self._across(lines, cards[-1])
        return lines

    def _across(self, lines: list[Text], held: Card) -> None:
        style = RED if held.is_red else BLACK
        lines[0].append(" " * 7)
        lines[1].append(self.corners[0] + self.across * 5 + self.corners[1], EDGE)
        lines[2].append(self.upright, EDGE).append(f"{_rank(held):<3} {self.suits[held.suit]}", style)
        lines[2].append(self.upright, EDGE)
        lines[3].append(self.corners[2] + self.across * 5 + self.corners[3], EDGE)


def _rank(held: Card) -> str:
    return "10" if held.rank == "T" else held.rank
