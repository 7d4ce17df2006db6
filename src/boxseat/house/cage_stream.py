"""The cage as a kind of stream: there is one, which begins with the house."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from boxseat.house.streams import HOUSE_ONLY, Change, CommandCase, Effects, HouseOnly, Stale, StreamKind
from boxseat.journal.record_codec import RecordCodec
from boxseat.ledger.accounts import TRANSIT, transit
from boxseat.money import dollars
from boxseat.people.account_store import account_stream
from boxseat.people.roles import Person, Power, may
from boxseat.pit.cage import commands as c
from boxseat.pit.cage import records as r
from boxseat.pit.cage.denominations import worth
from boxseat.pit.cage.desk_notices import notices
from boxseat.pit.cage.fold import fold_entry
from boxseat.pit.cage.handlers import CageAsked, account_named, float_moved, judge, table_named
from boxseat.pit.cage.postings import postings
from boxseat.pit.cage.state import Cage
from boxseat.pit.cage.view import CageSeen, CageWaits, cage_seen, cage_waits
from boxseat.refusal import Refusal
from boxseat.table.commands import EmptyDrop, MoveFloat
from boxseat.table.names import stream_of

POWERS_AT_CAGE: Mapping[type, Power] = {
    c.CountFloat: Power.HANDLE_FLOAT,
    c.ConfirmCount: Power.CONFIRM_COUNT,
    c.RequestFill: Power.ORDER_CHIPS,
    c.RequestCredit: Power.ORDER_CHIPS,
    c.IssueFill: Power.RUN_CAGE,
    c.ReceiveFill: Power.HANDLE_FLOAT,
    c.SendCredit: Power.HANDLE_FLOAT,
    c.ReceiveCredit: Power.RUN_CAGE,
    c.CountDrop: Power.RUN_CAGE,
    c.PayCash: Power.RUN_CAGE,
    c.CollectOwed: Power.RUN_CAGE,
    c.RatePlayer: Power.RATE_PLAYER,
    c.NoteShift: Power.WRITE_SHIFT_LOG,
    c.DealerIn: Power.WRITE_SHIFT_LOG,
    c.NoteResult: Power.NOTE_RESULT,
    c.RequestFootage: Power.REQUEST_FOOTAGE,
    c.AnswerFootage: Power.ANSWER_FOOTAGE,
}
"""The power that each command needs."""
_POWERS_SHOWN: Mapping[type, Power | HouseOnly] = {
    r.CageSetUp: HOUSE_ONLY,
    r.FloatCounted: Power.HANDLE_FLOAT,
    r.CountConfirmed: Power.CONFIRM_COUNT,
    r.ChipsOrdered: Power.ORDER_CHIPS,
    r.FillIssued: Power.RUN_CAGE,
    r.FillReceived: Power.HANDLE_FLOAT,
    r.CreditSent: Power.HANDLE_FLOAT,
    r.CreditReceived: Power.RUN_CAGE,
    r.DropCounted: Power.RUN_CAGE,
    r.PaidOut: Power.RUN_CAGE,
    r.OwedCollected: Power.RUN_CAGE,
    r.PlayerRated: Power.RATE_PLAYER,
    r.ShiftNoted: Power.WRITE_SHIFT_LOG,
    r.DealerCameIn: Power.WRITE_SHIFT_LOG,
    r.ResultNoted: Power.NOTE_RESULT,
    r.FootageRequested: Power.REQUEST_FOOTAGE,
    r.FootageAnswered: Power.ANSWER_FOOTAGE,
}
"""The power that each record shows."""
_WATCHERS = (Power.SEE_CAGE, Power.HANDLE_FLOAT, Power.ANSWER_FOOTAGE)


class CageKind(StreamKind[Cage]):
    """The cage. A command that moves a table's float or drop changes the table in the same transaction."""

    prefix = "cage/"
    noun = "cage"
    none_code = "cage/none"
    sole = "house"
    records: RecordCodec[r.AnyCageRecord] = RecordCodec(r.AnyCageRecord, {})
    empty = Cage()
    powers = POWERS_AT_CAGE
    commands = c.AtCage
    creating = frozenset((c.SetUpCage,))
    spanning = frozenset((c.ReceiveFill, c.SendCredit, c.CountDrop))
    account_prefixes = (TRANSIT,)

    def opening(self, zone: str) -> c.SetUpCage:
        """The house's command that begins the cage's books."""
        return c.SetUpCage(zone)

    def may_begin(self, stream: str, first: Any) -> bool:
        """Whether a record begins the cage's books."""
        return isinstance(first, r.CageSetUp) and stream == CAGE_STREAM

    def relies_on(self, state: Cage, who: str, command: Any) -> tuple[str, ...]:
        """The table and the account that a command is about."""
        table, account = table_named(state, command), account_named(command)
        streams = stream_of(table) if table else "", account_stream(account) if account else ""
        return tuple(stream for stream in streams if stream)

    def siblings(self, state: Cage, who: str, command: Any, reached: Mapping[str, Any]) -> tuple[tuple[str, Any], ...]:
        """The table whose float or drop moves."""
        if isinstance(command, c.CountDrop):
            return ((stream_of(command.table), EmptyDrop()),)
        moved = float_moved(state, command)
        return () if moved is None else ((stream_of(moved[0]), MoveFloat(command.order, moved[1])),)

    def judge(self, case: CommandCase[Cage]) -> Change[Cage] | Refusal | Stale:
        """Judge a command on the cage, the table and the account that it is about."""
        if isinstance(case.command, c.SetUpCage) and case.state.version:
            return Stale()
        table, account = table_named(case.state, case.command), account_named(case.command)
        asked = CageAsked(
            case.state,
            case.who,
            case.at,
            case.others.get(stream_of(table)) if table else None,
            case.contexts.get(stream_of(table)) if table else None,
            case.others.get(account_stream(account)) if account else None,
        )
        found = judge(asked, case.command)
        if isinstance(found, Refusal):
            return found
        return Change([found], self.follow(None, case.stream, case.state, [found], case.at))

    def fold(self, context: Any, state: Cage, records: Sequence[r.AnyCageRecord], at: int) -> Cage:
        """The cage after one entry."""
        return fold_entry(state, records, at)

    def follow(
        self, context: Any, stream: str, state: Cage, records: Sequence[r.AnyCageRecord], at: int
    ) -> Effects[Cage]:
        """The cage after one entry, with its postings, notices and result; an entry has one record."""
        (record,) = records
        after = fold_entry(state, records, at)
        return Effects(
            after,
            postings=tuple(postings(state, record)),
            notices=tuple(notices(state, record)),
            result=_result(state, record),
        )

    def balances(self, state: Cage) -> Mapping[str, int]:
        """What is between each table and the cage."""
        return {transit(table): cents for table, cents in state.transit.items()}

    def power_shown(self, records: Sequence[r.AnyCageRecord], state: Cage) -> Power | HouseOnly | None:
        """The power that an entry needed."""
        return _POWERS_SHOWN[type(records[0])]

    def author_shown(self, records: Sequence[r.AnyCageRecord], state: Cage) -> str:
        """Who must have given the command."""
        first = records[0]
        return "" if isinstance(first, r.CageSetUp) else first.by

    def may_watch(self, state: Cage, person: Person) -> bool:
        """Whether a person may watch the cage: whoever handles floats, sees its books, or answers about footage."""
        return any(may(person, power) for power in _WATCHERS)

    def picture(self, context: Any, state: Cage) -> CageWaits:
        """What everybody who may watch it sees: how much waits for somebody."""
        return cage_waits(state)

    def staff_picture(self, context: Any, state: Cage) -> CageSeen:
        """What staff of the floor see besides: orders, and who deals where; no sum by the books."""
        return cage_seen(state)


CAGE = CageKind()
CAGE_STREAM = f"{CageKind.prefix}{CageKind.sole}"


def _result(cage: Cage, record: r.AnyCageRecord) -> dict[str, Any] | None:
    """What the answer tells: the number of an order or a request, or the difference of a count."""
    match record:
        case r.FloatCounted(pieces=pieces, books=books) | r.DropCounted(pieces=pieces, books=books):
            return {"counted": dollars(worth(pieces)), "difference": dollars(worth(pieces) - books)}
        case r.CountConfirmed(table=table):
            count = cage.sheets[table].last
            return None if count is None else {"difference": dollars(count.difference)}
        case r.ChipsOrdered(order=number):
            return {"order": number}
        case r.FillIssued(order=number, pieces=pieces) | r.CreditSent(order=number, pieces=pieces):
            return {"difference": dollars(worth(pieces) - worth(cage.orders[number].ordered))}
        case r.FillReceived(order=number, pieces=pieces) | r.CreditReceived(order=number, pieces=pieces):
            return {"difference": dollars(worth(pieces) - worth(cage.orders[number].sent or {}))}
        case r.FootageRequested(request=number):
            return {"request": number}
        case _:
            return None
