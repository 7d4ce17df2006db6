"""One evening, played once and shared by the tests that read history; a test that changes it takes a copy.

`from tests.inspection.stored_evening import played, copied` in a module or conftest gives its tests the two fixtures.
"""

from __future__ import annotations

import asyncio
import shutil
import sqlite3
from pathlib import Path

import pytest

from boxseat.journal.address import DATABASE_FILE, database_url
from boxseat.journal.store import Store
from tests.house.random_evening import Evening

STEPS = 2_000
_PLAYED: list[Path] = []


async def _play(folder: Path) -> None:
    store = await Store.open(database_url(folder))
    evening = Evening(store, 20261116, staff=0.02)
    await evening.open()
    await evening.play(STEPS)
    await store.close()
    connection = sqlite3.connect(folder / DATABASE_FILE)  # merge the log into the file, so that it can be copied
    connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    connection.close()


@pytest.fixture(scope="session")
def played(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The folder of an evening with all games, some rounds still in play. No test changes it."""
    if not _PLAYED:  # each module that imports this gets its own fixture
        folder = tmp_path_factory.mktemp("evening")
        asyncio.run(_play(folder))
        _PLAYED.append(folder)
    return _PLAYED[0]


@pytest.fixture
def copied(played: Path, tmp_path: Path) -> Path:
    """A copy of the evening, for a test to change."""
    shutil.copy(played / DATABASE_FILE, tmp_path / DATABASE_FILE)
    return tmp_path
