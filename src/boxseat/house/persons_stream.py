"""The register of persons as a kind of stream: there is one register, and every table copies from it who may not play there."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boxseat.house.streams import HOUSE_ONLY, Change, CommandCase, Effects, HouseOnly, Stale, StreamKind
from boxseat.journal.entry import Notice
from boxseat.journal.record_codec import RecordCodec
from boxseat.people.account_store import account_stream
from boxseat.people.roles import Person, Power, Role, may
from boxseat.pit.persons import commands as c
from boxseat.pit.persons import handlers
from boxseat.pit.persons import records as r
from boxseat.pit.persons.fold import fold
from boxseat.pit.persons.state import PersonsRegister
from boxseat.pit.persons.view import (
    PersonsForPlayer,
    PersonsForStaff,
    concerns,
    seen_by_player,
    seen_by_staff,
    shut_out_at,
)
from boxseat.refusal import Refusal
from boxseat.table.admission.commands import CopyAdmissions
from boxseat.table.admission.state import Admissions
from boxseat.table.names import PRACTICE, STREAM_PREFIX, stream_of

INSPECTOR = "inspector"
"""The desk that is told of a detention."""
POWERS: dict[type, Power] = {
    c.Exclude: Power.EXCLUDE,
    c.Readmit: Power.READMIT,
    c.Bar: Power.ATTEST,
    c.Unbar: Power.ATTEST,
    c.Detain: Power.EXCLUDE,
    c.HandOver: Power.EXCLUDE,
    c.CardStatus: Power.DECIDE_IRREGULARITY,
    c.PresentCard: Power.REPORT_IRREGULARITY,
}
"""The power that each command needs."""
POWERS_SHOWN: dict[type, Power] = {
    r.PersonExcluded: Power.EXCLUDE,
    r.PersonReadmitted: Power.READMIT,
    r.PersonBarred: Power.ATTEST,
    r.BarLifted: Power.ATTEST,
    r.PersonDetained: Power.EXCLUDE,
    r.PersonHandedOver: Power.EXCLUDE,
    r.CardStatusNoted: Power.DECIDE_IRREGULARITY,
    r.CardPresented: Power.REPORT_IRREGULARITY,
}
"""The power that each record shows."""
OF_PLAYERS = c.Exclude | c.Bar | c.CardStatus | c.PresentCard
"""Commands about a player with an account."""


class PersonsKind(StreamKind[PersonsRegister]):
    """The register of persons."""

    prefix = "persons/"
    sole = "register"
    noun = "register of persons"
    none_code = "stream/none"
    begun = "opened"
    records = RecordCodec(r.PersonsRecord, {})
    empty = PersonsRegister()
    powers: Mapping[type, Power] = POWERS
    commands = c.PersonsCommand
    creating = frozenset((c.OpenPersonsRegister,))
    spanning = frozenset((c.Exclude, c.Readmit, c.Bar, c.Unbar, c.CardStatus, c.PresentCard))
    reaches = STREAM_PREFIX

    def opening(self, zone: str) -> c.OpenPersonsRegister:
        """The house's command that begins the register."""
        return c.OpenPersonsRegister(zone)

    def may_begin(self, stream: str, first: Any) -> bool:
        """Whether a record begins the register."""
        return isinstance(first, r.PersonsRegisterOpened) and stream == REGISTER

    def relies_on(self, state: PersonsRegister, who: str, command: Any) -> tuple[str, ...]:
        """The table, whose book has the clauses, and the player's account."""
        tables = (stream_of(command.table),) if isinstance(command, c.AtTable) else ()
        accounts = (account_stream(command.player),) if isinstance(command, OF_PLAYERS) else ()
        return (*tables, *accounts)

    def siblings(
        self, state: PersonsRegister, who: str, command: Any, reached: Mapping[str, Any]
    ) -> tuple[tuple[str, Any], ...]:
        """Every table copies the register; those for which nothing changes are left out."""
        return tuple((name, CopyAdmissions()) for name in reached)

    def judge(self, case: CommandCase[PersonsRegister]) -> Change[PersonsRegister] | Refusal | Stale:
        """Judge a command of staff."""
        found = _judged(case)
        if isinstance(found, Refusal):
            return found
        if found is None:
            return Change((), Effects(case.state))
        return Change([found], self.follow(None, case.stream, case.state, [found], case.at))

    def fold(
        self, context: Any, state: PersonsRegister, records: Sequence[r.PersonsRecord], at: int
    ) -> PersonsRegister:
        """The register after one entry."""
        return fold(state, records)

    def follow(
        self, context: Any, stream: str, state: PersonsRegister, records: Sequence[r.PersonsRecord], at: int
    ) -> Effects[PersonsRegister]:
        """The register after one entry; the inspector is told of a detention."""
        told = tuple(
            Notice(INSPECTOR, f"{each.player} is detained: {each.reason}", each.clause, stream_of(each.table))
            for each in records
            if isinstance(each, r.PersonDetained)
        )
        return Effects(fold(state, records), notices=told)

    def power_shown(self, records: Sequence[r.PersonsRecord], state: PersonsRegister) -> Power | HouseOnly | None:
        """The power that an entry needed."""
        return POWERS_SHOWN.get(type(records[0]), HOUSE_ONLY)

    def author_shown(self, records: Sequence[r.PersonsRecord], state: PersonsRegister) -> str:
        """Who attested it."""
        first = records[0]
        return "" if isinstance(first, r.PersonsRegisterOpened) else first.by

    def may_watch(self, state: PersonsRegister, person: Person) -> bool:
        """Whether somebody is on duty on the floor, or the register says something about them."""
        return may(person, Power.SEE_FLOOR) or (may(person, Power.WATCH) and concerns(state, person.name))

    def private_picture(self, context: Any, state: PersonsRegister, person: Person) -> PersonsForPlayer:
        """What the register says about a player."""
        return seen_by_player(state, person.name)

    def staff_picture(self, context: Any, state: PersonsRegister) -> PersonsForStaff:
        """What staff on the floor see."""
        return seen_by_staff(state)


