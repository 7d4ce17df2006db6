"""A void round: every wager is returned, and earlier payments stand or are undone, as the book says (R23)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from boxseat.play.settlement_lines import own_kind
from boxseat.play.state import Box, Phase, Result, Round, Settlement, WagerKind, cleared
from boxseat.rulebook.book import Book

BONUSES = (WagerKind.SUPER_BONUS, WagerKind.SHARED_BONUS)


def void_round(book: Book, round_: Round) -> Round:
    """The round after a supervisor has declared it void."""
    rule = book.irregularities.void_round
    lines: list[Settlement] = []
    for line in round_.settlements:
        if rule.value == "payments-stand" and line.net > 0:
            lines.append(line)
        elif line.wager not in BONUSES:
            lines.append(_returned(line.box, line.hand, line.player, line.wager, line.stake, rule.clause))
    for box in round_.boxes:
        lines.extend(_chips_returned(box, rule.clause))
    boxes = tuple(cleared(box) for box in round_.boxes)
    return replace(round_, boxes=boxes, phase=Phase.OVER, settlements=tuple(lines), void=True)


def _chips_returned(box: Box, clause: str) -> Iterator[Settlement]:
    """Return the unsettled chips on a box."""
    for place, hand in enumerate(box.hands):
        for stake in hand.stakes:
            for kind, cents in ((own_kind(place), stake.own), (WagerKind.DOUBLE, stake.double)):
                if cents:
                    yield _returned(box.number, place + 1, stake.player, kind, cents, clause)
    for kind, chips in (
        (WagerKind.INSURANCE, box.insurance),
        (WagerKind.PERFECT_PAIRS, box.perfect_pairs),
        (WagerKind.SUPER_SEVENS, box.super_sevens),
    ):
        for laid in chips:
            yield _returned(box.number, 1, laid.player, kind, laid.cents, clause)


def _returned(box: int, hand: int, player: str, kind: WagerKind, cents: int, clause: str) -> Settlement:
    return Settlement(
        box=box,
        hand=hand,
        player=player,
        wager=kind,
        stake=cents,
        result=Result.VOID,
        odds=None,
        net=0,
        clause=clause,
        why="the round is void",
    )
