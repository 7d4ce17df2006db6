"""L7: a backup taken during play is a complete state at one moment, and can be restored into either database."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from pathlib import Path

import pytest
from sqlalchemy import text

from boxseat.journal.backup import backup, restore
from boxseat.journal.backup_files import BadBackup
from boxseat.journal.backup_tails import take_tail
from boxseat.journal.entry import BadDatabase
from boxseat.journal.store import Store
from tests.databases import run_async
from tests.journal.floor import all_entries, evening, opened, plain, play
from tests.tiers import cases


@run_async
async def test_a_backup_taken_under_load_is_a_beginning_of_what_was_stored(
    store_url: str, target_url: str, tmp_path: Path
) -> None:
    file = tmp_path / "backup.db"
    async with opened(store_url) as store:
        await play(store, evening(2))
        acknowledged = (await store.newest())[0]
        playing = [asyncio.ensure_future(play(store, evening(8, f"t{n}", f"p{n}"))) for n in range(2, 12)]
        await asyncio.sleep(0.02)
        made = await backup(store, file)
        await asyncio.gather(*playing)
        everything = await all_entries(store)
    assert acknowledged <= made.entries <= len(everything)
    restored = await restore(file, target_url)
    assert restored.head == made.head
    async with opened(target_url) as again:
        entries = await all_entries(again)
        assert entries == everything[: made.entries]
        assert await again.secret("t1/shoe/1") == bytes(range(64))
        assert await again.total() == 0
        await again.append(plain("table/after"))


@run_async
async def test_everything_beside_the_entries_comes_along(store_url: str, target_url: str, tmp_path: Path) -> None:
    async def picture(store: Store) -> tuple[object, ...]:
        return (
            await store.balances(),
            await store.streams(),
            await store.rounds("table/t1"),
            await store.snapshot("table/t1"),
            await store.book("digest"),
            await store.statement("chips/t1/ann"),
            await store.answer("ann", "table/t1#3"),
            await store.newest(),
        )

    async with opened(store_url) as store:
        await play(store, evening(5))
        await store.put_book("digest", "decks = 8")
        before = await picture(store)
    await backup(store_url, tmp_path / "b")
    await restore(tmp_path / "b", target_url)
    async with opened(target_url) as again:
        assert await picture(again) == before
        assert None not in before


@run_async
async def test_a_restore_replaces_nothing(store_url: str, tmp_path: Path) -> None:
    async with opened(store_url) as store:
        stored = await play(store, evening(1))
        await backup(store, tmp_path / "b")
        with pytest.raises(BadBackup, match="not empty"):
            await restore(tmp_path / "b", store_url)
        with pytest.raises(BadBackup, match="there already"):
            await backup(store, tmp_path / "b")
        assert await all_entries(store) == stored


@run_async
async def test_a_spoilt_backup_is_not_restored(sqlite_url: str, tmp_path: Path) -> None:
    async with opened(sqlite_url) as store:
        await play(store, evening(2))
        await backup(store, tmp_path / "b")
    spoiling = sqlite3.connect(tmp_path / "b")
    with spoiling:
        spoiling.execute("UPDATE postings SET cents = 1 WHERE seq = 2")
    spoiling.close()
    target = tmp_path / "new" / "boxseat.db"
    with pytest.raises(BadBackup, match="not sound at entry 2"):
        await restore(tmp_path / "b", f"sqlite:///{target}")
    assert not target.exists()


@run_async
async def test_an_unsound_journal_gives_no_backup(store_url: str, tmp_path: Path) -> None:
    async with opened(store_url) as store:
        await play(store, evening(2))
        await store.change(lambda connection: connection.execute(text("UPDATE balances SET cents = cents + 1")))
        with pytest.raises(BadBackup, match="not sound"):
            await backup(store, tmp_path / "b")
    assert not list(tmp_path.glob("b*")) or list(tmp_path.glob("b*")) == [*tmp_path.glob("boxseat.db*")]


@run_async
async def test_what_is_no_backup_is_refused_in_a_sentence(sqlite_url: str, tmp_path: Path) -> None:
    (tmp_path / "letter").write_bytes(b"Dear Sir, " * 1000)
    for file, why in ((tmp_path / "letter", "no database"), (tmp_path / "nothing", "no backup")):
        with pytest.raises((BadBackup, BadDatabase), match=why):
            await restore(file, sqlite_url)


@run_async
async def test_a_file_without_a_journal_is_no_backup(tmp_path: Path) -> None:
    """An empty file, or another program's database, is not mistaken for a new floor."""
    (tmp_path / "cut").touch()
    other = sqlite3.connect(tmp_path / "other")
    with other:
        other.execute("CREATE TABLE bookmarks (place TEXT)")
        other.execute("INSERT INTO bookmarks VALUES ('here')")
    other.close()
    for name in ("cut", "other"):
        with pytest.raises(BadBackup, match="no journal in it"):
            await restore(tmp_path / name, f"sqlite:///{tmp_path}/new/boxseat.db")
    assert not (tmp_path / "new").exists()


