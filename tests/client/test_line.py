"""The connection: unanswered commands are sent again with the same id, tables are watched again, sessions may end."""

from __future__ import annotations

import asyncio

import msgspec
import pytest
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.server import ServerConnection, serve

from boxseat.client.errors import NoAnswer, Paused, Refused, SessionOver, Unreachable
from boxseat.client.frames import AnswerFrame
from boxseat.client.line import RECONNECT_DELAY_MIN_S, Line
from tests.client.fake_house import Heard, scripted
from tests.databases import run_async


def _command(command_id: str) -> bytes:
    return msgspec.json.encode({"id": command_id, "table": "t1", "version": 1, "command": {"do": "ready"}})


def _picture(version: int) -> dict[str, object]:
    return {"is": "table", "id": "t1", "version": version, "table": {}, "you": None, "paused": ""}


@run_async
async def test_an_unanswered_command_is_said_again_on_the_next_socket_with_the_same_id() -> None:
    said: list[str] = []

    async def killed(heard: Heard) -> None:
        said.append((await heard.next())["id"])
        said.append((await heard.next())["id"])
        heard.hang_up()

    async def answers(heard: Heard) -> None:
        for _ in range(2):
            said.append((await heard.next())["id"])
            await heard.done(said[-1], 2)
        await heard.socket.wait_closed()

    async with scripted(killed, answers) as (line, _):
        await line.open()
        both = await asyncio.gather(line.ask("c1", _command("c1"), 5), line.ask("c2", _command("c2"), 5))
    assert said == ["c1", "c2", "c1", "c2"], "in the same order"
    assert [answer.answer for answer in both] == ["done", "done"]
    assert line.opened == 2


@run_async
async def test_a_ping_that_was_lost_is_said_again_on_the_next_socket() -> None:
    async def killed(heard: Heard) -> None:
        assert await heard.next() == {"ping": 1}
        heard.hang_up()

    async def answers(heard: Heard) -> None:
        assert await heard.next() == {"ping": 1}
        await heard.say(**{"is": "pong"}, ping=1)
        await heard.socket.wait_closed()

    async with scripted(killed, answers) as (line, _), asyncio.timeout(60):
        await line.open()
        await line.ping(1)


@run_async
async def test_an_answered_command_is_not_said_again() -> None:
    said: list[object] = []

    async def killed(heard: Heard) -> None:
        said.append(await heard.next())
        await heard.done("c1", 2)
        await asyncio.sleep(0.05)
        heard.hang_up()

    async def listens(heard: Heard) -> None:
        said.append(await heard.next())
        await heard.done("c2", 3)
        await heard.socket.wait_closed()

    async with scripted(killed, listens) as (line, _):
        await line.open()
        await line.ask("c1", _command("c1"), 5)
        await line.ask("c2", _command("c2"), 5)
    assert [frame["id"] for frame in said] == ["c1", "c2"]  # type: ignore[index]


@run_async
async def test_a_table_is_watched_again_after_the_socket_broke() -> None:
    async def shows(heard: Heard, version: int) -> None:
        assert await heard.next() == {"watch": "t1"}
        await heard.say(**_picture(version))

    async def first(heard: Heard) -> None:
        await shows(heard, 4)
        await asyncio.sleep(0.05)
        heard.hang_up()

    async def second(heard: Heard) -> None:
        await shows(heard, 9)
        await heard.socket.wait_closed()

    async with scripted(first, second) as (line, pictures):
        await line.open()
        await line.watch("t1")
        async with asyncio.timeout(5):
            while len(pictures) < 2:
                await asyncio.sleep(0.01)
    assert [picture.version for picture in pictures] == [4, 9]


@run_async
async def test_silence_past_ones_patience_says_that_the_command_may_be_done() -> None:
    async def silent(heard: Heard) -> None:
        await heard.socket.wait_closed()

    async with scripted(silent) as (line, _):
        await line.open()
        with pytest.raises(NoAnswer, match="c1, which may or may not be done"):
            await line.ask("c1", _command("c1"), 0.05)


