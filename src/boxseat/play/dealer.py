"""The dealer's hand: when it draws another card, and which wagers depend on it."""

from __future__ import annotations

from boxseat.cards import total
from boxseat.play.state import Round
from boxseat.rulebook.book import Book


def draws_again(points: int, *, soft: bool, stands_hard: int, stands_soft: int) -> bool:
    """Whether a dealer's hand of two or more cards must draw another."""
    return points < (stands_soft if soft else stands_hard)


def needs_card(book: Book, round_: Round) -> bool:
    """Whether an unsettled wager depends on the dealer's next card (R10).

    Undecided hands need the dealer's whole hand. Insurance, surrendered hands, naturals and, if a dealer's natural returns them,
    added wagers on lost hands need only the second card, which shows whether the dealer has a natural.
    """
    undecided = waiting = False
    for box in round_.boxes:
        waiting = waiting or bool(box.insurance)
        for hand in box.hands:
            for stake in hand.stakes:
                if stake.surrendered or stake.forfeited or box.has_natural or hand.total.busted:
                    waiting = True
                else:
                    undecided = True
    if len(round_.dealer) == 1:
        return undecided or waiting
    points, soft = total(round_.dealer)
    rules = book.dealer
    return undecided and draws_again(
        points, soft=soft, stands_hard=rules.stands_hard.value, stands_soft=rules.stands_soft.value
    )
