"""The audit checks who did what, by which power and when, and finds sessions and passwords without a matching record.

Every forgery here fits by its hashes, sums and seals: someone had database access, and changed or added one thing.
"""

from __future__ import annotations

import json
import shutil
import sqlite3
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Connection, text

from boxseat.clock import SECOND
from boxseat.house.answers import Done
from boxseat.house.house import House
from boxseat.house.table_stream import TABLES
from boxseat.inspection.audit import Audited, audit
from boxseat.journal.address import DATABASE_FILE, database_url
from boxseat.journal.backup import backup, restore
from boxseat.journal.store import Store
from boxseat.money import Cents
from boxseat.people.administration import OneTimePassword
from boxseat.people.front import Front
from boxseat.people.login import Admitted
from boxseat.people.records import RoleGiven
from boxseat.people.roles import Person, Role
from boxseat.people.settings import OPENING_CENTS_MAX, AccountSettings, Hashing
from boxseat.people.tokens import digest
from boxseat.rulebook.load import book_text, open_book
from boxseat.table import commands as c
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from tests.databases import run_async
from tests.house.random_evening import BEGAN, SteppedClock
from tests.inspection.forgeries import Forgery, forge

CHEAP = AccountSettings(hashing=Hashing(passes=1, kibibytes=8), failed_answer_after=0)
PASSWORD = "kettle on the verandah"
YEAR_US = 365 * 86_400 * SECOND


class Floor:
    """A casino with an administrator, a supervisor, and two players at one table."""

    def __init__(self, store: Store) -> None:
        self.store, self.clock = store, SteppedClock()
        self.house = House(store, self.clock)
        self.front = Front(store, self.clock, CHEAP)
        self.ann: Admitted

    async def open(self) -> None:
        administration = self.front.administration
        admin = await self._own_password(await administration.create_first_administrator())
        sue = await self._own_password(await administration.open_staff(admin, "sue", Role.SUPERVISOR))
        opened = [await self.front.login.open_account(name, PASSWORD) for name in ("ann", "bob", "mallory")]
        assert isinstance(opened[0], Admitted)
        self.ann = opened[0]
        book = open_book("star-pontoon")
        await self.house.open_table("t1", book, book_text("star-pontoon"), Settings(sign=SIGN), by="sue")
        await self.do(sue, c.OpenForPlay())
        for box, name in enumerate(("ann", "bob"), start=1):
            await self.do(Person(name, Role.PLAYER), c.BuyIn(Cents(20_000)))
            await self.do(Person(name, Role.PLAYER), c.Sit(box))
        await self.do(sue, c.MarkBox(3, Cents(80_000)))

    async def _own_password(self, made: object) -> Person:
        assert isinstance(made, OneTimePassword), made
        first = await self.front.login.login(made.name, made.password)
        assert isinstance(first, Admitted)
        visit = await self.front.sessions.find(first.token)
        assert visit is not None
        changed = await self.front.administration.change_password(visit, made.password, PASSWORD)
        assert isinstance(changed, Admitted)
        return changed.person

    async def do(self, person: Person, command: c.TableCommand) -> None:
        self.clock.at += SECOND
        live = await self.house.table("t1")
        answer = await self.house.submit(person, "t1", f"c{live.table.version}", live.table.version, command)
        assert isinstance(answer, Done), answer

    async def close(self) -> None:
        await self.front.close()
        await self.house.close()
        await self.store.close()


async def _floor(url: str) -> Floor:
    floor = Floor(await Store.open(url))
    await floor.open()
    return floor


def _said(found: Audited) -> str:
    return "\n".join(f"{fault.stream} {fault.what}" for fault in found.faults)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    folder = tmp_path_factory.mktemp("floor")

    @run_async
    async def make() -> None:
        await (await _floor(database_url(folder))).close()
        assert (await audit(database_url(folder))).balanced

    make()
    with sqlite3.connect(folder / DATABASE_FILE) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    return folder


