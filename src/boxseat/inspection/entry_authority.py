"""Authority in the audit: roles are folded in journal order, and the author of every entry must have had the power for it.

The records of an entry show its command, and so the power it needed. Earlier versions of the program recorded less: that every
author has an account, and does not play at a table where they act as staff, is checked from the first record of the present
version on.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

import msgspec

from boxseat.clock import SECOND
from boxseat.house.authority import power_of_staff
from boxseat.house.house import HOUSE_ACTOR
from boxseat.house.streams import HOUSE_ONLY
from boxseat.people.account import Account
from boxseat.people.login import NOT_LOGGED_IN
from boxseat.people.records import (
    NEWER_TAGS,
    OLDER_TAGS,
    AccountOpened,
    Disabled,
    Enabled,
    LoggedIn,
    LoggedOut,
    LoginFailed,
    PasswordChanged,
    RoleGiven,
    SessionsEnded,
    tags,
)
from boxseat.people.records import Record as AccountRecord
from boxseat.people.roles import Person, Power, Role, may, spoken
from boxseat.people.settings import OPENING_CENTS_MAX
from boxseat.play.acts import StaffAct
from boxseat.table.checks.records import CheckRecorded
from boxseat.table.records import (
    Acted,
    BoxWanted,
    ChipsBought,
    CutDeclined,
    Declined,
    PlayerReady,
    SeatTaken,
    TableOpened,
    TableRecord,
    WagerLaid,
)
from boxseat.table.state import Table

GRACE_US = 10 * SECOND
"""For this long after a role was removed, a command that was allowed before may still be stored."""
HOUSE_POWERS = (Power.OPEN_TABLE, Power.CUT_FOR_THE_HOUSE)
"""Acts of staff that the house itself also does: it opens its first tables, and cuts if nobody else does in time."""
OWN_RECORDS = (SeatTaken, BoxWanted, PlayerReady, Declined)
"""First records of players' commands, which name the player."""


class _Held(msgspec.Struct):
    """A person's account after the last entry, and before its last change."""

    person: Person
    before: Person | None = None
    changed_at: int = 0


