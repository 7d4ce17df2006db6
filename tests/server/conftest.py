"""One server for the tests of a file, on SQLite; tests with other settings start their own."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from boxseat.people.roles import Role
from tests.server.server_thread import Caller, Running, running


@pytest.fixture(scope="module")
def floor(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """An open floor without rate limits."""
    with running(tmp_path_factory.mktemp("floor"), tables=2) as one:
        yield one


@pytest.fixture
def guest(floor: Running) -> Caller:
    return floor.guest()


@pytest.fixture(scope="module")
def administrator(floor: Running) -> Caller:
    return floor.staff(Role.ADMINISTRATOR)


@pytest.fixture(scope="module")
def supervisor(floor: Running) -> Caller:
    return floor.staff(Role.SUPERVISOR)
