"""However a connection ends (client error, unwatch, hang-up), every waiting caller gets an answer or an error."""

from __future__ import annotations

import asyncio
import traceback

import httpx
import pytest

from boxseat.client import Client, ClientError, NoAnswer, Paused, Picture, Refused, SessionOver, Unreachable
from boxseat.client.frames import AnswerFrame
from tests.client.fake_house import Heard, at_the_door
from tests.databases import run_async


async def _shows(heard: Heard) -> None:
    await heard.show((await heard.next())["watch"], 1)


async def _shows_and_pauses(heard: Heard) -> str:
    """Shows the table, then answers a command with a pause; returns the command's id."""
    await _shows(heard)
    named: str = (await heard.next())["id"]
    await heard.say(**{"is": "answer"}, id=named, answer="paused", reason="the disk is full")
    return named


async def _silent(heard: Heard) -> None:
    await _shows(heard)
    await heard.socket.wait_closed()


async def _ends(heard: Heard) -> None:
    await _shows(heard)
    await heard.say(**{"is": "ended"}, reason="you were shown out")
    await heard.socket.close(4401)


def _slips(picture: Picture) -> None:
    raise KeyError("a slip of the bot's")


async def _shows_again(heard: Heard) -> None:
    """Shows the table once more when a command comes, and then loses the connection."""
    await _shows(heard)
    await heard.next()
    await heard.show("t1", 2)
    await heard.socket.wait_closed()


@run_async
async def test_after_a_session_is_over_nothing_is_waited_for() -> None:
    async with asyncio.timeout(5), at_the_door(_ends) as client, client as me:
        table = await me.watch("t1")
        with pytest.raises(SessionOver, match="shown out"):
            await table.change()
        for asked in (me.watch("t2"), me.watch("t1"), me.ping(), me.hello(), table.buy_in("10"), table.at(9)):
            with pytest.raises(SessionOver, match="shown out"):
                await asked


@run_async
async def test_a_slip_in_ones_own_callback_is_raised_wherever_one_waits() -> None:
    async def patient() -> None:
        await table.until(lambda picture: picture.version > 9, within_s=None)

    async with asyncio.timeout(5), at_the_door(_shows_again) as me:
        await me.come_in()
        table = await me.watch("t1")
        waiting = asyncio.create_task(patient())
        table.seen = _slips
        with pytest.raises(KeyError, match="a slip of the bot's"):
            await table.buy_in("10")
        with pytest.raises(KeyError, match="a slip of the bot's"):
            await waiting
        for asked in (table.sit(1), table.change(), me.watch("t2"), me.ping(), me.hello()):
            with pytest.raises(KeyError, match="a slip of the bot's"):
                await asked
        await me.close()


@run_async
async def test_after_a_slip_the_house_is_hung_up_on() -> None:
    """A client that no longer listens must not count as present."""
    left = asyncio.Event()

    async def watches_the_door(heard: Heard) -> None:
        await _shows_again(heard)
        left.set()

    async with asyncio.timeout(5), at_the_door(watches_the_door) as me:
        await me.come_in()
        table = await me.watch("t1")
        table.seen = _slips
        with pytest.raises(KeyError):
            await table.buy_in("10")
        await left.wait()
        await me.close()


@run_async
async def test_a_slip_that_nobody_waited_for_is_raised_on_the_way_out() -> None:
    async def shows_again(heard: Heard) -> None:
        await _shows(heard)
        await looking.wait()
        await heard.show("t1", 2)
        await heard.socket.wait_closed()
        left.set()

    async def looks(client: Client) -> None:
        async with client as me:
            (await me.watch("t1")).seen = _slips
            looking.set()
            await left.wait()

    looking, left = asyncio.Event(), asyncio.Event()
    async with asyncio.timeout(5), at_the_door(shows_again) as client:
        with pytest.raises(KeyError, match="a slip of the bot's"):
            await looks(client)


@run_async
async def test_on_the_way_out_a_slip_hides_no_other_error() -> None:
    async def slips_twice(client: Client) -> None:
        async with client as me:
            table = await me.watch("t1")
            table.seen = _slips
            with pytest.raises(KeyError):
                await table.buy_in("10")
            raise ZeroDivisionError

    async with asyncio.timeout(5), at_the_door(_shows_again) as client:
        with pytest.raises(ZeroDivisionError):
            await slips_twice(client)


