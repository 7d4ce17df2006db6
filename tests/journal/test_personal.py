"""Personal data: stored with a write, outside the chain, and erased without a trace while the chain stays valid."""

from __future__ import annotations

import asyncio
import hmac
import json
import sqlite3
from collections.abc import Sequence
from contextlib import suppress
from pathlib import Path
from random import Random

import pytest
from msgspec.structs import replace
from sqlalchemy import Connection, text

from boxseat.journal import connections
from boxseat.journal.backup import backup, restore
from boxseat.journal.backup_tails import take_tail
from boxseat.journal.entry import Conflict, PersonalValue, StoreDown, Write, WriteRefused
from boxseat.journal.personal import SALT_BYTES_MIN, personal_digest
from boxseat.journal.store import Store
from boxseat.journal.verify import verify
from tests.databases import run_async
from tests.house.memory_store import MemoryStore
from tests.journal.floor import AT, SECOND, everything, opened, plain
from tests.journal.test_faults import FAULTS, At

SALT, NEWER_SALT = bytes(range(SALT_BYTES_MIN)), bytes(range(200, 216))
BIRTH = PersonalValue("ann/birth", "born on 29 February 1980 at Tumut", SALT, AT + SECOND)
PHONE = PersonalValue("ann/phone", "telephone ☎ 02 5550 1234", bytes(range(100, 116)), None)
OTHER = PersonalValue("bob/birth", "born on 1 April 1970 at Yass", bytes(range(50, 66)), AT + 2 * SECOND)


def _keeps(expected: int, *values: PersonalValue, stream: str = "account/ann", command: str = "") -> Write:
    records = [{"is": "told.1", "key": each.key, "digest": personal_digest(each.value, each.salt)} for each in values]
    return plain(stream, expected, command, records=json.dumps(records).encode(), personal=values)


def _erases(expected: int, *keys: str, stream: str = "account/ann", command: str = "") -> Write:
    records = [{"is": "erased.1", "keys": keys}]
    return plain(stream, expected, command, records=json.dumps(records).encode(), erased=keys)


async def _contains(url: str, folder: Path, value: PersonalValue) -> bool:
    """Whether a value or its salt is anywhere in the database: in its rows, and for SQLite in the bytes of all its files."""
    rows = await everything(url)
    found = any(part in row for table in rows.values() for row in table for part in (value.value, value.salt))
    assert url.startswith("postgres") or (folder / "boxseat.db").exists()
    return found or _in_files(folder, value)


def _in_files(folder: Path, value: PersonalValue) -> bool:
    files = b"".join(path.read_bytes() for path in folder.glob("boxseat.db*"))
    return value.value.encode() in files or value.salt in files


async def _check_stored_and_erased(store: Store) -> None:
    await store.append(_keeps(0, BIRTH, PHONE))
    await store.append(_keeps(0, OTHER, stream="account/bob"))
    keys = [each.key for each in (BIRTH, PHONE, OTHER)]
    assert await store.personal(keys) == {each.key: each for each in (BIRTH, PHONE, OTHER)}
    assert await store.personal([PHONE.key, "nobody/birth"]) == {PHONE.key: PHONE}
    assert await store.personal([]) == {}
    assert await store.overdue_personal(AT, 10) == []
    assert await store.overdue_personal(AT + SECOND, 10) == [("account/ann", BIRTH.key)]
    both = [("account/ann", BIRTH.key), ("account/bob", OTHER.key)]
    assert await store.overdue_personal(AT + 9 * SECOND, 10) == both
    assert await store.overdue_personal(AT + 9 * SECOND, 1) == both[:1]
    await store.append(_erases(1, BIRTH.key, "never/stored"))
    assert await store.personal(keys) == {each.key: each for each in (PHONE, OTHER)}
    assert await store.overdue_personal(AT + 9 * SECOND, 10) == both[1:]
    newer = replace(PHONE, value="0400", keep_until=AT + 5)
    await store.append(_keeps(2, newer))
    await store.append(_keeps(3, BIRTH))
    assert await store.personal(keys) == {each.key: each for each in (BIRTH, newer, OTHER)}


@run_async
async def test_values_are_stored_read_replaced_and_erased(store_url: str) -> None:
    async with opened(store_url) as store:
        await _check_stored_and_erased(store)
        assert (await verify(store)).fault is None
    async with opened(store_url) as again:
        assert (await again.personal([BIRTH.key]))[BIRTH.key] == BIRTH