@run_async
async def test_an_ended_session_ends_whatever_waits_and_is_not_opened_again() -> None:
    async def ends(heard: Heard) -> None:
        await heard.next()
        await heard.say(**{"is": "ended"}, reason="you were shown out")
        await heard.socket.close(4401)

    async with scripted(ends) as (line, _):
        await line.open()
        with pytest.raises(SessionOver, match="shown out"):
            await line.ask("c1", _command("c1"), 5)
        with pytest.raises(SessionOver):
            await line.ask("c2", _command("c2"), 5)
    assert line.opened == 1


@run_async
async def test_a_table_that_is_not_there_is_refused_by_name() -> None:
    async def refuses(heard: Heard) -> None:
        for _ in range(2):
            await heard.next()
        await heard.say(**{"is": "error"}, code="frame/bad", reason="something else")
        await heard.say(**{"is": "error"}, code="table/none", reason="there is no table t9", table="t9")
        await heard.say(**_picture(4))
        await heard.socket.wait_closed()

    async with scripted(refuses) as (line, pictures):
        await line.open()
        found, missing = await asyncio.gather(line.watch("t1"), line.watch("t9"), return_exceptions=True)
        assert found is None, "another table is not affected"
        assert isinstance(missing, Refused)
        assert missing.reason == "there is no table t9"
    assert [picture.version for picture in pictures] == [4]


@run_async
async def test_a_house_that_says_it_is_paused_is_paused_in_whichever_words() -> None:
    async def pauses(heard: Heard) -> None:
        told = {"is": "error", "code": "house/paused", "reason": "the disk is full"}
        await heard.say(**told, id=(await heard.next())["id"])
        assert await heard.next() == {"watch": "t1"}
        await heard.say(**told, table="t1")
        await heard.socket.wait_closed()

    async with scripted(pauses) as (line, _):
        await line.open()
        answer = await line.ask("c1", _command("c1"), 5)
        assert (answer.answer, answer.reason) == ("paused", "the disk is full")
        with pytest.raises(Paused, match="the disk is full"):
            await line.watch("t1")


@run_async
async def test_what_the_house_would_hang_up_on_is_not_said() -> None:
    said: list[object] = []

    async def listens(heard: Heard) -> None:
        said.append(await heard.next())
        await heard.done("c2", 2)
        await heard.socket.wait_closed()

    async with scripted(listens) as (line, _):
        await line.open()
        with pytest.raises(Refused, match="longer than the house reads") as long:
            await line.ask("c1", b'"' + b"x" * 16 * 1024 + b'"', 5)
        assert (long.value.code, long.value.status) == ("frame/long", 413)
        with pytest.raises(Refused, match="longer than the house reads"):
            await line.watch("x" * 16 * 1024)
        await line.ask("c2", _command("c2"), 5)
    assert [frame["id"] for frame in said] == ["c2"]  # type: ignore[index]
    assert line.opened == 1


@run_async
async def test_of_errors_the_newest_hundred_are_kept() -> None:
    async def complains(heard: Heard) -> None:
        for number in range(150):
            await heard.say(**{"is": "error"}, code="frame/bad", reason=f"number {number}")
        await heard.done((await heard.next())["id"], 2)
        await heard.socket.wait_closed()

    async with scripted(complains) as (line, _):
        await line.open()
        await line.ask("c1", _command("c1"), 5)
    assert [error.reason for error in line.errors] == [f"number {number}" for number in range(50, 150)]


@run_async
async def test_words_of_a_later_house_are_passed_over() -> None:
    async def talks(heard: Heard) -> None:
        command = await heard.next()
        await heard.say(**{"is": "promotion"}, prize="a car")
        await heard.done(command["id"], 7)
        await heard.socket.wait_closed()

    async with scripted(talks) as (line, _):
        await line.open()
        assert (await line.ask("c1", _command("c1"), 5)).version == 7


@run_async
async def test_a_house_that_is_not_there_is_said_at_once() -> None:
    async def nowhere() -> str:
        raise Unreachable("there is no answer")

    line = Line(nowhere, lambda frame: None, lambda table, why: None)
    with pytest.raises(Unreachable):
        await line.open()
    await line.close()


