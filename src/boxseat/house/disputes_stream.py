"""The register of disputes as a kind of stream: there is one for the whole house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boxseat.house.payments_stream import PAYMENTS
from boxseat.house.streams import HOUSE_ONLY, Change, CommandCase, Effects, HouseOnly, Stale, StreamKind
from boxseat.journal.record_codec import RecordCodec
from boxseat.people.roles import Person, Power, may
from boxseat.pit.disputes import commands as c
from boxseat.pit.disputes.dispute_notices import notices
from boxseat.pit.disputes.fold import fold
from boxseat.pit.disputes.handlers import Author, judge
from boxseat.pit.disputes.records import (
    ComplaintMade,
    DisputeDecided,
    DisputeRaised,
    DisputeRecord,
    DisputesBegun,
    DisputeSettled,
    ReviewAsked,
)
from boxseat.pit.disputes.state import DisputeRegister, Instance
from boxseat.pit.disputes.view import DisputesSeen, seen_by_player, seen_by_staff
from boxseat.refusal import Refusal
from boxseat.table.names import stream_of

PAYMENTS_REGISTER = f"{PAYMENTS.prefix}{PAYMENTS.sole}"


class DisputeKind(StreamKind[DisputeRegister]):
    """Disputes of players. A dispute keeps the clauses of its table's book, so the fold needs no book."""

    prefix = "disputes/"
    sole = "house"
    noun = "register of disputes"
    begun = "begun"
    records: RecordCodec[DisputeRecord] = RecordCodec(DisputeRecord)
    empty = DisputeRegister()
    commands = c.DisputeCommand
    creating = frozenset((c.BeginRegister,))
    powers: Mapping[type, Power] = {
        c.RaiseDispute: Power.PLAY,
        c.AskReview: Power.PLAY,
        c.Complain: Power.PLAY,
        c.RuleOnDispute: Power.DECIDE_DISPUTE,
        c.ReviewDispute: Power.REVIEW_DISPUTE,
        c.SettleDispute: Power.DECIDE_DISPUTE,
    }

    def opening(self, zone: str) -> Any:
        """The house's command that begins the register."""
        return c.BeginRegister()

    def relies_on(self, state: DisputeRegister, who: str, command: Any) -> tuple[str, ...]:
        """The table that a dispute is about, its book and its rounds; or the payments that were put right."""
        if isinstance(command, c.SettleDispute) and command.error is None:
            dispute = state.find(command.dispute)
            return () if dispute is None else (stream_of(dispute.table),)
        if isinstance(command, c.SettleDispute):
            return (PAYMENTS_REGISTER,)
        return (stream_of(command.table),) if isinstance(command, c.RaiseDispute) else ()

    def may_begin(self, stream: str, first: Any) -> bool:
        """Whether a record begins the register."""
        return isinstance(first, DisputesBegun) and stream == f"{self.prefix}{self.sole}"

    def judge(self, case: CommandCase[DisputeRegister]) -> Change[DisputeRegister] | Refusal | Stale:
        """Judge a command about a dispute."""
        if isinstance(case.command, c.BeginRegister):
            begun = () if case.state.version else (DisputesBegun(),)
            return Change(begun, Effects(self.fold(None, case.state, begun, case.at) if begun else case.state))
        payments = case.others.get(PAYMENTS_REGISTER, PAYMENTS.empty)
        tables = [(case.others[name], book) for name, book in case.contexts.items() if book is not None]
        table = tables[0] if tables else None
        found = judge(case.state, Author(case.who, case.role), case.command, table, payments)
        if isinstance(found, Refusal):
            return found
        return Change([found], self.follow(None, case.stream, case.state, [found], case.at))

    def fold(self, context: Any, state: DisputeRegister, records: Sequence[DisputeRecord], at: int) -> DisputeRegister:
        """The register after one entry."""
        return fold(state, records, at)

    def follow(
        self, context: Any, stream: str, state: DisputeRegister, records: Sequence[DisputeRecord], at: int
    ) -> Effects[DisputeRegister]:
        """The register after one entry, and what is told of it."""
        after = fold(state, records, at)
        told = tuple(notice for record in records for notice in notices(after, record))
        raised = [record.number for record in records if isinstance(record, DisputeRaised)]
        return Effects(after, notices=told, result={"dispute": raised[0]} if raised else None)

    def power_shown(self, records: Sequence[DisputeRecord], state: DisputeRegister) -> Power | HouseOnly | None:
        """The power that an entry needed."""
        match records[0]:
            case DisputesBegun():
                return HOUSE_ONLY
            case DisputeDecided(instance=Instance.FIRST) | DisputeSettled():
                return Power.DECIDE_DISPUTE
            case DisputeDecided():
                return Power.REVIEW_DISPUTE
            case _:
                return Power.PLAY

    def author_shown(self, records: Sequence[DisputeRecord], state: DisputeRegister) -> str:
        """Who disputed, decided or asked."""
        match records[0]:
            case DisputeRaised(player=name) | ReviewAsked(player=name) | ComplaintMade(player=name):
                return name
            case DisputeDecided(by=name) | DisputeSettled(by=name):
                return name
            case _:
                return ""

    def may_watch(self, state: DisputeRegister, person: Person) -> bool:
        """Players see their own disputes; of staff, only those who decide or review them see any."""
        return any(may(person, power) for power in (Power.PLAY, Power.DECIDE_DISPUTE, Power.REVIEW_DISPUTE))

    def private_picture(self, context: Any, state: DisputeRegister, person: Person) -> DisputesSeen:
        """A player's own disputes."""
        return seen_by_player(state, person.name)

    def staff_picture(self, context: Any, state: DisputeRegister) -> DisputesSeen:
        """All disputes."""
        return seen_by_staff(state)


DISPUTES = DisputeKind()
