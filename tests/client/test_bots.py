"""`play` at a table: a bot sends the version it decided by, and a refusal delays it no more than necessary."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable

import pytest

from boxseat.client import Client
from boxseat.client.bots import Bot, Command, play
from boxseat.client.frames import Picture
from tests.client.fake_house import Heard, at_the_door
from tests.databases import run_async


class Versed(Bot):
    """Answers with a command that depends on the version."""

    def __init__(self, known: dict[int, str]) -> None:
        super().__init__()
        self._known = known

    def next(self, picture: Picture) -> Command | None:
        do = self._known.get(picture.version)
        return None if do is None else {"do": do}


async def _shows(heard: Heard) -> None:
    assert await heard.next() == {"watch": "t1"}
    await heard.show("t1", 1)


async def _refuses(heard: Heard, code: str) -> dict[str, object]:
    said: dict[str, object] = await heard.next()
    await heard.say(**{"is": "answer"}, id=said["id"], answer="refused", code=code, reason="no")
    return said


async def _plays_until(
    over: asyncio.Event, me: Client, bot: Bot, think: Callable[[], Awaitable[None]] | None = None
) -> None:
    playing = asyncio.create_task(play(await me.watch("t1"), bot, think=think))
    await over.wait()
    assert not playing.done()
    playing.cancel()


@run_async
async def test_a_bot_that_thinks_answers_the_question_it_thought_about() -> None:
    """Not the question asked by then: another hand may be in turn."""
    versions: list[object] = []

    async def goes_on(heard: Heard) -> None:
        await _shows(heard)
        await thinking.wait()
        await heard.show("t1", 2)
        said = await heard.next()
        versions.append(said["version"])
        await heard.say(**{"is": "answer"}, id=said["id"], answer="behind", version=2)
        over.set()
        await heard.socket.wait_closed()

    async def think() -> None:
        thinking.set()
        await (await me.watch("t1")).at(2)

    thinking, over = asyncio.Event(), asyncio.Event()
    async with asyncio.timeout(5), at_the_door(goes_on) as client, client as me:
        await _plays_until(over, me, Versed({1: "hit"}), think)
    assert versions == [1]


@run_async
async def test_a_refused_bot_looks_at_once_at_a_table_that_has_changed_meanwhile() -> None:
    said: list[object] = []

    async def goes_on(heard: Heard) -> None:
        await _shows(heard)
        command = await heard.next()
        said.append(command["command"])
        await heard.show("t1", 2)
        await heard.say(**{"is": "answer"}, id=command["id"], answer="refused", code="seat/taken", reason="no")
        said.append((await heard.next())["command"])
        over.set()
        await heard.socket.wait_closed()

    over = asyncio.Event()
    async with asyncio.timeout(5), at_the_door(goes_on) as client, client as me:
        await _plays_until(over, me, Versed({1: "sit", 2: "ready"}))
    assert said == [{"do": "sit"}, {"do": "ready"}]


@run_async
async def test_a_bot_that_is_too_fast_takes_a_breath_and_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    """If it plays alone at a table, nothing would change until its time is up."""
    monkeypatch.setattr("boxseat.client.bots.RATE_LIMIT_WAIT_S", 0.01)

    async def slow(heard: Heard) -> None:
        await _shows(heard)
        first, second = await _refuses(heard, "rate/too-fast"), await heard.next()
        assert first["command"] == second["command"]
        assert first["id"] != second["id"]
        over.set()
        await heard.socket.wait_closed()

    over = asyncio.Event()
    async with asyncio.timeout(5), at_the_door(slow) as client, client as me:
        await _plays_until(over, me, Versed({1: "hit"}))
