"""Deadlines of a table: when the house continues without an answer, and how long bets stay open."""

from __future__ import annotations

from msgspec.structs import replace

from boxseat.table.state import Table, pending_question


def timed(was: Table, table: Table, at: int) -> Table:
    """The table after an entry, with its deadline: a new question gets its full time."""
    before, after = pending_question(was), pending_question(table)
    opened = before[1:3] != after[1:3] and not table.in_play
    if table.settings.times.least:
        table = _with_bets_open(was, table, at, opened=opened)
    if after != before:
        open_since = table.version if opened else table.open_since
        table = replace(table, asked_since=table.version, open_since=open_since, deadline=_deadline(table, at))
    elif not table.settings.times.alone and was.has_company != table.has_company:
        table = replace(table, deadline=_deadline(table, at))
    return _with_wagers_closing(table, at) if table.settings.times.least else table


def _deadline(table: Table, at: int) -> int | None:
    """When the house continues without an answer; none if nobody else waits and no time limit applies, or people deal."""
    times = table.settings.times
    if table.by_hand is not None or not (times.alone or table.has_company):
        return None
    wagering = times.wager if table.has_stakes else None
    limit = {"cut": times.cut, "round": times.decide, "wagering": wagering}[str(pending_question(table)[0])]
    return None if limit is None else at + limit


def _with_bets_open(was: Table, table: Table, at: int, *, opened: bool) -> Table:
    """The table with the minimum time for which bets stay open, after a round and for a newcomer (R56)."""
    came = any(name not in was.patrons for name in table.patrons)
    until = max(table.open_until, at + table.settings.times.least) if opened or came else table.open_until
    stakes_at = at if table.has_stakes and not was.has_stakes else table.stakes_at
    return (
        table
        if (until, stakes_at) == (table.open_until, table.stakes_at)
        else replace(table, open_until=until, stakes_at=stakes_at)
    )


def _with_wagers_closing(table: Table, at: int) -> Table:
    """The table with the time at which bets close: the time is over or all are ready, and the minimum time has passed (R56)."""
    if table.deadline is None or table.in_round or table.cut_offer is not None or not table.has_stakes:
        return table
    close = at if table.everyone_ready else table.stakes_at + table.settings.times.wager
    closing = max(close, table.open_until, at)
    return table if closing == table.deadline else replace(table, deadline=closing)