PERSONS = PersonsKind()
REGISTER = f"{PERSONS.prefix}{PERSONS.sole}"
"""The name of the only register."""


def admissions_at(register: PersonsRegister, game: str) -> Admissions:
    """Who may not play at the tables of a game, as these keep it."""
    return Admissions(shut_out_at(register, game), tuple(sorted(register.card_faults)), register.zone)


def _judged(case: CommandCase[PersonsRegister]) -> r.PersonsRecord | Refusal | None:
    register, at, who, command = case.state, case.at, case.who, case.command
    if isinstance(command, c.OpenPersonsRegister):
        return None if register.version else r.PersonsRegisterOpened(command.zone)
    if isinstance(command, OF_PLAYERS):
        account = case.others[account_stream(command.player)]
        if not account.version or account.role is not Role.PLAYER:
            return Refusal("patron/no-account", "", f"no player has the account {command.player[:40]}")
    match command:
        case c.Bar():
            return handlers.barred(register, at, who, command)
        case c.Unbar():
            return handlers.unbarred(register, who, command)
        case c.CardStatus():
            return handlers.card_status(register, at, who, command)
    place = _place(case)
    if isinstance(place, Refusal):
        return place
    match command:
        case c.Exclude():
            return handlers.excluded(register, at, who, place, command)
        case c.Readmit():
            return handlers.readmitted(register, who, place, command)
        case c.Detain():
            return handlers.detained(register, at, who, place, command)
        case c.HandOver():
            return handlers.handed_over(register, who, place, command)
        case _:
            return handlers.card_presented(register, at, who, place, command)


def _place(case: CommandCase[PersonsRegister]) -> handlers.Place | Refusal:
    """The table that a command names, with its book. Nobody rules at a table where they play."""
    name = case.command.table
    table = case.others[stream_of(name)]
    if not table.version or name.startswith(PRACTICE):
        return Refusal("table/none", "", f"there is no table {name[:40]}")
    if case.who in table.patrons:
        return Refusal("power/own-table", "", f"{case.who} plays at this table, and nobody judges in their own cause")
    return handlers.Place(table.id, table.game, case.contexts[stream_of(name)])
