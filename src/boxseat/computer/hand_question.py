"""One hand of a box that a player is asked about."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Literal, NamedTuple

from boxseat.cards import Card
from boxseat.play.acts import PlayersAct
from boxseat.play.legal import Choice
from boxseat.play.state import Hand, Phase, Round, Stake

Carries = Literal["original", "added"]
"""The wager on a split hand: the first hand has the original one, each other hand has an added one."""


class HandQuestion(NamedTuple):
    """A hand, the dealer's first card, and the chips of the player who has to decide."""

    phase: Phase
    hand: Hand
    dealers: Card
    stake: Stake
    split: Carries | None = None
    beside: tuple[Card, ...] = ()
    """The first cards of the other hands of a split box."""

    @property
    def cards(self) -> tuple[Card, ...]:
        """The hand's cards."""
        return self.hand.cards


def hand_question(round_: Round, player: str, box: int) -> HandQuestion:
    """The hand of a box that a player has to decide on now; before the first turn a box has one hand only."""
    place, whole = round_.box_at(box)
    number = round_.turn[1] if place == round_.turn[0] and round_.phase in (Phase.DECISION, Phase.FORFEIT) else 0
    hand = whole.hands[number]
    split: Carries | None = None
    if len(whole.hands) > 1:
        split = "original" if number == 0 else "added"
    return HandQuestion(
        phase=round_.phase,
        hand=hand,
        dealers=round_.dealer[0],
        stake=hand.stake_of(player) or Stake(player, whole.main_of(player)),
        split=split,
        beside=tuple(other.cards[0] for other in whole.hands if other is not hand),
    )


def by_act(choices: Iterable[Choice]) -> dict[type[PlayersAct], Choice]:
    """The choices of one player for one box, by action."""
    return {type(choice.act): choice for choice in choices if isinstance(choice.act, PlayersAct)}