@run_async
async def test_the_store_in_memory_does_the_same() -> None:
    await _check_stored_and_erased(MemoryStore())


def test_a_digest_is_keyed_by_the_salt() -> None:
    digest = personal_digest(PHONE.value, PHONE.salt)
    assert digest == hmac.new(PHONE.salt, PHONE.value.encode(), "sha256").hexdigest()
    assert digest != personal_digest(PHONE.value, SALT)
    for salt in (b"", SALT[1:]):
        with pytest.raises(ValueError, match="salt"):
            personal_digest(PHONE.value, salt)


@run_async
async def test_after_erasure_the_value_is_nowhere_and_the_chain_is_valid(store_url: str, tmp_path: Path) -> None:
    async with opened(store_url) as store:
        await store.append(_keeps(0, BIRTH, PHONE))
        assert await _contains(store_url, tmp_path, BIRTH)
        await store.append(_erases(1, BIRTH.key))
        assert not await _contains(store_url, tmp_path, BIRTH)
        assert await _contains(store_url, tmp_path, PHONE)
        await store.append(_keeps(2, replace(PHONE, value="0400", salt=NEWER_SALT)))
        assert not await _contains(store_url, tmp_path, PHONE), "replaced"
        assert (await verify(store)).fault is None
        await backup(store, tmp_path / "kept")
        assert BIRTH.value.encode() not in (tmp_path / "kept").read_bytes()


@run_async
async def test_values_that_the_database_moved_between_its_pages_leave_no_copies(
    sqlite_url: str, tmp_path: Path
) -> None:
    """SQLite joins pages from which much was deleted; `secure_delete` alone would leave copies of the rows it moved.

    With this seed it leaves some.
    """
    chance = Random(13)
    values = [
        PersonalValue(f"k{n}", f"V{n}-{chance.randbytes(chance.randrange(1, 40)).hex()}", chance.randbytes(16), None)
        for n in range(400)
    ]
    async with opened(sqlite_url) as store:
        await store.append(_keeps(0, *values))
        chance.shuffle(values)
        for version, first in enumerate(range(0, 380, 20), start=1):
            await store.append(_erases(version, *(each.key for each in values[first : first + 20])))
            gone, kept = values[: first + 20], values[first + 20 :]
            files = b"".join(path.read_bytes() for path in tmp_path.glob("boxseat.db*"))
            assert [each.value for each in gone if each.value.encode() in files or each.salt in files] == []
            assert await store.personal(each.key for each in values) == {each.key: each for each in kept}
        assert (await verify(store)).fault is None


@run_async
async def test_writes_of_one_commit_store_and_erase_in_their_order(store_url: str, tmp_path: Path) -> None:
    async with opened(store_url) as store:
        await store.append_run([_keeps(0, BIRTH, PHONE), _erases(1, BIRTH.key, PHONE.key), _keeps(2, PHONE)])
        assert await store.personal([BIRTH.key, PHONE.key]) == {PHONE.key: PHONE}
        assert not await _contains(store_url, tmp_path, BIRTH)
        together = [
            replace(_erases(3, PHONE.key), answer=b""),
            replace(_keeps(0, OTHER, stream="account/bob"), answer=b""),
        ]
        with pytest.raises(Conflict):
            await store.append_all([together[0], replace(together[1], expected=3)])
        assert await store.personal([OTHER.key, PHONE.key]) == {PHONE.key: PHONE}
        await store.append_all(together)
        assert await store.personal([OTHER.key, PHONE.key]) == {OTHER.key: OTHER}


@run_async
async def test_a_refused_write_stores_and_erases_nothing(store_url: str, tmp_path: Path) -> None:
    async with opened(store_url) as store:
        await store.append(_keeps(0, BIRTH))
        for write in (_keeps(7, PHONE), _erases(7, BIRTH.key)):
            with pytest.raises(Conflict):
                await store.append(write)
        assert await store.personal([BIRTH.key, PHONE.key]) == {BIRTH.key: BIRTH}
        assert not await _contains(store_url, tmp_path, PHONE)


