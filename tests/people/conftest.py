"""Accounts and sessions of a house on each database, with a clock that the test moves and cheap password hashing."""

from __future__ import annotations

from collections.abc import AsyncIterator
from pathlib import Path

import pytest
from sqlalchemy import Connection, select

from boxseat.journal.address import database_url
from boxseat.journal.schema import head, metadata
from boxseat.journal.store import Store
from boxseat.people.account_store import STREAM_PREFIX
from boxseat.people.administration import OneTimePassword
from boxseat.people.front import Front
from boxseat.people.login import Admitted
from boxseat.people.records import decode
from boxseat.people.roles import Person
from boxseat.people.schema import sessions
from boxseat.people.settings import AccountSettings, Hashing
from boxseat.refusal import Refusal
from tests.databases import Postgres

CHEAP = AccountSettings(hashing=Hashing(passes=1, kibibytes=8), failed_answer_after=0)
PASSWORD = "kettle on the verandah"
NOON = 1_800_000_000_000_000


class MovedClock:
    """A clock that stands still until it is moved."""

    def __init__(self) -> None:
        self.at = NOON

    def now(self) -> int:
        return self.at


class Casino:
    """One node: a store, and the accounts and sessions of its house."""

    def __init__(self, store: Store, clock: MovedClock, settings: AccountSettings) -> None:
        self.store, self.clock, self.settings = store, clock, settings
        self.front = Front(store, clock, settings)
        self.login = self.front.login
        self.administration = self.front.administration
        self.sessions = self.front.sessions

    async def ann(self) -> Admitted:
        return admitted(await self.login.open_account("ann", PASSWORD))

    async def administrator(self) -> Person:
        """The first administrator, who has chosen their own password."""
        made = await self.administration.create_first_administrator()
        assert isinstance(made, OneTimePassword)
        first = admitted(await self.login.login(made.name, made.password))
        visit = await self.sessions.find(first.token)
        assert visit is not None
        return admitted(await self.administration.change_password(visit, made.password, PASSWORD)).person

    async def written(self, name: str) -> list[str]:
        """The tags of the records about a person, in order."""
        return [
            str(type(record).__struct_config__.tag)
            for entry in await self.store.read(STREAM_PREFIX + name)
            for record in decode(entry.records)
        ]

    async def sessions_of(self, name: str) -> list[int]:
        """When each of a person's sessions was last used."""
        query = select(sessions.c.used).where(sessions.c.name == name)
        return await self.store.query(lambda connection: list(connection.execute(query).scalars()))

    async def close(self) -> None:
        await self.front.close()
        await self.store.close()


def admitted(answer: Admitted | Refusal) -> Admitted:
    assert isinstance(answer, Admitted), answer
    return answer


@pytest.fixture
def anyio_backend() -> str:
    return "asyncio"


@pytest.fixture(scope="session")
def server_url(postgres: Postgres) -> str:
    """One database for all tests here: creating one for each would take longer than the tests."""
    return database_url("", postgres.fresh())


@pytest.fixture(params=["sqlite", "postgresql"])
def store_url(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    url: str = database_url(tmp_path) if request.param == "sqlite" else request.getfixturevalue("server_url")
    return url


def _empty(connection: Connection) -> None:
    """Empty a database, except for what a new one holds."""
    for table in reversed(metadata.sorted_tables):
        if table is not head:
            connection.execute(table.delete())
    connection.execute(head.update().values(seq=0, hash=bytes(32), entries=0))


@pytest.fixture
def clock() -> MovedClock:
    return MovedClock()


@pytest.fixture
async def casino(store_url: str, clock: MovedClock) -> AsyncIterator[Casino]:
    node = Casino(await Store.open(store_url), clock, CHEAP)
    await node.store.change(_empty)
    yield node
    await node.close()


@pytest.fixture
async def second(store_url: str, clock: MovedClock, casino: Casino) -> AsyncIterator[Casino]:
    """Another node on the same database."""
    node = Casino(await Store.open(store_url), clock, CHEAP)
    yield node
    await node.close()