def _added(stream: str, who: str, *records: dict[str, Any], at: int | None = None) -> Forgery:
    """A forgery that adds an entry at the end of the journal."""

    def forgery(cursor: sqlite3.Cursor) -> None:
        cursor.execute("INSERT OR IGNORE INTO streams VALUES (?, 0, NULL, x'')", (stream,))
        cursor.execute(
            "INSERT INTO entries SELECT max(seq) + 1, ?, (SELECT version + 1 FROM streams WHERE stream = ?),"
            " coalesce(?, max(at)), ?, '', ?, x'', x'', x'' FROM entries",
            (stream, stream, at, who, json.dumps(records).encode()),
        )
        cursor.execute("UPDATE streams SET version = version + 1 WHERE stream = ?", (stream,))

    return forgery


def _by(who: str, kind: str) -> Forgery:
    """A forgery that gives the last entry with such a record to someone else."""

    def forgery(cursor: sqlite3.Cursor) -> None:
        cursor.execute(
            "UPDATE entries SET who = ? WHERE seq ="
            " (SELECT max(seq) FROM entries WHERE instr(CAST(records AS TEXT), ?))",
            (who, f'"{kind}"'),
        )
        assert cursor.rowcount == 1

    return forgery


def _opened(name: str, role: str, cents: int = 0) -> dict[str, Any]:
    fields = {"name": name, "role": role, "guest": False, "cents": cents, "credential": "", "password_due": False}
    return {"is": "account-opened.2", **fields}


def _rich(cursor: sqlite3.Cursor) -> None:
    _added("account/rich", "rich", _opened("rich", "player", 10**11))(cursor)
    cursor.execute(
        "INSERT INTO postings SELECT max(seq), 0, 'bank', 'wallet/rich', 100000000000, 'opening money', '' FROM entries"
    )


FORGED: dict[str, tuple[Forgery, str]] = {
    "a player's staff act": (_by("ann", "box-marked.1"), "ann, who is player, may not change a table's sign"),
    "a staff act of nobody's": (_by("nobody", "box-marked.1"), "nobody called nobody has an account"),
    "a staff act of the house's": (_by("house", "box-marked.1"), "the house itself does not change a table's sign"),
    "a player's check": (
        _added("table/t1", "ann", {"is": "check-recorded.1", "what": "drop-box", "by": "ann", "at": 1}),
        "ann, who is player, may not record checks at a table",
    ),
    "a check in another's name": (
        _added("table/t1", "sue", {"is": "check-recorded.1", "what": "drop-box", "by": "bob", "at": 1}),
        "it is by sue, and what it begins with is bob's",
    ),
    "a table of a player's": (_by("ann", "table-opened.1"), "ann, who is player, may not open a table"),
    "another player's seat": (_by("ann", "seat-taken.1"), "what it begins with is bob's"),
    "a supervisor who plays": (_by("sue", "seat-taken.1"), "sue, who is supervisor, may not play"),
    "a role given to oneself": (
        _added("account/mallory", "mallory", {"is": "role-given.1", "role": "administrator"}),
        "mallory, who is player, may not change people's accounts",
    ),
    "a role by the administrator's own hand": (
        _added("account/admin", "admin", {"is": "role-given.1", "role": "gaming-manager"}),
        "admin cannot do this to their own account",
    ),
    "a role by a supervisor": (
        _added("account/mallory", "sue", {"is": "role-given.1", "role": "administrator"}),
        "sue, who is supervisor, may not change people's accounts",
    ),
    "a second first administrator": (
        _added("account/eve", "house", _opened("eve", "administrator")),
        "there is an administrator",
    ),
    "an administrator who came in alone": (
        _added("account/eve", "eve", _opened("eve", "administrator")),
        "eve cannot open an account of their own as administrator",
    ),
    "riches": (_rich, f"no more than {OPENING_CENTS_MAX} is given"),
    "a login by another": (
        _added("account/ann", "mallory", {"is": "logged-in.2", "session": "x", "hash_digest": ""}),
        "mallory cannot log ann in or out",
    ),
    "a password by another": (
        _added("account/ann", "mallory", {"is": "password-changed.2", "credential": "x", "password_due": False}),
        "mallory, who is player, may not change people's accounts",
    ),
    "a record of an earlier version": (
        _added("account/eve", "eve", {**_opened("eve", "player"), "is": "account-opened.1"}),
        "a record of an earlier version",
    ),
    "an entry of 1970": (
        _added("account/ann", "nobody-at-all", {"is": "sessions-ended.1", "session": ""}, at=0),
        "days before that of an earlier entry",
    ),
    "an entry of the next century": (
        _added("account/ann", "ann", {"is": "sessions-ended.1", "session": ""}, at=BEGAN + 100 * YEAR_US),
        "a time that has not come",
    ),
}


