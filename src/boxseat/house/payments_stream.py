"""The register of wrong payments as a kind of stream, of which the house has one. The money is the table's."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from boxseat.consistency import Inconsistent
from boxseat.house.streams import HOUSE_ONLY, Change, CommandCase, Due, Effects, HouseOnly, Stale, StreamKind
from boxseat.journal.entry import Notice
from boxseat.journal.record_codec import RecordCodec
from boxseat.people.account_store import account_stream
from boxseat.people.roles import Person, Power, Role, may
from boxseat.pit.payments import commands as c
from boxseat.pit.payments import records as r
from boxseat.pit.payments.fold import fold
from boxseat.pit.payments.handlers import identify, in_words, record_error, rectify
from boxseat.pit.payments.state import MOVES_MONEY, PaymentsRegister, reported
from boxseat.pit.payments.view import PaymentsSeen, seen
from boxseat.refusal import Refusal
from boxseat.table.corrections.commands import FindPaymentWrong, PutPaymentRight
from boxseat.table.handlers.patrons import ACCOUNT_NAME
from boxseat.table.names import is_unnamed, stream_of
from boxseat.table.state import Table, TableUse

NICC = "nicc"
"""The desk of the authority that wrong payments are reported to (SP 18.18.2, 18.20.2)."""


class PaymentsKind(StreamKind[PaymentsRegister]):
    """The register of wrong payments."""

    prefix = "payments/"
    sole = "house"
    noun = "register of payments"
    none_code = "payment/no-register"
    records = RecordCodec(r.RegisterRecord, {})
    empty = PaymentsRegister()
    commands = c.RegisterCommand
    powers: Mapping[type, Power] = {
        c.RecordPaymentError: Power.RECORD_PAYMENT_ERROR,
        c.IdentifyPatron: Power.RECORD_PAYMENT_ERROR,
        c.RectifyPayment: Power.RECORD_PAYMENT_ERROR,
    }
    creating = frozenset((c.OpenRegister,))
    spanning = frozenset((c.RecordPaymentError, c.RectifyPayment))

    def opening(self, zone: str) -> c.OpenRegister:
        """The house's command that begins the register."""
        return c.OpenRegister(zone)

    def may_begin(self, stream: str, first: Any) -> bool:
        """Whether a record begins the register."""
        return isinstance(first, r.RegisterOpened) and stream == f"{self.prefix}{self.sole}"

    def relies_on(self, state: PaymentsRegister, who: str, command: Any) -> tuple[str, ...]:
        """The table, for the clauses of its book, and the account of the patron who is named."""
        table = command.table if isinstance(command, c.RecordPaymentError) else _table_of(state, command)
        player = getattr(command, "player", "")
        accounts = (account_stream(player),) if ACCOUNT_NAME.fullmatch(player) else ()
        return (stream_of(table), *accounts) if table else ()

    def siblings(
        self, state: PaymentsRegister, who: str, command: Any, reached: Mapping[str, Any]
    ) -> tuple[tuple[str, Any], ...]:
        """The table where the money moves, with what it has to book."""
        if isinstance(command, c.RecordPaymentError):
            cents = int(command.amount) if command.kind == "over" else -int(command.amount)
            suspected = command.intentional == "suspected"
            found = FindPaymentWrong(len(state.errors) + 1, command.player, cents, suspected)
            return ((stream_of(command.table), found),)
        known = state.errors.get(command.error)
        if known is None or command.how not in MOVES_MONEY:
            return ()
        right = PutPaymentRight(known.error, known.player, -known.too_much, known.suspected)
        return ((stream_of(known.table), right),)

    def judge(self, case: CommandCase[PaymentsRegister]) -> Change[PaymentsRegister] | Refusal | Stale:
        """Judge a command by the book of its table."""
        found = self._judged(case)
        if isinstance(found, Refusal):
            return found
        return Change(found, self.follow(None, case.stream, case.state, found, case.at))

    def _judged(self, case: CommandCase[PaymentsRegister]) -> Refusal | tuple[r.RegisterRecord, ...]:
        register, command = case.state, case.command
        match command:
            case c.OpenRegister(zone=zone):
                return () if register.version else (r.RegisterOpened(zone),)
            case c.SendMonthlyReport(month=month):
                return (r.MonthReported(month),) if month in register.report_due else ()
            case c.RecordPaymentError(table=table):
                pass
            case _:
                table = _table_of(register, command)
                if not table:
                    return Refusal("payment/none", "", f"there is no wrong payment {command.error}")
        at_table: Table = case.others[stream_of(table)]
        if not at_table.version or at_table.use is TableUse.PRACTICE:
            return Refusal("table/none", "", f"there is no table {table[:40]}")
        if refused := _refusal_of_patron(case, getattr(command, "player", "")):
            return refused
        book = case.contexts[stream_of(table)]
        match command:
            case c.RecordPaymentError():
                return record_error(register, book, command, case.at)
            case c.IdentifyPatron():
                return identify(register, book, command)
            case c.RectifyPayment():
                return rectify(register, book, command)
            case _:
                raise Inconsistent(f"the register does not take {command}")

    def fold(
        self, context: Any, state: PaymentsRegister, records: Sequence[r.RegisterRecord], at: int
    ) -> PaymentsRegister:
        """The register after one entry."""
        return fold(state, records)

    def follow(
        self, context: Any, stream: str, state: PaymentsRegister, records: Sequence[r.RegisterRecord], at: int
    ) -> Effects[PaymentsRegister]:
        """The register after one entry, with the number of a new wrong payment and what the authority is told."""
        after = fold(state, records)
        numbers = [record.error for record in records if isinstance(record, r.ErrorRecorded)]
        return Effects(
            after,
            notices=tuple(_notices(after, records)),
            result={"error": numbers[-1]} if numbers else None,
        )

    def due(self, state: PaymentsRegister) -> tuple[Due, ...]:
        """The reports of the months that have something to report, each at the end of its month."""
        return tuple(Due(at, month) for month, at in state.report_due.items())

    def waking(self, due: Due) -> c.SendMonthlyReport:
        """The house reports a month."""
        return c.SendMonthlyReport(due.what)

    def power_shown(self, records: Sequence[r.RegisterRecord], state: PaymentsRegister) -> Power | HouseOnly | None:
        """The power that an entry needed."""
        of_house = isinstance(records[0], r.RegisterOpened | r.MonthReported)
        return HOUSE_ONLY if of_house else Power.RECORD_PAYMENT_ERROR

    def may_watch(self, state: PaymentsRegister, person: Person) -> bool:
        """Supervisors, gaming managers and inspectors see the register."""
        return may(person, Power.SEE_PAYMENT_ERRORS)

    def staff_picture(self, context: Any, state: PaymentsRegister) -> PaymentsSeen:
        """What those who may watch it see."""
        return seen(state)


