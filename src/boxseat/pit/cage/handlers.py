"""Handlers of the cage's commands: each gives the record of what is done, or the refusal. No clause of the rules is about them."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any, NamedTuple

from boxseat.people.account import Account
from boxseat.people.roles import Person, Power, Role, may
from boxseat.pit.cage import commands as c
from boxseat.pit.cage import records as r
from boxseat.pit.cage.denominations import Pieces, chips_at, in_drop, read_pieces, worth
from boxseat.pit.cage.state import Cage, FloatSheet, Order
from boxseat.refusal import Refusal
from boxseat.rulebook.book import Book
from boxseat.table.state import Status, Table

Judged = r.AnyCageRecord | Refusal


class CageAsked(NamedTuple):
    """What a command is judged on."""

    cage: Cage
    who: str
    at: int
    table: Table | None = None
    """The table that it is about; none where it names none."""
    book: Book | None = None
    account: Account | None = None
    """The account that it names; one that does not exist has version 0."""

    @property
    def smallest_chip(self) -> int:
        """The smallest chip at the table, in cents."""
        return self.book.chips.smallest_chip.value if self.book is not None else 1


def judge(asked: CageAsked, command: Any) -> Judged:
    """The record of a command, or why it is refused."""
    if refused := _refusal_of_others(asked):
        return refused
    return _DONE[type(command)](asked, command)


def table_named(cage: Cage, command: Any) -> str:
    """The table that a command is about, by its name or by its order; empty where it is about none."""
    if isinstance(command, c.StepOfOrder):
        order = cage.orders.get(command.order)
        return "" if order is None else order.table
    name: str = getattr(command, "table", "")
    return name


def account_named(command: Any) -> str:
    """The account that must exist for a command; empty for others."""
    if isinstance(command, c.PayCash | c.CollectOwed):
        return command.player
    return command.dealer if isinstance(command, c.DealerIn) else ""


def float_moved(cage: Cage, command: Any) -> tuple[str, int] | None:
    """The table whose float a command changes, and by how many cents; none where it changes none."""
    if not isinstance(command, c.ReceiveFill | c.SendCredit) or (order := cage.orders.get(command.order)) is None:
        return None
    pieces = read_pieces(command.chips, chips_at(1), "chip")
    if isinstance(pieces, Refusal):
        return None
    cents = worth(pieces)
    return order.table, cents if isinstance(command, c.ReceiveFill) else -cents


def _refusal_of_others(asked: CageAsked) -> Refusal | None:
    """The refusal of a table or account that does not exist, or of somebody who plays at the table."""
    table, account = asked.table, asked.account
    if table is not None and (not table.version or table.settings.practice):
        return Refusal("table/none", "", "there is no such table")
    if table is not None and asked.who in table.patrons:
        return Refusal("power/own-table", "", f"{asked.who} plays at this table, and nobody judges in their own cause")
    if account is not None and not account.version:
        return Refusal("account/none", "", "nobody has this name")
    return None


# Floats


def _count_float(asked: CageAsked, command: c.CountFloat) -> Judged:
    pieces = _chips(asked, command.chips)
    if isinstance(pieces, Refusal):
        return pieces
    return r.FloatCounted(command.table, command.when, pieces, _by_the_books(asked, command.when), asked.who)


def _by_the_books(asked: CageAsked, when: c.When) -> int:
    """A table's float by its books; while it is closed, what it opens with, or what it closed with."""
    table = asked.table
    if table is None:
        return 0
    if table.status is not Status.CLOSED:
        return table.float_cents
    if when == "opening" or table.closing_float is None:
        return table.settings.opening_float
    return table.closing_float


def _confirm_count(asked: CageAsked, command: c.ConfirmCount) -> Judged:
    count = asked.cage.sheets.get(command.table, FloatSheet()).last
    if count is None or count.confirmed_by or command.when not in (None, count.when):
        return Refusal("count/none", "", "no such count of this float waits to be confirmed")
    if asked.who == count.by:
        return Refusal("count/own", "", f"somebody else than {asked.who}, who counted, confirms the count")
    if command.chips is not None:
        pieces = _chips(asked, command.chips)
        if isinstance(pieces, Refusal):
            return pieces
        if pieces != count.pieces:
            return Refusal("count/other", "", "the two counts are not the same: count the float again")
    return r.CountConfirmed(command.table, asked.who)


def _order(asked: CageAsked, command: c.RequestFill | c.RequestCredit) -> Judged:
    pieces = _some_chips(asked, command.chips)
    if isinstance(pieces, Refusal):
        return pieces
    is_fill = isinstance(command, c.RequestFill)
    return r.ChipsOrdered(asked.cage.orders_made + 1, command.table, is_fill, pieces, asked.who)


def _send(asked: CageAsked, command: c.IssueFill | c.SendCredit) -> Judged:
    order = _order_of(asked, command)
    if isinstance(order, Refusal):
        return order
    if order.sent is not None:
        return Refusal("order/done", "", f"the chips of {order.word} {command.order} have left already")
    pieces = _some_chips(asked, command.chips)
    if isinstance(pieces, Refusal):
        return pieces
    sent = r.FillIssued if order.is_fill else r.CreditSent
    return sent(command.order, pieces, asked.who)


