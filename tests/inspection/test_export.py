"""Rounds of the floor as replay documents: `boxseat replay` gives what was paid on the floor, cent by cent."""

from __future__ import annotations

from itertools import groupby
from pathlib import Path

import pytest
from msgspec.structs import replace

from boxseat.inspection.export import Exported, differences, export, export_rounds, find_rounds
from boxseat.inspection.recall import NoSuchRound
from boxseat.journal.address import database_url
from boxseat.journal.store import Store
from boxseat.play.replay import replay
from tests.databases import run_async
from tests.house.random_evening import Evening, Opened, book_text
from tests.inspection.stored_evening import played

__all__ = ["played"]


async def all_exported(store: Store) -> list[Exported]:
    rounds = sorted(await find_rounds(store), key=lambda index: index.stream)
    return [
        exported
        for _, of_table in groupby(rounds, key=lambda index: index.stream)
        async for exported in export_rounds(store, list(of_table))
    ]


@run_async
async def test_every_round_settles_the_same_again(played: Path) -> None:
    store = await Store.open(database_url(played))
    rounds = await all_exported(store)
    found = {exported.index.id: await differences(store, exported) for exported in rounds}
    await store.close()
    assert {name: faults for name, faults in found.items() if faults} == {}
    acts = {type(act).__name__ for exported in rounds for act in exported.round.acts}
    assert acts >= {"PlayAbsent", "Double", "Split", "Insure", "Surrender", "Forfeit", "Hit", "Stand"}
    assert acts >= {"VoidRound", "Invalidate", "VoidWagers", "WrongPack", "Malfunction"}
    joined = [act for exported in rounds for act in exported.round.acts if getattr(act, "joined_by", ())]
    assert joined, "some co-bettor must have joined"


@run_async
async def test_a_difference_is_found(played: Path) -> None:
    """A check of the check: a changed document does not settle the same."""
    store = await Store.open(database_url(played))
    for exported in await all_exported(store):
        if exported.round.void or not any(exported.round.net().values()):
            continue
        wagers = [{**wager, "stake": "5.50"} for wager in exported.document["wagers"]]  # type: ignore[attr-defined]
        assert await differences(store, replace(exported, document={**exported.document, "wagers": wagers}))
        break
    await store.close()


@run_async
async def test_one_round_is_as_in_the_row(played: Path) -> None:
    store = await Store.open(database_url(played))
    rounds = await all_exported(store)
    for exported in rounds[::9]:
        assert (await export(store, exported.index.id)).document == exported.document
        assert replay(exported.document)["net"] is not None
    with pytest.raises(NoSuchRound):
        await export(store, "t1-99999")
    await store.close()


@run_async
async def test_a_book_of_ones_own_lies_beside(sqlite_url: str, tmp_path: Path) -> None:
    """With its original text, under a name that differs for every text."""
    text = book_text("canberra-blackjack").replace('name = "canberra-blackjack"', 'name = "corner-house"', 1)
    store = await Store.open(sqlite_url)
    evening = Evening(store, 8, [Opened("t1", "corner-house", text=text)], wild=0)
    await evening.open()
    await evening.play_rounds("t1", 3)
    (exported, *_) = await all_exported(store)
    assert exported.book is not None
    assert exported.book.text == text
    assert exported.document["game"] == exported.book.name
    assert await differences(store, exported) == []
    (tmp_path / exported.book.name).write_text(exported.book.text, "utf-8")
    answer = replay({**exported.document, "game": str(tmp_path / exported.book.name)})
    assert answer["net"] == {name: f"{cents / 100:.2f}" for name, cents in exported.round.net().items()}
    await store.close()


@run_async
async def test_rounds_are_chosen_by_table_and_time(played: Path) -> None:
    store = await Store.open(database_url(played))
    every = await find_rounds(store)
    one = await find_rounds(store, tables=["t1"])
    assert {index.stream for index in one} == {"table/t1"}
    middle = sorted(index.at for index in every)[len(every) // 2]
    early, late = await find_rounds(store, until=middle), await find_rounds(store, since=middle)
    assert len(early) + len(late) == len(every)
    assert max(index.at for index in early) < middle <= min(index.at for index in late)
    await store.close()
