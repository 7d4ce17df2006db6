"""Chips and money that a record moves: derived once, and used for the table's chips and for the ledger's postings.

A win is two moves: the wager back to its owner, and the winnings from the float, with the clause.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from msgspec.structs import replace

from boxseat.ledger.accounts import BANK, CAGE, chips, chips_of, drop, table_float, wager, wallet
from boxseat.play.acts import CloseOffer, Deal, VoidRound
from boxseat.play.state import Settlement, lines_since, lines_withdrawn
from boxseat.play.void import BONUSES
from boxseat.table import records as r
from boxseat.table.state import Table, chips_on_layout


class Move(NamedTuple):
    """An amount in cents from one account to another, with reason and clause."""

    giver: str
    taker: str
    cents: int
    why: str
    clause: str


def moves(before: Table, record: r.TableRecord, after: Table) -> tuple[Move, ...]:
    """The moves of a record, in order; `after` is the table with the new layout, before the chips are counted."""
    return tuple(Move(*move) for move in _of_record(before, record, after) if move[2])


def with_moves(table: Table, moved: Iterable[Move]) -> Table:
    """The table with the chips of its patrons, its float and its drop after the moves."""
    tray, box = table_float(table.id), drop(table.id)
    held = {tray: table.float_cents, box: table.drop_cents}
    patrons = dict(table.patrons)
    for move in moved:
        for account, cents in ((move.giver, -move.cents), (move.taker, move.cents)):
            if account in held:
                held[account] += cents
            elif (name := chips_of(account, table.id)) in patrons:
                patrons[name] = replace(patrons[name], chips=patrons[name].chips + cents)
    return replace(table, patrons=patrons, float_cents=held[tray], drop_cents=held[box])


_Move = tuple[str, str, int, str, str]


def _of_record(before: Table, record: r.TableRecord, after: Table) -> Iterator[_Move]:
    table = after.id
    match record:
        case r.OpenedForPlay():
            yield BANK, table_float(table), after.settings.opening_float, "float", ""
        case r.TableClosed():
            yield from _house_takes(table, before)
        case r.ChipsBought(player=player, cents=cents, computer=computer):
            yield BANK if computer else wallet(player), drop(table), cents, "chips bought", ""
            yield table_float(table), chips(table, player), cents, "chips bought", ""
        case r.LeftTable(player=player, cents=cents):
            if before.patrons[player].computer:
                yield chips(table, player), BANK, cents, "left the table", ""
            else:
                yield chips(table, player), CAGE, cents, "left the table", ""
                yield CAGE, wallet(player), cents, "chips cashed", ""
        case r.WagerLaid() | r.WagerReturned() | r.RoundOpened():
            yield from _on_layout(before, record, after)
        case r.Acted():
            if not _leaves_chips(before, record, after):
                yield from _on_layout(before, record, after)


def _leaves_chips(before: Table, record: r.Acted, after: Table) -> bool:
    """Whether no chips moved: a card was dealt or an offer closed, and nothing was settled."""
    if not all(isinstance(act, Deal | CloseOffer) for act in record.acts):
        return False
    return before.current_round.settlements == after.current_round.settlements


def _house_takes(table: str, before: Table) -> Iterator[_Move]:
    """The moves of float and drop to the bank when a table closes; the float can be negative."""
    tray = before.float_cents
    yield (table_float(table), BANK, tray, "float", "") if tray > 0 else (BANK, table_float(table), -tray, "float", "")
    yield drop(table), BANK, before.drop_cents, "drop", ""


def _on_layout(before: Table, record: r.TableRecord, after: Table) -> Iterator[_Move]:
    """The moves of wagers laid and taken back, then of the settlements, line by line."""
    laid_before, laid_after = chips_on_layout(before, after)
    voided = isinstance(record, r.Acted) and any(isinstance(act, VoidRound) for act in record.acts)
    lines = () if voided else _new_lines(before, after)
    settled: dict[tuple[int, str], int] = {}
    for line in lines:
        key = line.box, line.player
        settled[key] = settled.get(key, 0) + _chips_of(line)
    why, clause = _reason(record, voided)
    for key in sorted({**laid_before, **laid_after, **settled}):
        box, player = key
        added = laid_after.get(key, 0) - laid_before.get(key, 0) + settled.get(key, 0)
        at, hand = wager(after.id, box, player), chips(after.id, player)
        yield (hand, at, added, "wager", clause) if added > 0 else (at, hand, -added, why, clause)
    for line in lines:
        yield from _line(after.id, line)
    if voided:
        yield from _undone(before, after)
    elif lines:
        yield from _set_off(before, after)


def _reason(record: r.TableRecord, voided: bool) -> tuple[str, str]:
    if voided:
        return "the round is void", ""
    if isinstance(record, r.WagerReturned):
        return record.why or "taken back", record.clause
    return "returned", ""


def _new_lines(before: Table, after: Table) -> tuple[Settlement, ...]:
    if after.round is None or not after.in_round or before.round is after.round:
        return ()
    return after.round.settlements if not _same_round(before) else lines_since(before.current_round, after.round)


def _same_round(before: Table) -> bool:
    """Whether it is the same round as before."""
    return before.round is not None and before.in_round


def _set_off(before: Table, after: Table) -> Iterator[_Move]:
    """Take back payments that are set off against a later payment of the same round (R53)."""
    for line in lines_withdrawn(before.current_round, after.current_round) if _same_round(before) else ():
        yield chips(after.id, line.player), table_float(after.id), line.net, f"{line.wager} set off", line.clause


def _chips_of(line: Settlement) -> int:
    """The chips that a settled wager had on the layout; a bonus has none."""
    return 0 if line.wager in BONUSES else line.stake


def _line(table: str, line: Settlement) -> Iterator[_Move]:
    at, hand, tray = wager(table, line.box, line.player), chips(table, line.player), table_float(table)
    lost = max(0, -line.net)
    why = f"{line.wager} {line.result}"
    yield at, tray, lost, why, line.clause
    yield at, hand, _chips_of(line) - lost, f"{line.wager} back", line.clause
    yield tray, hand, max(0, line.net), why, line.clause


def _undone(before: Table, after: Table) -> Iterator[_Move]:
    """Undo the payments and collections of a void round, as far as its book says (R23)."""
    won, wins = before.current_round.net(), after.current_round.net()
    why = "correction: the round is void"
    for player in sorted(wins):
        change = wins[player] - won.get(player, 0)
        hand, tray = chips(after.id, player), table_float(after.id)
        yield (tray, hand, change, why, "") if change > 0 else (hand, tray, -change, why, "")