def _receive(asked: CageAsked, command: c.ReceiveFill | c.ReceiveCredit) -> Judged:
    order = _order_of(asked, command)
    if isinstance(order, Refusal):
        return order
    if order.sent is None or order.is_over:
        what = "are received already" if order.is_over else "have not left yet"
        return Refusal("order/done", "", f"the chips of {order.word} {command.order} {what}")
    if asked.who == order.sent_by:
        return Refusal("order/own", "", f"somebody else than {asked.who}, who sent them, receives the chips")
    pieces = _chips(asked, command.chips)
    if isinstance(pieces, Refusal):
        return pieces
    received = r.FillReceived if order.is_fill else r.CreditReceived
    return received(command.order, pieces, asked.who)


def _order_of(asked: CageAsked, command: c.StepOfOrder) -> Order | Refusal:
    order, is_fill = asked.cage.orders.get(command.order), isinstance(command, c.IssueFill | c.ReceiveFill)
    if order is None or order.is_fill != is_fill or command.table not in ("", order.table):
        what = f"there is no {'fill' if is_fill else 'credit'} {command.order} to be done"
        return Refusal("order/none", "", f"{what} for {command.table}" if command.table else what)
    return order


def _chips(asked: CageAsked, written: c.PiecesAsked) -> Pieces | Refusal:
    return read_pieces(written, chips_at(asked.smallest_chip), "chip")


def _some_chips(asked: CageAsked, written: c.PiecesAsked) -> Pieces | Refusal:
    pieces = _chips(asked, written)
    if not pieces:
        return Refusal("chips/quantity", "", "an order is of one chip at least")
    return pieces


# The cage


def _count_drop(asked: CageAsked, command: c.CountDrop) -> Judged:
    pieces = read_pieces(command.amount, in_drop(asked.smallest_chip), "note or chip")
    if isinstance(pieces, Refusal):
        return pieces
    books = asked.table.drop_cents if asked.table is not None else 0
    return r.DropCounted(command.table, pieces, books, asked.who)


def _pay_out(asked: CageAsked, command: c.PayCash) -> Judged:
    return _refusal_of_staff(asked) or r.PaidOut(command.player, int(command.amount), command.what, asked.who)


def _collect_owed(asked: CageAsked, command: c.CollectOwed) -> Judged:
    return _refusal_of_staff(asked) or r.OwedCollected(command.player, int(command.amount), command.what, asked.who)


def _refusal_of_staff(asked: CageAsked) -> Refusal | None:
    account = asked.account
    if account is None or account.role is Role.PLAYER:
        return None
    return Refusal("account/none", "", f"{account.name} is not a player, and has no money with the house")


# The pit's books


def _rate(asked: CageAsked, command: c.RatePlayer) -> Judged:
    return r.PlayerRated(command.table, command.player, int(command.average), command.minutes, asked.who)


def _note_shift(asked: CageAsked, command: c.NoteShift) -> Judged:
    return _refusal_without_words(command.text) or r.ShiftNoted(command.table, command.text, asked.who)


def _dealer_in(asked: CageAsked, command: c.DealerIn) -> Judged:
    account = asked.account
    if account is None or not may(Person(account.name, account.role, disabled=account.disabled), Power.DEAL_BY_HAND):
        return Refusal("dealer/none", "", f"{command.dealer} does not deal")
    return r.DealerCameIn(command.table, command.dealer, asked.who)


def _note_result(asked: CageAsked, command: c.NoteResult) -> Judged:
    try:
        date.fromisoformat(command.day)
    except ValueError:
        return Refusal("note/day", "", f"{command.day} is no day")
    return _refusal_without_words(command.text) or r.ResultNoted(command.table, command.day, command.text, asked.who)


def _request_footage(asked: CageAsked, command: c.RequestFootage) -> Judged:
    table = asked.table
    if command.round is not None and (table is None or command.round > table.round_number):
        return Refusal("round/none", "", "there was no such round at the table")
    at = asked.at if command.at is None else int(command.at)
    if at > asked.at:
        return Refusal("footage/later", "", "there is no footage of a time to come")
    number = asked.cage.footage_asked + 1
    return r.FootageRequested(number, command.table, command.round, at, command.text, asked.who)


def _answer_footage(asked: CageAsked, command: c.AnswerFootage) -> Judged:
    footage = asked.cage.footage.get(command.request)
    if footage is None or footage.is_answered:
        return Refusal("footage/none", "", f"no request {command.request} for footage waits for an answer")
    if not (command.reference.strip() or command.text.strip()):
        return Refusal("note/empty", "", "an answer has a reference, or says why there is none")
    return r.FootageAnswered(command.request, command.reference, command.text, asked.who)


def _refusal_without_words(text: str) -> Refusal | None:
    return None if text.strip() else Refusal("note/empty", "", "a note has words")


_DONE: dict[type, Callable[[CageAsked, Any], Judged]] = {
    c.CountFloat: _count_float,
    c.ConfirmCount: _confirm_count,
    c.RequestFill: _order,
    c.RequestCredit: _order,
    c.IssueFill: _send,
    c.ReceiveFill: _receive,
    c.SendCredit: _send,
    c.ReceiveCredit: _receive,
    c.CountDrop: _count_drop,
    c.PayCash: _pay_out,
    c.CollectOwed: _collect_owed,
    c.RatePlayer: _rate,
    c.NoteShift: _note_shift,
    c.DealerIn: _dealer_in,
    c.NoteResult: _note_result,
    c.RequestFootage: _request_footage,
    c.AnswerFootage: _answer_footage,
    c.SetUpCage: lambda asked, command: r.CageSetUp(command.zone),
}
