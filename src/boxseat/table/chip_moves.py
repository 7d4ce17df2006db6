"""Chips and money that a record moves: derived once, and used for the table's chips and for the ledger's postings.

A win is two moves: the wager back to its owner, and the winnings from the float, with the clause. A ruling that undoes what was
paid or collected moves it back, in moves that name what they correct (`table/rulings/chip_corrections.py`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from msgspec.structs import replace

from boxseat.ledger.accounts import BANK, CAGE, chips, chips_of, drop, table_float, transit, wager, wallet
from boxseat.play.acts import CloseOffer, Deal, StaffAct, VoidRound
from boxseat.play.state import Settlement, irregular, lines_since, lines_withdrawn
from boxseat.play.void import BONUSES
from boxseat.table import records as r
from boxseat.table.corrections.moves import OF_ROUND, changed_by, moves_of_correction
from boxseat.table.corrections.records import CorrectionRecord
from boxseat.table.hand_dealt import records as h
from boxseat.table.rulings.chip_corrections import cashed, corrects, line_changes, within_chips
from boxseat.table.state import Table, chips_on_layout, layout_chips

BOUGHT = "chips bought"
"""The reason of the moves by which chips are bought."""


class Move(NamedTuple):
    """An amount in cents from one account to another, with reason and clause."""

    giver: str
    taker: str
    cents: int
    why: str
    clause: str


def moves(before: Table, record: r.TableRecord, after: Table, clause: str = "") -> tuple[Move, ...]:
    """The moves of a record, in order; `after` is the table with the new layout, before the chips are counted.

    An act of staff is done by a clause.
    """
    found: Iterable[_Move] = _of_record(before, record, after, clause)
    if before.by_hand is not None and isinstance(
        record, r.Acted
    ):  # a round put right may be that of players who have left
        found = within_chips(before, found)
    return tuple(Move(*move) for move in found if move[2])


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


def _of_record(before: Table, record: r.TableRecord, after: Table, clause: str) -> Iterator[_Move]:
    table = after.id
    match record:
        case r.OpenedForPlay() | r.TableClosed() | r.FloatMoved() | r.DropEmptied():
            yield from _of_float(before, record, after)
        case r.ChipsBought(player=player, cents=cents, computer=computer):
            yield BANK if computer else wallet(player), drop(table), cents, BOUGHT, ""
            yield table_float(table), chips(table, player), cents, BOUGHT, ""
        case r.WalletCredited(player=player, cents=cents):
            yield BANK, wallet(player), cents, "credited", ""
        case r.LeftTable(player=player, cents=cents):
            if before.patrons[player].computer:
                yield chips(table, player), BANK, cents, "left the table", ""
            else:
                yield chips(table, player), CAGE, cents, "left the table", ""
                yield from cashed(player, cents, "chips cashed")
        case r.WagerLaid() | r.WagerReturned() | r.RoundOpened():
            yield from _on_layout(before, record, after)
        case r.Acted(acts=(act,), summed=False) if isinstance(act, StaffAct):
            yield from _of_ruling(before, after, clause)
        case r.Acted():
            if not _leaves_chips(before, record, after):
                yield from _on_layout(before, record, after)
        case _ if isinstance(record, CorrectionRecord):
            yield from moves_of_correction(before, record)
        case _:
            yield from _of_real_cards(before, record, after)


def _of_float(
    before: Table, record: r.OpenedForPlay | r.TableClosed | r.FloatMoved | r.DropEmptied, after: Table
) -> Iterator[_Move]:
    """The moves of float and drop with the bank and the cage; a float can be negative."""
    table = after.id
    match record:
        case r.OpenedForPlay():
            yield BANK, table_float(table), after.settings.opening_float, "float", ""
        case r.TableClosed(with_drop=with_drop):
            tray = before.float_cents
            yield (
                (table_float(table), BANK, tray, "float", "")
                if tray > 0
                else (BANK, table_float(table), -tray, "float", "")
            )
            if with_drop:
                yield drop(table), BANK, before.drop_cents, "drop", ""
        case r.FloatMoved(order=order, cents=cents) if cents > 0:
            yield transit(table), table_float(table), cents, f"fill {order} received", ""
        case r.FloatMoved(order=order, cents=cents):
            yield table_float(table), transit(table), -cents, f"credit {order} sent", ""
        case r.DropEmptied():
            yield drop(table), transit(table), before.drop_cents, "drop taken to be counted", ""


def _of_real_cards(before: Table, record: r.TableRecord, after: Table) -> Iterator[_Move]:
    """The moves of the records that only hand-dealt tables have."""
    table = after.id
    match record:
        case h.CardUndone() | h.CardTurned() if before.in_round:
            yield from _of_ruling(before, after, "")
        case h.RecordCorrected(changes=changes) if changes:
            yield from changed_by(before, changes, f"{OF_ROUND} {record.number}: its record was wrong")
        case h.RecordCorrected() if before.round is not after.round:
            yield from _of_ruling(before, after, "")
        case h.ChipsForCash(player=player, cents=cents, brought=True):
            yield CAGE, chips(table, player), cents, "chips brought", ""
        case h.ChipsForCash(player=player, cents=cents):
            yield CAGE, drop(table), cents, BOUGHT, ""
            yield table_float(table), chips(table, player), cents, BOUGHT, ""
        case h.PatronLinked(patron=patron, player=player):
            yield from _renamed(before, patron, player)


def _renamed(before: Table, old: str, new: str) -> Iterator[_Move]:
    """The moves of a patron's chips to their account's name."""
    why = f"{old} is {new}"
    yield chips(before.id, old), chips(before.id, new), before.patrons[old].chips, why, ""
    for (box, player), cents in layout_chips(before).items():
        if player == old:
            yield wager(before.id, box, old), wager(before.id, box, new), cents, why, ""


def _leaves_chips(before: Table, record: r.Acted, after: Table) -> bool:
    """Whether no chips moved: a card was dealt or an offer closed, no decision waited for that, and nothing was settled."""
    if not all(isinstance(act, Deal | CloseOffer) for act in record.acts) or irregular(before.current_round).pending:
        return False
    return before.current_round.settlements == after.current_round.settlements


def _on_layout(before: Table, record: r.TableRecord, after: Table) -> Iterator[_Move]:
    """The moves of wagers laid and taken back, then of the settlements, line by line."""
    if isinstance(record, r.Acted) and any(isinstance(act, VoidRound) for act in record.acts):
        yield from moves_between(before, after, "the round is void")
        return
    lines = _new_lines(before, after)
    settled: dict[tuple[int, str], int] = {}
    for line in lines:
        key = line.box, line.player
        settled[key] = settled.get(key, 0) + _chips_of(line)
    if isinstance(record, r.WagerReturned):
        yield from _laid_or_back(before, after, settled, record.why or "taken back", record.clause)
    else:
        yield from _laid_or_back(before, after, settled, "returned", "")
    for line in lines:
        yield from _line(after.id, line)
    if lines:
        yield from _set_off(before, after)


def _of_ruling(before: Table, after: Table, clause: str) -> Iterator[_Move]:
    """The moves of an act of staff: wagers returned or settled, and what was paid or collected before moved back."""
    changes = line_changes(before.current_round, after.current_round)
    settled: dict[tuple[int, str], int] = {}
    for lines, sign in ((changes.made, 1), (changes.undone, -1)):
        for line in lines:
            key = line.box, line.player
            settled[key] = settled.get(key, 0) + sign * _chips_of(line)
    found = [*_laid_or_back(before, after, settled, "returned", clause)]
    for line in changes.made:
        found.extend(_line(after.id, line))
    for line in changes.undone:
        found.extend((taker, giver, cents, corrects(line), clause) for giver, taker, cents, *_ in _line(after.id, line))
    for line, instead in changes.again:
        if line.net != instead.net:
            found.append(_won(after.id, line, -line.net, corrects(line), clause))
            found.append(_won(after.id, line, instead.net, f"{instead.wager} {instead.result}", instead.clause))
    yield from within_chips(before, [move for move in found if move[2]])


def _won(table: str, line: Settlement, cents: int, why: str, clause: str) -> _Move:
    """The move of a player's winnings; of what they lose, if these are negative."""
    hand, tray = chips(table, line.player), table_float(table)
    return (tray, hand, cents, why, clause) if cents > 0 else (hand, tray, -cents, why, clause)


