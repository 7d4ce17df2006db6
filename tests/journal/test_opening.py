"""Opening: a database is created, upgraded, or refused with one clear sentence that contains no password."""

from __future__ import annotations

import os
import sqlite3
import stat
from pathlib import Path

import pytest
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.config import Config
from alembic.migration import MigrationContext
from sqlalchemy import Connection, TextClause, create_engine, text

from boxseat.journal import schema
from boxseat.journal.address import database_url, shown
from boxseat.journal.backup import backup
from boxseat.journal.connections import connect, read_in_snapshot
from boxseat.journal.entry import BadDatabase, StoreDown
from boxseat.journal.migrate import MIGRATIONS, SCHEMA_STEPS, VERSION_TABLE
from boxseat.journal.queries import newest
from boxseat.journal.schema import metadata
from boxseat.journal.store import Store
from boxseat.journal.verify import verify
from boxseat.ledger.accounts import Posting, may_hold
from tests.databases import run_async
from tests.journal.floor import all_entries, evening, opened, plain, play


def _sentence(refused: pytest.ExceptionInfo[BadDatabase]) -> str:
    said = str(refused.value)
    assert said.endswith(".")
    assert "\n" not in said
    return said


@run_async
async def test_the_migrations_make_the_tables_that_the_program_means(store_url: str) -> None:
    def differences(connection: Connection) -> list[object]:
        def is_known(name: str | None, kind: str, _: object) -> bool:
            return kind != "table" or name in metadata.tables  # other rooms test their own tables

        options = {"version_table": VERSION_TABLE, "include_name": is_known}
        context = MigrationContext.configure(connection, opts=options)
        return list(compare_metadata(context, metadata))

    async with opened(store_url) as store:
        assert await store.query(differences) == []


def test_the_steps_are_numbered_without_gaps() -> None:
    assert tuple(f"{number:04d}" for number in range(1, len(SCHEMA_STEPS) + 1)) == SCHEMA_STEPS


@run_async
async def test_opening_again_changes_nothing(store_url: str) -> None:
    async with opened(store_url) as store:
        stored = await play(store, evening(2))
    again = await Store.open(store_url, reads_only=True)
    assert await all_entries(again) == stored
    await again.close()


@run_async
async def test_tables_newer_than_the_program_are_refused(store_url: str) -> None:
    async with opened(store_url) as store:
        await store.change(
            lambda connection: connection.execute(text(f"UPDATE {VERSION_TABLE} SET version_num = '9999'"))
        )
    with pytest.raises(BadDatabase) as refused:
        await Store.open(store_url)
    assert "newer boxseat" in _sentence(refused)


@run_async
async def test_an_empty_database_is_refused_where_it_must_not_be_changed(store_url: str) -> None:
    with pytest.raises(BadDatabase) as refused:
        await Store.open(store_url, reads_only=True)
    assert "holds no journal" in _sentence(refused)


@run_async
async def test_whoever_only_reads_leaves_the_file_as_it_is(store_url: str, tmp_path: Path) -> None:
    """A backup held by an inspector, which has no log beside it, is the same file after any reading."""
    async with opened(store_url) as store:
        stored = await play(store, evening(2))
        await backup(store, tmp_path / "kept" / "b")
    before = (tmp_path / "kept" / "b").read_bytes()
    url = f"sqlite:///{tmp_path}/kept/b"
    reading = await Store.open(url, reads_only=True)
    assert await all_entries(reading) == stored
    with pytest.raises(StoreDown):
        await reading.put_book("digest", "decks = 8")
    await reading.close()
    assert (await verify(url)).fault is None
    assert (tmp_path / "kept" / "b").read_bytes() == before
    assert [path.name for path in (tmp_path / "kept").iterdir()] == ["b"]


@run_async
async def test_somebody_elses_tables_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "theirs.db"
    theirs = sqlite3.connect(path)
    theirs.execute("CREATE TABLE entries (name TEXT)")
    theirs.close()
    with pytest.raises(BadDatabase) as refused:
        await Store.open(f"sqlite:///{path}")
    assert "not boxseat's" in _sentence(refused)


@run_async
async def test_a_file_that_is_no_database_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "letter.db"
    path.write_bytes(b"Dear Sir, " * 500)
    with pytest.raises(BadDatabase) as refused:
        await Store.open(f"sqlite:///{path}")
    assert "no database" in _sentence(refused)
    assert path.read_bytes() == b"Dear Sir, " * 500


