"""Opening the floor: a fresh one has a table of every game; one that was open before has the tables it had."""

from __future__ import annotations

from importlib import resources

from boxseat.house.answers import Done
from boxseat.house.house import HOUSE, House
from boxseat.rulebook.load import GAMES, open_book
from boxseat.server.settings import ServerSettings
from boxseat.table.commands import OpenForPlay
from boxseat.table.settings import SIGN, CardsFrom, Settings


async def open_floor(house: House, settings: ServerSettings) -> int:
    """Have the tables at hand, setting them up on a floor that has none; how many there are."""
    if not await house.store.streams("table/"):
        for game in GAMES:
            for number in range(1, settings.tables + 1):
                await set_up(house, game if number == 1 else f"{game}-{number}", game, "shoe")
            if settings.devices and open_book(game).device.offered.value:
                await set_up(house, f"{game}-device", game, "device")
    return len(await house.tables())


async def set_up(house: House, table_id: str, game: str, cards_from: CardsFrom) -> None:
    """A table of a game, open for play. Two nodes that start at once set it up once."""
    opened = await house.open_table(
        table_id, open_book(game), book_text(game), Settings(sign=SIGN, cards_from=cards_from)
    )
    if isinstance(opened, Done):
        await house.act(HOUSE, table_id, "", opened.version, OpenForPlay())


def book_text(game: str) -> str:
    """A game's book as it is written."""
    return resources.files("boxseat.rulebook").joinpath("books", f"{game}.toml").read_text("utf-8")
