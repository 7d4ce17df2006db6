"""L7: a backup and the tails since contain everything that was acknowledged, and nothing else."""

from __future__ import annotations

import asyncio
import sqlite3
import stat
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, event, text
from sqlalchemy.engine import Engine

from boxseat.journal.backup import backup, restore
from boxseat.journal.backup_files import BadBackup
from boxseat.journal.backup_tails import JOURNAL_TABLES, take_tail
from boxseat.journal.entry import BadDatabase
from boxseat.journal.store import Store
from tests.databases import run_async
from tests.journal.backups import night
from tests.journal.floor import all_entries, evening, everything, opened, plain, play
from tests.tiers import cases, heavy, size

SMALL = {"books", "head"}
"""Tables with few rows: one for each game, or a single one."""


@heavy
@run_async
async def test_tails_taken_under_load_come_to_everything(store_url: str, target_url: str, tmp_path: Path) -> None:
    files = [tmp_path / "whole"]
    async with opened(store_url) as store:
        playing = [asyncio.ensure_future(play(store, evening(10, f"t{n}", f"p{n}"))) for n in range(10)]
        await asyncio.sleep(0.02)
        reached = (await backup(store, files[0])).entries
        for number in range(3):
            await asyncio.sleep(0.02)
            acknowledged = (await store.newest())[0]
            files.append(tmp_path / f"tail-{number}")
            tail = await take_tail(store, files[-2], files[-1])
            assert tail.after[0] == reached
            reached = tail.head[0]
            assert acknowledged <= reached
        await asyncio.gather(*playing)
        await take_tail(store, files[-1], tmp_path / "last")
        stored = await all_entries(store)
    await restore(files[0], target_url, [*files[1:], tmp_path / "last"])
    async with opened(target_url) as again:
        assert await all_entries(again) == stored
        await again.append(plain("table/after"))


@run_async
async def test_a_night_that_ends_with_a_kill(store_url: str, target_url: str, tmp_path: Path) -> None:
    found = await night(tmp_path, store_url, target_url, seed=7)
    assert found.acknowledged > 0
    assert found.restored >= found.acknowledged
    assert not found.missing
    assert not found.differing


@run_async
async def test_everything_beside_the_entries_comes_along(store_url: str, target_url: str, tmp_path: Path) -> None:
    """Rounds and shoes that end in a tail, seeds, snapshots, books, and other rooms' tables, also deleted rows."""

    async def guest(store: Store, *people: str) -> None:
        def work(connection: Connection) -> None:
            connection.execute(text("DELETE FROM credentials"))
            for name in people:
                connection.execute(text("INSERT INTO credentials VALUES (:name, :name, 'hash')"), {"name": name})

        await store.change(work)

    writes = evening(5)
    async with opened(store_url) as store:
        await play(store, writes[:6])  # in the middle of the second round
        await guest(store, "ann", "bob")
        await backup(store, tmp_path / "whole")
        await play(store, [*writes[6:9], *evening(3, "t2", "cat")])
        await store.put_book("digest", "decks = 8")
        await take_tail(store, tmp_path / "whole", tmp_path / "one")
        await play(store, writes[9:])
        await guest(store, "bob", "cat")
        await take_tail(store, tmp_path / "one", tmp_path / "two")
        await take_tail(store, tmp_path / "two", tmp_path / "quiet")
    await restore(tmp_path / "whole", target_url, [tmp_path / name for name in ("one", "two", "quiet")])
    before = await everything(store_url)
    assert await everything(target_url) == before
    assert {name for name, rows in before.items() if rows} >= {
        "snapshots", "secrets", "books", "rounds", "credentials", "notices", "personal",
    }  # fmt: skip


@run_async
async def test_a_tail_holds_only_what_is_new(store_url: str, tmp_path: Path) -> None:
    async with opened(store_url) as store:
        for table in range(size(5, 20)):
            await play(store, evening(10, f"t{table}", f"p{table}"))
        await backup(store, tmp_path / "whole")
        await play(store, evening(2, "new", "ann"))
        await take_tail(store, tmp_path / "whole", tmp_path / "tail")
    rows = {name: len(found) for name, found in (await everything(f"sqlite:///{tmp_path}/tail")).items()}
    assert rows["entries"] == 7
    assert rows["rounds"] == 3, "two rounds and a shoe"
    assert rows["streams"] == rows["secrets"] == rows["snapshots"] == rows["personal"] == 1
    assert rows["balances"] == 6
    assert rows["notices"] == 3


