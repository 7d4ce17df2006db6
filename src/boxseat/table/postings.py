"""What every record of a table moves: chips from hand to box, from box to float, and home again, posting by posting.

A win is two postings: the wager back to its owner, and the winnings out of the float, with the clause that pays them.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from boxseat.ledger.accounts import BANK, CAGE, Posting, chips, drop, table_float, wager, wallet
from boxseat.play.acts import VoidRound
from boxseat.play.state import Settlement
from boxseat.play.void import BONUSES
from boxseat.table import records as r
from boxseat.table.state import Table, on_table_around


def postings(steps: Iterable[tuple[Table, r.TableRecord, Table]]) -> tuple[Posting, ...]:
    """The postings of what happened, in order; each step is a record with the table before it and after.

    Chips of a practice table are counters and no money: nothing of it is posted.
    """
    return tuple(
        Posting(giver, taker, cents, why, clause)
        for before, record, after in steps
        if not after.settings.practice
        for giver, taker, cents, why, clause in _of_record(before, record, after)
        if cents
    )


_Move = tuple[str, str, int, str, str]


def _of_record(before: Table, record: r.TableRecord, after: Table) -> Iterator[_Move]:
    table = after.id
    match record:
        case r.OpenedForPlay():
            yield BANK, table_float(table), after.float_cents, "float", ""
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
        case r.WagerLaid() | r.WagerReturned() | r.RoundOpened() | r.Acted():
            if after.patrons is not before.patrons:  # where no chips moved, folding left everybody as they were
                yield from _on_layout(before, record, after)


def _house_takes(table: str, before: Table) -> Iterator[_Move]:
    """What is in tray and drop when a table closes; players may have won more than the tray held."""
    tray = before.float_cents
    yield (table_float(table), BANK, tray, "float", "") if tray > 0 else (BANK, table_float(table), -tray, "float", "")
    yield drop(table), BANK, before.drop_cents, "drop", ""


def _on_layout(before: Table, record: r.TableRecord, after: Table) -> Iterator[_Move]:
    """Wagers laid and taken back, then the settlements, line by line."""
    lay, lies = on_table_around(before, after)
    voided = isinstance(record, r.Acted) and any(isinstance(act, VoidRound) for act in record.acts)
    lines = () if voided else _new_lines(before, after)
    settled: dict[tuple[int, str], int] = {}
    for line in lines:
        key = line.box, line.player
        settled[key] = settled.get(key, 0) + _chips_of(line)
    for key in sorted({**lay, **lies, **settled}):
        box, player = key
        added = lies.get(key, 0) - lay.get(key, 0) + settled.get(key, 0)
        at, hand = wager(after.id, box, player), chips(after.id, player)
        why, clause = _reason(record, voided)
        yield (hand, at, added, "wager", clause) if added > 0 else (at, hand, -added, why, clause)
    for line in lines:
        yield from _line(after.id, line)
    if voided:
        yield from _undone(before, after)


def _reason(record: r.TableRecord, voided: bool) -> tuple[str, str]:
    if voided:
        return "the round is void", ""
    if isinstance(record, r.WagerReturned):
        return record.why or "taken back", record.clause
    return "returned", ""


def _new_lines(before: Table, after: Table) -> tuple[Settlement, ...]:
    if after.round is None:
        return ()
    known = 0 if before.round is None or not before.in_round else len(before.round.settlements)
    if not after.in_round or (before.round is after.round):
        return ()
    return after.round.settlements[known:]


def _chips_of(line: Settlement) -> int:
    """What a settled wager had on the layout; a bonus has nothing there."""
    return 0 if line.wager in BONUSES else line.stake


def _line(table: str, line: Settlement) -> Iterator[_Move]:
    at, hand, tray = wager(table, line.box, line.player), chips(table, line.player), table_float(table)
    lost = max(0, -line.net)
    why = f"{line.wager} {line.result}"
    yield at, tray, lost, why, line.clause
    yield at, hand, _chips_of(line) - lost, f"{line.wager} back", line.clause
    yield tray, hand, max(0, line.net), why, line.clause


def _undone(before: Table, after: Table) -> Iterator[_Move]:
    """A void round takes back what it had paid and collected, as far as its book says (R23)."""
    assert before.round is not None
    assert after.round is not None
    won, wins = before.round.net(), after.round.net()
    for player in sorted(wins):
        change = wins[player] - won.get(player, 0)
        hand, tray = chips(after.id, player), table_float(after.id)
        yield (
            (tray, hand, change, "correction: the round is void", "")
            if change > 0
            else (
                hand,
                tray,
                -change,
                "correction: the round is void",
                "",
            )
        )
