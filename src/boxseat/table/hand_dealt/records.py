"""Records that only hand-dealt tables have. The name of a record never changes."""

from __future__ import annotations

from typing import Literal

import msgspec

from boxseat.cards import Card
from boxseat.play.acts import Act
from boxseat.play.irregularities.record_correction import RecordFault
from boxseat.table.hand_dealt.state import Deviation


class _Record(msgspec.Struct, frozen=True, gc=False, tag_field="is", forbid_unknown_fields=True, omit_defaults=True):
    """Something that happened at a hand-dealt table."""


class CardKeyed(_Record, frozen=True, tag="card-keyed.1"):
    """Staff keyed a card; what it does to the round follows in a record of its own, unless it does nothing to it."""

    card: Card
    to: str = ""
    deviation: Deviation | None = None


class CardUndone(_Record, frozen=True, tag="card-undone.1"):
    """The card that was keyed last was taken back."""

    card: Card


class CardTurned(_Record, frozen=True, tag="card-turned.1"):
    """A card that had left the shoe face down was named."""

    card: Card
    act: int
    """The act of the round with which it left, by its index."""


class SignalKeyed(_Record, frozen=True, tag="signal-keyed.1"):
    """Staff recorded what a player did or said; what that does follows in records of its own."""

    what: str
    """The word of the command."""
    player: str = ""
    """Empty for what the dealer does to the whole table."""


class ChipsForCash(_Record, frozen=True, tag="chips-for-cash.1"):
    """A patron paid for chips in cash at the table, or brought chips along; the first time, they came to the table."""

    player: str
    cents: int
    brought: bool = False


class CardsOfTheDay(_Record, frozen=True, tag="cards-of-the-day.1"):
    """What was done with the cards: shuffled, cut, loaded, the cutting card out, the discards shuffled in mid-round."""

    what: Literal["shuffled", "cut", "loaded", "cutting-card-out", "cards-out"]
    by: str = ""
    """Who cut the cards."""
    card: Card | None = None
    """The burnt card."""


class NetChange(msgspec.Struct, frozen=True, gc=False):
    """How much more a player has won by a corrected record, in cents; below zero if it is less."""

    player: str
    cents: int


class RecordCorrected(_Record, frozen=True, tag="record-corrected.1"):
    """The record of a round was corrected, and the round is settled again by it. What was keyed stays in the journal."""

    number: int
    faults: tuple[RecordFault, ...]
    acts: tuple[Act, ...]
    """The acts of the round as they were."""
    reason: str
    footage: str = ""
    changes: tuple[NetChange, ...] = ()
    """What an earlier round has come to otherwise; none for the last one, whose settlements show it."""


class LateChips(_Record, frozen=True, tag="late-chips.1"):
    """Chips were added or taken after the first card, and put right; the wager stands as it was."""

    box: int
    player: str
    cents: int
    """Below zero if they were taken."""


class PatronNoted(_Record, frozen=True, tag="patron-noted.1"):
    """A patron without a name was described."""

    patron: str
    note: str


class PatronLinked(_Record, frozen=True, tag="patron-linked.1"):
    """A patron without a name is somebody who has an account."""

    patron: str
    player: str


HandDealtRecord = (
    CardKeyed
    | CardUndone
    | CardTurned
    | SignalKeyed
    | ChipsForCash
    | CardsOfTheDay
    | RecordCorrected
    | LateChips
    | PatronNoted
    | PatronLinked
)
