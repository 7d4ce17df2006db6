"""What a round of the past comes to now: as it was settled, and corrected since."""

from __future__ import annotations

from collections import Counter

from boxseat.play.state import Round
from boxseat.table.corrections.state import NOT_AMENDED, Amended
from boxseat.table.hand_dealt.records import NetChange
from boxseat.table.state import Table


def amended(table: Table, number: int) -> Amended:
    """What has been corrected in a round of the past."""
    return table.amended.get(number, NOT_AMENDED)


def with_amendment(
    table: Table, number: int, changes: tuple[NetChange, ...], *, void: bool = False
) -> dict[int, Amended]:
    """The corrections of a table's past rounds, with a further one."""
    before = amended(table, number)
    net = dict(before.net)
    for each in changes:
        net[each.player] = net.get(each.player, 0) + each.cents
    return {**table.amended, number: Amended(void or before.void, net)}


def undoing(table: Table, number: int, ended: Round) -> tuple[NetChange, ...]:
    """How much more each player has won by a round of the past if it is void: what it came to until now is undone."""
    net: Counter[str] = Counter()
    for came_to in (ended.net(), amended(table, number).net):
        for player, cents in came_to.items():
            net[named_now(table, player)] += cents
    return tuple(NetChange(player, -cents) for player, cents in net.items() if cents)


def named_now(table: Table, player: str) -> str:
    """The account's name of a patron who had none at first."""
    return player if table.by_hand is None else table.by_hand.linked.get(player, player)
