"""The state that only a hand-dealt table has."""

from __future__ import annotations

import msgspec

from boxseat.play.acts import Act
from boxseat.play.state import TableLimits, Wager
from boxseat.table.permissions.state import Options


class Deviation(msgspec.Struct, frozen=True, gc=False):
    """How a card that left the shoe, or a round that began, differs from the rules."""

    kind: str
    """`no-wagers`, `misplaced`, `drawn-in-error`, `extra-card`, `foreign-card`, `shuffle-missed` or `cut-missed`."""
    due: str
    """Where the card was due: `dealer`, a box (`3`) or one of its hands (`3.2`); empty if none was due."""
    clause: str


class PastRound(msgspec.Struct, frozen=True):
    """An earlier round, from which it can be settled again when its record is corrected."""

    number: int
    wagers: tuple[Wager, ...]
    limits: TableLimits
    device: bool
    acts: tuple[Act, ...]
    options: Options = {}
    """Options of the book that the table did not have from the start."""


class HandDealt(msgspec.Struct, frozen=True):
    """What only a hand-dealt table keeps."""

    deviation: Deviation | None = None
    """The last deviation, until it is put right or the deal goes on."""
    foreign: str = ""
    """A card that was keyed and is not of this pack, until staff rule on it; it is not part of the round."""
    lone: str = ""
    """The card that was keyed last while no round was in play."""
    not_shuffled: bool = True
    """Whether a shuffle is to be recorded before the next round, where the table keeps its cards on record."""
    not_cut: bool = False
    """The same for the cut."""
    out: dict[str, int] = {}
    """How often each card has left the shoe since the last shuffle, where the table keeps its cards on record."""
    turned: tuple[int, int] | None = None
    """The act whose card was named last, and the number of acts then: until another follows, the name may be taken back."""
    notes: dict[str, str] = {}
    """What staff noted about patrons without a name."""
    linked: dict[str, str] = {}
    """Who the patrons without a name turned out to be."""
    past: tuple[PastRound, ...] = ()
    """The last rounds before the present one, the latest last."""