@run_async
async def test_a_command_asked_twice_at_once_is_said_once_and_has_one_answer_for_both() -> None:
    """A second answer would be taken for the answer to another command with the same id."""

    async def answers(heard: Heard) -> None:
        for named in ("c1", "c2"):
            assert (await heard.next())["id"] == named
            await heard.done(named, 2)
        await heard.socket.wait_closed()

    async with scripted(answers) as (line, _):
        await line.open()
        both = await asyncio.gather(line.ask("c1", _command("c1"), 5), line.ask("c1", _command("c1"), 5))
        assert (await line.ask("c2", _command("c2"), 5)).answer == "done"
    assert both[0] == both[1]


@run_async
async def test_after_an_end_other_tables_and_pings_are_not_waited_for() -> None:
    async def ends(heard: Heard) -> None:
        await heard.next()
        await heard.say(**{"is": "ended"}, reason="you were shown out")
        await heard.socket.close(4401)

    async with asyncio.timeout(5), scripted(ends) as (line, _):
        await line.open()
        with pytest.raises(SessionOver):
            await line.ping(1)
        for asked in (line.watch("t2"), line.ping(2), line.open()):
            with pytest.raises(SessionOver, match="shown out"):
                await asked


@run_async
async def test_one_who_gives_up_on_a_command_takes_its_answer_from_nobody_else() -> None:
    async def answers(heard: Heard) -> None:
        await heard.next()
        await given_up.wait()
        await heard.done("c1", 2)
        await heard.socket.wait_closed()

    given_up = asyncio.Event()
    async with asyncio.timeout(5), scripted(answers) as (line, _):
        await line.open()
        first = asyncio.create_task(line.ask("c1", _command("c1"), None))
        second = asyncio.create_task(line.ask("c1", _command("c1"), None))
        await asyncio.sleep(0)
        first.cancel()
        await asyncio.wait([first])
        given_up.set()
        assert (await second).version == 2
    assert not line._unanswered


@run_async
async def test_a_ping_that_was_given_up_is_not_said_again() -> None:
    async with asyncio.timeout(5), scripted(lambda heard: heard.socket.wait_closed()) as (line, _):
        await line.open()
        with pytest.raises(TimeoutError):
            await asyncio.wait_for(line.ping(1), 0.01)
        assert not line._pings


@run_async
async def test_the_waits_before_another_socket_begin_anew_with_every_greeting() -> None:
    async def breaks(heard: Heard) -> None:
        await heard.next()
        heard.hang_up()

    async def answers(heard: Heard) -> None:
        await heard.done((await heard.next())["id"], 2)
        await heard.socket.wait_closed()

    async with asyncio.timeout(5), scripted(breaks, answers) as (line, _):
        await line.open()
        line._wait = 4 * RECONNECT_DELAY_MIN_S  # as after many failed attempts
        await line.ask("c1", _command("c1"), 5)
        assert line._wait == RECONNECT_DELAY_MIN_S


@run_async
async def test_a_house_that_hangs_up_before_its_greeting_is_called_unreachable() -> None:
    async def hangs_up(socket: ServerConnection) -> None:
        socket.transport.abort()

    async with asyncio.timeout(5), serve(hangs_up, "127.0.0.1", 0) as server:
        port = server.sockets[0].getsockname()[1]

        async def address() -> str:
            return f"ws://127.0.0.1:{port}/"

        line = Line(address, lambda frame: None, lambda table, why: None)
        with pytest.raises(Unreachable, match="before its greeting"):
            await line.open()
        await line.close()


