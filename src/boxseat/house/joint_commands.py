"""Commands that change several streams: all of them are changed in one transaction, or none."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from typing import TYPE_CHECKING, Any

from boxseat.house.answers import Done, Paused, answered_before
from boxseat.house.judgement import Judged, write_of
from boxseat.house.live_stream import LiveStream, NoSuchStream, Request
from boxseat.house.streams import StreamKind
from boxseat.journal.entry import StoreDown, WriteRefused

if TYPE_CHECKING:
    from boxseat.house.house import House


async def carry_out_together(house: House, live: LiveStream[Any], request: Request) -> None:
    """Carry out a command that changes several streams: all of them in one transaction, or none.

    Their locks are taken in the order of their names, so that no two such commands wait for each other.
    """
    try:
        while not request.told:
            reached = await _reached(house, live.kind)
            siblings = live.kind.siblings(live.state, request.who, request.command, _states(reached))
            lives = {name: await house.stream(name) for name, _ in siblings} | {live.stream: live}
            async with AsyncExitStack() as locks:
                for name in sorted(lives):
                    await locks.enter_async_context(lives[name].lock)
                if request.version > live.state.version:
                    await live.catch_up()
                reached = await _reached(house, live.kind)  # a stream may have begun meanwhile
                if live.kind.siblings(live.state, request.who, request.command, _states(reached)) == siblings:
                    await _store_together(house, live, request, siblings, lives)
    except NoSuchStream as none:
        request.tell(house.none_of(str(none)))
    except StoreDown as down:
        house.pause(down.reason)
        request.tell(Paused(down.reason))
    except Exception as error:
        request.tell(error)


async def _reached(house: House, kind: StreamKind[Any]) -> dict[str, LiveStream[Any]]:
    """The streams among which a kind's spanning commands choose."""
    of = house.kinds.find(kind.reaches) if kind.reaches else None
    if of is None:
        return {}
    names = [each.stream for each in await house.store.streams(kind.reaches) if of.is_reached(each.stream)]
    found = [await house.cache.read(name) for name in names]
    return {live.stream: live for live in found if live is not None}


async def _store_together(
    house: House,
    live: LiveStream[Any],
    request: Request,
    siblings: Sequence[tuple[str, Any]],
    lives: dict[str, LiveStream[Any]],
) -> None:
    """Judge a command and its siblings, and store them together; a refusal of one refuses all."""
    judged: list[tuple[LiveStream[Any], Judged]] = []
    for one, command in ((live, request.command), *((lives[name], command) for name, command in siblings)):
        asked = request
        if one is not live:
            asked = Request(request.who, "", one.state.version, command, request.role, request.tries)
        leader = None if one is live else (live.stream, judged[0][1].after.state)
        found = await house.judge(one, one.current, asked, leader)
        if isinstance(found, Done) and one is not live:  # nothing changes there
            continue
        if not isinstance(found, Judged):
            seen = await house.store.answer(request.who, request.id) if request.id else None
            request.tell(found if seen is None else answered_before(seen, live.stream, request.command))
            return
        judged.append((one, found))
    led_by = live.stream, judged[0][1].after.state.version
    writes = [write_of(one, found, beside=None if one is live else led_by) for one, found in judged]
    try:
        await house.store.append_all(writes)
    except WriteRefused as refused:
        if house.is_tried_again(live, request, refused):
            for one in lives.values():
                await one.catch_up()
        return
    for one, found in judged:
        one.adopt(found.after)
    request.tell(judged[0][1].answer)
    for one, _ in judged:
        one.tell()


def _states(lives: Mapping[str, LiveStream[Any]]) -> dict[str, Any]:
    return {name: live.state for name, live in lives.items()}
