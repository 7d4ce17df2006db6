"""What people do in a round: players decide, the shoe deals, the dealer moves on, a supervisor voids.

An act is a frozen record. A card leaving the shoe is an act too, so that a round is the list of its acts: played live, replayed,
sampled or enumerated by the same functions. The tags are the words of replay documents.
"""

from __future__ import annotations

import msgspec

from boxseat.cards import Card


class _Act(msgspec.Struct, frozen=True, tag_field="do", forbid_unknown_fields=True):
    """Something done in a round."""


class _PlayersAct(_Act, frozen=True):
    """Something a player does about a box."""

    box: int
    player: str


class Insure(_PlayersAct, frozen=True, tag="insure"):
    """A wager on the insurance line that the dealer's second card makes a natural."""

    amount: int


class EvenMoney(_PlayersAct, frozen=True, tag="even-money"):
    """A natural paid 1 to 1 at once, against a dealer's ace."""


class Surrender(_PlayersAct, frozen=True, tag="surrender"):
    """The controlling player gives up part of the wager, and co-bettors with them."""

    joined_by: tuple[str, ...] = ()


class Split(_PlayersAct, frozen=True, tag="split"):
    """Two cards of a kind become two hands; co-bettors who join match their wager too."""

    joined_by: tuple[str, ...] = ()


class Double(_PlayersAct, frozen=True, tag="double"):
    """A further wager for one card more; co-bettors may join with amounts of their own."""

    amount: int
    joined_by: tuple[tuple[str, int], ...] = ()


class Forfeit(_PlayersAct, frozen=True, tag="forfeit"):
    """After a double, the hand's own wager is given up and the doubled part taken back."""


class Hit(_PlayersAct, frozen=True, tag="hit"):
    """A card, please."""


class Stand(_PlayersAct, frozen=True, tag="stand"):
    """No more cards."""


class Deal(_Act, frozen=True, tag="deal"):
    """The next card leaves the shoe for where the round says it goes."""

    card: Card


class Burn(_Act, frozen=True, tag="burn"):
    """The next card leaves the shoe for the discard rack."""

    card: Card


class CloseOffer(_Act, frozen=True, tag="close"):
    """The dealer closes what is being offered (insurance, surrender, a forfeit) and goes on."""


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
