"""A client of the house: signing in, refusals with clause and sentence, lost connections, pauses, and the end."""

from __future__ import annotations

import asyncio
import re
from pathlib import Path
from random import Random

import pytest

from boxseat.client import Behind, Client, Refused, SessionOver, Unreachable
from boxseat.client.bots import RandomBot, play
from boxseat.client.table import TableWatched, new_id
from tests.client.fake_house import Heard, scripted
from tests.databases import run_async
from tests.live_server.crowd import floor
from tests.live_server.witness import Witness, compare
from tests.server_process import TableWanted, free_port

PASSWORD = "correct horse battery"


@run_async
async def test_people_come_in_as_guests_with_accounts_and_with_tokens(store_url: str, tmp_path: Path) -> None:
    async with floor(tmp_path, [TableWanted("t1", "star-pontoon")], 0, database=store_url) as (server, _):
        async with Client.connect(server.url, guest=True) as guest:
            assert guest.person.guest
            assert await guest.wallet() == "1000.00"
        async with Client.connect(server.url, name="Ann", password=PASSWORD, new=True) as ann:
            assert ann.name == "ann"
            assert ann.person.role == "player"
            token = ann.token
        with pytest.raises(Refused) as taken:
            await Client.connect(server.url, name="ann", password=PASSWORD, new=True).__aenter__()
        assert taken.value.code == "name/taken"
        with pytest.raises(Refused) as wrong:
            await Client.connect(server.url, name="ann", password="another one entirely").__aenter__()
        assert wrong.value.code == "login/wrong"
        async with Client.connect(server.url, name="ann", password=PASSWORD) as again:
            assert again.token != token
        async with Client.connect(server.url, token=token) as same:
            assert same.name == "ann"
            (table,) = await same.tables()
            assert (table["id"], table["game"]) == ("t1", "star-pontoon")


@run_async
async def test_a_supervisor_rules_and_players_hear_why(tmp_path: Path) -> None:
    wanted = [TableWanted("t1", "canberra-pontoon")]
    async with floor(tmp_path, wanted, 1, supervisor="sue") as (_, (me, sue)):
        table, pit = await me.watch("t1"), await sue.watch("t1")
        await table.buy_in("100")
        await table.sit(1)
        await table.wager(1, "20")
        seen = table.picture.version
        await pit.void_wagers(me.name, "device", "a phone")
        picture = await table.at(seen + 1)
        assert picture.table.said == (
            f"{me.name}'s wagers for the next round are void: a phone.",
            f"{me.name}'s wager on box 1 is returned: the wager is void (clause 17.3(a)).",
        )
        rulings = (
            pit.void_round("seen"),
            pit.invalidate("fraud", "seen"),
            pit.malfunction("it jammed", then="shuffle"),
            pit.missing_card(),
            pit.foreign_card("a joker"),
            pit.check_cards(),
        )
        for ruling in rulings:
            with pytest.raises(Refused) as none:
                await ruling
            assert none.value.code in ("round/none", "malfunction/shoe")
        for ruling in (pit.pay_at_end(1), pit.invalidate("fraud", "seen", refund=False)):
            with pytest.raises(Refused) as managers:
                await ruling
            assert managers.value.code == "power/none"


@run_async
async def test_a_refusal_names_the_clause_and_says_why(tmp_path: Path) -> None:
    async with floor(tmp_path, [TableWanted("t1", "star-pontoon")], 2) as (_, (me, other)):
        table, theirs = await me.watch("t1"), await other.watch("t1")
        await table.buy_in("100")
        await theirs.buy_in("100")
        await theirs.sit(3)
        with pytest.raises(Refused) as taken:
            await table.sit(3)
        assert taken.value.code == "seat/taken"
        assert taken.value.clause
        assert taken.value.reason == f"{other.name} is seated at box 3"
        assert f"(clause {taken.value.clause})" in str(taken.value)
        with pytest.raises(Refused) as staff:
            await table.command({"do": "close"})
        assert staff.value.code == "power/none"
        with pytest.raises(Refused) as unread:
            await table.command({"do": "sit", "box": "three"})
        assert unread.value.status == 400
        with pytest.raises(Refused, match="there is no table"):
            await me.watch("nowhere")