@run_async
async def test_a_fault_at_each_step_erases_all_or_nothing(store_url: str, tmp_path: Path) -> None:
    def script(n: int) -> tuple[Write, Write]:
        stream = f"account/{n}"
        return _keeps(0, BIRTH, stream=stream, command=f"k{n}"), _erases(1, BIRTH.key, stream=stream, command=f"e{n}")

    told = At(-1, FAULTS[0])
    async with opened(store_url) as store:
        await store.append(script(99)[0])
    async with opened(store_url, told) as store:
        await store.append(script(99)[1])
    assert "personal" in told.steps
    for index, step in enumerate(told.steps):
        keeping, erasing = script(index)
        async with opened(store_url) as store:
            await store.append(keeping)
        async with opened(store_url, At(index, FAULTS[index % len(FAULTS)])) as store:
            with pytest.raises(StoreDown):
                await store.append(erasing)
            assert (await store.personal([BIRTH.key]) == {}) == (step == "after commit")
            with suppress(WriteRefused):
                await store.append(erasing)
            assert not await _contains(store_url, tmp_path, BIRTH)
            assert (await verify(store)).fault is None


async def _erased_under_a_reader(store: Store, folder: Path) -> sqlite3.Connection:
    """Store and erase a value while another connection reads, which has let go of the log when this returns."""
    version = len(await store.read("account/ann"))
    await store.append(_keeps(version, BIRTH))
    reading = sqlite3.connect(folder / "boxseat.db", isolation_level=None)
    reading.execute("BEGIN")
    reading.execute("SELECT count(*) FROM entries").fetchone()
    await store.append(_erases(version + 1, BIRTH.key))
    assert await store.personal([BIRTH.key]) == {}
    assert await _contains(store.url, folder, BIRTH), "a reader may still need the log"
    reading.execute("COMMIT")
    return reading


