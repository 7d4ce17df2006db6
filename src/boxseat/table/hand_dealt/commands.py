"""Commands of staff at a hand-dealt table: the cards as they leave the shoe, and what went wrong.

`card` is a card such as ``7H``, or ``??`` where it leaves the shoe face down and nobody has seen it.
"""

from __future__ import annotations

from typing import Literal

import msgspec

from boxseat.money import Cents
from boxseat.play.irregularities.record_correction import RecordFault


class _Keyed(msgspec.Struct, frozen=True, gc=False, tag_field="do", forbid_unknown_fields=True):
    """A command of staff at a hand-dealt table."""


# The deal


class NoMoreBets(_Keyed, frozen=True, tag="no-more-bets"):
    """Close the bets: the wagers that lie are those of the round."""


class KeyCard(_Keyed, frozen=True, tag="card"):
    """A card leaves the shoe."""

    card: str
    to: str = ""
    """``dealer``, a box (``3``) or a hand of a box (``3.2``); left out: where it is due."""


class TurnCard(_Keyed, frozen=True, tag="turn-card"):
    """Name the first card of the round that left the shoe face down and is not named yet."""

    card: str


class UndoCard(_Keyed, frozen=True, tag="undo-card"):
    """Take back the last card, which was keyed by a slip of the finger, if nothing has followed it."""


class CloseTheOffer(_Keyed, frozen=True, tag="close-offer"):
    """Close the open offer, or the question whether others join; nobody else takes it."""


class PlayForAbsent(_Keyed, frozen=True, tag="absent"):
    """Play the hand in turn for a player who does not decide."""

    box: int


# What went wrong


class BurnCard(_Keyed, frozen=True, tag="burn"):
    """The next card goes to the discard rack: it was found face up, or burnt by mistake."""

    card: str
    because: Literal["face-up", "in-error"] = "face-up"


class CardDrawnInError(_Keyed, frozen=True, tag="draw-in-error"):
    """A card has left the shoe although nobody is due one."""

    card: str
    exposed: bool | None = None
    """Left out: whether it is named."""


class CardTooMany(_Keyed, frozen=True, tag="extra-card"):
    """A card was drawn to the dealer's complete hand."""

    card: str
    exposed: bool | None = None
    """Left out: whether it is named."""


class InsuranceForgotten(_Keyed, frozen=True, tag="insurance-missed"):
    """Insurance was not offered, and is offered now."""


class BurnForgotten(_Keyed, frozen=True, tag="burn-forgotten"):
    """The first card was not burnt."""


class CutForgotten(_Keyed, frozen=True, tag="cut-missed"):
    """The cards were not cut before the round."""


class ShuffleForgotten(_Keyed, frozen=True, tag="shuffle-missed"):
    """The cards were not shuffled before the round."""


class RackForgotten(_Keyed, frozen=True, tag="rack-left"):
    """The discard rack was not put back into the shuffling device."""


class ReconstructRound(_Keyed, frozen=True, tag="reconstruct"):
    """Put the round right: every card goes where it should have gone."""


class CorrectRecord(_Keyed, frozen=True, tag="correct-record"):
    """Correct the record of a round that was dealt rightly and keyed wrongly; the round is settled again."""

    faults: tuple[RecordFault, ...]
    reason: str
    footage: str = ""
    """The reference of the recording that shows it."""
    number: int | None = None
    """The number of the round; left out: the one in play, or the last."""


class ChipsTouchedLate(_Keyed, frozen=True, tag="late-chips"):
    """Chips were added to a wager, or taken away, after the first card; it was put right, and the wager stands as it was."""

    box: int
    player: str
    more: Cents | None = None
    less: Cents | None = None


# The cards of the day


class CardsShuffledByHand(_Keyed, frozen=True, tag="shuffled"):
    """The cards were shuffled."""


class CardsLoaded(_Keyed, frozen=True, tag="loaded"):
    """The cards were put into the shoe or device."""

    card: str = ""
    """The burnt card; empty if none was burnt."""


class CuttingCardSeen(_Keyed, frozen=True, tag="cutting-card-out"):
    """The cutting card has come out of the shoe."""


class ShoeIsEmpty(_Keyed, frozen=True, tag="cards-out"):
    """The shoe is empty, and the discards are shuffled to finish the round."""


# Patrons without a device


class Rebet(_Keyed, frozen=True, tag="rebet"):
    """Record that a player lays the wagers of the last round again; without a name, all of its players."""

    player: str = ""


class NotePatron(_Keyed, frozen=True, tag="note-patron"):
    """Describe a patron without a name, so that others of the staff know who it is."""

    patron: str
    """``patron 3``."""
    note: str


class LinkPatron(_Keyed, frozen=True, tag="link-patron"):
    """Say who a patron without a name is: chips, wagers and seat are theirs."""

    patron: str
    """``patron 3``."""
    player: str


DealCommand = NoMoreBets | KeyCard | TurnCard | UndoCard | CloseTheOffer | PlayForAbsent
"""Commands of the deal itself."""
ErrorCommand = (
    BurnCard
    | CardDrawnInError
    | CardTooMany
    | InsuranceForgotten
    | BurnForgotten
    | CutForgotten
    | ShuffleForgotten
    | RackForgotten
)
"""Reports of what went wrong in the round."""
FloorCommand = (
    CardsShuffledByHand
    | CardsLoaded
    | CuttingCardSeen
    | ShoeIsEmpty
    | ChipsTouchedLate
    | Rebet
    | NotePatron
    | LinkPatron
)
"""What staff record beside the deal."""
HandDealtCommand = DealCommand | ErrorCommand | ReconstructRound | CorrectRecord | FloorCommand
