"""The desks of the house as a kind of stream: there is one, with a mark for every notice that somebody has seen."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boxseat.house.streams import HOUSE_ONLY, Change, CommandCase, Effects, HouseOnly, Stale, StreamKind
from boxseat.journal import queries
from boxseat.journal.connections import Work
from boxseat.journal.record_codec import RecordCodec
from boxseat.people.roles import Person, Power, may
from boxseat.pit.events.event_list import is_event
from boxseat.pit.notices import commands as c
from boxseat.pit.notices.fold import fold
from boxseat.pit.notices.handlers import acknowledge, acknowledge_event
from boxseat.pit.notices.records import DeskRecord, DesksOpened, EventAcknowledged, NoticeAcknowledged
from boxseat.pit.notices.state import DESKS, Desks
from boxseat.refusal import Refusal


class NoticeKind(StreamKind[Desks]):
    """What the desks have seen. The notices themselves are stored with the entries that give them."""

    prefix = "notices/"
    sole = "house"
    noun = "list of notices"
    begun = "begun"
    records: RecordCodec[DeskRecord] = RecordCodec(DeskRecord)
    empty = Desks()
    commands = c.DeskCommand
    creating = frozenset((c.OpenDesks,))
    powers: Mapping[type, Power] = {
        c.Acknowledge: Power.WATCH,
        c.AcknowledgeEvent: Power.ACKNOWLEDGE_NOTICE,
    }

    def opening(self, zone: str) -> c.OpenDesks:
        """The house's command that begins the list."""
        return c.OpenDesks()

    def evidence(self, stream: str, command: Any) -> Work[Any] | None:
        """The desk that a notice went to, or whether an entry is a significant event."""
        if isinstance(command, c.AcknowledgeEvent):
            return is_event(command.event)
        return queries.desk_of(command.notice) if isinstance(command, c.Acknowledge) else None

    def may_begin(self, stream: str, first: Any) -> bool:
        """Whether a record begins the list."""
        return isinstance(first, DesksOpened) and stream == f"{self.prefix}{self.sole}"

    def judge(self, case: CommandCase[Desks]) -> Change[Desks] | Refusal | Stale:
        """Judge what somebody says to have seen."""
        if isinstance(case.command, c.OpenDesks):
            return Stale() if case.state.version else self._change(case, DesksOpened())
        desks, who, role, command, evidence = case.state, case.who, case.role, case.command, case.evidence
        found: DeskRecord | Refusal
        if isinstance(command, c.AcknowledgeEvent):
            found = acknowledge_event(desks, who, role, command, there=evidence)
        else:
            found = acknowledge(desks, who, role, command, evidence)
        return found if isinstance(found, Refusal) else self._change(case, found)

    def _change(self, case: CommandCase[Desks], record: DeskRecord) -> Change[Desks]:
        return Change([record], self.follow(None, case.stream, case.state, [record], case.at))

    def fold(self, context: Any, state: Desks, records: Sequence[DeskRecord], at: int) -> Desks:
        """What is seen after one entry."""
        return fold(state, records, at)

    def follow(self, context: Any, stream: str, state: Desks, records: Sequence[DeskRecord], at: int) -> Effects[Desks]:
        """What is seen after one entry, and the notices that it names."""
        named = tuple((each.notice, each.desk) for each in records if isinstance(each, NoticeAcknowledged))
        return Effects(fold(state, records, at), seen_notices=named)

    def power_shown(self, records: Sequence[DeskRecord], state: Desks) -> Power | HouseOnly | None:
        """The power that an entry needed: a desk is staff's, and a person sees what is told to them."""
        match records[0]:
            case DesksOpened():
                return HOUSE_ONLY
            case EventAcknowledged():
                return Power.ACKNOWLEDGE_NOTICE
            case NoticeAcknowledged(desk=desk):
                return Power.ACKNOWLEDGE_NOTICE if desk in DESKS else Power.WATCH

    def author_shown(self, records: Sequence[DeskRecord], state: Desks) -> str:
        """Who has seen it."""
        return "" if isinstance(records[0], DesksOpened) else records[0].by

    def may_watch(self, state: Desks, person: Person) -> bool:
        """Everybody is at the desk of their own name. The list has no picture; a person's notices are a query of their own."""
        return may(person, Power.WATCH)


NOTICES = NoticeKind()
