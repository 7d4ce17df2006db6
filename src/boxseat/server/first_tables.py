"""Opening the floor: a fresh one has a table of every game; one that was open before has the tables it had.

A book of the house's own has tables wherever it is brought: where none plays by its text yet, they are set up. What a first start
did not come to, the next one finishes: for as long as nobody has done anything at the tables, those that are missing are set up.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from itertools import chain, count

from boxseat.house.answers import Answer, Paused, Refused
from boxseat.house.house import HOUSE, House
from boxseat.journal.entry import StoreDown
from boxseat.server.bookshelf import Shelf, Volume
from boxseat.server.settings import BadSettings, ServerSettings
from boxseat.table.commands import OpenForPlay
from boxseat.table.settings import CardsFrom, Settings
from boxseat.table.sign import SIGN
from boxseat.table.state import Status, Table

SET_UP, OPENED = 1, 2
"""The versions of a table that the house has set up, and opened for play."""


async def open_floor(house: House, settings: ServerSettings, shelf: Shelf) -> int:
    """Have the tables at hand, setting up those that are missing; how many there are."""
    names = [state.stream.removeprefix("table/") for state in await house.store.streams("table/")]
    tables = [live.table for live in await house.tables()]
    fresh = len(tables) == len(names) and all(_is_as_set_up(table) for table in tables)
    for volume in shelf.volumes if fresh else shelf.brought:
        own = [table for table in tables if _plays_by(table, volume)]
        if not all(_is_as_set_up(table) for table in own):
            continue
        for table in own:
            if table.version == SET_UP:
                await open_for_play(house, table.id)
        for cards_from in _missing(settings, volume, own):
            game = volume.book.name if cards_from == "shoe" else f"{volume.book.name}-device"
            names.append(free_name(game, names))
            await set_up(house, names[-1], volume, cards_from)
    found = await house.tables()
    await shelf.take_in(house)
    return len(found)


def _plays_by(table: Table, volume: Volume) -> bool:
    """Whether it is a table of a book: one of the four games by any of its texts, a book of the house's own by this one."""
    return table.book == volume.digest or (volume.registered and table.game == volume.book.name)


def _is_as_set_up(table: Table) -> bool:
    """Whether a table is one that a first start sets up, by its name, and nothing has happened at it since."""
    named = re.fullmatch(rf"{re.escape(table.game)}(-device)?(-[0-9]+)?", table.id)
    return named is not None and table.version <= OPENED


def _missing(settings: ServerSettings, volume: Volume, own: Iterable[Table]) -> list[CardsFrom]:
    """The tables of a game that are still to be set up."""
    wanted: list[CardsFrom] = ["shoe"] * settings.tables
    if settings.devices and volume.book.device.offered.value:
        wanted.append("device")
    for table in own:
        if table.settings.cards_from in wanted:
            wanted.remove(table.settings.cards_from)
    return wanted


def free_name(game: str, taken: Container[str]) -> str:
    """What the next table of a game is called."""
    return next(name for name in chain((game,), (f"{game}-{number}" for number in count(2))) if name not in taken)


async def set_up(house: House, table_id: str, volume: Volume, cards_from: CardsFrom) -> None:
    """A table of a game, open for play. Two nodes that start at once set it up once."""
    settings = Settings(sign=SIGN, cards_from=cards_from)
    answer = await house.open_table(table_id, volume.book, volume.text, settings)
    if isinstance(answer, Refused) and answer.code == "table/exists":
        return
    _must_be_done(table_id, answer)
    await open_for_play(house, table_id)


async def open_for_play(house: House, table_id: str) -> None:
    """Open a table that was set up; another node may be doing the same."""
    answer = await house.act(HOUSE, table_id, "", SET_UP, OpenForPlay())
    if (await house.table(table_id)).table.status is not Status.OPEN:
        _must_be_done(table_id, answer)


def _must_be_done(table_id: str, answer: Answer) -> None:
    if isinstance(answer, Paused):
        raise StoreDown(answer.reason)
    if isinstance(answer, Refused):
        raise BadSettings(f"the table {table_id} cannot be set up: {answer.reason}")
