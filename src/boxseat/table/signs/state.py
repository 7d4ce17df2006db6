"""What the signs at a table say besides the limits that it was set up with."""

from __future__ import annotations

from typing import Literal

import msgspec

from boxseat.play.state import TableLimits
from boxseat.table.sign import Bet, Sign

Announced = Literal["raise-minimum", "end-old-minimum"]
"""The changes that a sign shows before they come into force."""


class OldMinimum(msgspec.Struct, frozen=True, gc=False):
    """The minima of a player who may go on at those from before a raise; none where the sign's applies."""

    main: int | None = None
    perfect_pairs: int | None = None

    def of(self, bet: Bet) -> int | None:
        """The old minimum of a kind of wager."""
        return self.main if bet == "main" else self.perfect_pairs


class ComingChange(msgspec.Struct, frozen=True, gc=False):
    """A change that a sign shows, with its time."""

    what: Announced
    bet: Bet
    cents: int
    """The minimum from then on, in cents."""
    at: int
    """In microseconds UTC."""
    players: tuple[str, ...] = ()
    """Whose old minimum ends."""


class Signs(msgspec.Struct, frozen=True):
    """The signs at a table. Where nothing was ever changed, this is `NO_SIGNS`."""

    limits: Sign | None = None
    """The limits in force; none for those that the table was set up with."""
    coming: tuple[ComingChange, ...] = ()
    """In the order in which they come into force."""
    old_minimum: dict[str, OldMinimum] = {}
    """By player: those who may go on at the minimum from before a raise."""
    private: dict[str, TableLimits] = {}
    """By player: those who have limits of their own."""
    closing: int | None = None
    """When the table closes, in microseconds UTC."""
    low_limit: bool = False

    @property
    def next_at(self) -> int | None:
        """The time of the first change or of closing; none if nothing is to come."""
        times = [change.at for change in self.coming[:1]]
        return min(times if self.closing is None else [*times, self.closing], default=None)


NO_SIGNS = Signs()