PAYMENTS = PaymentsKind()


def _table_of(register: PaymentsRegister, command: Any) -> str:
    """The table of the wrong payment that a command is about; empty if there is none of its number."""
    known = register.errors.get(getattr(command, "error", 0))
    return known.table if known is not None else ""


def _refusal_of_patron(case: CommandCase[PaymentsRegister], player: str) -> Refusal | None:
    """The refusal of a name that is neither a player's account nor that of a patron without one."""
    if is_unnamed(player) or (not player and not isinstance(case.command, c.IdentifyPatron)):
        return None
    account = case.others.get(account_stream(player)) if ACCOUNT_NAME.fullmatch(player) else None
    if account is not None and account.version and account.role is Role.PLAYER:
        return None
    return Refusal("patron/no-account", "", f"no player has the account {player[:40]}")


def _notices(register: PaymentsRegister, records: Sequence[r.RegisterRecord]) -> Iterator[Notice]:
    """What the authority is told."""
    for record in records:
        match record:
            case r.PaymentRectified(error=error, how="reported", clause=clause):
                known = register.errors[error]
                yield Notice(NICC, in_words(known), clause, stream_of(known.table))
            case r.MonthReported(month=month):
                large = reported(register, month)
                listed = "; ".join(map(in_words, large))
                yield Notice(NICC, f"{month}: {listed}", large[0].report_clause)
            case _:
                pass
