"""Cards that lie face down: each player's first two, until they are turned (SP 4.6.2).

They are turned by their player, when a hand is settled in the initial deal, with a third card, and when the round is over.
"""

from __future__ import annotations

from boxseat.play.acts import Double, Hit, Split
from boxseat.play.state import Box, Phase, Result, Round
from boxseat.table.state import Table

CARD_FOLLOWS = (Hit, Double, Split)
"""Decisions after which a third card is dealt."""
EXPOSED_FIRST = "the first two cards are turned before a third is dealt"


def boxes_face_down(table: Table) -> frozenset[int]:
    """The boxes of the round in play whose first two cards lie face down."""
    round_ = table.round
    if round_ is None or round_.over or not table.permissions.round_face_down:
        return frozenset()
    exposed = table.permissions.exposed
    return frozenset(box.number for box in round_.boxes if box.number not in exposed and not _is_turned(round_, box))


def lies_face_down(table: Table, box: int) -> bool:
    """Whether the first two cards of a box lie face down."""
    return box in boxes_face_down(table)


def _is_turned(round_: Round, box: Box) -> bool:
    """Whether a box's first two cards are turned without their player's doing."""
    if round_.phase is Phase.INITIAL_DEAL:
        return False
    settled = (*round_.settlements, *round_.deferred)
    return (
        box.has_natural
        or len(box.dealt) > 2
        or len(box.hands) > 1
        or any(line.box == box.number and line.result is not Result.VOID for line in settled)
    )
