"""L8: nothing in the journal can be changed without the audit finding it."""

from __future__ import annotations

from collections import Counter
from hashlib import sha256
from pathlib import Path

import msgspec
import pytest
from sqlalchemy import text

from boxseat.journal.chain import GENESIS_HASH, entry_hash
from boxseat.journal.verify import ChainFault, verify
from boxseat.ledger.accounts import Posting
from tests.databases import run_async
from tests.journal.floor import all_entries, evening, opened, play
from tests.journal.tampered_rows import KINDS, engine_for, small_journal, tamper, undetected
from tests.tiers import size

TAMPERINGS = size(200, 1_000)


@run_async
async def test_a_sound_journal_is_found_sound(store_url: str) -> None:
    async with opened(store_url) as store:
        assert (await verify(store)).fault is None
        half = (await play(store, evening(3)))[4]
        await play(store, evening(3, "t2", "bob"))
        seq, last = await store.newest()
        for written_down in (None, (0, GENESIS_HASH), (half.seq, half.hash), (seq, last)):
            verdict = await verify(store, written_down)
            assert (verdict.entries, verdict.head, verdict.fault) == (20, last, None)
    assert (await verify(store_url)).entries == 20, "the address alone is enough"


@run_async
async def test_tamperings_are_all_found(tmp_path: Path) -> None:
    url, written_down = await small_journal(tmp_path)
    done, missed = undetected(url, written_down, TAMPERINGS)
    assert done == TAMPERINGS
    assert missed == []


@run_async
async def test_every_kind_of_tampering_is_tried_and_found(tmp_path: Path) -> None:
    url, written_down = await small_journal(tmp_path)
    found: Counter[str] = Counter()
    with engine_for(url).connect() as connection:
        for seed in range(400):
            if made := tamper(connection, written_down, seed):
                found[made[0].split(":")[0]] += 1
    assert {kind.__name__ for kind in KINDS} == set(found)


@pytest.mark.parametrize(
    ("sql", "seq", "why"),
    [
        ("UPDATE entries SET records = '[1]' WHERE seq = 3", 3, "its hash"),
        ("UPDATE entries SET answer = '' WHERE seq = 4", 4, "its hash"),
        ("UPDATE postings SET cents = 999 WHERE seq = 2", 2, "its hash"),
        ("UPDATE postings SET place = 7 WHERE seq = 4 AND place = 0", 4, "posting"),
        ("DELETE FROM postings WHERE seq = 4", 4, "its hash"),
        ("DELETE FROM entries WHERE seq = 3", 3, "the entry after 2 is 4"),
        ("DELETE FROM entries WHERE seq = 10", 10, "the journal ends at 9"),
        ("UPDATE head SET seq = 9", 11, "head"),
        ("UPDATE balances SET cents = cents + 1 WHERE account = 'cage'", 0, "cage"),
        ("UPDATE streams SET version = 11", 0, "table/t1"),
        ("UPDATE rounds SET first = 1 WHERE number = 2", 0, "rounds"),
        ("UPDATE secrets SET value = value || value", 0, "secrets"),
        ("UPDATE personal SET value = 'somebody else'", 0, "personal"),
        ("UPDATE notices SET desk = 'nobody' WHERE seq = 4", 0, "notices"),
    ],
)
@run_async
async def test_the_audit_says_which_entry_and_why(store_url: str, sql: str, seq: int, why: str) -> None:
    on_server = store_url.startswith("postgres")
    if on_server:
        sql = sql.replace("'[1]'", "'[1]'::bytea").replace("answer = ''", "answer = ''::bytea")
    else:
        sql = (
            sql.replace("'[1]'", "x'5b315d'").replace("answer = ''", "answer = x''").replace("value || value", "x'00'")
        )
    async with opened(store_url) as store:
        await play(store, evening(3))
        if "DELETE FROM entries" in sql:
            place = int(sql.split("=")[1])
            for table in ("postings", "notices"):
                beside = text(f"DELETE FROM {table} WHERE seq = {place}")
                await store.change(lambda connection, beside=beside: connection.execute(beside))  # type: ignore[misc]
        await store.change(lambda connection: connection.execute(text(sql)))
        fault = (await verify(store)).fault
    assert isinstance(fault, ChainFault)
    assert fault.seq == seq
    assert why in fault.why


@run_async
async def test_a_journal_cut_off_is_found_by_what_was_written_down(store_url: str) -> None:
    async with opened(store_url) as store:
        await play(store, evening(3))
        written_down = await store.newest()
    async with opened(store_url) as store:
        assert (await verify(store, (written_down[0] + 1, b"?"))).fault == ChainFault(
            11, "the journal ends at 10; it had reached 11"
        )
        assert (await verify(store, (written_down[0] - 1, written_down[1]))).fault is not None


@run_async
async def test_the_bytes_under_the_hash_are_those_of_the_manual(sqlite_url: str) -> None:
    """Another program can check the chain from docs/journal.md alone."""
    writes = evening(2)
    async with opened(sqlite_url) as store:
        await play(store, writes)
        previous = bytes(32)
        for write, entry in zip(writes, await all_entries(store), strict=True):
            money = [[p.giver, p.taker, p.cents, p.why, p.clause] for p in write.postings]
            parts = [entry.seq, entry.stream, entry.version, entry.at, entry.who, entry.command, entry.records]
            said = msgspec.msgpack.encode([1, *parts, sha256(write.answer).digest(), money])
            previous = sha256(previous + said).digest()
            assert entry.hash == previous


def test_the_hash_of_a_known_entry_never_changes() -> None:
    """A change of the format would make every stored journal look tampered with."""
    postings = (Posting("cage", "wallet/ann", 5000, "buys in", "4.1"),)
    own = entry_hash(bytes(32), 1, "account/ann", 1, 1_700_000_000_000_000, "ann", "c-1", b"[]", b"{}", postings)
    assert own.hex() == "7c5bf93718e50d76d41c71a4724a869850f6ad82afcde8fa60a08f280071b742"
