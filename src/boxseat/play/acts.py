"""Acts of a round: players' decisions, cards dealt, steps of the dealer, a supervisor's void.

An act is immutable. Dealing a card is an act too, so a round is the list of its acts, and the same functions play it live, replay
it, simulate it and enumerate it. The tags are the words of replay documents.
"""

from __future__ import annotations

import msgspec

from boxseat.cards import Card


class _Act(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True):
    """An act in a round."""


class _PlayersAct(_Act, frozen=True):
    """A player's act about a box."""

    box: int
    player: str


class Insure(_PlayersAct, frozen=True, tag="insure"):
    """Lay a wager on the insurance line that the dealer has a natural."""

    amount: int


class EvenMoney(_PlayersAct, frozen=True, tag="even-money"):
    """Take even money: a natural is paid 1 to 1 at once, against a dealer's ace."""


class Surrender(_PlayersAct, frozen=True, tag="surrender"):
    """Surrender part of the wager; co-bettors may join."""

    joined_by: tuple[str, ...] = ()


class Split(_PlayersAct, frozen=True, tag="split"):
    """Split a pair into two hands; co-bettors who join match their wager too."""

    joined_by: tuple[str, ...] = ()


class Double(_PlayersAct, frozen=True, tag="double"):
    """Double: an added wager for exactly one more card; co-bettors may join with their own amounts."""

    amount: int
    joined_by: tuple[tuple[str, int], ...] = ()


class Forfeit(_PlayersAct, frozen=True, tag="forfeit"):
    """Forfeit after a double: lose the hand's own wager and take the doubled part back."""


class Hit(_PlayersAct, frozen=True, tag="hit"):
    """Draw a card."""


class Stand(_PlayersAct, frozen=True, tag="stand"):
    """Take no more cards."""


class Deal(_Act, frozen=True, tag="deal"):
    """Deal the next card to the hand that is due."""

    card: Card


class Burn(_Act, frozen=True, tag="burn"):
    """Burn the next card: it goes to the discard rack."""

    card: Card


class CloseOffer(_Act, frozen=True, tag="close"):
    """The dealer closes the open offer (insurance, surrender or forfeit)."""


class PlayAbsent(_Act, frozen=True, tag="absent"):
    """The dealer plays the hand in turn for a player who does not decide (R20)."""

    box: int


class VoidRound(_Act, frozen=True, tag="void"):
    """A supervisor declares the round void (R23)."""


PlayersAct = Insure | EvenMoney | Surrender | Split | Double | Forfeit | Hit | Stand
JoinedAct = Surrender | Split | Double
"""Decisions of a controlling player that co-bettors may join."""
HandAct = Split | Double | Hit | Stand
HouseAct = Deal | Burn | CloseOffer | PlayAbsent | VoidRound
Act = PlayersAct | HouseAct