@run_async
async def test_to_hang_up_closes_every_counter_whatever_went_wrong(monkeypatch: pytest.MonkeyPatch) -> None:
    async def sticks() -> None:
        raise OSError("the line sticks")

    me = Client.connect(["http://127.0.0.1:1", "http://127.0.0.1:2"], guest=True)
    monkeypatch.setattr(me.line, "close", sticks)
    with pytest.raises(OSError, match="sticks"):
        await me.close()
    assert [api._http.is_closed for api in me._apis] == [True, True]


@run_async
async def test_a_watch_that_was_given_up_is_asked_anew() -> None:
    heard_: list[object] = []

    async def slow(heard: Heard) -> None:
        heard_.append(await heard.next())
        asked.set()
        heard_.append(await heard.next())
        heard_.append(await heard.next())
        await heard.show("t1", 7)
        await heard.socket.wait_closed()

    asked = asyncio.Event()
    async with asyncio.timeout(5), at_the_door(slow) as client, client as me:
        first = asyncio.create_task(me.watch("t1"))
        await asked.wait()
        first.cancel()
        with pytest.raises(asyncio.CancelledError):
            await first
        table = await me.watch("t1")
        assert table.picture.version == 7
    assert heard_ == [{"watch": "t1"}, {"unwatch": "t1"}, {"watch": "t1"}]


@run_async
async def test_one_who_gives_up_a_watch_takes_it_from_nobody_else() -> None:
    async def slow(heard: Heard) -> None:
        assert await heard.next() == {"watch": "t1"}
        asked.set()
        await given_up.wait()
        await heard.show("t1", 7)
        await heard.socket.wait_closed()

    asked, given_up = asyncio.Event(), asyncio.Event()
    async with asyncio.timeout(5), at_the_door(slow) as client, client as me:
        first, second = (asyncio.create_task(me.watch("t1")) for _ in range(2))
        await asked.wait()
        first.cancel()
        await asyncio.wait([first])
        given_up.set()
        assert (await second).picture.version == 7


@run_async
async def test_whoever_looks_away_or_hangs_up_leaves_nobody_waiting() -> None:
    async with asyncio.timeout(5), at_the_door(_silent) as me:
        await me.come_in()
        table = await me.watch("t1")
        looking, opening = asyncio.create_task(table.change()), asyncio.create_task(me.watch("t2"))
        await asyncio.sleep(0)
        await me.unwatch("t1")
        await me.unwatch("t2")
        with pytest.raises(ClientError, match="t1 is no longer watched"):
            await looking
        with pytest.raises(ClientError, match="t2 is no longer watched"):
            await opening
        asking = asyncio.create_task(me.ping())
        saying = asyncio.create_task(table.ask({"do": "ready"}))
        await asyncio.sleep(0)
        await me.close()
        for left in (asking, saying, me.hello()):
            with pytest.raises(ClientError, match="closed the client"):
                await left


@run_async
async def test_whoever_is_told_to_stop_while_hanging_up_stops() -> None:
    async def slow_to_go(heard: Heard) -> None:
        await _shows(heard)
        heard.socket.transport.pause_reading()
        await gone.wait()
        heard.hang_up()

    gone = asyncio.Event()
    async with asyncio.timeout(5), at_the_door(slow_to_go) as me:
        await me.come_in()
        await me.watch("t1")
        closing = asyncio.create_task(me.close())
        await asyncio.sleep(0.05)
        closing.cancel()
        with pytest.raises(asyncio.CancelledError):
            await closing
        gone.set()


@run_async
async def test_a_table_that_is_gone_after_a_break_is_told_to_those_who_look_at_it() -> None:
    async def breaks(heard: Heard) -> None:
        await _shows(heard)
        heard.hang_up()

    async def refuses(heard: Heard) -> None:
        assert await heard.next() == {"watch": "t1"}
        await heard.say(**{"is": "error"}, code="table/none", reason="there is no table t1", table="t1")
        await _shows(heard)
        await heard.socket.wait_closed()

    async with asyncio.timeout(5), at_the_door(breaks, refuses) as client, client as me:
        table = await me.watch("t1")
        with pytest.raises(Refused, match="there is no table t1"):
            await table.change()
        assert await me.watch("t1") is not table, "a new watch"


