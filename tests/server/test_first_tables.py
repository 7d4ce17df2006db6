"""Opening the floor: an interrupted first start is finished by the next; an impossible one gives an error."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from itertools import count
from pathlib import Path
from typing import Any
from unittest.mock import patch

import pytest

from boxseat.house import table_stream
from boxseat.house.answers import Answer, Done, Paused, Refused
from boxseat.house.house import HOUSE_ACTOR, House
from boxseat.journal.address import database_url
from boxseat.journal.entry import StoreDown
from boxseat.journal.store import Store
from boxseat.rulebook.load import GAMES, book_text, open_book
from boxseat.server.bookshelf import Shelf
from boxseat.server.first_tables import set_up_tables
from boxseat.server.settings import BadSettings, ServerSettings
from boxseat.table import commands as c
from boxseat.table.settings import Settings
from boxseat.table.sign import SIGN
from tests.books import PLAIN_BLACKJACK, earlier_text
from tests.databases import run_async


class Killed(Exception):
    """Stands for a power failure."""


async def _open(folder: Path, books: Sequence[str] = (), killed_at: int | None = None, **more: Any) -> dict[str, str]:
    """Open a floor and return each table's status; with `killed_at`, stop at that call to the house."""
    store = await Store.open(database_url(folder))
    house = House(store)
    steps = count(1)

    def until_killed(do: Callable[..., Awaitable[Answer]]) -> Callable[..., Awaitable[Answer]]:
        async def doing(*words: Any) -> Answer:
            if next(steps) == killed_at:
                raise Killed
            return await do(*words)

        return doing

    try:
        with (
            patch.object(house, "open_table", until_killed(house.open_table)),
            patch.object(house, "submit_authorized", until_killed(house.submit_authorized)),
        ):
            await set_up_tables(house, ServerSettings(books=tuple(books), **more), Shelf(books))
        return {live.table.id: live.table.status.value for live in await house.tables()}
    finally:
        await house.close()
        await store.close()


@pytest.mark.parametrize("killed_at", [1, 2, 3, 4, 8])
@run_async
async def test_what_a_first_start_did_not_come_to_the_next_one_does(tmp_path: Path, killed_at: int) -> None:
    with pytest.raises(Killed):
        await _open(tmp_path, killed_at=killed_at)
    assert await _open(tmp_path) == dict.fromkeys(sorted(GAMES), "open")
    assert await _open(tmp_path) == dict.fromkeys(sorted(GAMES), "open")


@pytest.mark.parametrize("killed_at", [1, 2, 3, 4, 5])
@run_async
async def test_tables_of_a_book_of_ones_own_are_finished_too(tmp_path: Path, killed_at: int) -> None:
    await _open(tmp_path)
    store = await Store.open(database_url(tmp_path))
    house = House(store)
    assert isinstance(await house.submit_authorized(HOUSE_ACTOR, GAMES[0], "", 2, c.CloseTable()), Done)
    await store.close()
    words: dict[str, Any] = {"books": [PLAIN_BLACKJACK], "tables": 2, "devices": True}
    before = await _open(tmp_path, tables=2)
    with pytest.raises(Killed):
        await _open(tmp_path, killed_at=killed_at, **words)
    own = open_book(PLAIN_BLACKJACK)
    names = [own.name, f"{own.name}-2", *([f"{own.name}-device"] if own.device.offered.value else [])]
    assert await _open(tmp_path, **words) == before | dict.fromkeys(names, "open")


@run_async
async def test_a_floor_where_something_was_done_stays_as_it_is(tmp_path: Path) -> None:
    """A table that staff closed is not opened, and a game that the floor never had is not added."""
    store = await Store.open(database_url(tmp_path))
    house = House(store)
    text = book_text("star-pontoon")
    await house.open_table("star-pontoon", open_book("star-pontoon"), text, Settings(sign=SIGN))
    await house.submit_authorized(HOUSE_ACTOR, "star-pontoon", "", 1, c.OpenForPlay())
    await house.submit_authorized(HOUSE_ACTOR, "star-pontoon", "", 2, c.CloseTable())
    await store.close()
    assert await _open(tmp_path) == {"star-pontoon": "closed"}


@run_async
async def test_a_floor_with_tables_of_other_names_stays_as_it_is(tmp_path: Path) -> None:
    store = await Store.open(database_url(tmp_path))
    await House(store).open_table("t1", open_book("star-pontoon"), book_text("star-pontoon"), Settings(sign=SIGN))
    await store.close()
    assert await _open(tmp_path) == {"t1": "closed"}


@run_async
async def test_a_book_of_an_earlier_program_stops_nobody(tmp_path: Path) -> None:
    """Not the tables of a game, nor those of a house's own book; and if one table cannot be read, the others open."""
    store = await Store.open(database_url(tmp_path))
    house = House(store)
    own = Path(PLAIN_BLACKJACK).read_text("utf-8")
    older = "\n".join(line for line in own.splitlines() if not line.startswith("replaced = "))
    spoilt = own.replace("[cards]", "[carts]")
    for table, text in (("older", older), ("spoilt", spoilt), ("game", earlier_text("star-pontoon"))):
        book = open_book("star-pontoon") if table == "game" else open_book(PLAIN_BLACKJACK)
        with patch.object(table_stream, "_book", return_value=book):  # an earlier program could read it
            assert await house.open_table(table, book, text, Settings(sign=SIGN)) == Done(1)
    await store.close()
    assert await _open(tmp_path) == {"game": "closed", "older": "closed"}


@pytest.mark.parametrize(
    ("answer", "raised", "said"),
    [
        (Paused("the disk is full"), StoreDown, "the disk is full"),
        (Refused("x/y", "", "the sign is upside down"), BadSettings, "cannot be set up: the sign is upside down"),
    ],
)
@run_async
async def test_what_cannot_be_set_up_is_one_sentence(
    tmp_path: Path, answer: Answer, raised: type[Exception], said: str
) -> None:
    async def answers(*_: Any) -> Answer:
        return answer

    for method in ("open_table", "submit_authorized"):
        with patch.object(House, method, answers), pytest.raises(raised, match=said):
            await _open(tmp_path)