@run_async
async def test_somebody_bets_behind_and_goes_along_with_the_controlling_player(tmp_path: Path) -> None:
    """Until a double or a split has been joined."""
    async with floor(tmp_path, [TableWanted("t1", "canberra-blackjack")], 2) as (_, (ann, bob)):
        table, behind = await ann.watch("t1"), await bob.watch("t1")
        joined: list[str] = []

        def answered(command: object, answer: object) -> None:
            if command["do"] == "join" and answer.answer == "done":  # type: ignore[index,attr-defined]
                joined.append(answer.id)  # type: ignore[attr-defined]

        behind.answered = answered
        playing = [
            asyncio.create_task(play(table, RandomBot(boxes=(2,), buy_in="5000", chance=Random(1)))),
            asyncio.create_task(play(behind, RandomBot(behind=(2,), buy_in="5000", chance=Random(2)))),
        ]
        async with asyncio.timeout(60):
            while not joined:
                await asyncio.sleep(0.01)
                assert not any(task.done() for task in playing)
        for task in playing:
            task.cancel()
        seen = await behind.until(lambda picture: picture.table.round is not None)
        assert seen.table.round is not None
        assert seen.table.round.boxes[0].controller == ann.name


@run_async
async def test_a_line_that_breaks_again_and_again_loses_and_repeats_nothing(tmp_path: Path) -> None:
    witness = Witness()
    async with floor(tmp_path, [TableWanted("t1", "star-pontoon")], 2) as (server, people):
        playing = []
        for place, person in enumerate(people):
            table = await person.watch("t1")
            witness.attend(person.name, table)
            bot = RandomBot(boxes=(place + 1,), buy_in="5000", chance=Random(place))
            playing.append(asyncio.create_task(play(table, bot)))
        for place in range(30):
            await asyncio.sleep(0.04)
            people[place % 2].line.drop()
            assert not any(task.done() for task in playing)
        for task in playing:
            task.cancel()
        assert sum(person.line.opened for person in people) > 10
        database = server.database
    found = await compare(database, witness)
    assert found.done > 20
    assert found.clean, found


@run_async
async def test_a_command_against_an_old_question_is_behind(tmp_path: Path) -> None:
    async with floor(tmp_path, [TableWanted("t1", "star-pontoon")], 1) as (_, (me,)):
        table = await me.watch("t1")
        await table.buy_in("100")
        await table.sit(1)
        early = table.picture.version
        if table.picture.table.cut is not None:
            await table.cut(table.picture.table.cut.least)
        await table.wager(1, "10")
        await table.ready()
        if table.picture.table.in_round:
            with pytest.raises(Behind) as behind:
                await table.command({"do": "stand", "box": 1}, version=early)
            assert behind.value.version == table.picture.version


@run_async
async def test_an_id_is_used_up_for_good_at_all_tables_and_in_all_sessions(tmp_path: Path) -> None:
    """As docs/bots.md warns programs that choose their own command ids."""
    bought = {"do": "buy-in", "amount": "100"}
    wanted = [TableWanted("t1", "star-pontoon"), TableWanted("t2", "star-pontoon")]
    async with floor(tmp_path, wanted, 0) as (server, _):
        async with Client.connect(server.url, name="ann", password=PASSWORD, new=True) as ann:
            first = await (await ann.watch("t1")).ask(bought, command_id="c1")
        async with Client.connect(server.url, name="ann", password=PASSWORD) as again:
            assert await (await again.watch("t1")).ask(bought, command_id="c1") == first
            await (await again.watch("t2")).ask(bought, command_id="c1")
            assert await again.wallet() == "900.00", "bought once"
            await (await again.watch("t2")).buy_in("100")
            assert await again.wallet() == "800.00"