@run_async
async def test_a_command_that_is_done_but_never_shown_says_so() -> None:
    async def hides(heard: Heard) -> None:
        await _shows(heard)
        await heard.done((await heard.next())["id"], 2)
        await heard.socket.wait_closed()

    async with at_the_door(hides) as client, client as me:
        table = await me.watch("t1")
        table._patience_s = 0.05
        with pytest.raises(NoAnswer, match="c1 is done, at version 2, but the table has not been shown"):
            await table.command({"do": "ready"}, command_id="c1")


@run_async
async def test_a_command_that_was_said_again_after_a_pause_may_be_done() -> None:
    """A command is known not to be done only while the house's last answer is that it is paused."""

    async def pauses(heard: Heard) -> None:
        named = await _shows_and_pauses(heard)
        assert (await heard.next())["id"] == named
        await heard.socket.wait_closed()

    async with at_the_door(pauses) as client, client as me:
        table = await me.watch("t1")
        table._patience_s = 0.6
        with pytest.raises(NoAnswer, match="may or may not be done"):
            await table.command({"do": "ready"})


@run_async
async def test_a_house_that_stays_paused_is_called_paused() -> None:
    async def pauses(heard: Heard) -> None:
        await _shows_and_pauses(heard)
        await heard.socket.wait_closed()

    async with at_the_door(pauses) as client, client as me:
        table = await me.watch("t1")
        table._patience_s = 0.1
        with pytest.raises(Paused, match="the disk is full"):
            await table.command({"do": "ready"})


@run_async
async def test_what_a_callback_raises_of_an_answer_is_raised_as_it_is() -> None:
    def answered(command: object, answer: AnswerFrame) -> None:
        raise TimeoutError("of the bot's own")

    async def answers(heard: Heard) -> None:
        await _shows(heard)
        await heard.done((await heard.next())["id"], 2)
        await heard.socket.wait_closed()

    async with asyncio.timeout(5), at_the_door(answers) as client, client as me:
        table = await me.watch("t1")
        table.answered = answered
        with pytest.raises(TimeoutError, match="of the bot's own"):
            await table.buy_in("10")


@run_async
async def test_whoever_stops_waiting_for_a_change_leaves_nothing_behind() -> None:
    async with asyncio.timeout(5), at_the_door(_silent) as client, client as me:
        table = await me.watch("t1")
        for _ in range(3):
            with pytest.raises(TimeoutError):
                await asyncio.wait_for(table.change(), 0.001)
        assert not table._waiting


@run_async
async def test_what_is_no_house_is_not_taken_for_one() -> None:
    def page(request: httpx.Request) -> httpx.Response:
        return httpx.Response(200, text="<html>back soon</html>")

    async with httpx.AsyncClient(transport=httpx.MockTransport(page)) as http:
        me = Client.connect("http://127.0.0.1:1", token="t", http=http)
        with pytest.raises(Unreachable, match="is not the house"):
            await me.come_in()
        with pytest.raises(Unreachable, match="is not the house"):
            await me.watch("t1")
        await me.close()


@run_async
async def test_an_address_that_cannot_be_read_is_no_house() -> None:
    me = Client.connect("http://127.0.0.1:eighty", guest=True)
    with pytest.raises(Unreachable, match="eighty"):
        await me.come_in()
    await me.close()


@run_async
async def test_a_program_that_asks_on_and_on_after_the_end_is_told_the_same_each_time() -> None:
    """And the error does not grow."""
    async with asyncio.timeout(5), at_the_door(_ends) as client, client as me:
        table = await me.watch("t1")
        told = []
        for _ in range(4):
            with pytest.raises(SessionOver) as changed:
                await table.change()
            with pytest.raises(SessionOver) as asked:
                await table.ready()
            told.append((len(traceback.extract_tb(changed.tb)), len(traceback.extract_tb(asked.tb))))
    assert len(set(told[1:])) == 1
