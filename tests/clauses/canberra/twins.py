"""Canberra's two instruments, played by the same tests.

Where Pontoon and Blackjack say the same, both are tested here. A test is named by its clause, or by both numbers if
they differ, Pontoon's first. What only one of them says is tested in that game's folder.
"""

from __future__ import annotations

import pytest

PONTOON = "canberra-pontoon"
BLACKJACK = "canberra-blackjack"

RANKS = {PONTOON: "A23456789JQK", BLACKJACK: "A23456789TJQK"}
DECK = {PONTOON: 48, BLACKJACK: 52}
DECKS = {PONTOON: 4, BLACKJACK: 8}
"""The number of decks if nothing else is chosen."""
BURNT = {PONTOON: 0, BLACKJACK: 1}
"""The number of cards burnt before a shoe's first round."""

TEN = ("K", "T")
"""A card that counts ten: Pontoon's decks have only court cards for that."""


def both(**theirs: tuple[object, object]) -> pytest.MarkDecorator:
    """Both games, with the values in which they differ, Pontoon's first: ``both(clause=("5.3", "5.4"))``."""
    return pytest.mark.parametrize(("game", *theirs), list(zip((PONTOON, BLACKJACK), *theirs.values(), strict=True)))


every_shoe = pytest.mark.parametrize(
    ("game", "number"), [(PONTOON, 3), (PONTOON, 4), (PONTOON, 8), (BLACKJACK, 4), (BLACKJACK, 8)]
)
"""Each game with the fewest and the most decks it may have, and with four."""
