"""A kind of stream that no part of the house knows is served, stored, backed up and audited as tables are."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random
from typing import Any

import pytest

from boxseat.clock import SECOND
from boxseat.consistency import Inconsistent
from boxseat.house.answers import Answer, Done, Refused
from boxseat.house.house import HOUSE_ACTOR, House
from boxseat.inspection.audit import Audited, audit
from boxseat.inspection.export import stream_documents
from boxseat.journal.address import database_url
from boxseat.journal.backup import backup, restore
from boxseat.journal.store import Store
from boxseat.people.account_store import AccountStore
from boxseat.people.administration import FIRST_ADMINISTRATOR
from boxseat.people.records import AccountOpened
from boxseat.people.roles import Person, Role
from boxseat.rulebook.load import book_text, parse_book
from boxseat.table import commands as c
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from tests.databases import run_async
from tests.house.board import (
    DESK,
    KINDS,
    Board,
    BoardKind,
    CloseWithTable,
    Erase,
    Pin,
    PinLike,
    SetUpBoard,
    ShowPrize,
    stream,
)
from tests.house.board_commands import BOARDS
from tests.house.random_evening import BEGAN, Evening, Opened, SteppedClock
from tests.inspection.forgeries import Forgery, edit_record, forge, say
from tests.tiers import cases

ANN, BOB, SUE = Person("ann", Role.PLAYER), Person("bob", Role.PLAYER), Person("sue", Role.SUPERVISOR)
PHONE = "0491 570 156"
CLOSES = BEGAN + 3_600 * SECOND


class Floor:
    """A house with a board and a table, on a real database."""

    def __init__(self, store: Store, clock: SteppedClock | None = None) -> None:
        self.store = store
        self.clock = clock or SteppedClock()
        self.house = House(store, self.clock, Random(5).randbytes, KINDS)

    async def open(self) -> None:
        roll = AccountStore(self.store)
        admin = Person(FIRST_ADMINISTRATOR, Role.ADMINISTRATOR)
        for person, who in ((admin, HOUSE_ACTOR), (ANN, "ann"), (BOB, "bob"), (SUE, admin.name)):
            opened = AccountOpened(person.name, person.role, person.role is Role.PLAYER, 0, "", False)
            await roll.write(person.name, None, (opened,), at=self.clock.at, who=who)
        text = book_text("canberra-pontoon")
        book = parse_book(text, source="canberra-pontoon")
        assert await self.house.open_table("t1", book, text, Settings(sign=SIGN)) == Done(1)
        assert await self.do(SUE, SetUpBoard("north", CLOSES), "s1") == Done(1)

    async def do(self, person: Person, command: Any, command_id: str, name: str = "north") -> Answer:
        return await self.house.command(person, stream(name), command_id, 0, command)

    async def board(self, name: str = "north") -> Board:
        found: Board = (await self.house.stream(stream(name))).state
        return found

    async def close(self) -> None:
        await self.house.close()
        await self.store.close()


@asynccontextmanager
async def floor(url: str) -> AsyncIterator[Floor]:
    made = Floor(await Store.open(url))
    await made.open()
    yield made
    await made.close()


async def evening(made: Floor) -> None:
    """Everything that a board can do."""
    assert await made.do(ANN, Pin(5, PHONE, BEGAN + SECOND), "a1") == Done(2, {"number": 1})
    assert await made.do(BOB, Pin(3, "0491 570 157"), "b1") == Done(3, {"number": 2})
    assert await made.do(SUE, SetUpBoard("south", CLOSES), "s2", "south") == Done(1)
    assert await made.do(ANN, PinLike("north"), "a2", "south") == Done(2, {"number": 1})
    assert await made.do(ANN, Erase("board/north/phone-1"), "a3") == Done(4)
    assert isinstance(await made.house.submit(SUE, "t1", "o", 1, c.OpenForPlay()), Done)
    assert await made.do(SUE, CloseWithTable("t1"), "s3") == Done(5)
    assert await made.do(SUE, ShowPrize(), "s4") == Done(6)


@run_async
async def test_a_kind_is_served_as_tables_are(store_url: str) -> None:
    async with floor(store_url) as made:
        await evening(made)
        board, table = await made.board(), (await made.house.table("t1")).table
        assert (board.points, board.is_open, table.final_rounds is not None) == ({"ann": 5, "bob": 3}, False, True)
        assert await made.store.balances("board-north") == {
            "board-north:bank": -8,
            "board-north:wallet/ann": 5,
            "board-north:wallet/bob": 3,
        }
        assert set((await made.store.totals()).values()) == {0}
        told = [line.notice.text for line in await made.store.notices(DESK)]
        assert told == ["note 1 by ann", "note 2 by bob", "note 1 by ann"]
        assert list(await made.store.personal(["board/north/phone-1", "board/north/phone-2"])) == [
            "board/north/phone-2"
        ]
        again = Floor(made.store)
        assert await again.board() == board, "another node reads the same from the journal"


@run_async
async def test_a_command_is_done_once_and_a_repeat_gets_the_same_result(store_url: str) -> None:
    async with floor(store_url) as made:
        first = await made.do(ANN, Pin(5, PHONE), "a1")
        assert first == await made.do(ANN, Pin(5, PHONE), "a1") == Done(2, {"number": 1})
        assert await Floor(made.store).do(ANN, Pin(5, "another number"), "a1") == first, (
            "a phone is not in a fingerprint"
        )
        reused = await made.do(ANN, Pin(6, PHONE), "a1")
        assert isinstance(reused, Refused)
        assert reused.code == "command/reused"
        assert (await made.board()).notes == 1


@run_async
async def test_what_is_refused_leaves_nothing(store_url: str) -> None:
    async with floor(store_url) as made:
        before = await made.store.newest()
        for person, command, code in (
            (ANN, SetUpBoard("other", CLOSES), "power/none"),
            (SUE, SetUpBoard("north", CLOSES), "board/exists"),
            (ANN, Pin(0), "board/points"),
            (SUE, ShowPrize(), "board/open"),
            (SUE, CloseWithTable("t1"), "table/final-rounds"),
            (SUE, CloseWithTable("t9"), "table/none"),
        ):
            answer = await made.do(person, command, "x")
            assert isinstance(answer, Refused), command
            if code.partition("/")[0] in ("board", "table"):
                assert answer.code == code
        assert await made.store.newest() == before
        assert await made.store.notices(DESK) == []
        nobody = await made.do(ANN, Pin(1), "y", "nowhere")
        assert isinstance(nobody, Refused)
        assert (nobody.code, nobody.reason) == ("board/none", "there is no board nowhere")


@run_async
async def test_what_is_due_is_done_by_the_wall_clock(store_url: str) -> None:
    async with floor(store_url) as made:
        await made.board()
        await made.house.time_up(CLOSES - 1)
        assert (await made.board()).is_open
        made.clock.at = CLOSES
        await made.house.time_up(CLOSES)
        assert not (await made.board()).is_open


@run_async
async def test_two_nodes_race_and_nothing_is_lost_or_done_twice(store_url: str) -> None:
    async with floor(store_url) as made:
        other = Floor(await Store.open(store_url), made.clock)
        asked = [(made, other)[n % 2].do((ANN, BOB)[n % 3 == 0], Pin(1), f"n{n}") for n in range(40)]
        answers = await asyncio.gather(*asked)
        numbers = [answer.result["number"] for answer in answers if isinstance(answer, Done) and answer.result]
        assert sorted(numbers) == list(range(1, 41))
        again = [await made.do((ANN, BOB)[n % 3 == 0], Pin(1), f"n{n}") for n in range(40)]
        assert again == answers
        assert sum((await Floor(made.store).board()).points.values()) == 40
        await other.close()


@run_async
async def test_a_command_is_judged_again_where_what_it_relied_on_has_changed(store_url: str) -> None:
    """The other board moves on at another node, which this one has not heard of."""
    async with floor(store_url) as made:
        await made.do(SUE, SetUpBoard("south", CLOSES), "s2", "south")
        await made.do(ANN, Pin(5), "a1")
        other = Floor(await Store.open(store_url), made.clock)
        await other.do(ANN, Pin(2), "a2")
        await made.do(ANN, PinLike("north"), "a3", "south")
        assert (await made.board("south")).points == {"ann": 7}
        await other.close()


@run_async
async def test_commands_across_streams_race_and_never_lock_each_other(store_url: str) -> None:
    async with floor(store_url) as made:
        await made.house.submit(SUE, "t1", "o", 1, c.OpenForPlay())
        names = [f"b{n}" for n in range(6)]
        other = Floor(await Store.open(store_url), made.clock)
        for name in names:
            await made.do(SUE, SetUpBoard(name, CLOSES), name, name)
        asked = [(made, other)[n % 2].do(SUE, CloseWithTable("t1"), f"c{n}", name) for n, name in enumerate(names)]
        answers = await asyncio.wait_for(asyncio.gather(*asked), 30)
        closed = [not (await made.board(name)).is_open for name in names]
        assert sum(isinstance(answer, Done) for answer in answers) == sum(closed) == 1, (
            "final rounds are announced once"
        )
        await other.close()


@run_async
async def test_a_spanning_command_may_have_seen_more_than_its_node_has(store_url: str) -> None:
    """The author saw the board at one node, and another node takes the command."""
    async with floor(store_url) as made:
        await made.house.submit(SUE, "t1", "o", 1, c.OpenForPlay())
        other = Floor(await Store.open(store_url), made.clock)
        await other.board()
        seen = await made.do(ANN, Pin(5), "a1")
        assert isinstance(seen, Done)
        closed = await other.house.command(SUE, stream("north"), "s2", seen.version, CloseWithTable("t1"))
        assert closed == Done(seen.version + 1)
        await other.close()


@pytest.mark.parametrize("seed", cases(range(6), (0, 1)))
@run_async
async def test_a_random_evening_is_in_order_and_every_node_reads_the_same(store_url: str, seed: int) -> None:
    """Commands at boards among those at tables: some refused, some sent twice, some answered by the clock."""
    store = await Store.open(store_url)
    evening = Evening(store, seed, (Opened("t1", "star-pontoon"), Opened("t2", "canberra-blackjack")), BOARDS)
    await evening.open()
    await evening.play(300)
    names = [state.stream for state in await store.streams()]
    assert set((await store.totals()).values()) == {0}
    for name in names:
        again = House(store, evening.clock, kinds=KINDS)
        assert (await again.stream(name)).state == (await evening.house.stream(name)).state
    done = {told.partition(":")[0] for told in evening.told if told.endswith(": done")}
    assert done >= {"SetUpBoard", "Pin", "PinLike", "Erase"}
    await store.close()
    found = await audit(store_url, kinds=KINDS)
    assert found.faults == ()


def _said(found: Audited) -> str:
    return " | ".join(fault.what for fault in found.faults)


@run_async
async def test_the_audit_finds_it_in_order_and_backups_carry_it(store_url: str, tmp_path: Path) -> None:
    async with floor(store_url) as made:
        await evening(made)
        await backup(made.store, tmp_path / "kept")
    found = await audit(store_url, kinds=KINDS)
    assert found.faults == ()
    elsewhere = database_url(tmp_path / "elsewhere")
    await restore(tmp_path / "kept", elsewhere)
    restored = await audit(elsewhere, kinds=KINDS)
    assert (restored.faults, restored.head) == ((), found.head)
    assert "does not know what such a stream holds" in _said(await audit(elsewhere)), "without the kind, it says so"


@pytest.mark.parametrize(
    ("forgery", "what"),
    [
        (edit_record("note-pinned.1", lambda record: record.update(points=50)), "posting 1 is"),
        (edit_record("note-pinned.1", lambda record: record.update(number=7)), "do not follow from the board"),
        (edit_record("prize-shown.1", lambda record: record.update(value="00")), "do not follow from the board"),
        (
            say("UPDATE entries SET who = 'bob' WHERE CAST(records AS TEXT) LIKE '%prize-shown%'"),
            "bob, who is player, may not",
        ),
        (say("UPDATE entries SET who = 'bob' WHERE command = 'a1'"), "it is of ann by its records, and by bob"),
        (
            edit_record("board-closed.1", lambda record: record.update(by_clock=True)),
            "the house itself does that, and not",
        ),
        (edit_record("board-set-up.1", lambda record: record.update(name="west")), "the board was not set up before"),
        (say("UPDATE notices SET text = 'note 9' WHERE text = 'note 2 by bob'"), "notices are not those"),
        (say("DELETE FROM notices WHERE text = 'note 2 by bob'"), "notices are not those"),
        (say("UPDATE personal SET value = 'x' WHERE key = 'board/north/phone-2'"), "board/north/phone-2 are not those"),
        (say("DELETE FROM personal WHERE key = 'board/north/phone-2'"), "board/north/phone-2 are not kept"),
        (
            say("UPDATE secrets SET value = X'00' WHERE key = 'board/north/prize'"),
            "what was shown is not what was kept",
        ),
        (say("UPDATE streams SET deadline = 5 WHERE stream = 'board/south'"), "the clock is set to 5"),
        (
            say(
                "UPDATE entries SET answer = CAST(replace(CAST(answer AS TEXT), '\"number\":2', '\"number\":3') AS BLOB)"
                " WHERE command = 'b1'"
            ),
            "its answer is not",
        ),
        (
            edit_record("written-with.1", lambda record: record.update(version=99)),
            "it names version 99 of board/north",
        ),
    ],
)
@run_async
async def test_forgeries_of_a_kind_are_found(sqlite_url: str, forgery: Forgery, what: str) -> None:
    async with floor(sqlite_url) as made:
        await evening(made)
    forge(Path(sqlite_url.removeprefix("sqlite:///")).parent, forgery)
    found = await audit(sqlite_url, kinds=KINDS)
    assert what in _said(found)


@run_async
async def test_a_stream_is_set_up_under_its_own_name_only(store_url: str) -> None:
    async with floor(store_url) as made:
        before = await made.store.newest()
        answer = await made.do(SUE, SetUpBoard("north", CLOSES), "x", "east")
        assert isinstance(answer, Refused)
        assert (answer.code, await made.store.newest()) == ("stream/name", before)


@run_async
async def test_no_two_streams_have_keys_in_common(sqlite_url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key that another stream could have fails the one command, and replaces nothing."""
    async with floor(sqlite_url) as made:
        await made.do(ANN, Pin(5, PHONE), "a1")
        monkeypatch.setattr(BoardKind, "key_prefix", lambda kind, stream: f"{stream}/secret/")
        with pytest.raises(Inconsistent, match="does not begin with board/north/secret/"):
            await made.do(BOB, Pin(5, "0491 570 157"), "b1")
        assert (await made.board()).notes == 1
        assert isinstance(await made.do(BOB, Pin(5), "b2"), Done)


