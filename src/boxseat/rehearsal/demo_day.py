"""The day that has been played on a demo floor: a written day, moved so that it has just ended."""

from __future__ import annotations

import json
import os
from datetime import datetime
from importlib import resources
from typing import Any

from boxseat.clock import SECOND
from boxseat.consistency import Inconsistent, require
from boxseat.house.kinds import STREAM_KINDS
from boxseat.house.streams import StreamKinds
from boxseat.journal.store import Store
from boxseat.people.demo import DEMO_ADMINISTRATOR
from boxseat.rehearsal.answer_objects import OBJECTS
from boxseat.rehearsal.day import Day
from boxseat.rehearsal.day_document import WrittenDay, read_day


def demo_day(now: int, kinds: StreamKinds = STREAM_KINDS) -> WrittenDay:
    """The day, whose last step was a moment ago; `now` is in microseconds UTC."""
    written: dict[str, Any] = json.loads(
        resources.files("boxseat.rehearsal").joinpath("demo-day.json").read_text("utf-8")
    )
    lasts = read_day(written, kinds, OBJECTS)
    length = lasts.steps[-1].at - lasts.times.start
    start = datetime.fromtimestamp((now - length) // SECOND).astimezone()
    return read_day({**written, "start": start.isoformat(timespec="seconds")}, kinds, OBJECTS)


async def play_demo_day(store: Store, now: int) -> None:
    """Play the day on an empty journal, which makes the floor a demo from its birth."""
    require(not await store.streams(), "a floor that exists does not become a demo")
    day = Day(demo_day(now), store, administrator=DEMO_ADMINISTRATOR, entropy=os.urandom)
    try:
        await day.begin()
        await day.play()
    finally:
        await day.house.close()
    for happening in day.happenings:
        if happening.refused is not None:
            raise Inconsistent(f"the day of the demo is refused: {happening.step}: {happening.refused.reason}")
