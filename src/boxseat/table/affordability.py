"""A player's chips during a round: how many an act needs, and what the chips that are left allow."""

from __future__ import annotations

from collections.abc import Callable

from msgspec.structs import replace

from boxseat.consistency import present
from boxseat.play.acts import Double, Insure, PlayersAct, Split
from boxseat.play.legal import Bounds, Choice, Joiner
from boxseat.play.state import Phase, Round, Stake


def stake_asked_about(round_: Round, act: PlayersAct, player: str) -> Stake:
    """A player's chips on the hand that an act is about."""
    _, box = round_.box_at(act.box)
    in_turn = round_.phase in (Phase.DECISION, Phase.FORFEIT)
    stake = box.hands[round_.turn[1] if in_turn else 0].stake_of(player)
    return present(stake, f"wager of {player} on box {act.box}")


def least_chips(round_: Round, choice: Choice) -> int:
    """The smallest number of additional chips that a choice needs from its player."""
    if choice.amount is not None:
        return choice.amount.least
    return stake_asked_about(round_, choice.act, choice.act.player).own if isinstance(choice.act, Split) else 0


def within_chips(choice: Choice, chips: int) -> Choice:
    """A choice that the player has the chips for, with its maximum amount limited to them."""
    bounds = choice.amount
    if bounds is None or bounds.most <= chips or not isinstance(choice.act, Insure | Double):
        return choice
    reached = _reached(bounds, chips)
    return replace(choice, act=replace(choice.act, amount=reached.most), amount=reached)


def joiners_within_chips(round_: Round, choice: Choice, chips: Callable[[str], int]) -> Choice:
    """A choice with only those co-bettors who have the chips to join it."""
    if not choice.joiners or not isinstance(choice.act, Split | Double):
        return choice
    joining: list[Joiner] = []
    for joiner in choice.joiners:
        left = chips(joiner.player)
        if joiner.amount is None:
            takes = stake_asked_about(round_, choice.act, joiner.player).own
        else:
            takes = joiner.amount.least
            joiner = replace(joiner, amount=_reached(joiner.amount, left))
        if takes <= left:
            joining.append(joiner)
    return replace(choice, joiners=tuple(joining))


def _reached(bounds: Bounds, chips: int) -> Bounds:
    most = bounds.least + (chips - bounds.least) // bounds.step * bounds.step
    return replace(bounds, most=min(bounds.most, most))