class Authority:
    """Everybody's role after the entries so far."""

    def __init__(self) -> None:
        self._held: dict[str, _Held] = {}
        self._is_present = False
        """Whether a record of the present version has been seen."""

    def note(self, account: Account, at: int) -> None:
        """Note the state of an account after an entry."""
        held = self._held.get(account.name)
        if held is None:
            self._held[account.name] = _Held(account.person)
        elif held.person != account.person:
            self._held[account.name] = _Held(account.person, held.person, at)

    def _had(self, who: str, power: Power, at: int) -> bool:
        held = self._held.get(who)
        if held is None:
            return False
        if may(held.person, power):
            return True
        return held.before is not None and abs(at - held.changed_at) <= GRACE_US and may(held.before, power)

    # Accounts

    def account_faults(self, entry: Any, happened: Sequence[AccountRecord], name: str) -> Iterator[str]:
        """Faults of authority in an entry of an account."""
        stored = set(tags(entry.records))
        if self._is_present and not stored.isdisjoint(OLDER_TAGS):
            yield "it has a record of an earlier version than those before it"
        self._is_present = self._is_present or not stored.isdisjoint(NEWER_TAGS)
        for record in happened:
            yield from self._record_faults(entry.who, entry.at, name, record)

    def _record_faults(self, who: str, at: int, name: str, record: AccountRecord) -> Iterator[str]:
        match record:
            case AccountOpened():
                yield from self._opening_faults(who, at, record)
            case LoggedIn() | LoggedOut():
                if who != name:
                    yield f"{who} cannot log {name} in or out"
            case LoginFailed():
                if who != NOT_LOGGED_IN:
                    yield f"a failed login is not {who}'s"
            case PasswordChanged(password_due=due):
                if due or who != name:
                    yield from self._management_faults(who, at, name)
            case RoleGiven() | Disabled() | Enabled():
                yield from self._management_faults(who, at, name)
            case SessionsEnded():
                if who != name:
                    yield from self._power_faults(who, Power.END_SESSIONS, at)
            case _:
                pass

    def _opening_faults(self, who: str, at: int, opened: AccountOpened) -> Iterator[str]:
        most = OPENING_CENTS_MAX if opened.role is Role.PLAYER else 0
        if not 0 <= opened.cents <= most:
            yield f"its opening money is {opened.cents} cents, and no more than {most} is given"
        if who == opened.name:
            if opened.role is not Role.PLAYER:
                yield f"{who} cannot open an account of their own as {spoken(opened.role)}"
        elif who == HOUSE_ACTOR:
            if opened.role is not Role.ADMINISTRATOR:
                yield "the house itself opens only the first administrator's account"
            elif any(_is_administrator(held.person) for held in self._held.values()):
                yield "it is opened as the first administrator's, and there is an administrator"
        else:
            yield from self._management_faults(who, at, opened.name)

    def _management_faults(self, who: str, at: int, name: str) -> Iterator[str]:
        if who == name:
            yield f"{who} cannot do this to their own account"
        yield from self._power_faults(who, Power.MANAGE_ACCOUNTS, at)

    def _power_faults(self, who: str, power: Power, at: int) -> Iterator[str]:
        if who not in self._held:
            yield f"nobody called {who} has an account"
        elif not self._had(who, power, at):
            yield f"{who}, who is {spoken(self._held[who].person.role)}, may not {spoken(power)}"

    # Streams of any kind

    def faults_of(self, entry: Any, power: Power) -> Iterator[str]:
        """Faults of authority in an entry that needed a power; the house itself has every power."""
        if entry.who != HOUSE_ACTOR:
            yield from self._power_faults(entry.who, power, entry.at)

    # Tables

    def table_faults(self, entry: Any, happened: Sequence[TableRecord], table: Table) -> Iterator[str]:
        """Faults of authority in an entry of a table, given the table before it."""
        who, first = entry.who, happened[0]
        staff = power_of_staff(happened, table)
        patron = table.patrons.get(who)
        if staff is HOUSE_ONLY:
            if who != HOUSE_ACTOR:
                yield f"it is by {who}, and the house alone does this"
            return
        if who == HOUSE_ACTOR:
            if staff is not None and staff not in HOUSE_POWERS:
                yield f"the house itself does not {spoken(staff)}"
            return
        if patron is not None and patron.computer:
            if staff is not None:
                yield f"a computer player may not {spoken(staff)}"
            return
        needed = staff or Power.PLAY
        if isinstance(first, TableOpened):
            needed = Power.PLAY if first.settings.practice and first.settings.owner == who else Power.OPEN_TABLE
        if who in self._held or self._is_present:
            yield from self._power_faults(who, needed, entry.at)
        if staff is not None and patron is not None and self._is_present:
            yield f"{who} plays at this table, and may not {spoken(staff)} there"
        yield from _ruling_faults(who, happened)
        owner = _owner(first)
        if owner and owner != who:
            yield f"it is by {who}, and what it begins with is {owner}'s"


def _ruling_faults(who: str, happened: Sequence[TableRecord]) -> Iterator[str]:
    """Faults of rulings in an entry: whoever rules gives the command."""
    for record in happened:
        if isinstance(record, Acted) and record.by not in ("", who) and isinstance(record.acts[0], StaffAct):
            yield f"it is by {who}, and {record.by} rules in it"


def _owner(first: TableRecord) -> str:
    """The person whose command an entry's first record shows; empty if others may create it too."""
    match first:
        case CheckRecorded(by=by):
            return by
        case ChipsBought(player=player, computer=""):
            return player
        case WagerLaid(wager=laid):
            return laid.player
        case CutDeclined(player=player, by_house=False):
            return player
        case _:
            return first.player if isinstance(first, OWN_RECORDS) else ""


def _is_administrator(person: Person) -> bool:
    return person.role is Role.ADMINISTRATOR and not person.disabled
