"""A void round: every wager is returned; payments of the interim settlement stand or are undone, as the book says (R23, R38)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from boxseat.play.settlement_lines import own_kind
from boxseat.play.state import Box, Phase, Result, Round, Settlement, WagerKind, cleared
from boxseat.rulebook.book import Book

BONUSES = (WagerKind.SUPER_BONUS, WagerKind.SHARED_BONUS)
TAKEN_BACK = (Result.VOID, Result.STAND_OFF)
"""Results before the final settlement by which a wager has gone back to its owner."""


def void_round(book: Book, round_: Round, *, clause: str, why: str = "the round is void") -> Round:
    """The round, before its final settlement, after a supervisor has declared it void."""
    stand = book.irregularities.void_round.value == "payments-stand"
    lines: list[Settlement] = []
    for line in round_.settlements:
        if stand and line.net > 0:
            lines.append(line)
        elif line.wager not in BONUSES:
            lines.append(returned(line, clause, why))
    lines.extend(returned(line, clause, why) for line in round_.deferred if line.wager not in BONUSES)
    for box in round_.boxes:
        lines.extend(returned(line, clause, why) for line in unsettled(box))
    return ended(round_, lines)


def ended(round_: Round, lines: list[Settlement]) -> Round:
    """The round, ended without a final settlement by these lines."""
    boxes = tuple(cleared(box) for box in round_.boxes)
    return replace(round_, boxes=boxes, phase=Phase.OVER, settlements=tuple(lines), deferred=(), void=True)


def unsettled(box: Box) -> Iterator[Settlement]:
    """The unsettled wagers on a box, as lines without a result yet."""
    for place, hand in enumerate(box.hands):
        for stake in hand.stakes:
            for kind, cents in ((own_kind(place), stake.own), (WagerKind.DOUBLE, stake.double)):
                if cents:
                    yield _open_line(box.number, place + 1, stake.player, kind, cents)
    for kind, chips in (
        (WagerKind.INSURANCE, box.insurance),
        (WagerKind.PERFECT_PAIRS, box.perfect_pairs),
        (WagerKind.SUPER_SEVENS, box.super_sevens),
    ):
        for laid in chips:
            yield _open_line(box.number, 1, laid.player, kind, laid.cents)


def returned(line: Settlement, clause: str, why: str) -> Settlement:
    """A wager's line, with the wager returned."""
    return replace(line, result=Result.VOID, odds=None, net=0, clause=clause, why=why)


def _open_line(box: int, hand: int, player: str, kind: WagerKind, cents: int) -> Settlement:
    return Settlement(box, hand, player, kind, cents, Result.VOID, None, 0, "", "")
