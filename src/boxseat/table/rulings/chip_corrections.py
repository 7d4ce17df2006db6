"""Corrections of a round's chips: what a ruling of staff changes in the settlements, and chips that are no longer there."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from boxseat.ledger.accounts import BANK, CAGE, chips_of, owed, wallet
from boxseat.play.state import Round, Settlement
from boxseat.play.void import BONUSES
from boxseat.table.names import is_unnamed
from boxseat.table.state import Table

_Move = tuple[str, str, int, str, str]


CORRECTION = "correction of"
"""How the reason of a move begins that corrects another."""


class LineChanges(NamedTuple):
    """How the settlements of a round change."""

    made: tuple[Settlement, ...]
    """Wagers that are settled now."""
    again: tuple[tuple[Settlement, Settlement], ...]
    """Wagers that were settled, and are settled otherwise: the line before, and the line now."""
    undone: tuple[Settlement, ...]
    """Bonuses that are taken back, and wagers that are open again."""


def line_changes(before: Round, after: Round) -> LineChanges:
    """How the settlements of a round change from one state to another."""
    gone = list((Counter(before.settlements) - Counter(after.settlements)).elements())
    made = list((Counter(after.settlements) - Counter(before.settlements)).elements())
    again: list[tuple[Settlement, Settlement]] = []
    for line in tuple(gone):
        instead = next((other for other in made if _wager_of(other) == _wager_of(line)), None)
        if line.wager not in BONUSES and instead is not None:
            again.append((line, instead))
            gone.remove(line)
            made.remove(instead)
    return LineChanges(tuple(made), tuple(again), tuple(gone))


def _wager_of(line: Settlement) -> tuple[object, ...]:
    return line.box, line.hand, line.player, line.wager, line.stake


def corrects(line: Settlement) -> str:
    """The reason of a move that corrects what a line moved: it names the posting."""
    return f"{CORRECTION} '{line.wager} {line.result}' on box {line.box}, hand {line.hand} (clause {line.clause})"


def within_chips(table: Table, moves: Iterable[_Move]) -> Iterator[_Move]:
    """The moves, with those that take chips from a player last; what the player no longer has is owed in their name.

    Who has left is paid at the cage. A computer player has the bank buy the chips that it lacks.
    """
    taken: list[_Move] = []
    held = {name: patron.chips for name, patron in table.patrons.items()}
    for giver, taker, cents, why, clause in moves:
        name = chips_of(taker, table.id)
        if chips_of(giver, table.id):
            taken.append((giver, taker, cents, why, clause))
        elif name and name not in held:
            yield giver, CAGE, cents, why, clause
            yield from cashed(name, cents, why)
        else:
            if name:
                held[name] += cents
            yield giver, taker, cents, why, clause
    for giver, taker, cents, why, clause in taken:
        name = chips_of(giver, table.id)
        lacking = max(0, cents - held.get(name, 0))
        if lacking and name in table.patrons and table.patrons[name].computer:
            held[name] += lacking
            yield BANK, giver, lacking, "chips bought", ""
            lacking = 0
        held[name] = held.get(name, 0) - (cents - lacking)
        yield giver, taker, cents - lacking, why, clause
        yield owed_by(table.id, name), taker, lacking, why, clause


def cashed(player: str, cents: int, why: str) -> Iterator[_Move]:
    """The move of chips cashed at the cage to a player's wallet; a patron without a name takes cash."""
    if not is_unnamed(player):
        yield CAGE, wallet(player), cents, why, ""


def owed_by(table: str, player: str) -> str:
    """The account of what a player owes; that of a patron without a name says at which table."""
    return owed(f"{player} at {table}" if is_unnamed(player) else player)
