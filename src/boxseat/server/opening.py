"""Opening the floor: a fresh one has a table of every game; one that was open before has the tables it had.

A book of the house's own has tables wherever it is brought: where none plays by its text yet, they are set up.
"""

from __future__ import annotations

from collections.abc import Container
from itertools import chain, count

from boxseat.house.answers import Done
from boxseat.house.house import HOUSE, House
from boxseat.server.settings import ServerSettings
from boxseat.server.shelf import Shelf, Volume
from boxseat.table.commands import OpenForPlay
from boxseat.table.settings import SIGN, CardsFrom, Settings


async def open_floor(house: House, settings: ServerSettings, shelf: Shelf) -> int:
    """Have the tables at hand, setting up those that are missing; how many there are."""
    there = {live.table.id: live.table.book for live in await house.tables()}
    fresh = not await house.store.streams("table/")
    for volume in shelf.volumes if fresh else shelf.brought:
        if volume.digest in there.values():
            continue
        game = volume.book.name
        for _ in range(settings.tables):
            await set_up(house, free_name(game, there), volume, "shoe", there)
        if settings.devices and volume.book.device.offered.value:
            await set_up(house, free_name(f"{game}-device", there), volume, "device", there)
    tables = await house.tables()
    await shelf.take_in(house)
    return len(tables)


def free_name(game: str, taken: Container[str]) -> str:
    """What the next table of a game is called."""
    return next(name for name in chain((game,), (f"{game}-{number}" for number in count(2))) if name not in taken)


async def set_up(house: House, table_id: str, volume: Volume, cards_from: CardsFrom, there: dict[str, str]) -> None:
    """A table of a game, open for play. Two nodes that start at once set it up once."""
    there[table_id] = volume.digest
    opened = await house.open_table(table_id, volume.book, volume.text, Settings(sign=SIGN, cards_from=cards_from))
    if isinstance(opened, Done):
        await house.act(HOUSE, table_id, "", opened.version, OpenForPlay())