def moves_between(before: Table, after: Table, why: str, clause: str = "") -> Iterator[_Move]:
    """The moves from any state of a round to any other, such as an earlier one: its wagers, then what was paid or collected.

    They follow from what lies on the layout and from what each player has won, not from the settlements between the two.
    """
    yield from _laid_or_back(before, after, {}, why, clause)
    won, wins = before.current_round.net(), after.current_round.net()
    for player in sorted(wins):
        change = wins[player] - won.get(player, 0)
        hand, tray = chips(after.id, player), table_float(after.id)
        corrected = f"correction: {why}", clause
        yield (tray, hand, change, *corrected) if change > 0 else (hand, tray, -change, *corrected)


def _laid_or_back(
    before: Table, after: Table, settled: Mapping[tuple[int, str], int], why: str, clause: str
) -> Iterator[_Move]:
    """The moves between players and the layout; what is settled has left the layout by moves of its own."""
    laid_before, laid_after = chips_on_layout(before, after)
    for key in sorted({**laid_before, **laid_after, **settled}):
        box, player = key
        added = laid_after.get(key, 0) - laid_before.get(key, 0) + settled.get(key, 0)
        at, hand = wager(after.id, box, player), chips(after.id, player)
        yield (hand, at, added, "wager", clause) if added > 0 else (at, hand, -added, why, clause)


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


def balances_at(table: Table) -> dict[str, int]:
    """The balances of a table's accounts by its state."""
    accounts = {chips(table.id, name): patron.chips for name, patron in table.patrons.items()}
    accounts |= {wager(table.id, box, name): cents for (box, name), cents in layout_chips(table).items()}
    return accounts | {table_float(table.id): table.float_cents, drop(table.id): table.drop_cents}