@run_async
async def test_a_reader_delays_the_end_of_the_log_and_not_the_write(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with opened(sqlite_url) as store:
        reading = await _erased_under_a_reader(store, tmp_path)
        await store.append(_keeps(2, PHONE))
        await store.append(_erases(3, PHONE.key))
        assert not await _contains(sqlite_url, tmp_path, BIRTH), "tried again at the next erasure"
        reading.close()
        reading = await _erased_under_a_reader(store, tmp_path)
        monkeypatch.setattr(connections, "COMMITS_PER_CHECKPOINT", 2)
        await store.append(plain())
        for _ in range(500):
            if not _in_files(tmp_path, BIRTH):  # without a query, which would be another reader
                break
            await asyncio.sleep(0.01)
        else:
            raise AssertionError("not tried again at the next checkpoint")
        reading.close()


@run_async
async def test_an_erasure_that_a_reader_delayed_is_finished_on_closing_and_on_opening(
    sqlite_url: str, tmp_path: Path
) -> None:
    store = await Store.open(sqlite_url)
    reading = await _erased_under_a_reader(store, tmp_path)
    await store.close()  # the other connection stays open, so that SQLite itself does not remove the log
    assert not await _contains(sqlite_url, tmp_path, BIRTH)
    store = await Store.open(sqlite_url)
    await store.append(_keeps(2, BIRTH))
    reading.execute("BEGIN")
    reading.execute("SELECT count(*) FROM entries").fetchone()
    await store.append(_erases(3, BIRTH.key))
    await store.close()
    assert await _contains(sqlite_url, tmp_path, BIRTH)
    reading.execute("COMMIT")
    async with opened(sqlite_url):
        assert not await _contains(sqlite_url, tmp_path, BIRTH)
    reading.close()


@run_async
async def test_backups_and_tails_carry_values_and_erasures(store_url: str, target_url: str, tmp_path: Path) -> None:
    files = [tmp_path / name for name in ("whole", "one", "two", "three")]
    async with opened(store_url) as store:
        await store.append(_keeps(0, BIRTH, PHONE))
        await backup(store, files[0])
        await store.append(_keeps(0, OTHER, stream="account/bob"))
        await take_tail(store, files[0], files[1])
        await store.append(_erases(1, BIRTH.key))
        await store.append(_keeps(2, replace(PHONE, value="0400", salt=NEWER_SALT)))
        await take_tail(store, files[1], files[2])
        await store.append(_erases(1, OTHER.key, stream="account/bob"))
        await take_tail(store, files[2], files[3])
    assert [len((await everything(f"sqlite:///{file}"))["personal"]) for file in files] == [2, 1, 1, 0]
    await restore(files[0], target_url, files[1:])
    before = await everything(store_url)
    assert await everything(target_url) == before
    assert len(before["personal"]) == 1
    for each in (BIRTH, PHONE, OTHER):
        assert not await _contains(target_url, tmp_path / "restored", each)


@run_async
async def test_an_older_backup_brings_a_value_back_until_it_is_overdue(
    store_url: str, target_url: str, tmp_path: Path
) -> None:
    async with opened(store_url) as store:
        await store.append(_keeps(0, BIRTH, PHONE))
        await backup(store, tmp_path / "whole")
        await store.append(_erases(1, BIRTH.key))
    await restore(tmp_path / "whole", target_url)
    async with opened(target_url) as again:
        assert await again.personal([BIRTH.key]) == {BIRTH.key: BIRTH}
        assert await again.overdue_personal(AT, 10) == []
        assert await again.overdue_personal(AT + SECOND, 10) == [("account/ann", BIRTH.key)]
        await again.append(_erases(1, BIRTH.key))
        assert await again.overdue_personal(AT + SECOND, 10) == []
    assert not await _contains(target_url, tmp_path / "restored", BIRTH)


@pytest.mark.parametrize(
    ("write", "why"),
    [
        (replace(_keeps(0, PHONE), records=b"[]"), "must name the keys"),
        (replace(_erases(0, "ann/phone"), records=b'[{"ann/phone": 1}]'), "must name the keys"),
        (_keeps(0, PHONE, replace(PHONE, value="0400")), "a key of its own"),
        (replace(_keeps(0, PHONE), erased=(PHONE.key,)), "stored or erased"),
        (_erases(0, ""), "a key of its own"),
        (_erases(0, "a\0"), "without NUL"),
        (replace(_keeps(0, PHONE), personal=(replace(PHONE, value="\0"),)), "without NUL"),
        (replace(_keeps(0, PHONE), personal=(replace(PHONE, value="\ud800"),)), "without NUL"),
        (replace(_keeps(0, PHONE), personal=(replace(PHONE, salt=b"salt"),)), "salt has at least"),
    ],
)
@run_async
async def test_a_programmers_mistake_is_no_refusal(sqlite_url: str, write: Write, why: str) -> None:
    async with opened(sqlite_url) as store:
        with pytest.raises(ValueError, match=why) as refused:
            await store.append(write)
        assert PHONE.value not in str(refused.value)
        assert await store.newest() == (0, bytes(32))


@run_async
async def test_a_damaged_row_is_not_used(store_url: str) -> None:
    def spoil(connection: Connection) -> None:
        connection.execute(text("UPDATE personal SET value = 'another'"))

    async with opened(store_url) as store:
        await store.append(_keeps(0, PHONE))
        await store.change(spoil)
        with pytest.raises(StoreDown, match="damaged"):
            await store.personal([PHONE.key])
        fault = (await verify(store)).fault
        assert fault is not None
        assert "personal" in fault.why


async def _statements(store: Store, writes: Sequence[Write]) -> list[str]:
    asked: list[str] = []
    engine = store._connections._writing  # type: ignore[attr-defined]
    raw = await asyncio.to_thread(engine.raw_connection)
    raw.driver_connection.set_trace_callback(asked.append)
    raw.close()
    for write in writes:
        await store.append(write)
    return asked


@run_async
async def test_only_a_write_with_personal_data_takes_statements_for_them(sqlite_url: str) -> None:
    async with opened(sqlite_url) as store:
        asked = await _statements(store, [plain()])
        assert asked
        assert not [sql for sql in asked if "personal" in sql or "checkpoint" in sql]
        asked = await _statements(store, [_keeps(0, PHONE)])
        assert [sql for sql in asked if "personal" in sql]
        assert not [sql for sql in asked if "checkpoint" in sql], "nothing was erased"
        assert [sql for sql in await _statements(store, [_erases(1, PHONE.key)]) if "TRUNCATE" in sql]


@run_async
async def test_the_server_vacuums_what_was_erased(postgres_url: str) -> None:
    def vacuums(connection: Connection) -> int:
        counted = text("SELECT vacuum_count FROM pg_stat_user_tables WHERE relname = 'personal'")
        return connection.execute(counted).scalar() or 0

    async with opened(postgres_url) as store:
        await store.append(_keeps(0, PHONE))
        await store.append(_erases(1, PHONE.key))
        for _ in range(100):
            if await store.query(vacuums) >= 2:  # on opening, and after the erasure
                break
            await asyncio.sleep(0.05)
        else:
            raise AssertionError("the table was not vacuumed")
