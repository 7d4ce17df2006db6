"""A small floor as test data: players buy in, lay wagers and are paid, one entry per step."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Sequence
from contextlib import asynccontextmanager, suppress
from typing import Any

from sqlalchemy import Connection, select

from boxseat.journal.backup_files import tables_of
from boxseat.journal.connections import FaultHook, no_fault, read_in_snapshot
from boxseat.journal.entry import Entry, Notice, PersonalValue, RoundIndex, StoreDown, Write
from boxseat.journal.store import Store
from boxseat.ledger.accounts import BANK, CAGE, Posting, chips, table_float, wager, wallet

AT = 1_700_000_000_000_000
SECOND = 1_000_000


@asynccontextmanager
async def opened(url: str, fault: FaultHook = no_fault) -> AsyncIterator[Store]:
    store = await Store.open(url, fault=fault)
    try:
        yield store
    finally:
        await store.close()


def plain(stream: str = "table/t1", expected: int = 0, command: str = "", **more: object) -> Write:
    """A minimal write."""
    given = {"at": AT + expected, "who": "ann", "records": b"[]", "answer": b"{}", **more}
    return Write(stream=stream, expected=expected, command=command, **given)  # type: ignore[arg-type]


def evening(rounds: int, table: str = "t1", player: str = "ann") -> list[Write]:
    """All writes of an evening at one table: a buy-in, then rounds of three entries, with all kinds of contents."""
    stream = f"table/{table}"
    mine, box = chips(table, player), wager(table, 3, player)
    opening = (
        Posting(CAGE, wallet(player), 100_000, "buys in"),
        Posting(wallet(player), mine, 100_000, "takes a seat"),
        Posting(BANK, table_float(table), 500_000, "float"),
    )
    shoe = f"{table}/shoe/1"
    shuffled = RoundIndex(shoe, f"shoes of {stream}", 1, 1, None, AT)
    paper = PersonalValue(f"{table}/paper/1", f"passport of {player}", bytes(range(16)), AT + 86_400 * SECOND)
    said = b'[{"is": "shuffled.1", "shoe": "%s", "paper": "%s"}]' % (shoe.encode(), paper.key.encode())
    beside = {"secrets": ((shoe, bytes(range(64))),), "personal": (paper,), "rounds": (shuffled,)}
    writes = [_write(stream, 0, player, opening, said, **beside)]
    for number in range(1, rounds + 1):
        first = len(writes) + 1
        name, at = f"{table}-{number}", AT + len(writes) * SECOND
        begun = RoundIndex(name, stream, number, first, None, at)
        laid = (Posting(mine, box, 1_000, "wager"),)
        writes.append(_write(stream, len(writes), player, laid, rounds=(begun,), deadline=at + 15 * SECOND))
        writes.append(_write(stream, len(writes), player, (), deadline=at + 30 * SECOND))
        won = number % 2 == 0
        paid = (Posting(table_float(table), box, 1_000, "win", "13.2"), Posting(box, mine, 2_000, "paid"))
        lost = (Posting(box, table_float(table), 1_000, "lose", "13.4"),)
        ended = RoundIndex(name, stream, number, first, len(writes) + 1, at)
        state = b'{"rounds": %d}' % number if number % 2 == 0 else None
        told = (Notice("cashier", f"round {number} is won"), Notice("surveillance", f"{name} is over", "13.2"))
        more: dict[str, Any] = {"rounds": (ended,), "snapshot": state, "notices": told if won else told[1:]}
        writes.append(_write(stream, len(writes), player, paid if won else lost, **more))
    return writes


def _write(
    stream: str, expected: int, who: str, postings: tuple[Posting, ...], said: bytes = b"", **more: object
) -> Write:
    command = f"{stream}#{expected}"
    said = said or b'[{"is": "step.1", "number": %d}]' % expected
    answer = b'{"version": %d}' % (expected + 1)
    return Write(stream, expected, AT + expected * SECOND, who, command, said, answer, postings, **more)  # type: ignore[arg-type]


async def play(store: Store, writes: Sequence[Write]) -> list[Entry]:
    """Store writes one after another; returns the acknowledged entries, up to the first failure."""
    stored: list[Entry] = []
    with suppress(StoreDown):
        for write in writes:
            stored.append(await store.append(write))
    return stored


async def all_entries(store: Store) -> list[Entry]:
    return await store.since(0, 1_000_000)


async def everything(url: str) -> dict[str, list[tuple[object, ...]]]:
    """All rows of all tables, including those of other rooms."""

    def work(connection: Connection) -> dict[str, list[tuple[object, ...]]]:
        return {
            table.name: sorted(map(tuple, connection.execute(select(*sorted(table.c, key=str)))), key=repr)
            for table in tables_of(connection)
        }

    return await read_in_snapshot(url, work)


async def together(store: Store, writes: Sequence[Write]) -> list[Entry | BaseException]:
    """Store all writes at once; returns the result of each."""
    return await asyncio.gather(*(store.append(write) for write in writes), return_exceptions=True)
