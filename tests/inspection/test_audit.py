"""The audit finds nothing in a sound journal and every planted fault; everything rebuilt is as it was played (L6)."""

from __future__ import annotations

import asyncio
import sqlite3
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from boxseat.house.house import HOUSE_ACTOR, House
from boxseat.house.table_stream import TABLES
from boxseat.inspection.audit import Audited, Auditor, audit, audit_through
from boxseat.journal.address import DATABASE_FILE, database_url
from boxseat.journal.backup import backup, restore
from boxseat.journal.backup_tails import take_tail
from boxseat.journal.connections import read_in_snapshot
from boxseat.journal.entry import BadDatabase
from boxseat.journal.store import Store
from boxseat.journal.verify import examine, verify
from boxseat.people.front import Front
from boxseat.rulebook.load import book_text
from boxseat.rulebook.stored_book import parse_kept
from boxseat.table.chip_moves import balances_at
from boxseat.table.commands import OpenForPlay
from boxseat.table.questions import open_questions
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from boxseat.table.view import seen_by, seen_by_all
from tests.books import earlier_text
from tests.databases import run_async
from tests.house.random_evening import BEGAN, PEOPLE, STAFF, Evening, Opened, SteppedClock
from tests.inspection import forgeries as forging
from tests.inspection.forgeries import Forgery, edit_record, forge, say
from tests.inspection.stored_evening import copied, played
from tests.journal.floor import everything
from tests.tiers import cases, heavy

__all__ = ["copied", "played"]

DEVICE = Settings(sign=SIGN, cards_from="device")


def audited(folder: Path, expect: tuple[int, bytes] | None = None) -> Audited:
    return asyncio.run(audit(database_url(folder), expect=expect))


def test_a_sound_journal_is_balanced(played: Path) -> None:
    found = audited(played)
    assert found.balanced, found.faults
    assert found.tables == 8
    assert found.accounts == len(PEOPLE) + len(STAFF) + 1
    assert found.rounds > 50
    assert found.shoes > 30
    assert sum(found.money.values()) == 0


@run_async
async def test_balanced_on_both_databases(store_url: str) -> None:
    store = await Store.open(store_url)
    evening = Evening(store, 5, [Opened("t1", "star-pontoon"), Opened("t2", "canberra-blackjack")])
    await evening.open()
    await evening.play(250)
    found = await audit(store_url, expect=await store.newest())
    await store.close()
    assert found.balanced, found.faults
    assert found.entries > 150


@run_async
async def test_balanced_though_books_have_been_given_keys_since(sqlite_url: str) -> None:
    """An earlier program stored its books as they were then."""
    store = await Store.open(sqlite_url)
    text = earlier_text("canberra-pontoon")
    house = House(store)
    await house.open_table("t1", parse_kept(text, source="canberra-pontoon"), text, Settings(sign=SIGN))
    await house.submit_authorized(HOUSE_ACTOR, "t1", "", 1, OpenForPlay())
    found = await audit(sqlite_url)
    await store.close()
    assert found.balanced, found.faults
    assert (found.tables, found.shoes) == (1, 1)


