"""Acts of a round: players' decisions, cards dealt, steps of the dealer, a supervisor's void.

An act is immutable. Dealing a card is an act too, so a round is the list of its acts, and the same functions play it live, replay
it, simulate it and enumerate it. The tags are the words of replay documents.
"""

from __future__ import annotations

from typing import Literal

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


class Refuse(_PlayersAct, frozen=True, tag="refuse"):
    """Refuse a card that was drawn in error: no further card for the player's boxes in this round (R30)."""


class Deal(_Act, frozen=True, tag="deal"):
    """Deal the next card to the hand that is due."""

    card: Card


class Burn(_Act, frozen=True, tag="burn", omit_defaults=True):
    """Burn the next card: it goes to the discard rack, and is out of the round for good (R28)."""

    card: Card
    because: Literal["face-up", "in-error"] = "face-up"
    """It was found face up in the shoe, or burnt by mistake."""


class DrawInError(_Act, frozen=True, tag="draw-in-error", omit_defaults=True):
    """A card leaves the shoe when nobody is due one; it stays the next card (R29)."""

    card: Card
    exposed: bool = True


class ExtraCard(_Act, frozen=True, tag="extra-card", omit_defaults=True):
    """A card to the dealer's complete hand (R32)."""

    card: Card
    exposed: bool = True


class Misplace(_Act, frozen=True, tag="misplace"):
    """Deal the next card to a place that is not due (R35)."""

    card: Card
    to: str
    """`dealer`, or a box with the number of its hand: `3.1`."""


class Reconstruct(_Act, frozen=True, tag="reconstruct"):
    """A supervisor has the round rebuilt as if no card had been misplaced (R36)."""


class InsuranceMissed(_Act, frozen=True, tag="insurance-missed"):
    """The dealer offers the insurance that was forgotten (R33)."""


class Report(_Act, frozen=True, tag="report"):
    """Something that went wrong is put on record; the round goes on as it is."""

    what: Literal["burn-forgotten", "cut-missed", "shuffle-missed", "rack-left", "check-cards"]


class WrongPack(_Act, frozen=True, tag="wrong-pack", omit_defaults=True):
    """A card is missing, or one was found that is not of this pack: the round ends (R39)."""

    what: Literal["missing-card", "foreign-card"]
    card: str = ""
    """The foreign card, in words."""


class Malfunction(_Act, frozen=True, tag="malfunction", omit_defaults=True):
    """The shuffling device has failed in the round (R40)."""

    disadvantaged: bool = False
    """Whether the house or a player was put at a disadvantage by it."""
    another_device: bool = True
    transferable: bool = True
    """Whether the cards can be moved to the other device."""
    damaged: str = ""
    """The damaged cards, in words."""
    returned_to: tuple[str, ...] = ()
    """The players who want their unsettled wagers back."""
    then: str = ""
    """How the dealer goes on: by a value of the book's `malfunction.then`."""


class Invalidate(_Act, frozen=True, tag="invalidate", omit_defaults=True):
    """The round has no outcome: wagers are refunded, or kept (R41)."""

    because: Literal["disruption", "fraud", "impractical"]
    refund: bool = True
    forfeited_by: tuple[str, ...] = ()


class VoidWagers(_Act, frozen=True, tag="void-wagers"):
    """All wagers of one player in the round are void (R42)."""

    player: str
    because: Literal["player-card", "device", "rules"]


class PayAtEnd(_Act, frozen=True, tag="pay-at-end", omit_defaults=True):
    """Interim payments are made at the final settlement from here on (R43)."""

    box: int = 0
    """The box, or 0 for all."""


class CloseOffer(_Act, frozen=True, tag="close"):
    """The dealer closes the open offer (insurance, surrender or forfeit)."""


class PlayAbsent(_Act, frozen=True, tag="absent"):
    """The dealer plays the hand in turn for a player who does not decide (R20)."""

    box: int


class VoidRound(_Act, frozen=True, tag="void", omit_defaults=True):
    """A supervisor declares the round void (R23)."""

    because: Literal["cannot-reconstruct", "found-later"] = "cannot-reconstruct"


PlayersAct = Insure | EvenMoney | Surrender | Split | Double | Forfeit | Hit | Stand | Refuse
JoinedAct = Surrender | Split | Double
"""Decisions of a controlling player that co-bettors may join."""
HandAct = Split | Double | Hit | Stand
CardAct = Deal | Burn | DrawInError | ExtraCard | Misplace
"""A card leaves the shoe."""
EndingAct = VoidRound | WrongPack | Malfunction | Invalidate
"""A supervisor ends the round without a settlement; a malfunction may."""
StaffAct = (
    Burn
    | DrawInError
    | ExtraCard
    | Misplace
    | Reconstruct
    | InsuranceMissed
    | Report
    | WrongPack
    | Malfunction
    | Invalidate
    | VoidWagers
    | PayAtEnd
    | VoidRound
)
"""Irregularities and rulings of staff; they come before the final settlement, also when that has been computed."""
HouseAct = Deal | CloseOffer | PlayAbsent | StaffAct
Act = PlayersAct | HouseAct


def word(act: Act) -> str:
    """The word for an act in replay documents."""
    return act.what if isinstance(act, Report | WrongPack) else str(act.__struct_config__.tag)
