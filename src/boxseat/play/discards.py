"""Hands that are paid or lost before the round ends: their cards are in the discard rack, not on the layout (R24)."""

from __future__ import annotations

from collections.abc import Iterator

from boxseat.cards import Card
from boxseat.play.payout import may_win_super_bonus
from boxseat.play.state import Box, Hand, Round
from boxseat.rulebook.book import Book


def is_cleared(book: Book, round_: Round, box: Box, hand: Hand) -> bool:
    """Whether a hand's cards are in the rack: it has no chips left, and the book clears such hands at once.

    If a Super Bonus is paid at the end of the round, the hand that wins it stays until then (CP 10.2(b)).
    """
    if book.drawing.cleared.value != "at-once" or not hand.done or hand.stakes:
        return False
    if any(line.box == box.number for line in round_.deferred):
        return False
    return round_.over or not may_win_super_bonus(book, round_, box, hand)


def cards_cleared(book: Book, round_: Round) -> Iterator[Card]:
    """The cards of this round that are already in the rack."""
    for box in round_.boxes:
        for hand in box.hands:
            if is_cleared(book, round_, box, hand):
                yield from hand.cards
