"""The power that each command at a table needs; a command that is not listed here cannot be given.

Nobody judges in their own cause: whoever plays at a table has no staff powers there, whatever their role is by now.
"""

from __future__ import annotations

from typing import get_args

from boxseat.people.roles import Person, Power, refusal_of
from boxseat.refusal import Refusal
from boxseat.table import commands as c
from boxseat.table.state import Table

NEEDS: dict[type, Power] = {
    **dict.fromkeys(get_args(c.PlayersCommand), Power.PLAY),
    c.OpenForPlay: Power.OPEN_TABLE,
    c.FinalRounds: Power.CLOSE_TABLE,
    c.CloseTable: Power.CLOSE_TABLE,
    c.CutForHouse: Power.CUT_FOR_THE_HOUSE,
    c.ShuffleNow: Power.REPLACE_CARDS,
    c.ReserveBox: Power.RESERVE_BOX,
    c.MarkBox: Power.CHANGE_SIGN,
    c.Restrict: Power.RESTRICT_PLAYER,
    c.VoidTheRound: Power.VOID_ROUND,
}
"""What the house does by itself (`TimeUp`, `SeatExpired`) nobody may ask for."""

STAFF_COMMANDS = frozenset(get_args(c.StaffCommand))


def refusal_to_ask(person: Person, command: c.TableCommand) -> Refusal | None:
    """Whether this person may ask for this at all."""
    power = NEEDS.get(type(command))
    if power is None:
        return Refusal("power/house-only", "", "only the house itself does that")
    return refusal_of(person, power)


def refusal_in_own_cause(table: Table, who: str, command: c.TableCommand) -> Refusal | None:
    """Why somebody may not act as staff at a table where they have chips, a wager or a seat."""
    if type(command) not in STAFF_COMMANDS or who not in table.patrons:
        return None
    return Refusal("power/own-table", "", f"{who} plays at this table, and nobody judges in their own cause")