@run_async
async def test_a_tail_goes_through_no_table_of_the_journal(sqlite_url: str, tmp_path: Path) -> None:
    """Its cost depends on the new entries only: the database finds every row by an index."""
    asked: list[tuple[str, tuple[str | int, ...]]] = []
    live = str(tmp_path / "boxseat.db")

    def note(connection: Connection, _cursor: object, statement: str, parameters: Any, *_: object) -> None:
        named = any(f"FROM {name}" in statement for name in JOURNAL_TABLES - SMALL)
        if named and connection.engine.url.database == live:
            asked.append((statement, parameters))

    async with opened(sqlite_url) as store:
        await play(store, evening(3))
        await backup(store, tmp_path / "whole")
        await play(store, evening(3, "t2", "bob"))
        event.listen(Engine, "before_cursor_execute", note)
        try:
            await take_tail(store, tmp_path / "whole", tmp_path / "tail")
        finally:
            event.remove(Engine, "before_cursor_execute", note)
    looking = sqlite3.connect(tmp_path / "boxseat.db")
    assert len(asked) >= 8
    for statement, parameters in asked:
        plan = [row[3] for row in looking.execute(f"EXPLAIN QUERY PLAN {statement}", parameters)]
        assert not [step for step in plan if step.startswith("SCAN")], (statement, plan)
    looking.close()


Spoiling = Callable[[Path], object]


def _sql(statement: str) -> Spoiling:
    def spoil(file: Path) -> None:
        spoiling = sqlite3.connect(file)
        with spoiling:
            spoiling.execute(statement)
        spoiling.close()

    return spoil


def _cut_off(file: Path) -> None:
    file.write_bytes(file.read_bytes()[:-8192])


SPOILT: tuple[tuple[Spoiling, str], ...] = (
    (_sql("UPDATE postings SET cents = cents + 1 WHERE seq = 15"), "one is not sound at entry 15"),
    (_sql("DELETE FROM entries WHERE seq = 16"), "one is not sound at entry 16"),
    (_sql("UPDATE head SET seq = seq - 1"), "one is not sound at entry"),
    (_sql("UPDATE streams SET version = version + 1"), "one is not sound"),
    (_sql("UPDATE secrets SET value = x'00'"), "one is not sound"),
    (_sql("UPDATE balances SET cents = cents + 1 WHERE account = 'bank'"), "whole with its tails is not sound"),
    (_sql("UPDATE follows SET hash = zeroblob(32)"), "one follows an entry 4 of another journal"),
    (_sql("DELETE FROM follows"), "one is no tail"),
    (_sql("DROP TABLE follows"), "one is no tail"),
    (_cut_off, "one is"),
    (lambda file: file.write_bytes(b"Dear Sir, " * 2_000), "one is no backup: the file is no database"),
    (lambda file: file.unlink(), "There is no backup"),
)


@pytest.mark.parametrize(("spoil", "why"), cases(SPOILT, SPOILT[::4]))
@run_async
async def test_a_damaged_tail_is_refused_and_nothing_is_written(
    spoil: Spoiling, why: str, sqlite_url: str, tmp_path: Path
) -> None:
    async with opened(sqlite_url) as store:
        await play(store, evening(1))
        await backup(store, tmp_path / "whole")
        await play(store, evening(5, "t2", "bob"))
        await take_tail(store, tmp_path / "whole", tmp_path / "one")
    spoil(tmp_path / "one")
    target = tmp_path / "new" / "boxseat.db"
    with pytest.raises(BadBackup, match=why) as refused:
        await restore(tmp_path / "whole", f"sqlite:///{target}", [tmp_path / "one"])
    assert str(refused.value).count(". ") == 0, "one sentence"
    assert not target.exists()