@run_async
async def test_a_table_that_a_paused_house_could_not_show_again_is_asked_for_until_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr("boxseat.client.line.WATCH_RETRY_DELAY_S", 0.01)

    async def first(heard: Heard) -> None:
        assert await heard.next() == {"watch": "t1"}
        await heard.say(**_picture(4))
        await asyncio.sleep(0.05)
        heard.hang_up()

    async def pauses(heard: Heard) -> None:
        for _ in range(3):
            assert await heard.next() == {"watch": "t1"}
            await heard.say(**{"is": "error"}, code="house/paused", reason="the disk is full", table="t1")
        assert await heard.next() == {"watch": "t1"}
        await heard.say(**_picture(9))
        await heard.socket.wait_closed()

    async with asyncio.timeout(5), scripted(first, pauses) as (line, pictures):
        await line.open()
        await line.watch("t1")
        while len(pictures) < 2:
            await asyncio.sleep(0.01)
    assert [picture.version for picture in pictures] == [4, 9]


@run_async
async def test_a_command_asked_before_the_greeting_is_said_once() -> None:
    said: list[str] = []

    async def breaks(heard: Heard) -> None:
        heard.hang_up()

    async def answers(heard: Heard) -> None:
        said.append((await heard.next())["id"])
        await heard.done("c1", 2)
        said.append((await heard.next())["id"])
        await heard.done("c2", 2)
        await heard.socket.wait_closed()

    async with asyncio.timeout(5), scripted(breaks, answers) as (line, _):
        await line.open()
        connect = line._connect

        async def connect_and_ask() -> ClientConnection:
            socket = await connect()
            asked.append(asyncio.create_task(line.ask("c1", _command("c1"), 5)))
            await asyncio.sleep(0)
            return socket

        asked: list[asyncio.Task[AnswerFrame]] = []
        line._connect = connect_and_ask  # type: ignore[method-assign]
        while not asked:
            await asyncio.sleep(0.01)
        await asked[0]
        await line.ask("c2", _command("c2"), 5)
    assert said == ["c1", "c2"]


@run_async
async def test_an_id_that_the_house_would_cut_short_is_refused_at_once() -> None:
    async with asyncio.timeout(5), scripted(lambda heard: heard.socket.wait_closed()) as (line, _):
        await line.open()
        with pytest.raises(Refused, match="an id of 65 characters is longer than the house reads, which is 64"):
            await line.ask("x" * 65, _command("x" * 65), 5)


@run_async
async def test_whoever_may_not_look_any_more_is_told_when_the_line_is_opened_again() -> None:
    async def breaks(heard: Heard) -> None:
        await heard.next()
        heard.hang_up()

    async with asyncio.timeout(5), scripted(breaks) as (line, _):
        await line.open()

        async def refused() -> ClientConnection:
            raise Refused("account/disabled", "", "this account is closed", status=403)

        line._connect = refused  # type: ignore[method-assign]
        with pytest.raises(SessionOver, match="this account is closed"):
            await line.ping(1)


@run_async
async def test_two_commands_under_one_id_have_each_their_own_answer() -> None:
    """The second is told that its id is used; the first is not affected."""

    async def answers(heard: Heard) -> None:
        assert (await heard.next())["version"] == 1
        await asyncio.sleep(0.01)
        await heard.done("c1", 2)
        assert (await heard.next())["version"] == 9
        await heard.say(**{"is": "answer"}, id="c1", answer="refused", code="command/reused", reason="no")
        await heard.socket.wait_closed()

    other = _command("c1").replace(b'"version":1', b'"version":9')
    async with asyncio.timeout(5), scripted(answers) as (line, _):
        await line.open()
        both = await asyncio.gather(line.ask("c1", _command("c1"), None), line.ask("c1", other, None))
    assert [answer.answer for answer in both] == ["done", "refused"]


@run_async
async def test_an_id_whose_first_command_was_given_up_is_free_again() -> None:
    async def answers(heard: Heard) -> None:
        await heard.next()
        assert (await heard.next())["version"] == 9
        await heard.done("c1", 2)
        await heard.socket.wait_closed()

    other = _command("c1").replace(b'"version":1', b'"version":9')
    async with asyncio.timeout(5), scripted(answers) as (line, _):
        await line.open()
        first, second = (asyncio.create_task(line.ask("c1", each, None)) for each in (_command("c1"), other))
        await asyncio.sleep(0.01)
        first.cancel()
        assert (await second).version == 2