@run_async
async def test_a_state_that_cannot_be_read_hides_no_other_fault(
    sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    async with floor(sqlite_url) as made:
        await evening(made)

    def broken(kind: BoardKind, state: Board) -> dict[str, int]:
        raise ValueError("no such unit")

    monkeypatch.setattr(BoardKind, "balances", broken)
    said = _said(await audit(sqlite_url, kinds=KINDS))
    assert said.count("its state cannot be read: no such unit") == 2


@run_async
async def test_personal_data_are_erased_when_their_time_is_over(store_url: str) -> None:
    """By the house itself, where no command of a person erased them before."""
    async with floor(store_url) as made:
        await made.do(ANN, Pin(5, PHONE, BEGAN + SECOND), "a1")
        await made.do(BOB, Pin(3, "0491 570 157"), "b1")
        made.clock.at = BEGAN + 30 * SECOND
        keeping = asyncio.create_task(made.house.keep_time(0.01))
        while "board/north/phone-1" in (await made.board()).phones:
            await asyncio.sleep(0.01)
        keeping.cancel()
        assert list(await made.store.personal(["board/north/phone-2"])) == ["board/north/phone-2"]
        assert (await made.board()).phones == ("board/north/phone-2",)
    assert (await audit(store_url, kinds=KINDS)).faults == ()


@run_async
async def test_its_documents_are_exported(store_url: str) -> None:
    async with floor(store_url) as made:
        await evening(made)
        found = {each.name: each.content async for each in stream_documents(made.store, KINDS)}
        assert set(found) == {"board-north-notes", "board-south-notes"}
        assert (found["board-north-notes"]["notes"], found["board-south-notes"]["open"]) == (2, True)
        assert PHONE not in str(found)
        assert [each async for each in stream_documents(made.store)] == []


@run_async
async def test_personal_data_are_erased_everywhere(sqlite_url: str) -> None:
    """After its erasure no file of the database yields the value, and the audit is clean."""
    async with floor(sqlite_url) as made:
        await made.do(ANN, Pin(5, PHONE, BEGAN + SECOND), "a1")
        folder = Path(sqlite_url.removeprefix("sqlite:///")).parent
        assert any(PHONE.encode() in path.read_bytes() for path in folder.iterdir())
        assert await made.store.overdue_personal(BEGAN + 2 * SECOND) == [(stream("north"), "board/north/phone-1")]
        await made.do(ANN, Erase("board/north/phone-1"), "a2")
        assert not any(PHONE.encode() in path.read_bytes() for path in folder.iterdir() if path.is_file())
    assert (await audit(sqlite_url, kinds=KINDS)).faults == ()
