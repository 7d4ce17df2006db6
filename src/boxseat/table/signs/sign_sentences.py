"""What the dealer says about the signs at a table, and what the desks of the house are told."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from typing import Any

from boxseat.clock import SECOND
from boxseat.money import dollars
from boxseat.rulebook.book import Book
from boxseat.table.permissions.notices import PLAYERS, Told
from boxseat.table.records import Closing, TableRecord
from boxseat.table.sign import Bet
from boxseat.table.signs import records as r
from boxseat.table.signs.state import ComingChange
from boxseat.table.state import Table

MINIMUM: dict[Bet, str] = {"main": "minimum", "perfect-pairs": "minimum for Perfect Pairs"}


def told_of_signs(book: Book, table: Table, record: TableRecord) -> Iterator[Told]:
    """What is told of a record of signs, or of a closing table."""
    rules = book.signs
    match record:
        case r.MinimumRaised():
            yield Told(PLAYERS, f"{table.title}: {_minimum_raised(book, table, record)}", rules.raised_at_once.clause)
        case r.LimitsChanged():
            yield Told(PLAYERS, f"{table.title}: {_limits_changed(book, table, record)}", rules.raised.clause)
        case r.ChangeAnnounced(change=change) if change.what == "raise-minimum":
            text = f"{table.title}: the {MINIMUM[change.bet]} is {dollars(change.cents)} from {_utc(change.at)}"
            yield Told(PLAYERS, text, rules.raised.clause)
        case r.WagerRefused(player=player, box=box, reason=reason):
            text = f"{table.title}: your wager on box {box} is refused: {reason}"
            yield Told(player, text, rules.wager_refused.clause)
        case r.ClosureAnnounced(at=at):
            yield Told(PLAYERS, f"{table.title} closes at {_utc(at)}", rules.closed.clause)
        case Closing(told=True):
            for desk in rules.closing_told.value:
                yield Told(desk, f"{table.title} closes", rules.closing_told.clause)
        case _:
            pass


def _utc(at: int) -> str:
    return f"{datetime.fromtimestamp(at // SECOND, UTC):%Y-%m-%d %H:%M:%S} UTC"


def _minimum_raised(book: Book, table: Table, record: r.MinimumRaised) -> str:
    """The new minimum, and whether those who play may keep the old one."""
    said = f"The {MINIMUM[record.bet]} is {dollars(record.cents)} now"
    if not record.kept_by:
        return f"{said}."
    before = dollars(table.sign.limits_of(record.bet).minimum or 0)
    return f"{said}; whoever plays already may go on at {before} (clause {book.signs.raised_at_once.clause})."


def _limits_changed(book: Book, table: Table, record: r.LimitsChanged) -> str:
    box = record.limits.box
    return f"The limits are changed: a box takes from {dollars(box.minimum or 0)} to {dollars(box.maximum or 0)}."


def _change_announced(book: Book, table: Table, record: r.ChangeAnnounced) -> str:
    """No times are said: the sign shows them in the time of the place."""
    change = record.change
    said = f"From the time on the sign the {MINIMUM[change.bet]} is {dollars(change.cents)}"
    return f"{said} for everybody." if change.what == "end-old-minimum" else f"{said}."


def _change_in_force(book: Book, table: Table, record: r.ChangeInForce) -> str:
    return f"{_of_change(record.change)}, as the sign said{_late(record.late_s)}."


def _of_change(change: ComingChange) -> str:
    said = f"The {MINIMUM[change.bet]} is {dollars(change.cents)} now"
    return f"{said} for everybody" if change.what == "end-old-minimum" else said


def _closing_time_came(book: Book, table: Table, record: r.ClosingTimeCame) -> str:
    return f"It is the closing time on the sign{_late(record.late_s)}."


def _late(seconds: int) -> str:
    """How late something was done that was due by the clock."""
    minutes = seconds // 60
    return "" if not minutes else f", {minutes} {'minute' if minutes == 1 else 'minutes'} late"


def _private_limits(book: Book, table: Table, record: r.PrivateLimitsSet) -> str:
    limits, clause = record.limits, book.signs.private_limits.clause
    if limits is None:
        return f"{record.player} has no limits of their own any more."
    least, most = dollars(limits.minimum or 0), dollars(limits.maximum or 0)
    return f"{record.player} may wager from {least} to {most} (clause {clause})."


SIGN_WORDING: dict[type, Callable[[Book, Table, Any], str]] = {
    r.LimitsChanged: _limits_changed,
    r.MinimumRaised: _minimum_raised,
    r.ChangeAnnounced: _change_announced,
    r.ChangeInForce: _change_in_force,
    r.PrivateLimitsSet: _private_limits,
    r.LowLimitMarked: lambda book, table, record: f"The table is {'' if record.on else 'not '}one of low limits.",
    r.ClosureAnnounced: lambda book, table, record: "The table closes at the time on the sign.",
    r.ClosingTimeCame: _closing_time_came,
}