@run_async
async def test_tails_go_on_exactly_where_the_last_one_ended(store_url: str, target_url: str, tmp_path: Path) -> None:
    async with opened(store_url) as store, opened(f"sqlite:///{tmp_path}/other/boxseat.db") as other:
        await play(store, evening(1))
        await play(other, evening(1, "t9", "zoe"))
        for house, name in ((store, "whole"), (other, "others-whole")):
            await backup(house, tmp_path / name)
        for number, last in enumerate(("whole", "tail-0", "tail-1")):
            await play(store, evening(1, f"x{number}", "bob"))
            await take_tail(store, tmp_path / last, tmp_path / f"tail-{number}")
        await play(other, evening(1, "t8", "zoe"))
        await take_tail(other, tmp_path / "others-whole", tmp_path / "others")
    for first, tails, why in (
        ("whole", ["tail-0", "tail-2"], "a tail is missing"),
        ("whole", ["tail-1"], "a tail is missing"),
        ("whole", ["tail-0", "tail-1", "tail-0"], "it is there already"),
        ("whole", ["tail-0", "tail-0"], "it is there already"),
        ("whole", ["others"], "of another journal"),
        ("others-whole", ["tail-0"], "of another journal"),
        ("whole", ["others-whole"], "others-whole is no tail"),
        ("tail-0", ["tail-1"], "tail-0 is a tail"),
        ("tail-0", [], "tail-0 is a tail"),
    ):
        with pytest.raises(BadBackup, match=why):
            await restore(tmp_path / first, target_url, [tmp_path / tail for tail in tails])
    assert not (tmp_path / "restored").exists()
    restored = await restore(tmp_path / "whole", target_url, [tmp_path / f"tail-{number}" for number in range(3)])
    assert restored.entries == 16


@run_async
async def test_what_a_tail_cannot_follow_is_refused_in_a_sentence(store_url: str, tmp_path: Path) -> None:
    async with opened(store_url) as store:
        await play(store, evening(1))
        await backup(store, tmp_path / "whole")
        async with opened(f"sqlite:///{tmp_path}/other/boxseat.db") as other:
            await play(other, evening(2, "t9", "zoe"))
            await backup(other, tmp_path / "longer")
            await play(store, evening(3, "t2", "bob"))
            with pytest.raises(BadBackup, match="ends with entry 4, and that is no entry of this journal"):
                await take_tail(other, tmp_path / "whole", tmp_path / "tail")
            with pytest.raises(BadBackup, match="ends with entry 7, and that is no entry of this journal"):
                await take_tail(store, tmp_path / "longer", tmp_path / "tail")
        with pytest.raises(BadBackup, match="There is no backup"):
            await take_tail(store, tmp_path / "nothing", tmp_path / "tail")
        (tmp_path / "letter").write_bytes(b"Dear Sir, " * 1000)
        with pytest.raises(BadBackup, match="is no backup: the file is no database"):
            await take_tail(store, tmp_path / "letter", tmp_path / "tail")
        with pytest.raises(BadBackup, match="there already"):
            await take_tail(store, tmp_path / "whole", tmp_path / "whole")
    with pytest.raises((BadBackup, BadDatabase)):
        await take_tail(f"sqlite:///{tmp_path}/nowhere/boxseat.db", tmp_path / "whole", tmp_path / "tail")
    assert not list(tmp_path.glob("tail*"))


@run_async
async def test_an_unsound_journal_gives_no_tail(store_url: str, tmp_path: Path) -> None:
    async with opened(store_url) as store:
        await play(store, evening(1))
        await backup(store, tmp_path / "whole")
        await play(store, evening(2, "t2", "bob"))
        await store.change(lambda connection: connection.execute(text("UPDATE postings SET cents = 1 WHERE seq = 5")))
        with pytest.raises(BadBackup, match="not sound at entry 5"):
            await take_tail(store, tmp_path / "whole", tmp_path / "tail")
    assert not list(tmp_path.glob("tail*"))


@run_async
async def test_a_tail_is_one_file_for_its_owner(store_url: str, tmp_path: Path) -> None:
    folder = tmp_path / "kept"
    async with opened(store_url) as store:
        await backup(store, folder / "a")
        await play(store, evening(1))
        await take_tail(store, folder / "a", folder / "b")
    assert sorted(path.name for path in folder.iterdir()) == ["a", "b"]
    assert stat.S_IMODE((folder / "b").stat().st_mode) == 0o600