@run_async
async def test_other_programs_tables_stay_where_they_are(store_url: str, target_url: str, tmp_path: Path) -> None:
    """A database may be shared: other programs' tables are neither backed up nor an obstacle."""
    for url in (store_url, target_url):
        async with opened(url) as store:
            await store.change(lambda connection: connection.execute(text("CREATE TABLE alembic_version (num TEXT)")))
            await store.change(lambda connection: connection.execute(text("INSERT INTO alembic_version VALUES ('7')")))
    async with opened(store_url) as store:
        await play(store, evening(2))
        made = await backup(store, tmp_path / "b")
        await play(store, evening(2, "t2", "bob"))
        await take_tail(store, tmp_path / "b", tmp_path / "tail")
        everything = await all_entries(store)
    assert made.entries < len(everything)
    await restore(tmp_path / "b", target_url, [tmp_path / "tail"])
    async with opened(target_url) as again:
        assert await all_entries(again) == everything


@run_async
@pytest.mark.parametrize("name", cases(["night#2", "night?2", "night%41", "a night"], ("night?2",)))
async def test_the_file_that_is_read_is_the_one_that_is_named(sqlite_url: str, tmp_path: Path, name: str) -> None:
    """Even if the name has characters with a special meaning in an address."""
    async with opened(sqlite_url) as store:
        await play(store, evening(2))
        made = await backup(store, tmp_path / name)
        await take_tail(store, tmp_path / name, tmp_path / f"{name}.tail")
    files = [*tmp_path.iterdir()]
    restored = await restore(tmp_path / name, f"sqlite:///{tmp_path}/new/boxseat.db", [tmp_path / f"{name}.tail"])
    assert restored.head == made.head
    assert {*files, tmp_path / "new"} == {*tmp_path.iterdir()}


@run_async
async def test_a_backup_goes_onto_a_stick_without_links(
    sqlite_url: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    def no_links(*_: object) -> None:
        raise PermissionError(1, "Operation not permitted")

    async with opened(sqlite_url) as store:
        await play(store, evening(2))
        monkeypatch.setattr("os.link", no_links)
        made = await backup(store, tmp_path / "b")
    assert [path.name for path in tmp_path.glob("b")] == ["b"]
    assert not list(tmp_path.glob("*.part"))
    assert (await restore(tmp_path / "b", f"sqlite:///{tmp_path}/new/boxseat.db")).head == made.head


@run_async
async def test_a_backup_is_one_file_for_its_owner(store_url: str, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    async with opened(store_url) as store:
        await play(store, evening(1))
        await backup(store, folder / "b")
    assert [path.name for path in folder.iterdir()] == ["b"]
    assert stat.S_IMODE((folder / "b").stat().st_mode) == 0o600