@pytest.mark.parametrize("forged", FORGED)
@run_async
async def test_what_nobody_had_the_power_to_do_is_found(folder: Path, tmp_path: Path, forged: str) -> None:
    shutil.copy(folder / DATABASE_FILE, tmp_path / DATABASE_FILE)
    forgery, words = FORGED[forged]
    forge(tmp_path, forgery)
    found = await audit(database_url(tmp_path))
    assert words in _said(found), _said(found)


def test_it_is_found_without_assertions(folder: Path, tmp_path: Path) -> None:
    folders = []
    for place, (forgery, _) in enumerate(FORGED.values()):
        folders.append(tmp_path / str(place))
        folders[-1].mkdir()
        shutil.copy(folder / DATABASE_FILE, folders[-1] / DATABASE_FILE)
        forge(folders[-1], forgery)
    program = (
        "import asyncio, json, sys; from boxseat.inspection.audit import audit;"
        " from boxseat.journal.address import database_url; assert False;"
        " print(json.dumps([asyncio.run(audit(database_url(folder))).balanced for folder in sys.argv[1:]]))"
    )
    command = [sys.executable, "-O", "-c", program, str(folder), *map(str, folders)]
    ran = subprocess.run(command, capture_output=True, text=True, check=True)
    assert json.loads(ran.stdout) == [True] + [False] * len(folders)


ROWS: dict[str, tuple[str, str]] = {
    "a session that no login began": (
        "INSERT INTO sessions SELECT 'forged', :token, 'admin', 1000000, opened, used FROM sessions WHERE name = 'ann'",
        "account/admin there is a session forged that no login began",
    ),
    "a session made longer": (
        "UPDATE sessions SET opened = opened + 1000000 WHERE name = 'ann'",
        "is not as its login began it",
    ),
    "a session of another": ("UPDATE sessions SET name = 'admin' WHERE name = 'ann'", "is not as its login began it"),
    "another's password": (
        "UPDATE credentials SET hash = (SELECT hash FROM credentials WHERE name = 'mallory') WHERE name = 'admin'",
        "account/admin its password hash is not the one that its records name",
    ),
    "a password that is gone": (
        "DELETE FROM credentials WHERE name = 'admin'",
        "account/admin its password hash is gone",
    ),
}


def _execute(statement: str) -> Any:
    def work(connection: Connection) -> None:
        words = {"token": digest("mine")} if ":token" in statement else {}
        assert connection.execute(text(statement), words).rowcount == 1

    return work


