"""Tables at start-up: a fresh floor gets tables of every game; an existing floor keeps the tables it has.

A book of the operator gets tables if no table plays by its text yet. If the first start was interrupted, the next start
completes it: while all tables are unused, missing tables are set up.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from itertools import chain, count

from boxseat.house.answers import Answer, Paused, Refused
from boxseat.house.house import HOUSE_ACTOR, House
from boxseat.journal.entry import StoreDown
from boxseat.server.bookshelf import Shelf, Volume
from boxseat.server.settings import BadSettings, ServerSettings
from boxseat.table.commands import OpenForPlay
from boxseat.table.names import STREAM_PREFIX, table_of
from boxseat.table.settings import GAMING_TIMES, CardsFrom, Settings
from boxseat.table.sign import SIGN
from boxseat.table.state import Status, Table

VERSION_SET_UP, VERSION_OPENED = 1, 2
"""Versions of a table after it was set up, and after it was opened for play."""


async def set_up_tables(house: House, settings: ServerSettings, shelf: Shelf) -> int:
    """Load all tables and set up the missing ones; returns how many tables there are."""
    await house.begin()
    names = [table_of(state.stream) for state in await house.store.streams(STREAM_PREFIX)]
    tables = [live.table for live in await house.tables()]
    fresh = len(tables) == len(names) and all(_is_as_set_up(table) for table in tables)
    for volume in shelf.volumes if fresh else shelf.operator_books:
        own = [table for table in tables if _plays_by(table, volume)]
        if not all(_is_as_set_up(table) for table in own):
            continue
        for table in own:
            if table.version == VERSION_SET_UP:
                await open_for_play(house, table.id)
        for cards_from in _missing(settings, volume, own):
            game = volume.book.name if cards_from == "shoe" else f"{volume.book.name}-device"
            names.append(free_name(game, names))
            await set_up(house, names[-1], volume, cards_from)
    found = await house.tables()
    await shelf.add_books_of_tables(house)
    return len(found)


def _plays_by(table: Table, volume: Volume) -> bool:
    """Whether a table plays by a book; the four games are compared by name, other books by their exact text."""
    return table.book == volume.digest or (volume.registered and table.game == volume.book.name)


def _is_as_set_up(table: Table) -> bool:
    """Whether a table has the name of a start-up table and is still unused."""
    named = re.fullmatch(rf"{re.escape(table.game)}(-device)?(-[0-9]+)?", table.id)
    return named is not None and table.version <= VERSION_OPENED


def _missing(settings: ServerSettings, volume: Volume, own: Iterable[Table]) -> list[CardsFrom]:
    """Tables of a book that still have to be set up, each by the source of its cards."""
    wanted: list[CardsFrom] = ["shoe"] * settings.tables
    if settings.devices and volume.book.device.offered.value:
        wanted.append("device")
    for table in own:
        if table.settings.cards_from in wanted:
            wanted.remove(table.settings.cards_from)
    return wanted


def free_name(game: str, taken: Container[str]) -> str:
    """Next free table name of a game."""
    return next(name for name in chain((game,), (f"{game}-{number}" for number in count(2))) if name not in taken)


async def set_up(house: House, table_id: str, volume: Volume, cards_from: CardsFrom) -> None:
    """Set up a table and open it for play; if two nodes start at the same time, it is done once."""
    settings = Settings(sign=SIGN, cards_from=cards_from, times=GAMING_TIMES)
    answer = await house.open_table(table_id, volume.book, volume.text, settings)
    if isinstance(answer, Refused) and answer.code == "table/exists":
        return
    _check_done(table_id, answer)
    await open_for_play(house, table_id)


async def open_for_play(house: House, table_id: str) -> None:
    """Open a table that was set up; another node may be doing the same."""
    answer = await house.submit_authorized(HOUSE_ACTOR, table_id, "", VERSION_SET_UP, OpenForPlay())
    if (await house.table(table_id)).table.status is not Status.OPEN:
        _check_done(table_id, answer)


def _check_done(table_id: str, answer: Answer) -> None:
    if isinstance(answer, Paused):
        raise StoreDown(answer.reason)
    if isinstance(answer, Refused):
        raise BadSettings(f"the table {table_id} cannot be set up: {answer.reason}")
