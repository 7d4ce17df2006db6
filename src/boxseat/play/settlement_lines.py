"""Lines of a settlement: the payment of a wager on a hand or on the insurance line, for a given result."""

from __future__ import annotations

from collections.abc import Iterator

from boxseat.consistency import present
from boxseat.money import Odds
from boxseat.play.state import Box, Result, Settlement, Stake, WagerKind
from boxseat.rulebook.book import Book


def both_lines(
    book: Book,
    box: Box,
    hand_place: int,
    stake: Stake,
    result: Result,
    *,
    clause: str,
    why: str,
    odds: Odds | None = None,
) -> Iterator[Settlement]:
    """Lines with the same result for a hand's own wager and its doubled part."""
    if stake.own:
        yield wager_line(book, box, hand_place, stake, result, clause=clause, why=why, odds=odds)
    if stake.double:
        yield wager_line(book, box, hand_place, stake, result, clause=clause, why=why, odds=odds, double=True)


def wager_line(
    book: Book,
    box: Box,
    hand_place: int,
    stake: Stake,
    result: Result,
    *,
    clause: str,
    why: str,
    odds: Odds | None = None,
    double: bool = False,
) -> Settlement:
    """The line for a hand's own wager or its doubled part."""
    cents = stake.double if double else stake.own
    if result is Result.WIN:
        net = present(odds, "odds of a win").of(cents, unit=book.payment_unit)
    else:
        net = 0 if result is Result.STAND_OFF else -cents
    return Settlement(
        box=box.number,
        hand=hand_place + 1,
        player=stake.player,
        wager=WagerKind.DOUBLE if double else own_kind(hand_place),
        stake=cents,
        result=result,
        odds=odds,
        net=net,
        clause=clause,
        why=why,
    )


def own_kind(hand_place: int) -> WagerKind:
    """The kind of a hand's own wager: original on the first hand, added by splitting on the others."""
    return WagerKind.SPLIT if hand_place else WagerKind.MAIN


def insurance_line(box: Box, player: str, cents: int, net: int, clause: str, odds: Odds | None) -> Settlement:
    """The line for a wager on the insurance line."""
    return Settlement(
        box=box.number,
        hand=1,
        player=player,
        wager=WagerKind.INSURANCE,
        stake=cents,
        result=Result.WIN if odds else Result.LOSE,
        odds=odds,
        net=net,
        clause=clause,
        why="the dealer's second card makes a natural" if odds else "the dealer's second card makes no natural",
    )