@run_async
async def test_a_folder_that_cannot_be_written_is_refused(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    for folder in (tmp_path / "file", Path("/proc/boxseat")):
        with pytest.raises(BadDatabase) as refused:
            await Store.open(database_url(folder))
        assert str(folder) in _sentence(refused)


@pytest.mark.parametrize(
    "url",
    [
        "postgresql://ann:s3cret@127.0.0.1:1/boxseat",
        "postgresql://ann:s3cret@nowhere.invalid/boxseat",
        "postgresql://ann@127.0.0.1:1/boxseat?password=s3cret",
        "postgresql://ann:s3cret@/boxseat?host=/nowhere/at/all",
    ],
)
@run_async
async def test_a_server_that_does_not_answer_is_refused_without_the_password(url: str) -> None:
    with pytest.raises(BadDatabase) as refused:
        await Store.open(database_url("", url))
    assert "s3cret" not in _sentence(refused)
    assert "boxseat" in str(refused.value)


@run_async
async def test_an_address_that_says_how_long_to_wait_is_used(postgres_url: str) -> None:
    patient = f"{postgres_url}{'&' if '?' in postgres_url else '?'}connect_timeout=5"
    async with opened(patient) as store:
        stored = await play(store, evening(1))
        assert (await verify(store)).entries == len(stored)


@run_async
async def test_a_wrong_name_or_database_on_a_server_that_answers_is_refused(postgres_url: str) -> None:
    missing = postgres_url.replace("/test", "/nothing")
    with pytest.raises(BadDatabase) as refused:
        await Store.open(missing)
    assert "does not exist" in _sentence(refused)


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("mysql://ann:s3cret@host/db", "mysql"),
        ("just a word", "cannot be read"),
        ("sqlite://", "no file"),
        ("sqlite:///:memory:", "no file"),
        ("postgresql://ann:s3cret@host:port/db", "cannot be read"),
        ("postgresql://ann:s3cret@host:99999/db", "the port 99999"),
        ("postgresql://ann:s3cret@/db?host=there&port=0", "the port 0"),
        ("postgresql://ann:s3cret@/db?host=a:1&host=b:x", "do not go together"),
        ("postgresql://ann:s3cret@host/db?colour=red", "a parameter 'colour', and boxseat knows connect_timeout"),
        ("postgresql://ann:s3cret@host/db?connect_timeout=soon", "connect_timeout=soon"),
        ("postgresql://ann:s3cret@host/db?connect_timeout=0", "from 1 to 9999"),
        ("sqlite:///a.db?mode=ro", "a parameter 'mode', and an SQLite file has none"),
        ("sqlite:///\udcff.db", "cannot be read"),
    ],
)
def test_an_address_of_another_kind_is_refused(url: str, says: str) -> None:
    with pytest.raises(BadDatabase) as refused:
        database_url("", url)
    assert says in _sentence(refused)
    assert "s3cret" not in str(refused.value)


def test_addresses_are_read_as_people_write_them() -> None:
    assert database_url("/var/floor") == "sqlite:////var/floor/boxseat.db"
    assert database_url("", "sqlite+aiosqlite:///a.db") == "sqlite:///a.db"
    assert database_url("", "postgres://ann:p%40ss@host/db?sslmode=require") == (
        "postgresql+asyncpg://ann:p%40ss@host/db?ssl=require"
    )
    patient = database_url("", "postgresql://ann@/db?host=/run&connect_timeout=5&target_session_attrs=primary")
    assert patient.endswith("connect_timeout=5&host=%2Frun&target_session_attrs=primary")
    assert shown("postgres://ann:p%40ss@host/db") == "postgresql://ann:***@host/db"
    assert shown("sqlite:///a.db") == "a.db"


@run_async
async def test_only_the_owner_reads_the_file(sqlite_url: str, tmp_path: Path) -> None:
    """The file and its log contain the seeds of shoes in play."""
    async with opened(sqlite_url) as store:
        await play(store, evening(1))
        for path in tmp_path.iterdir():
            assert stat.S_IMODE(path.stat().st_mode) == 0o600


@run_async
async def test_a_commit_is_on_the_disk(sqlite_url: str) -> None:
    async with opened(sqlite_url) as store:
        for pragma, value in (("journal_mode", "wal"), ("synchronous", 2), ("foreign_keys", 1), ("busy_timeout", 5000)):
            asking = text(f"PRAGMA {pragma}")

            def ask(connection: Connection, asking: TextClause = asking) -> object:
                return connection.execute(asking).scalar()

            assert await store.query(ask) == await store.change(ask) == value


