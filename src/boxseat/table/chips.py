"""A player's chips in the middle of a round."""

from __future__ import annotations

from boxseat.play.state import Round


def chips_left(round_: Round, player: str, bankroll: int) -> int:
    """What a player still holds: what they came to the round with and won since, less what lies on the table."""
    on_table = sum(
        stake.own + stake.double
        for box in round_.boxes
        for hand in box.hands
        for stake in hand.stakes
        if stake.player == player
    )
    beside = sum(
        laid.cents
        for box in round_.boxes
        for chips in (box.insurance, box.perfect_pairs, box.super_sevens)
        for laid in chips
        if laid.player == player
    )
    return bankroll + round_.net().get(player, 0) - on_table - beside
