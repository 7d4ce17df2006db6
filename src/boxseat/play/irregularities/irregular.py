"""What is irregular in a round: cards off their place, wagers paid at the end, decisions that wait after a reconstruction."""

from __future__ import annotations

import msgspec

from boxseat.cards import Card
from boxseat.play.acts import Act


class CardOut(msgspec.Struct, frozen=True, gc=False):
    """A card that has left the shoe and waits for the next place that is due."""

    card: Card
    exposed: bool
    accepted: bool = False
    """Whether it is out after a reconstruction, whose result everybody accepts (R37)."""
    under_shoe: bool = False
    """Whether it lies under the shoe, as if it had not been drawn (R32)."""

    @property
    def is_refusable(self) -> bool:
        """Whether it was drawn in error, and may be refused where the book allows that."""
        return not (self.accepted or self.under_shoe)

    @property
    def is_carried(self) -> bool:
        """Whether it is the first card of the next round if no hand needs it in this one (R31)."""
        return self.under_shoe or not (self.exposed or self.accepted)


class Surplus(msgspec.Struct, frozen=True, gc=False):
    """A misplaced card that lies where no card was due (R35)."""

    card: Card
    to: str
    """`dealer`, or a box with the number of its hand: `3.1`."""


class Pending(msgspec.Struct, frozen=True):
    """An act from before a reconstruction, with what its maker saw; it stands if they would have seen the same (R36)."""

    index: int
    """Its place in the acts of the round."""
    act: Act
    box: int = 0
    """The box that it is about; 0 for the table."""
    seen: tuple[str, ...] = ()
    """The number of the hand, its cards with any surplus on the box, and the dealer's first card; of an offer, box by box."""
    offer: str = ""
    """The phase of the offer that it belongs to; empty for decisions about the hand in turn."""
    cards: int = 0
    """The number of cards that were out when staff did it, without burnt ones."""


class Irregular(msgspec.Struct, frozen=True):
    """The irregular part of a round's state."""

    waiting: tuple[CardOut, ...] = ()
    """The next cards, in order, before those of the shoe."""
    surplus: tuple[Surplus, ...] = ()
    misplaced: bool = False
    """Whether a card was misplaced and the round is neither rebuilt nor void: it is not settled (R35)."""
    carried: tuple[Card, ...] = ()
    """The first cards of the next round (R31, R32)."""
    no_more: tuple[int, ...] = ()
    """Boxes that get no further cards, because their player refused one (R30)."""
    defers: tuple[int, ...] = ()
    """Boxes whose interim payments are made at the end; 0 for all boxes (R43)."""
    resume: str = ""
    """The phase that goes on after insurance that was missed."""
    device_failed: bool = False
    """Whether the round is dealt on from a shoe, as the shuffling device has failed (R40)."""
    pending: tuple[Pending, ...] = ()
    bound: tuple[int, ...] = ()
    """Boxes to which an offer that is open again is not open, as their players saw the same when it was closed."""
    set_aside: tuple[int, ...] = ()
    """The acts that do not stand, by their place in the acts of the round, in the order in which that was found."""