def _at_step_4(connection: Connection) -> None:
    """Tables of an earlier program, with an account of each kind."""
    config = Config()
    config.set_main_option("script_location", str(MIGRATIONS))
    config.attributes["connection"] = connection
    command.upgrade(config, "0004")
    for account, cents in EARLIER_BALANCES.items():
        connection.execute(schema.balances.insert(), {"account": account, "cents": cents})


EARLIER_BALANCES = {"bank": -70, "cage": -30, "float/t1": -1, "drop/t1": 1, "wallet/ann": 99, "wallet/tokens:bank": 1}


@run_async
async def test_an_earlier_database_is_upgraded_with_its_balances_and_has_the_rule_of_now(store_url: str) -> None:
    earlier = connect(store_url)
    await earlier.write(_at_step_4)
    await earlier.close()
    async with opened(store_url) as store:
        assert await store.balances() == dict(sorted(EARLIER_BALANCES.items()))
        await store.append(plain(postings=(Posting("tokens:bank", "tokens:wallet/ann", 5, "given"),)))
        await store.append(plain(expected=1, postings=(Posting("owed/ann", "cage", 5, "owed"),)))
        for account, cents in (("wallet/ann", -1), ("owed/ann", 1)):
            put = schema.balances.update().where(schema.balances.c.account == account).values(cents=cents)
            with pytest.raises(StoreDown):
                await store.change(lambda connection, put=put: connection.execute(put))  # type: ignore[misc]


@run_async
async def test_a_new_and_an_upgraded_file_have_the_same_tables(tmp_path: Path) -> None:
    earlier = connect(f"sqlite:///{tmp_path}/earlier.db")
    await earlier.write(_at_step_4)
    await earlier.close()
    await (await Store.open(f"sqlite:///{tmp_path}/earlier.db")).close()
    engine = create_engine(f"sqlite:///{tmp_path}/new.db")
    metadata.create_all(engine, [metadata.tables["balances"]])
    engine.dispose()
    told = []
    for name in ("earlier", "new"):
        looking = sqlite3.connect(tmp_path / f"{name}.db")
        told.append(
            looking.execute("SELECT sql FROM sqlite_master WHERE tbl_name = 'balances' ORDER BY name").fetchall()
        )
        looking.close()
    assert [" ".join(sql.split()) for (sql,) in told[0] if sql] == [" ".join(sql.split()) for (sql,) in told[1] if sql]


def test_the_database_and_the_ledger_agree_on_who_may_owe() -> None:
    check = next(c for c in metadata.tables["balances"].constraints if "owes" in str(c.name))
    asked = sqlite3.connect(":memory:")
    for account in (
        "cage",
        "bank",
        "float/t1",
        "wallet/ann",
        "chips/t1/a",
        "wager/t1/1/a",
        "drop/t1",
        "cager",
        "floats",
        "owed/ann",
        "owed",
        "tokens:bank",
        "tokens:cage",
        "tokens:float/t1",
        "tokens:owed/ann",
        "tokens:wallet/ann",
        "wallet/tokens:bank",
        "wallet/a:b",
        "a:bank",
        "tokens:Bank",
    ):
        for cents in (-1, 0, 1):
            sql = f"SELECT {check.sqltext} FROM (SELECT ? AS account, ? AS cents)"  # type: ignore[attr-defined]
            assert bool(asked.execute(sql, (account, cents)).fetchone()[0]) == may_hold(account, cents)


@run_async
async def test_a_file_on_a_read_only_mount_can_be_read(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing can be written beside it, not even SQLite's index of the log."""
    await (await Store.open(sqlite_url)).close()
    file = Path(sqlite_url.removeprefix("sqlite:///"))
    before = {each.name: each.read_bytes() for each in file.parent.iterdir()}
    monkeypatch.setattr(os, "access", lambda path, mode: False)
    reading = await Store.open(sqlite_url, reads_only=True)
    assert (await reading.newest())[0] == 0
    assert {each.name: each.read_bytes() for each in file.parent.iterdir()} == before
    await reading.close()
    assert (await read_in_snapshot(sqlite_url, newest))[0] == 0
    assert {each.name: each.read_bytes() for each in file.parent.iterdir()} == before