@run_async
async def test_a_book_that_cannot_be_read_is_one_line(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    store = await Store.open(sqlite_url)
    text = book_text("star-pontoon")
    book = parse_kept(text, source="star-pontoon")
    house = House(store)
    for table, kept in (("t1", text), ("t2", text.replace("[cards]", "[carts]"))):
        with monkeypatch.context() as patched:  # a house that does not look at the book
            patched.setattr(TABLES, "context", lambda *_: book)
            await house.open_table(table, book, kept, Settings(sign=SIGN))
    found = await audit(sqlite_url)
    await store.close()
    (fault,) = found.faults
    assert (fault.stream, fault.version) == ("table/t2", 1)
    assert "its book cannot be used: star-pontoon: carts: unknown key" in fault.what


@heavy
@run_async
async def test_balanced_when_put_back_from_a_backup_and_its_tails(store_url: str, tmp_path: Path) -> None:
    """L7: rounds, shoes and their seeds are there again, wherever in the evening a tail ends."""
    files = [tmp_path / "whole"]
    store = await Store.open(store_url)
    evening = Evening(store, 8, [Opened("t1", "star-pontoon"), Opened("t2", "canberra-pontoon", DEVICE)])
    await evening.open()
    await backup(store, files[0])
    for number in range(8):
        await evening.play(40)
        files.append(tmp_path / f"tail-{number}")
        await take_tail(store, files[-2], files[-1])
    newest = await store.newest()
    await store.close()
    target = database_url(tmp_path / "elsewhere")
    await restore(files[0], target, files[1:])
    found = await audit(target, expect=newest)
    assert found.balanced, found.faults
    assert found.shoes > 5
    assert await everything(target) == await everything(store_url)


@run_async
async def test_it_is_of_one_moment_while_the_floor_plays_on(sqlite_url: str) -> None:
    store = await Store.open(sqlite_url)
    evening = Evening(store, 6, [Opened("t1", "star-pontoon"), Opened("t2", "canberra-pontoon")])
    await evening.open()
    await evening.play(200)
    playing = asyncio.create_task(evening.play(400))
    found = [await audit(sqlite_url) for _ in range(3)]
    still_playing = not playing.done()
    await playing
    await store.close()
    assert still_playing
    assert [each.fault_count for each in found] == [0, 0, 0], found
    assert found[0].entries < found[-1].entries


@pytest.mark.parametrize("seed", cases(range(3), (0,)))
def test_everything_rebuilt_from_the_log_is_as_it_was_live(sqlite_url: str, seed: int) -> None:
    """L6: every balance, and every screen of every person."""

    async def body() -> None:
        store = await Store.open(sqlite_url)
        evening = Evening(store, seed, staff=0.03)
        await evening.open()
        await evening.play(500)

        def rebuilt(connection: object) -> Auditor:
            auditor = Auditor(connection)  # type: ignore[arg-type]
            examine(connection, visit=auditor.visit)  # type: ignore[arg-type]
            return auditor

        auditor = await read_in_snapshot(sqlite_url, rebuilt)
        tables = auditor.tables
        held = {name: cents for name, cents in (await store.balances()).items() if cents}
        shown: dict[str, int] = {}
        for live in await evening.house.tables():
            again = tables[live.table.id]
            assert again == live.table
            waiting = open_questions(live.book, again)
            assert seen_by_all(live.book, again, waiting) == seen_by_all(live.book, live.table, live.waiting())
            for name in live.table.patrons:
                mine = seen_by(live.book, live.table, live.waiting(), name)
                assert seen_by(live.book, again, waiting, name) == mine
            shown |= {account: cents for account, cents in balances_at(again).items() if cents}
        away = ("wallet/", "bank", "cage")
        assert shown == {name: cents for name, cents in held.items() if not name.startswith(away)}
        await store.close()

    asyncio.run(body())


def _other_hex(text: str) -> str:
    return ("1" if text[0] == "0" else "0") + text[1:]


def _double_more(cursor: sqlite3.Cursor) -> None:
    """Add a cent to a player's double."""
    seq, raw = cursor.execute(
        'SELECT seq, records FROM entries WHERE instr(CAST(records AS TEXT), \'"do":"double"\') '
        "AND instr(CAST(records AS TEXT), 'acted') ORDER BY seq LIMIT 1"
    ).fetchone()
    text = raw.decode()
    at = text.index('"amount":', text.index('"do":"double"')) + len('"amount":')
    end = next(place for place in range(at, len(text)) if not text[place].isdigit())
    changed = text[:at] + str(int(text[at:end]) - 50) + text[end:]
    cursor.execute("UPDATE entries SET records = ? WHERE seq = ?", (changed.encode(), seq))


def _is_ruling(do: str) -> Callable[[dict[str, Any]], bool]:
    """Whether a record is of this act of staff."""
    return lambda record: record["acts"][0]["do"] == do


FORGED: dict[str, tuple[Forgery, str]] = {
    "a payment of another amount": (
        say(
            "UPDATE postings SET cents = cents + 50 WHERE (seq, place) ="
            " (SELECT seq, place FROM postings WHERE why = 'main win' LIMIT 1)"
        ),
        "and by the records it is",
    ),
    "a payment nobody earned": (
        say(
            "INSERT INTO postings SELECT seq, max(place) + 1, 'bank', 'wallet/ann', 5000, 'main win', '' FROM postings"
            " WHERE seq = (SELECT max(seq) FROM postings) GROUP BY seq"
        ),
        "a posting that no record makes",
    ),
    "a payment that is gone": (
        say(
            "DELETE FROM postings WHERE (seq, place) ="
            " (SELECT seq, max(place) FROM postings GROUP BY seq HAVING max(place) > 3 LIMIT 1)"
        ),
        "a posting is missing",
    ),
    "another settlement": (_double_more, "and by the records it is"),
    "another card": (forging.another_card, "was dealt as"),
    "another seed shown": (
        edit_record("shoe-finished.1", lambda record: record.update(seed=_other_hex(record["seed"]))),
        "not the one that was kept",
    ),
    "another commitment": (
        edit_record("cards-shuffled.2", lambda record: record.update(commitment=_other_hex(record["commitment"]))),
        "commitment does not fit",
    ),
    "another seed kept": (
        say("UPDATE secrets SET value = zeroblob(512) WHERE key = 't1-s1'"),
        "commitment does not fit",
    ),
    "a seed that is gone": (say("DELETE FROM secrets WHERE key = 't1-s1'"), "seed is not kept"),
    "another place of the cutting card": (
        edit_record(
            "cards-cut.1",
            lambda record: record.update(behind=record["behind"] + 1),
            lambda record: record["place"] is not None,
        ),
        "behind the cutting card",
    ),
    "a cutting card in a device": (
        edit_record("cards-cut.1", lambda record: record.update(behind=1), lambda record: record["place"] is None),
        "there is no cutting card",
    ),
    "another cut": (
        edit_record(
            "cards-cut.1",
            lambda record: record.update(place=record["place"] + 1),
            lambda record: record["place"] is not None,
        ),
        "shoe ",
    ),
    "a snapshot of another state": (
        say(
            "UPDATE snapshots SET state = CAST(replace(CAST(state AS TEXT), '\"drop_cents\":', '\"drop_cents\":1') AS BLOB)"
            " WHERE stream = 't' OR (stream, version) = (SELECT stream, max(version) FROM snapshots WHERE stream = 'table/t1')"
        ),
        "the snapshot is not what the entries come to",
    ),
    "an account's snapshot": (
        say(
            "UPDATE snapshots SET state = CAST(replace(CAST(state AS TEXT), '\"player\"', '\"supervisor\"') AS BLOB)"
            " WHERE stream = 'account/ann'"
        ),
        "it differs in role",
    ),
    "an entry that is gone": (forging.without_entry, "table/"),
    "entries in another order": (forging.swapped_entries, "do not follow from the table before them"),
    "a round at another place": (
        say("UPDATE rounds SET first = first - 1 WHERE id = 't1-1'"),
        "round t1-1 is indexed at another place",
    ),
    "a round nobody played": (
        say("INSERT INTO rounds VALUES ('t9-1', 'table/t9', 1, 1, 2, 0, x'')"),
        "are indexed, and by the entries it is",
    ),
    "another answer": (
        say(
            """UPDATE entries SET answer = CAST('{"answer":"done","version":9}' AS BLOB)"""
            " WHERE seq = (SELECT max(seq) FROM entries WHERE answer <> x'')"
        ),
        "its answer is not that version",
    ),
    "a clock set to another time": (
        say("UPDATE streams SET deadline = 7 WHERE stream = 'table/t1'"),
        "the clock is set to 7",
    ),
    "opening money": (
        edit_record("account-opened.2", lambda record: record.update(cents=record["cents"] + 100)),
        "and by the records it is",
    ),
    "a ruling of a player's": (
        say(
            "UPDATE entries SET who = 'ann' WHERE seq ="
            """ (SELECT min(seq) FROM entries WHERE instr(CAST(records AS TEXT), '"void-wagers"'))"""
        ),
        "ann, who is player, may not decide on an irregularity",
    ),
    "a ruling nobody gave": (
        edit_record("acted.2", lambda record: record.pop("by"), _is_ruling("malfunction")),
        "somebody rules that malfunction",
    ),
    "another's ruling": (
        edit_record("acted.2", lambda record: record.update(by="ira"), _is_ruling("void-wagers")),
        "ira rules in it",
    ),
    "wagers kept by a supervisor": (
        edit_record("acted.2", lambda record: record["acts"][0].update(refund=False), _is_ruling("invalidate")),
        "and by the records it is",
    ),
    "a ruling on another player": (
        edit_record("acted.2", lambda record: record["acts"][0].update(player="nobody"), _is_ruling("void-wagers")),
        "nobody has no wager left in this round",
    ),
    "a correction by another clause": (
        say(
            "UPDATE postings SET clause = '1.1' WHERE (seq, place) ="
            " (SELECT seq, place FROM postings WHERE why LIKE 'correction of%' ORDER BY seq LIMIT 1)"
        ),
        "and by the records it is",
    ),
    "other cards than the device had": (
        edit_record(
            "cards-shuffled.2",
            lambda record: record.update(pack=record["pack"][1:]),
            lambda record: record.get("why") == "the shuffling device failed",
        ),
        "the cards that are left in the device are shuffled",
    ),
    "what was due and not done": (
        edit_record(
            "due-done.1", lambda record: record.update(what=[]), lambda record: record["what"] == ["check-cards"]
        ),
        "what is due is done before the next round",
    ),
    "a notice that is gone": (
        say("DELETE FROM notices WHERE (seq, position) = (SELECT min(seq), 0 FROM notices WHERE desk = 'inspector')"),
        "its notices are not those of its records",
    ),
    "a device at a table with a shoe": (
        edit_record("round-opened.3", lambda record: record.update(device=True), lambda record: "device" not in record),
        "the cards come from a device",
    ),
    "another rule": (
        say(
            """UPDATE books SET text = replace(text, 'value = "3:2"', 'value = "2:1"') WHERE digest ="""
            """ (SELECT digest FROM books WHERE text LIKE '%value = "3:2"%' LIMIT 1)"""
        ),
        "its text is another than it was",
    ),
    "a record nobody knows": (
        edit_record("player-ready.1", lambda record: record.update({"is": "player-bribed.1"})),
        "its records cannot be read",
    ),
    "a clock set for an account": (
        say("UPDATE streams SET deadline = 5 WHERE stream = 'account/ann'"),
        "account/ann the clock is set to 5",
    ),
    "an entry of an earlier time": (
        say("UPDATE entries SET at = 5 WHERE seq = (SELECT max(seq) FROM entries)"),
        "of an earlier time",
    ),
    "a stream of nobody's": (
        say(
            "INSERT INTO entries SELECT max(seq) + 1, 'till/1', 1, max(at), 'x', '', x'5b5d', x'', x'', x'' FROM entries"
        ),
        "does not know what such a stream holds",
    ),
}


@pytest.mark.parametrize("fault", FORGED)
def test_what_is_forged_is_found_though_every_hash_fits(copied: Path, fault: str) -> None:
    forgery, words = FORGED[fault]

    def with_stream(cursor: sqlite3.Cursor) -> None:
        forgery(cursor)
        if fault == "a stream of nobody's":
            cursor.execute("INSERT INTO streams VALUES ('till/1', 1, NULL, x'')")

    forge(copied, with_stream)
    assert asyncio.run(verify(database_url(copied))).fault is None, "the hashes of the forgery should fit"
    found = audited(copied)
    assert not found.balanced
    assert any(words in f"{each.stream} {each.what}" for each in found.faults), found.faults


def test_a_snapshot_that_an_earlier_program_worded_otherwise_is_no_fault(copied: Path) -> None:
    worded = """json_set(CAST(state AS TEXT), '$.said', json_array('the house cuts the cards.'))"""
    one = "SELECT stream, version FROM snapshots WHERE stream LIKE 'table/%' AND version > 1 LIMIT 1"
    forge(copied, say(f"UPDATE snapshots SET state = CAST({worded} AS BLOB) WHERE (stream, version) = ({one})"))
    assert audited(copied).balanced


def test_an_altered_balance_is_found(copied: Path) -> None:
    with forging.opened(copied) as cursor:
        cursor.execute("UPDATE balances SET cents = cents + 100 WHERE account = 'wallet/ann'")
    (fault,) = [each for each in audited(copied).faults if "is said to hold" in each.what]
    assert "wallet/ann" in fault.what


def _index_of_snapshots(folder: Path) -> None:
    """Overwrite the first page of an index, as a bad disk would."""
    with forging.opened(folder) as cursor:
        (size,) = cursor.execute("PRAGMA page_size").fetchone()
        (page,) = cursor.execute(
            "SELECT rootpage FROM sqlite_master WHERE type = 'index' AND tbl_name = 'snapshots'"
        ).fetchone()
    with open(folder / DATABASE_FILE, "r+b") as file:
        file.seek(size * (page - 1))
        file.write(b"\xff" * size)


def _balance_in_words(folder: Path) -> None:
    with forging.opened(folder) as cursor:
        cursor.execute("UPDATE balances SET cents = 'lots' WHERE account = 'wallet/ann'")


def _seed_in_words(folder: Path) -> None:
    forge(folder, say("UPDATE secrets SET value = 'a seed' WHERE key = (SELECT min(key) FROM secrets)"))


@pytest.mark.parametrize("damage", [_index_of_snapshots, _balance_in_words, _seed_in_words])
def test_what_cannot_be_read_is_a_fault_and_not_the_end_of_the_audit(
    copied: Path, damage: Callable[[Path], None]
) -> None:
    damage(copied)
    found = audited(copied)
    assert not found.balanced
    assert found.faults


def test_a_database_without_a_journal_is_said_to_be_one(tmp_path: Path) -> None:
    (tmp_path / DATABASE_FILE).touch()
    with pytest.raises(BadDatabase, match="no journal"):
        audited(tmp_path)


@run_async
async def test_nodes_whose_clocks_differ_write_to_one_account(sqlite_url: str) -> None:
    """A guest created at one node leaves at another that is two milliseconds behind: that is no fault."""
    store = await Store.open(sqlite_url)
    ahead, behind = SteppedClock(), SteppedClock(BEGAN - 2_000)
    north, south = Front(store, ahead), Front(store, behind)
    visit = await south.sessions.find((await north.login.open_guest()).token)
    assert visit is not None
    await south.login.logout(visit)
    await north.close()
    await south.close()
    await store.close()
    found = await audit(sqlite_url)
    assert found.balanced, found.faults


def test_a_broken_chain_names_the_entry(copied: Path) -> None:
    with forging.opened(copied) as cursor:
        seq, stream, version = cursor.execute("SELECT seq, stream, version FROM entries WHERE seq = 100").fetchone()
        cursor.execute("UPDATE entries SET who = 'eve' WHERE seq = ?", (seq,))
    found = audited(copied)
    assert [(each.stream, each.version, each.seq) for each in found.faults] == [(stream, version, 100)]
    assert found.head.startswith("99:")


def test_a_journal_cut_short_is_found_by_the_head_that_was_written_down(copied: Path, played: Path) -> None:
    head = audited(played).head
    seq, _, digest = head.partition(":")
    with forging.opened(copied) as cursor:
        (stream,) = cursor.execute("SELECT stream FROM entries WHERE seq = ?", (int(seq),)).fetchone()
        cursor.execute("DELETE FROM postings WHERE seq = ?", (int(seq),))
        cursor.execute("DELETE FROM entries WHERE seq = ?", (int(seq),))
        cursor.execute("UPDATE streams SET version = version - 1 WHERE stream = ?", (stream,))
        forging.rebalance(cursor)
        forging.rechain(cursor)
        forging.reseal(cursor)
    expect = (int(seq), bytes.fromhex(digest))
    assert audited(played, expect).balanced
    assert any("it had reached" in each.what for each in audited(copied, expect).faults)


def test_many_faults_are_counted_and_the_first_told(copied: Path) -> None:
    def forgery(cursor: sqlite3.Cursor) -> None:
        cursor.execute("UPDATE postings SET why = 'tip'")

    forge(copied, forgery)
    found = audited(copied)
    assert len(found.faults) == 20
    assert found.fault_count > 100


def test_progress_is_told(played: Path) -> None:
    told: list[tuple[int, int]] = []
    asyncio.run(
        read_in_snapshot(
            database_url(played),
            lambda connection: audit_through(connection, progress=lambda done, of: told.append((done, of))),
        )
    )
    assert told[-1][0] == told[-1][1]
    assert [done for done, _ in told] == sorted(done for done, _ in told)
