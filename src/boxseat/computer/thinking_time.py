"""How long a computer player waits before it acts, so that people at the table can follow."""

from __future__ import annotations

from random import Random

from boxseat.computer.players import Kind
from boxseat.play.acts import Act, Double, EvenMoney, Forfeit, Insure, Split, Surrender
from boxseat.play.legal import Choice

LEAST, MOST = 0.6, 4.0
QUICK = (0.6, 1.8)
"""Seconds to hit or stand, to decline an offer, and to lay the usual wager."""
SLOW: dict[type[Act], tuple[float, float]] = {
    Double: (1.0, 2.4),
    Split: (1.2, 2.8),
    Insure: (1.4, 3.2),
    EvenMoney: (1.4, 3.2),
    Forfeit: (1.4, 3.4),
    Surrender: (1.6, 4.0),
}
PACE = {Kind.PERFECT: 0.8, Kind.CHART: 1.15, Kind.LOOSE: 1.0}
"""Factors by kind: a perfect player is faster than one with a chart."""


def thinking_time(kind: Kind, chance: Random, choice: Choice | None, *, at_once: bool = False) -> float:
    """Seconds before a player of this kind acts; 0 at a table without delays."""
    if at_once:
        return 0.0
    least, most = SLOW.get(type(choice.act), QUICK) if choice else QUICK
    return min(MOST, max(LEAST, PACE[kind] * chance.uniform(least, most)))