def test_the_clients_own_ids_never_come_twice() -> None:
    named = [new_id() for _ in range(10_000)]
    assert len(set(named)) == len(named)
    assert re.fullmatch(r"[A-Za-z0-9._:-]{20,64}", named[0])


@run_async
async def test_whoever_logs_out_is_told_that_the_session_is_over(tmp_path: Path) -> None:
    async with floor(tmp_path, [TableWanted("t1", "star-pontoon")], 1) as (_, (me,)):
        table = await me.watch("t1")
        await me.ping()
        await me.post("/api/logout")
        async with asyncio.timeout(10):
            with pytest.raises(SessionOver):
                await table.change()
        with pytest.raises(SessionOver):
            await table.buy_in("10")


@run_async
async def test_a_paused_house_is_asked_again_with_the_same_id() -> None:
    said: list[str] = []

    async def pauses_once(heard: Heard) -> None:
        assert await heard.next() == {"watch": "t1"}
        await heard.say(**{"is": "table"}, id="t1", version=1, table={}, you=None, paused="")
        said.append((await heard.next())["id"])
        await heard.say(**{"is": "answer"}, id=said[0], answer="paused", reason="the disk is full")
        said.append((await heard.next())["id"])
        await heard.done(said[1], 1)
        await heard.socket.wait_closed()

    async with scripted(pauses_once) as (line, _):
        table = TableWatched("t1", line, 10)
        await line.open()
        await line.watch("t1")
        answer = await table.ask({"do": "ready"}, version=1)
    assert answer.answer == "done"
    assert said[0] == said[1]


@run_async
async def test_of_several_addresses_the_next_is_tried_where_one_is_gone(tmp_path: Path) -> None:
    """At sign-in, and at any later request."""
    async with floor(tmp_path, [TableWanted("t1", "star-pontoon")], 0) as (server, _):
        gone = [f"http://127.0.0.1:{free_port()}" for _ in range(2)]
        async with Client.connect([gone[0], server.url, gone[1]], guest=True) as me:
            table = await me.watch("t1")
            await table.buy_in("100")
            me._api = next(me._turn)  # as after a lost connection: the last address, which is gone
            assert await asyncio.gather(*(me.wallet() for _ in range(3))) == ["900.00"] * 3
        with pytest.raises(Unreachable):
            await Client.connect(gone, guest=True).__aenter__()
    with pytest.raises(ValueError, match="at least one address"):
        Client.connect([], guest=True)


@run_async
async def test_what_may_have_been_done_is_not_said_at_another_address() -> None:
    """For example an account that was opened, although the answer was lost."""
    said: list[str] = []

    async def hangs_up(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        said.append((await reader.readline()).decode())
        writer.close()

    async with await asyncio.start_server(hangs_up, "127.0.0.1", 0) as house:
        url = f"http://127.0.0.1:{house.sockets[0].getsockname()[1]}"
        with pytest.raises(Unreachable):
            await Client.connect([url, url], name="ann", password=PASSWORD, new=True).__aenter__()
        assert len(said) == 1
        with pytest.raises(Unreachable):
            await Client.connect([url, url], token="t").__aenter__()
        assert len(said) == 3  # reading twice does no harm


@run_async
async def test_a_session_that_is_over_is_called_so_everywhere(tmp_path: Path) -> None:
    async with floor(tmp_path, [TableWanted("t1", "star-pontoon")], 1) as (server, (me,)):
        async with Client.connect(server.url, token=me.token) as two:
            await me.post("/api/logout")
            with pytest.raises(SessionOver):
                await two.wallet()
            with pytest.raises(SessionOver):
                await two.watch("t1")
        with pytest.raises(SessionOver):
            await Client.connect(server.url, token=me.token).__aenter__()


@run_async
async def test_where_there_is_no_house_one_is_told_so() -> None:
    with pytest.raises(Unreachable):
        await Client.connect(f"http://127.0.0.1:{free_port()}", guest=True).__aenter__()
    with pytest.raises(ValueError, match="log in as a guest"):
        Client.connect("http://127.0.0.1:1", guest=True, name="ann")
