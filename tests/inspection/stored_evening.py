"""One evening, played once and shared by the tests that read history; a test that changes it takes a copy.

`from tests.inspection.stored_evening import played, copied` in a module or conftest gives its tests the two fixtures.
"""

from __future__ import annotations

import asyncio
import fcntl
import os
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
        shutil.copy(_once_for_all_workers(tmp_path_factory), folder / DATABASE_FILE)
        _PLAYED.append(folder)
    return _PLAYED[0]


def _once_for_all_workers(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The file of the evening: the worker that comes first plays it, and the others wait."""
    own = tmp_path_factory.getbasetemp()
    folder = (own.parent if os.environ.get("PYTEST_XDIST_WORKER") else own) / "evening-of-all"
    folder.mkdir(exist_ok=True)
    with (folder / "lock").open("w") as lock:
        fcntl.flock(lock, fcntl.LOCK_EX)
        if not (folder / "whole").exists():
            asyncio.run(_play(folder))
            (folder / "whole").touch()
    return folder / DATABASE_FILE


@pytest.fixture
def copied(played: Path, tmp_path: Path) -> Path:
    """A copy of the evening, for a test to change."""
    shutil.copy(played / DATABASE_FILE, tmp_path / DATABASE_FILE)
    return tmp_path
