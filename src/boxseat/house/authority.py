"""The power that each command at a table needs; a command that is not listed here is refused.

A person who plays at a table has no staff powers there, whatever their role is now.
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
"""The power that each command needs; commands of the house itself (`HouseCommand`) have none, and no person may send them."""

STAFF_COMMANDS = frozenset(get_args(c.StaffCommand))


def refusal_to_ask(person: Person, command: c.TableCommand) -> Refusal | None:
    """The refusal if the person's role does not have the power for a command."""
    power = NEEDS.get(type(command))
    if power is None:
        return Refusal("power/house-only", "", "only the house itself does that")
    return refusal_of(person, power)


def refusal_in_own_cause(table: Table, who: str, command: c.TableCommand) -> Refusal | None:
    """The refusal of staff powers to a person with chips, a wager or a seat at the table."""
    if type(command) not in STAFF_COMMANDS or who not in table.patrons:
        return None
    return Refusal("power/own-table", "", f"{who} plays at this table, and nobody judges in their own cause")