@run_async
async def test_rows_that_no_record_bears_out_are_found(store_url: str) -> None:
    """Sessions and password hashes, on both databases; each change is made alone, and then undone."""
    floor = await _floor(store_url)
    tables = ("sessions", "credentials")
    before = {
        name: await floor.store.query(
            lambda connection, name=name: [  # type: ignore[misc]
                dict(row) for row in connection.execute(text(f"SELECT * FROM {name}")).mappings()
            ]
        )
        for name in tables
    }

    def put_back(connection: Connection) -> None:
        for name, rows in before.items():
            connection.execute(text(f"DELETE FROM {name}"))
            for row in rows:
                columns = ", ".join(row)
                places = ", ".join(f":{column}" for column in row)
                connection.execute(text(f"INSERT INTO {name} ({columns}) VALUES ({places})"), row)

    for statement, words in ROWS.values():
        await floor.store.change(_execute(statement))
        assert words in _said(await audit(store_url)), statement
        await floor.store.change(put_back)
    assert (await audit(store_url)).balanced
    visit = await floor.front.sessions.find(floor.ann.token)
    assert visit is not None
    await floor.front.login.logout(visit)
    await floor.store.change(put_back)
    assert "that was ended" in _said(await audit(store_url))
    await floor.close()


@run_async
async def test_a_bit_turned_in_a_backup_is_found(sqlite_url: str, tmp_path: Path) -> None:
    floor = await _floor(sqlite_url)
    file = tmp_path / "backup.db"
    await backup(floor.store, file)
    await floor.close()
    (hashed,) = sqlite3.connect(file).execute("SELECT hash FROM credentials WHERE name = 'admin'").fetchone()
    stored = file.read_bytes()
    place = stored.index(hashed.encode()) + len(hashed) - 3
    file.write_bytes(stored[:place] + bytes([stored[place] ^ 1]) + stored[place + 1 :])
    target = database_url(tmp_path / "elsewhere")
    await restore(file, target)
    assert "its password hash is not the one" in _said(await audit(target))


@run_async
async def test_nobody_stays_logged_in_over_a_restore(store_url: str, tmp_path: Path) -> None:
    """Otherwise a session that ended after the backup would be open again; accounts and passwords are as they were."""
    floor = await _floor(store_url)
    await floor.front.sessions.ticket(floor.ann.token)
    await backup(floor.store, tmp_path / "backup.db")
    await floor.close()
    target = database_url(tmp_path / "elsewhere")
    await restore(tmp_path / "backup.db", target)
    again = Floor(await Store.open(target))
    again.clock.at = floor.clock.at
    assert await again.front.sessions.find(floor.ann.token) is None
    for name in ("sessions", "tickets"):
        query = text(f"SELECT count(*) FROM {name}")
        assert await again.store.query(lambda connection, query=query: connection.execute(query).scalar()) == 0  # type: ignore[misc]
    assert isinstance(await again.front.login.login("ann", PASSWORD), Admitted)
    await again.close()
    assert (await audit(target)).balanced


@run_async
async def test_staff_who_play_at_the_table_are_found(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """If a house let a supervisor act where they have chips, the audit would find it."""
    floor = await _floor(sqlite_url)
    accounts = floor.front.login._accounts
    await accounts.write(
        "ann", await accounts.load("ann"), (RoleGiven(Role.SUPERVISOR),), at=floor.clock.at, who="admin"
    )
    monkeypatch.setattr(TABLES, "refusal_in_own_cause", lambda *_: None)
    await floor.do(Person("ann", Role.SUPERVISOR), c.MarkBox(4, Cents(80_000)))
    await floor.close()
    assert "ann plays at this table" in _said(await audit(sqlite_url))


@run_async
async def test_a_command_on_its_way_when_its_role_is_taken_away_is_no_fault(sqlite_url: str) -> None:
    floor = await _floor(sqlite_url)
    accounts = floor.front.login._accounts
    admin, sue = Person("admin", Role.ADMINISTRATOR), Person("sue", Role.SUPERVISOR)
    assert isinstance(await floor.front.administration.give_role(admin, "sue", Role.DEALER), Person)
    await floor.do(sue, c.MarkBox(4, Cents(80_000)))
    assert (await audit(sqlite_url)).balanced
    floor.clock.at += 60 * SECOND
    await floor.do(sue, c.MarkBox(5, Cents(80_000)))
    assert (await accounts.load("sue")) is not None
    await floor.close()
    assert "sue, who is dealer, may not change a table's sign" in _said(await audit(sqlite_url))
